import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { onOneEngine, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import type { Tx } from '../db/index.ts'
import {
  claimKey,
  findAnswer,
  findUsedKeys,
  type IdempotencyKey,
  insertAnswers,
  renewKey,
  storeResponse,
} from './idempotency.ts'

const now = new Date('2030-01-01T12:00:00Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const keyOf = (key: string, keptSeconds?: number): IdempotencyKey => ({
  accountId: 1,
  path: 'test',
  key,
  bodyHash: Buffer.alloc(0),
  keptSeconds,
})

onOneEngine('idempotency keys', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  const keys = [keyOf('minute', 60), keyOf('hour', 3_600), keyOf('day')]

  it('with different times are claimed in one statement', async () => {
    let statements = 0
    const claimed = await test.db.transaction((tx) => {
      const getExecutor = () => {
        statements += 1
        return tx.getExecutor()
      }
      const counted: Tx = Object.create(tx, { getExecutor: { value: getExecutor } })
      const items = keys.map((key) => ({ key, answer: key.key }))
      return insertAnswers(counted, items, now)
    })
    assert.deepEqual([claimed, statements], [new Set([0, 1, 2]), 1])
  })

  it('are free again after their own time', async () => {
    const at = async (seconds: number) => {
      const used = await findUsedKeys(test.db, keys, inSeconds(seconds))
      const found = await Promise.all(keys.map((key) => findAnswer(test.db, key, inSeconds(seconds))))
      assert.equal(used.size, found.filter((answer) => answer !== null).length)
      return found
    }
    assert.deepEqual(await at(60), ['minute', 'hour', 'day'])
    assert.deepEqual(await at(61), [null, 'hour', 'day'])
    assert.deepEqual(await at(3_601), [null, null, 'day'])
    assert.deepEqual(await at(86_401), [null, null, null])
    const again = keys.map((key) => ({ key, answer: 'later' }))
    assert.deepEqual(await test.db.transaction((tx) => insertAnswers(tx, again, inSeconds(61))), new Set([0]))
    assert.deepEqual(await at(121), ['later', 'hour', 'day'])
  })

  it('that are claimed wait for their response, and are free after an error or two minutes', async () => {
    const key = keyOf('claimed')
    const claim = (seconds = 0) => claimKey(test.db, key, inSeconds(seconds))
    const running = { problem: 'request_in_progress' }
    assert.equal(await claim(), null)
    await assert.rejects(claim(120), running)
    await renewKey(test.db, key, inSeconds(100))
    await assert.rejects(claim(220), running)
    assert.equal(await claim(221), null, 'the process of the first request died')
    await storeResponse(test.db, key, null)
    assert.equal(await claim(222), null, 'the request failed')
    await storeResponse(test.db, key, { status: 201, body: '{"id":1}' })
    const stored = { response: { status: 201, body: '{"id":1}' }, bodyHash: key.bodyHash }
    assert.deepEqual(await claim(3_600), stored)
    assert.equal(await claim(86_700), null, 'keys are kept for a day')
    await storeResponse(test.db, key, { status: 201, body: null })
    await assert.rejects(claim(86_701), { problem: 'secret_shown_once' })
  })
})

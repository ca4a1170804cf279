import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createAccount, createKey } from '../../src/modules/accounts/index.ts'
import { insertSender, prepareSenders } from '../../src/modules/senders/index.ts'
import { type Answer, basic, onOneEngine, openWorld, type World } from '../world.ts'

const path = '/public/v1/sender-names'
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const startAt = new Date('2030-06-15T10:30:00Z')

/** Creates an account with the default sender names. */
async function addAccount(world: World, lenient = false): Promise<{ accountId: number; authorization: string }> {
  return world.db.transaction(async (tx) => {
    const now = world.clock.now()
    const accountId = await createAccount(
      tx,
      { name: 'Other', parentId: null },
      [prepareSenders({ staging: true })],
      now,
    )
    const { apiKey, secret } = await createKey(tx, accountId, 'key', now, { lenient })
    return { accountId, authorization: basic(apiKey, secret) }
  })
}

onOneEngine('POST /public/v1/sender-names', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { startAt })
  })
  after(() => world.close())

  const request = (body: unknown, headers: Record<string, string | undefined> = {}) =>
    world.request('POST', path, { body, headers })
  const found = async (name: string) =>
    (
      await sql<{
        id: number
        status: string
      }>`select id, status from senders where account_id = 1 and sender = ${name}`.execute(world.db)
    ).rows

  function assertRefused({ status, body }: Answer, wanted: number, code: number, message: string) {
    assert.deepEqual([status, body], [wanted, { code, message }])
  }

  it('requests a sender, which is listed as pending and cannot be used yet', async () => {
    const { status, body, headers } = await request({
      senderid: '  Shop & Co ',
      sample_content: 'Your order is on its way',
      more: 1,
    })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(Object.keys(body), ['data'])
    assert.deepEqual(Object.keys(body.data), ['id', 'senderid', 'sample_content', 'status', 'created'])
    const { id, created, ...rest } = body.data
    assert.deepEqual(rest, { senderid: 'Shop & Co', sample_content: 'Your order is on its way', status: 'pending' })
    assert.match(id, /^\d+$/)
    assert.match(created, isoTime)
    assert.deepEqual((await world.request('GET', `${path}?q=shop`)).body.data, [body.data])
    assert.equal((await world.send({ source_addr: 'Shop & Co' })).body.code, 111)
  })

  it('treats a missing sample as empty, and allows a thousand characters', async () => {
    assert.equal((await request({ senderid: 'BARE' })).body.data.sample_content, '')
    assert.equal((await request({ senderid: 'NULL', sample_content: null })).body.data.sample_content, '')
    assert.equal((await request({ senderid: 'LONG', sample_content: 'я'.repeat(1_000) })).status, 200)
    for (const sample_content of ['я'.repeat(1_001), 5, ['x'], {}, true]) {
      assertRefused(await request({ senderid: 'NEVER', sample_content }), 400, 104, 'Invalid Parameter: sample_content')
    }
    assert.deepEqual(await found('NEVER'), [])
  })

  for (const senderid of [
    undefined,
    null,
    15_000,
    '',
    '   ',
    'TWELVE CHARS',
    '1'.repeat(21),
    'CAFÉ',
    'A\nB',
    ['SHOP'],
  ]) {
    it(`answers 121 to ${JSON.stringify(senderid) ?? 'none'}`, async () => {
      const answer = await request({ senderid, sample_content: 5 })
      assertRefused(answer, 400, 121, 'Invalid Sender ID Format')
      assert.match(String(answer.headers['ngoma-hint']), /11 letters.*20 digits/)
    })
  }

  for (const body of ['', '{', '[]', 'null', '"SHOP"', '5', '{"senderid":"A\\u0000"}']) {
    it(`answers 113 to ${JSON.stringify(body)}`, async () =>
      assertRefused(await request(body), 400, 113, 'Invalid Request Format'))
  }

  it('answers 122 to an existing sender with its status', async () => {
    const hints: readonly [status: 'pending' | 'active' | 'rejected' | 'inactive', hint: string][] = [
      ['pending', 'sender ID "PENDING" is pending: the operator has to approve it'],
      ['active', 'sender ID "ACTIVE" is active and can be used'],
      ['rejected', 'sender ID "REJECTED" is rejected: ask the operator to approve it'],
      ['inactive', 'sender ID "INACTIVE" is inactive: ask the operator to approve it'],
    ]
    for (const [status, hint] of hints) {
      const sender = status.toUpperCase()
      await world.db.transaction((tx) => insertSender(tx, 1, { sender, sampleContent: '', status }, world.clock.now()))
      const answer = await request({ senderid: sender, sample_content: '' })
      assertRefused(answer, 409, 122, 'Sender ID Already Exists')
      assert.equal(answer.headers['ngoma-hint'], hint)
      assert.equal((await found(sender))[0]?.status, status)
    }
  })

  it('allows the same sender in two accounts, hidden from each other', async () => {
    const { authorization } = await addAccount(world)
    assert.equal((await request({ senderid: 'COMMON' })).status, 200)
    assert.equal((await request({ senderid: 'COMMON' }, { authorization })).status, 200)
    assert.equal((await request({ senderid: 'OWN' }, { authorization })).status, 200)
    assert.deepEqual((await world.request('GET', `${path}?q=own`)).body.data, [])
    assert.equal((await request({ senderid: 'OWN' })).status, 200)
  })

  it('lets one of two simultaneous requests succeed', async () => {
    for (const senderid of ['TWINS 1', 'TWINS 2', 'TWINS 3']) {
      const answers = await Promise.all([
        request({ senderid }),
        request({ senderid }),
        request({ senderid }, { 'idempotency-key': senderid }),
      ])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
      assert.deepEqual(answers.map(({ body }) => body.code ?? 0).sort(), [0, 122, 122])
      assert.equal((await found(senderid)).length, 1)
    }
  })

  describe('with an Idempotency-Key', () => {
    const key = { 'idempotency-key': 'ask' }

    it('repeats the answer byte for byte, and creates one request', async () => {
      const first = await request({ senderid: 'ONCE', sample_content: 'é' }, key)
      assert.equal(first.status, 200)
      assert.equal(first.headers['idempotent-replayed'], undefined)
      await sql`update senders set status = 'active' where sender = 'ONCE'`.execute(world.db)
      const again = await request({ senderid: 'ONCE', sample_content: 'é' }, key)
      assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [200, first.text, 'true'])
      assert.equal((await found('ONCE')).length, 1)
    })

    it('does so for two simultaneous requests', async () => {
      const answers = await Promise.all([1, 2].map(() => request({ senderid: 'BOTH' }, { 'idempotency-key': 'both' })))
      assert.deepEqual(
        answers.map(({ status, text }) => [status, text]),
        Array(2).fill([200, answers[0]?.text]),
      )
      assert.deepEqual(answers.map(({ headers }) => headers['idempotent-replayed'] ?? '').sort(), ['', 'true'])
    })

    it('rejects the key with another body, and does not store errors', async () => {
      assertRefused(await request({ senderid: 'OTHER' }, key), 409, 409, 'Idempotency-Key Was Used With Another Body')
      assertRefused(
        await request({ senderid: 'INFO' }, { 'idempotency-key': 'free' }),
        409,
        122,
        'Sender ID Already Exists',
      )
      assert.equal((await request({ senderid: 'FREE' }, { 'idempotency-key': 'free' })).status, 200)
      assertRefused(
        await request({ senderid: 'X' }, { 'idempotency-key': 'x'.repeat(256) }),
        400,
        104,
        'Invalid Idempotency-Key',
      )
    })
  })

  it('accepts a JSON number from a lenient client', async () => {
    const { authorization } = await addAccount(world, true)
    assert.equal((await request({ senderid: 15_000 }, { authorization })).body.data.senderid, '15000')
    assertRefused(await request({ senderid: 1.5e300 }, { authorization }), 400, 121, 'Invalid Sender ID Format')
  })

  it('authenticates first', async () => {
    const nobody = await request('{', { authorization: undefined })
    assert.deepEqual([nobody.status, nobody.body], [400, { error: 'No authorization headers' }])
    assertRefused(await request('{', { authorization: 'wrong' }), 401, 120, 'Invalid Authentication Parameters')
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import {
  addEndpoint,
  askStatus,
  begin,
  entriesOf,
  eventBodiesFor,
  numberEnding,
  rowOf,
  untilCode,
} from '../../../test/airtime.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import { checkLedger } from '../balance/check.ts'
import { listenTo } from './end.ts'
import { checkAirtimeHolds } from './module.ts'

/** Long enough to never pass by itself. */
const delayMs = 600_000

onOneEngine('airtime transfers through the simulated provider', (engine) => {
  let world: World
  let endpoint: number
  before(async () => {
    world = await openWorld(engine, { config: { simulatorDelayMs: delayMs } })
    endpoint = await addEndpoint(world.db, 1)
  })
  after(() => world.close())

  const submit = async (end: string) => {
    const id = await begin(world, { dest_addr: numberEnding(end) })
    await until('the provider has the transfer', async () => (await rowOf(world.db, id)).confirmed)
    return id
  }
  const eventCodesOf = async (id: string) =>
    (await eventBodiesFor(world.db, endpoint)).filter(({ args }) => args.transaction_id === id).map(({ code }) => code)
  const codeOf = async (id: string) => (await askStatus(world, id)).code

  it('succeed after the configured delay', async () => {
    const id = await submit('5678')
    assert.deepEqual([await codeOf(id), await eventCodesOf(id)], [200, []])
    world.clock.moveForward(delayMs)
    await untilCode(world, id, 100)
    assert.deepEqual(
      [await entriesOf(world.db, id), await eventCodesOf(id)],
      [['hold 10.0000', 'spend 10.0000'], [100]],
    )
  })

  it('are refused at once and released when the number ends in 0000', async () => {
    const id = await begin(world, { dest_addr: numberEnding('0000') })
    await untilCode(world, id, 101)
    assert.deepEqual(
      [await entriesOf(world.db, id), await eventCodesOf(id)],
      [['hold 10.0000', 'release 10.0000'], [101]],
    )
    assert.equal((await rowOf(world.db, id)).reference, null)
  })

  it('fail after a moment when the number ends in 0003', async () => {
    const id = await submit('0003')
    world.clock.moveForward(delayMs)
    await untilCode(world, id, 101)
    assert.equal((await askStatus(world, id)).message, 'Disbursement failed: the subscriber cannot be topped up')
    assert.deepEqual(
      [await entriesOf(world.db, id), await eventCodesOf(id)],
      [['hold 10.0000', 'release 10.0000'], [101]],
    )
  })

  it('take 30 seconds when the number ends in 0004', async () => {
    const id = await submit('0004')
    world.clock.moveForward(20_000)
    await until('it was queried and is due later', async () => (await rowOf(world.db, id)).due)
    assert.equal(await codeOf(id), 200)
    world.clock.moveForward(10_000)
    await untilCode(world, id, 100)
  })

  it('end once when the number ends in 0005 and the provider reports twice', async () => {
    const id = await submit('0005')
    world.clock.moveForward(delayMs)
    await untilCode(world, id, 100)
    const provider = world.app.airtime.providers.find('simulator')
    assert.ok(provider)
    for (const state of ['successful', 'failed'] as const)
      await listenTo(world.app.airtime, provider).result(`sim-${id}`, { state, reason: null })
    assert.deepEqual(
      [await codeOf(id), await entriesOf(world.db, id), await eventCodesOf(id)],
      [100, ['hold 10.0000', 'spend 10.0000'], [100]],
    )
  })

  it('are queried when the number ends in 0006 and the response is lost', async () => {
    const id = await begin(world, { dest_addr: numberEnding('0006') })
    const isLetGo = sql`select from airtime_transfers where id = ${id} and state = 'submitted' and lease_owner is null`
    await until(
      'the provider was told to pay without a result',
      async () => (await isLetGo.execute(world.db)).rows.length === 1,
    )
    world.clock.moveForward(delayMs)
    await untilCode(world, id, 100)
    assert.deepEqual(await eventCodesOf(id), [100])
  })

  it('end once under a hundred concurrent reports and checks', async () => {
    const id = await submit('0004')
    const provider = world.app.airtime.providers.find('simulator')
    assert.ok(provider)
    const { result } = listenTo(world.app.airtime, provider)
    world.clock.moveForward(30_000)
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        result(`sim-${id}`, i % 2 === 0 ? { state: 'successful' } : { state: 'failed', reason: 'no' }),
      ),
    )
    assert.equal((await entriesOf(world.db, id)).length, 2)
    assert.equal((await eventCodesOf(id)).length, 1)
    await result('sim-of-nobody', { state: 'successful' })
  })

  it('pass the ledger check', async () => {
    await begin(world, { dest_addr: numberEnding('0004') })
    await assertLedger(world.db)
    const state = await checkLedger(world.db, [checkAirtimeHolds])
    assert.deepEqual([state.clean, state.wrong], [true, []])
    const id = await begin(world, { dest_addr: numberEnding('0004') })
    await sql`update airtime_transfers set amount = 9 where id = ${id}`.execute(world.db)
    const { wrong } = await checkLedger(world.db, [checkAirtimeHolds])
    const about = { accountId: 1, product: 'AIRTIME', currency: 'TZS', what: `hold for transfer ${id}` }
    assert.deepEqual(wrong, [{ ...about, expected: '9.0000', found: '10.0000' }])
    await sql`update airtime_transfers set amount = 10 where id = ${id}`.execute(world.db)
  })
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { addEndpoint, askStatus, begin, entriesOf, eventBodiesFor, numberEnding, rowOf } from '../../../test/airtime.ts'
import { type FakeProvider, startFakeProvider } from '../../../test/airtime-provider.ts'
import { command } from '../../../test/console/people.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import { dayMs } from './rules.ts'

const hourMs = 3_600_000

onOneEngine('overdue airtime transfers', (engine) => {
  let world: World
  let fake: FakeProvider
  let endpoint: number
  before(async () => {
    world = await openWorld(engine)
    fake = await startFakeProvider()
    endpoint = await addEndpoint(world.db, 1)
    await set('two', 2)
  })
  after(async () => {
    await fake.close()
    await world.close()
  })

  beforeEach(async () => {
    fake.behave = () => ({})
    fake.outcome = () => 'PAID'
  })

  const set = async (name: string, steps: 1 | 2, change: Record<string, unknown> = {}) => {
    const { status, body } = await command(world, 'PUT', `/providers/${name}`, {
      product: 'airtime',
      kind: 'http',
      settings: fake.settings(steps, change),
      secrets: { key: 'hush "hush"' },
    })
    assert.equal(status, 200, JSON.stringify(body))
  }

  const eventCodesOf = async (id: string) =>
    (await eventBodiesFor(world.db, endpoint)).filter(({ args }) => args.transaction_id === id).map(({ code }) => code)

  const paid = (id: string) => fake.payments.get(id) ?? 0
  const row = (id: string) => rowOf(world.db, id)

  /** Whether no transfer is claimed and all wait for their next check. */
  const allWait = async () =>
    (
      await sql`select from airtime_transfers where lease_owner is not null or due_at <= ${world.clock.now()}`.execute(
        world.db,
      )
    ).rows.length === 0

  /** Moves the clock until the condition holds, by up to one check of a transfer each time. */
  const moveUntil = (what: string, condition: () => Promise<boolean>, stepMs: number) =>
    until(what, async () => {
      if (await condition()) return true
      if (await allWait()) world.clock.moveForward(stepMs)
      return false
    })

  it('fail and release the money after a day in which the provider could not be reached, if it never got the order', async () => {
    fake.behave = ({ phone, step }) =>
      step === 'create' && phone.endsWith('9001')
        ? { answer: { status: 503, body: '' } }
        : step === 'confirm'
          ? { does: false, answer: 'reset' }
          : {}
    const untold = await begin(world, { dest_addr: numberEnding('9001') })
    const unconfirmed = await begin(world, { dest_addr: numberEnding('9002') })
    await until(
      'both were attempted',
      async () => fake.count('create', untold) > 0 && fake.count('confirm', unconfirmed) > 0,
    )
    await moveUntil(
      'both were attempted again',
      async () => fake.count('create', untold) > 1 && fake.count('confirm', unconfirmed) > 1,
      2_000,
    )
    assert.deepEqual([(await row(untold)).state, (await row(unconfirmed)).state], ['accepted', 'submitted'])
    world.clock.moveForward(dayMs)
    for (const id of [untold, unconfirmed]) {
      await moveUntil('the transfer failed', async () => (await row(id)).state === 'failed', 600_000)
      assert.deepEqual(
        [await entriesOf(world.db, id), await eventCodesOf(id), paid(id)],
        [['hold 10.0000', 'release 10.0000'], [101], 0],
      )
      assert.equal(
        (await askStatus(world, id)).message,
        'Disbursement failed: the provider could not be reached in time',
      )
    }
  })

  it('stay held, are listed, queried for a week and then ended by the operator', async () => {
    fake.outcome = () => 'PENDING'
    const first = await begin(world)
    const second = await begin(world)
    for (const id of [first, second]) await until('the provider confirmed it', async () => (await row(id)).confirmed)
    assert.equal(
      (await command(world, 'POST', `/airtime/transfers/${first}/end`, { as: 'failed', reason: 'no' })).status,
      409,
      'not before it is overdue',
    )
    world.clock.moveForward(dayMs)
    for (const id of [first, second])
      await moveUntil('the transfer is overdue', async () => (await row(id)).overdue, hourMs)
    assert.deepEqual([await entriesOf(world.db, first), await eventCodesOf(first)], [['hold 10.0000'], []])
    const { data } = (await command(world, 'GET', '/airtime/overdue')).body
    assert.deepEqual(
      data.map(({ id }: { id: number }) => String(id)),
      [first, second],
    )
    await world.app.airtime.events.write()
    const events = (await command(world, 'GET', '/accounts/1/events')).body.data.filter(
      ({ kind }: { kind: string }) => kind === 'airtime.overdue',
    )
    assert.deepEqual(events.map(({ subject }: { subject: string }) => subject).sort(), [first, second])

    const before = fake.count('status', second)
    world.clock.moveForward(3 * dayMs)
    await moveUntil('it is still queried', async () => fake.count('status', second) > before, hourMs)
    world.clock.moveForward(5 * dayMs)
    for (const id of [first, second])
      await moveUntil('it is no longer queried', async () => !(await row(id)).due, hourMs)
    assert.deepEqual([(await row(first)).state, await entriesOf(world.db, first)], ['submitted', ['hold 10.0000']])

    const end = (id: string, as: string) =>
      command(world, 'POST', `/airtime/transfers/${id}/end`, { as, reason: 'the provider called' })
    assert.equal((await end(first, 'failed')).body.state, 'failed')
    assert.equal((await end(second, 'successful')).body.state, 'successful')
    assert.deepEqual([(await end(first, 'successful')).status, (await end('1', 'failed')).status], [409, 404])
    assert.equal((await askStatus(world, first)).message, 'Disbursement failed: the provider called')
    assert.deepEqual(
      [await entriesOf(world.db, first), await eventCodesOf(first)],
      [['hold 10.0000', 'release 10.0000'], [101]],
    )
    assert.deepEqual(
      [await entriesOf(world.db, second), await eventCodesOf(second)],
      [['hold 10.0000', 'spend 10.0000'], [100]],
    )
    assert.deepEqual((await command(world, 'GET', '/airtime/overdue')).body.data, [])
    await assertLedger(world.db)
  })

  it('end when the provider reports a late result, and are not paid again in between', async () => {
    fake.outcome = () => 'PENDING'
    const id = await begin(world)
    await until('the provider confirmed it', async () => (await row(id)).confirmed)
    world.clock.moveForward(dayMs)
    await moveUntil('the transfer is overdue', async () => (await row(id)).overdue, hourMs)
    // The provider forgets the order: that is not a result.
    fake.behave = ({ step }) => (step === 'status' ? { answer: { body: '{"data":{"status":"CREATED"}}' } } : {})
    const before = fake.count('status', id)
    await moveUntil('it was queried', async () => fake.count('status', id) > before + 1, hourMs)
    assert.deepEqual([(await row(id)).state, fake.count('confirm', id)], ['submitted', 1])
    fake.behave = () => ({})
    fake.outcome = () => 'PAID'
    await moveUntil('the transfer ended', async () => (await row(id)).state === 'successful', hourMs)
    assert.deepEqual([await eventCodesOf(id), fake.count('confirm', id)], [[100], 1])
  })
})

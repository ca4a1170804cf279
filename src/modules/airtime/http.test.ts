import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import {
  addEndpoint,
  askStatus,
  begin,
  entriesOf,
  eventBodiesFor,
  numberEnding,
  postTransfer,
  rowOf,
  untilCode,
} from '../../../test/airtime.ts'
import { type FakeProvider, startFakeProvider } from '../../../test/airtime-provider.ts'
import { command } from '../../../test/console/people.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import { listenTo } from './end.ts'

onOneEngine('airtime transfers through an HTTP provider', (engine) => {
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

  /** Pauses the other providers, so that faults do not move transfers to them. */
  const set = async (name: string, steps: 1 | 2, change: Record<string, unknown> = {}) => {
    const { status, body } = await command(world, 'PUT', `/providers/${name}`, {
      product: 'airtime',
      kind: 'http',
      settings: fake.settings(steps, change),
      secrets: { key: 'hush "hush"' },
    })
    assert.equal(status, 200, JSON.stringify(body))
    await command(world, 'POST', `/providers/${name}/resume`)
    for (const other of (await command(world, 'GET', '/providers?product=airtime')).body.data)
      if (other.name !== name) await command(world, 'POST', `/providers/${other.name}/pause`)
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

  it('are created, stored, confirmed and ended', async () => {
    const phone = numberEnding()
    const id = await begin(world, { dest_addr: phone, amount: '0010.50', product_id: 9 })
    await untilCode(world, id, 100)
    const [created, confirmed] = fake.asked.filter((one) => one.id === id)
    assert.deepEqual(created?.body, { id, msisdn: phone, amount: '10.50', product: '9' })
    assert.equal(created?.headers['x-api-key'], 'hush "hush"')
    assert.equal(confirmed?.step, 'confirm')
    assert.equal((await row(id)).reference, `P/${id} 1`)
    assert.deepEqual(
      [paid(id), await entriesOf(world.db, id), await eventCodesOf(id)],
      [1, ['hold 10.5000', 'spend 10.5000'], [100]],
    )
  })

  it('fail with the reason of the provider', async () => {
    fake.outcome = () => 'REJECTED'
    const id = await begin(world)
    await untilCode(world, id, 101)
    assert.equal((await askStatus(world, id)).message, 'Disbursement failed: subscriber is barred')
    assert.deepEqual([paid(id), await entriesOf(world.db, id)], [0, ['hold 10.0000', 'release 10.0000']])
  })

  const troubles: readonly [
    what: string,
    step: 'create' | 'confirm' | 'status',
    behaviour: ReturnType<FakeProvider['behave']>,
  ][] = [
    ['create answers 500', 'create', { does: false, answer: { status: 500, body: '{"data":{"status":"REJECTED"}}' } }],
    ['create resets the connection', 'create', { answer: 'reset' }],
    ['create sends half a response', 'create', { answer: 'half' }],
    ['create answers garbage', 'create', { answer: { body: '<html>' } }],
    ['create answers without a reference', 'create', { answer: { body: '{"data":{"status":"CREATED"}}' } }],
    ['confirm does not arrive', 'confirm', { does: false, answer: 'reset' }],
    ['confirm succeeds without a response', 'confirm', { answer: 'reset' }],
    ['confirm succeeds with half a response', 'confirm', { answer: 'half' }],
    ['confirm succeeds and answers garbage', 'confirm', { answer: { body: '\u0000' } }],
    [
      'confirm succeeds and answers 502',
      'confirm',
      { answer: { status: 502, body: '{"data":{"status":"REJECTED"}}' } },
    ],
    [
      'confirm succeeds and answers 401',
      'confirm',
      { answer: { status: 401, body: '{"data":{"status":"REJECTED"}}' } },
    ],
    [
      'confirm succeeds and answers too much',
      'confirm',
      { answer: { body: `{"a":"${'x'.repeat(70_000)}","data":{"status":"REJECTED"}}` } },
    ],
  ]
  it('are paid once, whatever goes wrong first', async () => {
    const ids = new Map<string, string>()
    fake.behave = ({ phone, step, times }) => {
      const trouble = troubles[Number(phone.slice(-2))]
      return trouble !== undefined && trouble[1] === step && times === 0 ? trouble[2] : {}
    }
    for (const [index, [what]] of troubles.entries())
      ids.set(what, await begin(world, { dest_addr: numberEnding(`70${String(index).padStart(2, '0')}`) }))
    for (const [what, id] of ids) {
      await moveUntil(what, async () => (await row(id)).state === 'successful', 2_000)
      assert.deepEqual([what, paid(id), await eventCodesOf(id)], [what, 1, [100]])
    }
    await assertLedger(world.db)
  })

  it('are logged once a minute while the provider accepts none', async () => {
    await set('busy', 2)
    const said = () => world.logs.filter((line) => line.includes('"provider":"busy"')).map((line) => JSON.parse(line))
    const warnings = () => said().filter(({ level }) => level === 40).length
    let isBusy = true
    fake.behave = ({ step }) => (isBusy && step === 'create' ? { does: false, answer: { status: 503, body: '' } } : {})
    const ids = [await begin(world), await begin(world), await begin(world)]
    await until('all were attempted', () => ids.every((id) => said().some(({ transfer }) => String(transfer) === id)))
    assert.equal(warnings(), 1)
    await moveUntil('it is logged again', async () => warnings() >= 2, 61_000)
    isBusy = false
    for (const id of ids)
      await moveUntil('the transfer is paid', async () => (await row(id)).state === 'successful', 2_000)
    await set('two', 2)
  })

  it('are paid once when create pays, and are queried before create is repeated', async () => {
    await set('one', 1)
    fake.behave = ({ step, phone, times }) => {
      if (step !== 'pay' || times > 0) return {}
      return phone.endsWith('8001')
        ? { answer: 'reset' }
        : phone.endsWith('8002')
          ? { does: false, answer: 'reset' }
          : {}
    }
    const plain = await begin(world, { dest_addr: numberEnding('8000') })
    const unanswered = await begin(world, { dest_addr: numberEnding('8001') })
    const lost = await begin(world, { dest_addr: numberEnding('8002') })
    await untilCode(world, plain, 100)
    await moveUntil('the transfer was queried', async () => (await row(unanswered)).state === 'successful', 2_000)
    // The provider does not know the order, but it may still be in transit.
    await until('the transfer was queried', async () => fake.count('status', lost) > 0)
    assert.deepEqual([fake.count('pay', lost), (await row(lost)).state], [1, 'submitted'])
    await moveUntil('the transfer was sent again', async () => (await row(lost)).state === 'successful', 60_000)
    assert.deepEqual([paid(plain), paid(unanswered), paid(lost)], [1, 1, 1])
    assert.deepEqual([fake.count('pay', unanswered), fake.count('pay', lost)], [1, 2])
    await set('two', 2)
  })

  it('keep their provider when new transfers use another one', async () => {
    fake.outcome = () => 'PENDING'
    const id = await begin(world)
    await until('the provider confirmed it', async () => (await row(id)).confirmed)
    await set('other', 1)
    fake.outcome = () => 'PAID'
    const other = await begin(world)
    await untilCode(world, other, 100)
    await moveUntil('the transfer was queried', async () => (await row(id)).state === 'successful', 2_000)
    const { rows } = await sql<{
      provider: string
    }>`select provider from airtime_transfers where id in (${id}, ${other}) order by id`.execute(world.db)
    assert.deepEqual(
      rows.map(({ provider }) => provider),
      ['two', 'other'],
    )
    await set('two', 2)
  })

  it('end once when the provider reports the result before its response', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    fake.behave = ({ step }) => (step === 'confirm' ? { wait: promise } : {})
    const id = await begin(world)
    await until('the provider was told to pay', async () => fake.count('confirm', id) === 1)
    const provider = world.app.airtime.providers.find('two')
    assert.ok(provider)
    await Promise.all(
      [1, 2].map(() => listenTo(world.app.airtime, provider).result(`P/${id} 1`, { state: 'successful' })),
    )
    assert.equal((await row(id)).state, 'successful')
    resolve()
    const next = await begin(world)
    await untilCode(world, next, 100)
    assert.deepEqual(
      [paid(id), await entriesOf(world.db, id), await eventCodesOf(id)],
      [1, ['hold 10.0000', 'spend 10.0000'], [100]],
    )
  })

  it('accept only the products of the provider', async () => {
    await set('two', 2, { products: [1, 2] })
    assert.deepEqual((await postTransfer(world, { product_id: 3 })).body, { code: 105, message: 'Invalid Product ID' })
    await untilCode(world, await begin(world, { product_id: 2 }), 100)
    await set('two', 2)
  })

  it('keep their provider from being removed while they are open', async () => {
    fake.outcome = () => 'PENDING'
    const id = await begin(world)
    await until('the provider confirmed it', async () => (await row(id)).confirmed)
    const { status, body } = await command(world, 'DELETE', '/providers/two')
    assert.deepEqual([status, body.detail], [409, 'The provider has open work.'])
    fake.outcome = () => 'PAID'
    await moveUntil('the transfer ended', async () => (await row(id)).state === 'successful', 2_000)
    assert.equal((await command(world, 'DELETE', '/providers/two')).status, 204)
    assert.equal((await command(world, 'DELETE', '/providers/two')).status, 404)
    // In staging, the simulated provider takes over.
    await untilCode(world, await begin(world), 100)
    await assertLedger(world.db)
  })
})

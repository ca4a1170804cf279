import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../../test/console/people.ts'
import { bindCustomer, submitFields } from '../../../../test/smpp-customer.ts'
import { type Deliveries, idOf, messageOf, openDeliveries, untilReceived } from '../../../../test/smpp-deliveries.ts'
import {
  onOneEngine,
  openTestDatabase,
  openWorld,
  type TestDatabase,
  until,
  type World,
} from '../../../../test/world.ts'
import type { Pdu } from '../../../engine/smpp/pdu.ts'
import { forgetDeliveries } from '../module.ts'

const temporary = 0x64

const textOf = ({ fields: { short_message: bytes } }: Pdu) => String(bytes)
const stateOf = (receipt: Pdu) => / stat:(\w+) /.exec(textOf(receipt))?.[1]

onOneEngine('deliveries to SMPP customers', (engine) => {
  let database: TestDatabase
  let world: World
  let deliveries: Deliveries

  before(async () => {
    database = await openTestDatabase(engine)
    world = await openWorld(engine, { database, config: { smppPort: 0 } })
    deliveries = await openDeliveries(world)
  })
  after(async () => {
    await world.close()
    await database.drop()
  })

  /** As operators see it. */
  async function countDue(): Promise<unknown> {
    const { data } = (await command(world, 'GET', '/work')).body
    return data.find(({ work }: { readonly work: string }) => work === 'sms_reports').due
  }
  async function countRuns(): Promise<number> {
    const { values } = await world.app.sms.metrics.workRuns.get()
    const ofReceipts = values.filter(({ labels }) => labels.work === 'smpp receipts')
    return ofReceipts.reduce((sum, { value }) => sum + value, 0)
  }
  /** Of the oldest outstanding report. An attempt that runs counts already, so it is left out. */
  async function countRefusals(): Promise<number> {
    const { rows } = await sql<{ refusals: number }>`
      select attempts - (lease_until is not null)::integer as refusals from sms_reports order by id limit 1
    `.execute(world.db)
    return rows[0]?.refusals ?? 0
  }

  it('are receipts with the id of the response, and intermediate notifications only on request', async (context) => {
    const customer = await bindCustomer(context, world, await deliveries.newLogin({ messageIds: 'hex' }))
    const plain = await deliveries.submit(customer, '255712340010')
    const none = await deliveries.submit(customer, '255712340011', { registered_delivery: 0 })
    const both = await deliveries.submit(customer, '255712340003', { registered_delivery: 0x11 })
    await untilReceived(customer, 3)
    await deliveries.untilNone()
    const received = new Map(Map.groupBy(customer.deliveries, idOf))
    assert.deepEqual(received.get(plain)?.map(stateOf), ['DELIVRD'])
    assert.deepEqual(received.get(both)?.map(stateOf), ['ENROUTE', 'UNDELIV'])
    assert.equal(received.get(none), undefined)
  })

  it('come from the destination as the customer wrote it, also for one of several', async (context) => {
    await sql`update accounts set country = 'TZ' where id = 1`.execute(world.db)
    const customer = await bindCustomer(context, world, await deliveries.newLogin())
    const written = [
      { dest_addr_ton: 2, dest_addr_npi: 8, destination_addr: '0712340013' },
      { dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '+255712340014' },
    ]
    const { source_addr_ton, source_addr, short_message } = submitFields()
    const fields = { source_addr_ton, source_addr, short_message, registered_delivery: 1, dest_address: written }
    assert.equal((await customer.link.request('submit_multi', fields)).status, 0)
    await untilReceived(customer, 2)
    assert.deepEqual(
      customer.deliveries
        .map(({ fields: { source_addr_ton: ton, source_addr_npi: npi, source_addr: address } }) => [ton, npi, address])
        .toSorted(),
      [
        [1, 1, '+255712340014'],
        [2, 8, '0712340013'],
      ],
    )
    await deliveries.untilNone()
  })

  it('that wait for the same retry go on in the order of their times, also where ids differ', async (context) => {
    const login = await deliveries.newLogin()
    const ids = await deliveries.reportsFor(context, login, Array(3).fill('255712340010'))
    await sql`
      update sms_reports
         set created_at = now() - make_interval(secs => id), due_at = now() - interval '1 second'
    `.execute(world.db)
    const customer = await bindCustomer(context, world, login, 'bind_receiver')
    await untilReceived(customer, 3)
    assert.deepEqual(customer.deliveries.map(idOf), ids.toReversed())
    await deliveries.untilNone()
  })

  it('to one number are sent without waiting for each answer, and claimed many at a time', async (context) => {
    const login = await deliveries.newLogin({ windowSize: 50 })
    await deliveries.reportsFor(context, login, ['255712340010'])
    await sql`
      insert into sms_reports (account_id, submitter, kind, request_id, message_id, phone, event, happened_at, created_at, due_at)
      select account_id, submitter, kind, request_id, message_id, phone, event, happened_at, created_at, due_at
        from sms_reports cross join generate_series(1, 499)
    `.execute(world.db)
    let unanswered = 0
    const held = Promise.withResolvers<void>()
    const customer = await bindCustomer(context, world, login, 'bind_receiver', () => {
      unanswered += 1
      if (unanswered === 50) held.resolve()
      return unanswered <= 50 ? null : 0
    })
    await held.promise
    assert.equal(await countDue(), 500)
    const runsBefore = await countRuns()
    customer.link.destroy('the customer binds again')
    const again = await bindCustomer(context, world, login, 'bind_receiver')
    await untilReceived(again, 500)
    await deliveries.untilNone()
    assert.equal(again.deliveries.length, 500)
    // No row is claimed in vain, except those that were outstanding at the end of the first connection.
    const runs = (await countRuns()) - runsBefore
    assert.ok(runs <= 550, `${runs} runs for 500 receipts`)
  })

  it('that are refused again and again do not hold back others for long, nor repeat parts that were taken', async (context) => {
    const customer = await bindCustomer(context, world, await deliveries.newLogin({ windowSize: 1 }))
    const part = (number: number) => ({
      esm_class: 0x40,
      short_message: Buffer.from([5, 0, 3, 77, 3, number, 0x61]),
    })
    const ids: string[] = []
    customer.onDeliver = (delivery) => (idOf(delivery) === ids[1] ? temporary : 0)
    for (const number of [1, 2, 3]) ids.push(await deliveries.submit(customer, '255712340010', part(number)))
    await untilReceived(customer, 2)
    // The time of the next attempt counts from the moment at which the refusal is stored.
    const untilRefused = (count: number) =>
      until(`${count} refusals are stored`, async () => (await countRefusals()) >= count)
    await untilRefused(1)
    const later = await deliveries.submit(customer, '255712340010')
    const received = (id: string | undefined) => customer.deliveries.filter((one) => idOf(one) === id).length
    for (const [place, seconds] of [2, 7, 19, 73].entries()) {
      assert.equal(received(later), 0)
      world.clock.moveForward(seconds * 1_000)
      await untilRefused(place + 2)
    }
    await until('the later one arrived', () => received(later) > 0)
    customer.onDeliver = () => 0
    world.clock.moveForward(400_000)
    await deliveries.untilNone()
    assert.deepEqual(
      [...ids, later].map((id) => received(id)),
      [1, 6, 1, 1],
    )
  })

  it('are incoming messages for credentials that want them, in order', async (context) => {
    const customer = await bindCustomer(context, world, await deliveries.newLogin({ receivesMessages: true }))
    const others = await bindCustomer(context, world, await deliveries.newLogin())
    const texts = ['Ndiyo', `${'Habari ya leo? '.repeat(12)}`.trim(), 'Asante 👋']
    for (const text of texts) await deliveries.simulate('255712340010', text)
    await untilReceived(customer, 4)
    await deliveries.untilNone('smpp_messages')
    const [first] = customer.deliveries
    assert.partialDeepStrictEqual(first?.fields, {
      source_addr: '255712340010',
      destination_addr: '15001',
      esm_class: 0,
    })
    assert.equal(customer.deliveries.map(messageOf).join(''), texts.join(''))
    assert.equal(others.deliveries.length, 0)
  })

  it('are removed after three days without a bind', async (context) => {
    await deliveries.reportsFor(context, await deliveries.newLogin(), ['255712340010'])
    await forgetDeliveries(world.app.sms).run()
    assert.equal(await deliveries.countOutstanding(), 1)
    assert.equal(await countDue(), 0)
    const clock = { ...world.app.sms.clock, now: () => new Date(Date.now() + 4 * 86_400_000) }
    await forgetDeliveries({ ...world.app.sms, clock }).run()
    assert.equal(await deliveries.countOutstanding(), 0)
  })
})

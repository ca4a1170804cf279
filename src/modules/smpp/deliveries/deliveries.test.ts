import assert from 'node:assert/strict'
import { after, before, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../../test/console/people.ts'
import { bindCustomer, type Customer, type Login, submitFields } from '../../../../test/smpp-customer.ts'
import {
  onOneEngine,
  openTestDatabase,
  openWorld,
  type TestDatabase,
  until,
  type World,
} from '../../../../test/world.ts'
import { splitUserData } from '../../../engine/smpp/codec/user-data.ts'
import type { Pdu } from '../../../engine/smpp/pdu.ts'
import { decodeText } from '../../../engine/smpp/text.ts'
import { createSmppCredential, deliveryJobs } from '../index.ts'

const temporary = 0x64

const textOf = ({ fields: { short_message: bytes } }: Pdu) => String(bytes)
const stateOf = (receipt: Pdu) => / stat:(\w+) /.exec(textOf(receipt))?.[1]
const idOf = ({ fields }: Pdu) => fields.receipted_message_id

onOneEngine('deliveries to SMPP customers', (engine) => {
  let database: TestDatabase
  let world: World
  /** Another process, which serves requests only. */
  let other: World

  before(async () => {
    database = await openTestDatabase(engine)
    world = await openWorld(engine, { database, config: { smppPort: 0 } })
    other = await openWorld(engine, { database, config: { smppPort: 0 }, role: 'api' })
    const set = await command(world, 'PUT', '/inbound/numbers/15001', { accountId: 1 })
    assert.equal(set.status, 200, set.text)
  })
  after(async () => {
    await other.close()
    await world.close()
    await database.drop()
  })

  const newLogin = (change: Parameters<typeof createSmppCredential>[2] = {}) =>
    createSmppCredential(world.app.sms, 1, change)

  async function submit(customer: Customer, phone: string, change = {}): Promise<string> {
    const { status, fields } = await customer.submit({ destination_addr: phone, ...change })
    assert.equal(status, 0)
    return fields.message_id ?? assert.fail('the response has no message id')
  }

  async function countOutstanding(table = 'sms_reports'): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(world.db)
    return rows[0]?.count ?? 0
  }
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
  /** Message ids of the outstanding reports, in the order in which they happened. */
  async function storedIds(): Promise<string[]> {
    const { rows } = await sql<{
      id: string
    }>`select request_id::text as id from sms_reports order by sms_reports.id`.execute(world.db)
    return rows.map(({ id }) => id)
  }
  /** Of the oldest outstanding report. An attempt that runs counts already, so it is left out. */
  async function countRefusals(): Promise<number> {
    const { rows } = await sql<{ refusals: number }>`
      select attempts - (lease_until is not null)::integer as refusals from sms_reports order by id limit 1
    `.execute(world.db)
    return rows[0]?.refusals ?? 0
  }
  const untilNone = (table?: string) => until('nothing is left', async () => (await countOutstanding(table)) === 0)
  const untilReceived = (customer: Customer, count: number) =>
    until(`${count} deliveries arrived`, () => customer.deliveries.length >= count)

  /** Messages with their reports stored, while the customer has no bind that receives. */
  async function reportsFor(context: TestContext, login: Login, phones: readonly string[]): Promise<string[]> {
    const sender = await bindCustomer(context, world, login, 'bind_transmitter')
    const before = await countOutstanding()
    const ids: string[] = []
    for (const phone of phones) ids.push(await submit(sender, phone))
    await until('all reports are stored', async () => (await countOutstanding()) === before + phones.length)
    assert.equal(sender.deliveries.length, 0)
    return ids
  }

  it('are receipts with the id of the response, and intermediate notifications only on request', async (context) => {
    const customer = await bindCustomer(context, world, await newLogin({ messageIds: 'hex' }))
    const plain = await submit(customer, '255712340010')
    const none = await submit(customer, '255712340011', { registered_delivery: 0 })
    const both = await submit(customer, '255712340003', { registered_delivery: 0x11 })
    await untilReceived(customer, 3)
    await untilNone()
    const received = new Map(Map.groupBy(customer.deliveries, idOf))
    assert.deepEqual(received.get(plain)?.map(stateOf), ['DELIVRD'])
    assert.deepEqual(received.get(both)?.map(stateOf), ['ENROUTE', 'UNDELIV'])
    assert.equal(received.get(none), undefined)
  })

  it('come from the destination as the customer wrote it, also for one of several', async (context) => {
    await sql`update accounts set country = 'TZ' where id = 1`.execute(world.db)
    const customer = await bindCustomer(context, world, await newLogin())
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
    await untilNone()
  })

  it('wait for a bind, find it in another process, and keep the order of each number over two binds', async (context) => {
    const login = await newLogin({ windowSize: 2 })
    const phones = Array.from({ length: 12 }, (_, place) => `25571234001${place % 3}`)
    await reportsFor(context, login, phones)
    const ids = await storedIds()
    const received: Pdu[] = []
    for (const _ of [1, 2]) {
      await bindCustomer(context, other, login, 'bind_receiver', (delivery) => {
        received.push(delivery)
        return 0
      })
    }
    await until('all arrived', () => received.length >= ids.length)
    await untilNone()
    assertInOrder(received, ids)
  })

  it('go on in order in another process when the bind of the first one ends', async (context) => {
    const login = await newLogin({ windowSize: 2 })
    await reportsFor(context, login, Array(6).fill('255712340010'))
    const ids = await storedIds()
    const first = await bindCustomer(context, world, login, 'bind_receiver', (_, { deliveries }) =>
      deliveries.length === 1 ? 0 : null,
    )
    await untilReceived(first, 3)
    const second = await bindCustomer(context, other, login, 'bind_receiver')
    first.link.destroy('the customer is gone')
    await untilReceived(second, ids.length - 1)
    await untilNone()
    // Those without an answer are repeated.
    assert.deepEqual(second.deliveries.map(idOf), ids.slice(1))
  })

  it('are not delayed by a process whose bind answers with errors', async (context) => {
    const login = await newLogin()
    const failing = await bindCustomer(context, world, login)
    failing.onDeliver = () => temporary
    const working = await bindCustomer(context, other, login)
    const id = await submit(failing, '255712340010')
    await until('it arrived', async () => {
      other.clock.moveForward(1_000)
      return working.deliveries.length > 0
    })
    assert.deepEqual(working.deliveries.map(idOf), [id])
    await untilNone()
  })

  it('to one number are sent without waiting for each answer, and claimed many at a time', async (context) => {
    const login = await newLogin({ windowSize: 50 })
    await reportsFor(context, login, ['255712340010'])
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
    await untilNone()
    assert.equal(again.deliveries.length, 500)
    // No row is claimed in vain, except those that were outstanding at the end of the first connection.
    const runs = (await countRuns()) - runsBefore
    assert.ok(runs <= 550, `${runs} runs for 500 receipts`)
  })

  it('that are refused again and again do not hold back others for long, nor repeat parts that were taken', async (context) => {
    const customer = await bindCustomer(context, world, await newLogin({ windowSize: 1 }))
    const part = (number: number) => ({
      esm_class: 0x40,
      short_message: Buffer.from([5, 0, 3, 77, 3, number, 0x61]),
    })
    const ids: string[] = []
    customer.onDeliver = (delivery) => (idOf(delivery) === ids[1] ? temporary : 0)
    for (const number of [1, 2, 3]) ids.push(await submit(customer, '255712340010', part(number)))
    await untilReceived(customer, 2)
    // The time of the next attempt counts from the moment at which the refusal is stored.
    const untilRefused = (count: number) =>
      until(`${count} refusals are stored`, async () => (await countRefusals()) >= count)
    await untilRefused(1)
    const later = await submit(customer, '255712340010')
    const received = (id: string | undefined) => customer.deliveries.filter((one) => idOf(one) === id).length
    for (const [place, seconds] of [2, 7, 19, 73].entries()) {
      assert.equal(received(later), 0)
      world.clock.moveForward(seconds * 1_000)
      await untilRefused(place + 2)
    }
    await until('the later one arrived', () => received(later) > 0)
    customer.onDeliver = () => 0
    world.clock.moveForward(400_000)
    await untilNone()
    assert.deepEqual(
      [...ids, later].map((id) => received(id)),
      [1, 6, 1, 1],
    )
  })

  it('are incoming messages for credentials that want them, in order', async (context) => {
    const customer = await bindCustomer(context, world, await newLogin({ receivesMessages: true }))
    const others = await bindCustomer(context, world, await newLogin())
    const texts = ['Ndiyo', `${'Habari ya leo? '.repeat(12)}`.trim(), 'Asante 👋']
    for (const text of texts) {
      const written = await command(world, 'POST', '/inbound/simulate', { from: '255712340010', to: '15001', text })
      assert.equal(written.status, 202, written.text)
    }
    await untilReceived(customer, 4)
    await untilNone('smpp_messages')
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
    await reportsFor(context, await newLogin(), ['255712340010'])
    const [task] = deliveryJobs(world.app.sms).tasks ?? []
    const lease = { isOver: () => false, signal: new AbortController().signal }
    await task?.run(lease)
    assert.equal(await countOutstanding(), 1)
    assert.equal(await countDue(), 0)
    const clock = { ...world.app.sms.clock, now: () => new Date(Date.now() + 4 * 86_400_000) }
    await deliveryJobs({ ...world.app.sms, clock }).tasks?.[0]?.run(lease)
    assert.equal(await countOutstanding(), 0)
  })
})

/** Whatever bind they arrived over. */
function assertInOrder(received: readonly Pdu[], ids: readonly string[]): void {
  assert.deepEqual(new Set(received.map(idOf)), new Set(ids))
  for (const ofPhone of Map.groupBy(received, ({ fields }) => fields.source_addr).values())
    assert.deepEqual(
      ofPhone.map(idOf),
      ids.filter((id) => ofPhone.some((one) => idOf(one) === id)),
    )
}

function messageOf({
  fields: { short_message: bytes = Buffer.alloc(0), esm_class: kind = 0, data_coding: coding },
}: Pdu) {
  return decodeText(splitUserData(bytes, kind).text, coding === 8 ? 'ucs2' : 'gsm7')
}

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

const timeout = 60_000
const rejected = 0x66
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
  /** Message ids of the outstanding reports, in the order in which they happened. */
  async function storedIds(): Promise<string[]> {
    const { rows } = await sql<{
      id: string
    }>`select request_id::text as id from sms_reports order by sms_reports.id`.execute(world.db)
    return rows.map(({ id }) => id)
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

  it('are receipts with the id of the response, and intermediate notifications only on request', {
    timeout,
  }, async (context) => {
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

  it('come from the destination as the customer wrote it, also for one of several', { timeout }, async (context) => {
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

  it('wait for a bind, find it in another process, and keep the order of each number', { timeout }, async (context) => {
    const login = await newLogin()
    const phones = Array.from({ length: 8 }, (_, place) => `25571234001${place % 2}`)
    await reportsFor(context, login, phones)
    const ids = await storedIds()
    const receivers = [
      await bindCustomer(context, other, login, 'bind_receiver'),
      await bindCustomer(context, other, login, 'bind_receiver'),
    ]
    const received = () => receivers.flatMap(({ deliveries }) => deliveries)
    await until('all arrived', () => received().length >= ids.length)
    await untilNone()
    assert.deepEqual(received().map(idOf).sort(), ids.toSorted())
    for (const { deliveries } of receivers)
      for (const ofPhone of Map.groupBy(deliveries, ({ fields }) => fields.source_addr).values())
        assert.deepEqual(
          ofPhone.map(idOf),
          ids.filter((id) => ofPhone.some((one) => idOf(one) === id)),
        )
  })

  it('have one outstanding delivery for each number, and no more than the window', { timeout }, async (context) => {
    const login = await newLogin({ windowSize: 3 })
    await reportsFor(context, login, ['255712340010', '255712340010', '255712340011'])
    const customer = await bindCustomer(context, world, login)
    customer.onDeliver = () => null
    await untilReceived(customer, 2)
    const others = await newLogin()
    const working = await bindCustomer(context, world, others)
    await submit(working, '255712340012')
    await untilReceived(working, 1)
    // The second message to the first number waits for the answer to the first one.
    assert.deepEqual(customer.deliveries.map(({ fields }) => fields.source_addr).sort(), [
      '255712340010',
      '255712340011',
    ])
    customer.link.destroy('the customer is gone')
    const again = await bindCustomer(context, other, login)
    await untilReceived(again, 3)
    await untilNone()
    assert.equal(again.deliveries.length, 3)
  })

  it('are repeated over another bind after an error, and end when the customer rejects them', {
    timeout,
  }, async (context) => {
    const login = await newLogin()
    const failing = await bindCustomer(context, world, login)
    failing.onDeliver = () => temporary
    const id = await submit(failing, '255712340010')
    await untilReceived(failing, 1)
    const working = await bindCustomer(context, other, login)
    other.clock.moveForward(10_000)
    await untilReceived(working, 1)
    assert.deepEqual(working.deliveries.map(idOf), [id])
    await untilNone()
    for (const customer of [failing, working]) customer.onDeliver = () => rejected
    await submit(working, '255712340010')
    await untilNone()
  })

  it('are incoming messages for credentials that want them, in order', { timeout }, async (context) => {
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

  it('are removed after three days without a bind', { timeout }, async (context) => {
    await reportsFor(context, await newLogin(), ['255712340010'])
    const [task] = deliveryJobs(world.app.sms).tasks ?? []
    const lease = { isOver: () => false, signal: AbortSignal.timeout(timeout) }
    await task?.run(lease)
    assert.equal(await countOutstanding(), 1)
    const clock = { ...world.app.sms.clock, now: () => new Date(Date.now() + 4 * 86_400_000) }
    await deliveryJobs({ ...world.app.sms, clock }).tasks?.[0]?.run(lease)
    assert.equal(await countOutstanding(), 0)
  })
})

function messageOf({
  fields: { short_message: bytes = Buffer.alloc(0), esm_class: kind = 0, data_coding: coding },
}: Pdu) {
  return decodeText(splitUserData(bytes, kind).text, coding === 8 ? 'ucs2' : 'gsm7')
}

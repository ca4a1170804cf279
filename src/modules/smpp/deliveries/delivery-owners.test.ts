import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import pino from 'pino'
import { bindCustomer } from '../../../../test/smpp-customer.ts'
import { type Deliveries, idOf, messageOf, openDeliveries, untilReceived } from '../../../../test/smpp-deliveries.ts'
import {
  onOneEngine,
  openTestDatabase,
  openWorld,
  type TestDatabase,
  until,
  type World,
} from '../../../../test/world.ts'
import { createClock } from '../../../engine/clock.ts'
import type { Pdu } from '../../../engine/smpp/pdu.ts'
import type { Binds } from '../model.ts'
import { createBindSenders } from './bind-senders.ts'
import { startDeliveryOwners } from './delivery-owners.ts'

const log = pino({ level: 'silent' })
const binds: Binds = {
  owner: 'test',
  receiversOf: () => [],
  receivingCredentials: () => new Set(),
  onReceiver() {},
}

onOneEngine('owners of deliveries to SMPP customers', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  it('claim nothing after their machine was suspended, until they have asked again', async (context) => {
    const senders = createBindSenders({ clock: createClock(), log }, binds)
    const owners = startDeliveryOwners({ db: test.db, log }, binds, senders)
    context.after(() => owners.stop())
    await until('they have asked', () => owners.isCurrent())
    const now = Date.now.bind(Date)
    const clock = context.mock.method(Date, 'now', () => now() + 60_000)
    assert.equal(owners.isCurrent(), false)
    clock.mock.restore()
    await until('they have asked again', () => owners.isCurrent())
  })
})

onOneEngine('deliveries to customers with binds to several processes', (engine) => {
  let database: TestDatabase
  let world: World
  /** Another process, which serves requests only. */
  let other: World
  let deliveries: Deliveries

  before(async () => {
    database = await openTestDatabase(engine)
    world = await openWorld(engine, { database, config: { smppPort: 0 } })
    other = await openWorld(engine, { database, config: { smppPort: 0 }, role: 'api' })
    deliveries = await openDeliveries(world)
  })
  after(async () => {
    await other.close()
    await world.close()
    await database.drop()
  })

  it('wait for a bind, find it in another process, and keep the order of each number over two binds', async (context) => {
    const login = await deliveries.newLogin({ windowSize: 2 })
    const phones = Array.from({ length: 12 }, (_, place) => `25571234001${place % 3}`)
    await deliveries.reportsFor(context, login, phones)
    const ids = await deliveries.storedIds()
    const received: Pdu[] = []
    for (const _ of [1, 2]) {
      await bindCustomer(context, other, login, 'bind_receiver', (delivery) => {
        received.push(delivery)
        return 0
      })
    }
    await until('all arrived', () => received.length >= ids.length)
    await deliveries.untilNone()
    assertInOrder(received, ids)
  })

  it('go on in order in another process when the bind of the first one ends', async (context) => {
    const login = await deliveries.newLogin({ windowSize: 2 })
    await deliveries.reportsFor(context, login, Array(6).fill('255712340010'))
    const ids = await deliveries.storedIds()
    const first = await bindCustomer(context, world, login, 'bind_receiver', (_, { deliveries: received }) =>
      received.length === 1 ? 0 : null,
    )
    await untilReceived(first, 3)
    const second = await bindCustomer(context, other, login, 'bind_receiver')
    first.link.destroy('the customer is gone')
    await untilReceived(second, ids.length - 1)
    await deliveries.untilNone()
    // Those without an answer are repeated.
    assert.deepEqual(second.deliveries.map(idOf), ids.slice(1))
  })

  it('are not delayed by a process whose bind answers with errors', async (context) => {
    const login = await deliveries.newLogin()
    const failing = await bindCustomer(context, world, login)
    failing.onDeliver = () => 0x64
    const working = await bindCustomer(context, other, login)
    const id = await deliveries.submit(failing, '255712340010')
    await until('it arrived', async () => {
      other.clock.moveForward(1_000)
      return working.deliveries.length > 0
    })
    assert.deepEqual(working.deliveries.map(idOf), [id])
    await deliveries.untilNone()
  })

  it('wait in order for those that were refused over a bind with another process', async (context) => {
    const login = await deliveries.newLogin({ receivesMessages: true, windowSize: 1 })
    const phones = ['255712340010', '255712340011']
    for (const text of ['Ndiyo', 'Hapana', 'Asante']) await deliveries.simulate('255712340010', text)
    await deliveries.reportsFor(context, login, [...phones, ...phones, ...phones])
    const ids = await deliveries.storedIds()
    // The first ones were refused: one of them waits, and the time of the others has come.
    await sql`
      with before as (update smpp_messages set created_at = created_at - interval '1 hour', due_at = due_at - interval '1 hour')
      update sms_reports set created_at = created_at - interval '1 hour', due_at = due_at - interval '1 hour'
    `.execute(world.db)
    const refuse = (table: string, phone: string, until: string) =>
      sql`
        update ${sql.table(table)} w
           set due_at = created_at + ${until}::interval, attempts = 1
         where id = (select min(id) from ${sql.table(table)} where phone = ${phone})
      `.execute(world.db)
    await refuse('sms_reports', '255712340010', '2 hours')
    await refuse('sms_reports', '255712340011', '1 minute')
    await refuse('smpp_messages', '255712340010', '1 minute')
    const customer = await bindCustomer(context, world, login, 'bind_receiver')
    await deliveries.untilNone('smpp_messages')
    await until('those behind the waiting one wait, too', async () => {
      const { rows } = await sql`select from sms_reports where due_at < ${world.clock.now()}`.execute(world.db)
      return rows.length === 0
    })
    world.clock.moveForward(3_600_000)
    await deliveries.untilNone()
    const [receipts, messages] = [customer.deliveries.filter(idOf), customer.deliveries.filter((one) => !idOf(one))]
    assert.deepEqual(messages.map(messageOf), ['Ndiyo', 'Hapana', 'Asante'])
    assertInOrder(receipts, ids)
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

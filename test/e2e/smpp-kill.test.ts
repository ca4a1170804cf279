import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { type Customer, connectCustomer, type Login, portOf } from '../smpp-customer.ts'
import { openTestDatabase, openWorld, postgresUrl, secret, type TestDatabase, until } from '../world.ts'
import { askConsole } from './console.ts'
import { type Server, smppPortOf, startServer } from './server.ts'

/** `npm run test:smpp-kill` has the full size, with a second process, and waits until the leases end by themselves. */
const isFull = process.env.NGOMA_TEST_RECEIPTS !== undefined
const receiptsCount = Number(process.env.NGOMA_TEST_RECEIPTS ?? 200)
const customersCount = Math.max(4, receiptsCount / 250)
const window = 20
const numbersEach = 10
const signals = isFull ? (['SIGSTOP', 'SIGKILL'] as const) : (['SIGKILL'] as const)

const settings = {
  NGOMA_STAGING: 'true',
  NGOMA_SECRET: secret,
  NGOMA_QUEUE_AGE_SECONDS: '0',
  NGOMA_SIMULATOR_DELAY_MS: '10',
  NGOMA_SMPP_PORT: '0',
}

/** The process that the customers bind to after the kill. */
interface Other {
  readonly port: number
  close(): Promise<unknown>
}

const asOther = (server: Server): Other => ({ port: smppPortOf(server), close: () => server.kill('SIGKILL') })

async function openOther(database: TestDatabase): Promise<Other> {
  const world = await openWorld('postgres', { database, config: { smppPort: 0 }, role: 'api' })
  return { port: portOf(world), close: () => world.close() }
}

/** The hashes of passwords in tests are cheap, and both processes must know them. */
const sameHashes = { NODE_OPTIONS: `--import=${new URL('../cheap-passwords.ts', import.meta.url)}` }

interface Bound {
  readonly login: Login
  /** The ids in the responses to its submits. */
  readonly submitted: string[]
  /** The ids of its receipts, over all connections. */
  readonly received: string[]
}

describe('A process with SMPP customers', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  let database: TestDatabase
  let first: Server
  let second: Other
  before(async () => {
    database = await openTestDatabase('postgres')
    const start = () => startServer({ ...settings, ...sameHashes, DATABASE_URL: database.url ?? '' })
    const started = start()
    second = isFull ? await start().then(asOther) : await openOther(database)
    first = await started
  })
  after(async () => {
    await first.kill('SIGKILL')
    await second.close()
    await database.drop()
  })

  /** As if the time of the leases of the killed process had passed. */
  async function endLeases(): Promise<void> {
    for (const table of ['smpp_binds', 'sms_reports'])
      await sql`
        update ${sql.table(table)} set lease_until = clock_timestamp() where lease_until is not null
      `.execute(database.db)
  }

  async function countReports(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) from sms_reports`.execute(database.db)
    return rows[0]?.count ?? 0
  }

  async function countBinds(): Promise<number> {
    const { rows } = await sql`select from smpp_binds where lease_until > clock_timestamp()`.execute(database.db)
    return rows.length
  }

  async function bind(
    context: TestContext,
    port: number,
    login: Login,
    mode: string,
    onDeliver?: Customer['onDeliver'],
  ): Promise<Customer> {
    const customer = await connectCustomer(context, port)
    // Before the bind: deliveries may follow its response at once.
    if (onDeliver !== undefined) customer.onDeliver = onDeliver
    const answer = await customer.bind(login, `bind_${mode}`)
    assert.equal(answer.status, 0, 'the bind was refused')
    return customer
  }

  /** The customer takes receipts and remembers them, whatever happens to the connection. */
  async function receive(context: TestContext, port: number, { login, received }: Bound): Promise<void> {
    await bind(context, port, login, 'receiver', ({ fields }) => {
      received.push(String(fields.receipted_message_id))
      return 0
    })
  }

  /** The ids of outstanding receipts about each number, in their order. */
  async function listOrders(): Promise<string[][]> {
    const { rows } = await sql<{ number: string; id: string }>`
      select submitter || phone as number, request_id::text as id from sms_reports order by sms_reports.id
    `.execute(database.db)
    return Array.from(Map.groupBy(rows, ({ number }) => number).values(), (ofNumber) => ofNumber.map(({ id }) => id))
  }

  for (const signal of signals) {
    it(`loses none of ${receiptsCount} receipts to ${customersCount} customers, keeps their order, and repeats at most a window after ${signal}`, {
      timeout: 240_000,
    }, async (context) => {
      const port = smppPortOf(first)
      const customers: Bound[] = []
      for (let count = 0; count < customersCount; count += 1) {
        const body = { rate: 0, windowSize: window }
        const login = await askConsole(first, 'POST', '/accounts/1/smpp/credentials', body)
        customers.push({ login, submitted: [], received: [] })
      }
      const each = receiptsCount / customersCount
      await Promise.all(customers.map((customer, place) => submitAll(context, port, customer, place, each)))
      await until('all receipts are outstanding', async () => (await countReports()) === receiptsCount)
      const orders = await listOrders()

      await Promise.all(customers.map((customer) => receive(context, port, customer)))
      const receivedCount = () => customers.reduce((sum, { received }) => sum + received.length, 0)
      await until('a quarter arrived', () => receivedCount() >= receiptsCount / 4)
      if (signal === 'SIGKILL') await first.kill(signal)
      else process.kill(first.pid, signal)
      const before = receivedCount()
      const left = await countReports()
      assert.ok(left > 0, 'receipts were outstanding')
      if (!isFull) await endLeases()

      const startedAt = performance.now()
      await Promise.all(customers.map((customer) => receive(context, second.port, customer)))
      await until('nothing is outstanding', async () => (await countReports()) === 0)
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      if (signal === 'SIGSTOP') {
        process.kill(first.pid, 'SIGCONT')
        await until('it has renewed its binds', async () => (await countBinds()) === 3 * customersCount)
      }
      const repeated = customers.map(({ received }) => received.length - new Set(received).size)
      context.diagnostic(
        `${before} had arrived, ${left} were outstanding; the others arrived in ${seconds} s; repeated: ${repeated.join(' ')}`,
      )
      for (const { submitted, received } of customers)
        assert.deepEqual([...new Set(received)].sort(), submitted.toSorted())
      for (const count of repeated) assert.ok(count <= window, `${count} receipts were repeated`)
      const places = new Map(
        [...new Set(customers.flatMap(({ received }) => received))].map((id, place) => [id, place]),
      )
      for (const ids of orders)
        assert.deepEqual(
          ids.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)),
          ids,
        )
    })
  }

  async function submitAll(
    context: TestContext,
    port: number,
    { login, submitted }: Bound,
    place: number,
    count: number,
  ) {
    const sender = await bind(context, port, login, 'transmitter')
    let next = 0
    const submitSome = async () => {
      while (next < count) {
        next += 1
        const destination_addr = `25571${String(place).padStart(2, '0')}${11_000 + (next % numbersEach)}`
        const { status, fields } = await sender.submit({ destination_addr })
        assert.equal(status, 0)
        submitted.push(String(fields.message_id))
      }
    }
    await Promise.all(Array.from({ length: window }, submitSome))
  }
})

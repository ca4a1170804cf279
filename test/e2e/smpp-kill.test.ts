import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { type Customer, connectCustomer, type Login } from '../smpp-customer.ts'
import { openTestDatabase, postgresUrl, secret, type TestDatabase, until } from '../world.ts'
import { askConsole } from './console.ts'
import { type Server, smppPortOf, startServer } from './server.ts'

/** `npm run test:smpp-kill` has the full size. */
const receiptsCount = Number(process.env.NGOMA_TEST_RECEIPTS ?? 400)
const customersCount = Math.max(4, receiptsCount / 250)
const window = 20

const settings = {
  NGOMA_STAGING: 'true',
  NGOMA_SECRET: secret,
  NGOMA_QUEUE_AGE_SECONDS: '0',
  NGOMA_SIMULATOR_DELAY_MS: '10',
  NGOMA_SMPP_PORT: '0',
}

interface Bound {
  readonly login: Login
  /** The ids in the responses to its submits. */
  readonly submitted: string[]
  /** The ids of its receipts, over all connections. */
  readonly received: string[]
}

describe('A killed process with SMPP customers', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  let database: TestDatabase
  let servers: Server[] = []
  before(async () => {
    database = await openTestDatabase('postgres')
    const start = () => startServer({ ...settings, DATABASE_URL: database.url ?? '' })
    servers = await Promise.all([start(), start()])
  })
  after(async () => {
    for (const server of servers) await server.kill('SIGKILL')
    await database.drop()
  })

  async function countReports(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) from sms_reports`.execute(database.db)
    return rows[0]?.count ?? 0
  }

  async function bind(context: TestContext, server: Server, login: Login, mode: string): Promise<Customer> {
    const customer = await connectCustomer(context, smppPortOf(server))
    const answer = await customer.bind(login, `bind_${mode}`)
    assert.equal(answer.status, 0, 'the bind was refused')
    return customer
  }

  /** The customer takes receipts and remembers them, whatever happens to the connection. */
  async function receive(context: TestContext, server: Server, { login, received }: Bound): Promise<void> {
    const customer = await bind(context, server, login, 'receiver')
    customer.onDeliver = ({ fields }) => {
      received.push(String(fields.receipted_message_id))
      return 0
    }
  }

  it(`loses none of ${receiptsCount} receipts to ${customersCount} customers, and repeats at most a window`, {
    timeout: 240_000,
  }, async (context) => {
    const [first = assert.fail(), second = assert.fail()] = servers
    const customers: Bound[] = []
    for (let count = 0; count < customersCount; count += 1) {
      const body = { rate: 0, windowSize: window }
      const login = await askConsole(first, 'POST', '/accounts/1/smpp/credentials', body)
      customers.push({ login, submitted: [], received: [] })
    }
    const each = receiptsCount / customersCount
    await Promise.all(customers.map((customer, place) => submitAll(context, first, customer, place, each)))
    await until('all receipts are outstanding', async () => (await countReports()) === receiptsCount)

    await Promise.all(customers.map((customer) => receive(context, first, customer)))
    const receivedCount = () => customers.reduce((sum, { received }) => sum + received.length, 0)
    await until('a quarter arrived', () => receivedCount() >= receiptsCount / 4)
    await first.kill('SIGKILL')
    const before = receivedCount()
    const left = await countReports()
    assert.ok(left > 0, 'it was killed with receipts outstanding')

    const startedAt = performance.now()
    await Promise.all(customers.map((customer) => receive(context, second, customer)))
    await until('nothing is outstanding', async () => (await countReports()) === 0)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    const repeated = customers.map(({ received }) => received.length - new Set(received).size)
    context.diagnostic(
      `${before} had arrived, ${left} were outstanding; the others arrived in ${seconds} s; repeated: ${repeated.join(' ')}`,
    )
    for (const { submitted, received } of customers)
      assert.deepEqual([...new Set(received)].sort(), submitted.toSorted())
    for (const count of repeated) assert.ok(count <= window, `${count} receipts were repeated`)
  })

  async function submitAll(
    context: TestContext,
    server: Server,
    { login, submitted }: Bound,
    place: number,
    count: number,
  ) {
    const sender = await bind(context, server, login, 'transmitter')
    let next = 0
    const submitSome = async () => {
      while (next < count) {
        next += 1
        const destination_addr = `25571${String(place).padStart(2, '0')}${next + 11_000}`
        const { status, fields } = await sender.submit({ destination_addr })
        assert.equal(status, 0)
        submitted.push(String(fields.message_id))
      }
    }
    await Promise.all(Array.from({ length: window }, submitSome))
  }
})

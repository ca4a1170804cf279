/** The access of workloads to a run: the console, the database, and locks that keep work open. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { Client } from 'pg'
import { askSocket } from '../../../src/commands/socket.ts'
import { type Database, openDatabase } from '../../../src/engine/db/index.ts'
import { controlPath } from '../../../src/engine/http/control.ts'
import type { Method } from '../../../src/values/address.ts'
import { callFor } from '../../account-api.ts'
import { until } from '../../until.ts'
import type { Program } from '../program.ts'

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type
  readonly body: any
}

export interface Host {
  readonly apis: readonly Program[]
  /** Past the proxy, so that it also works while the programs are cut off. */
  readonly db: Database
  /** Multiplies the amount of work. */
  readonly size: number
  /** Multiplies time limits. */
  readonly patience: number
  /** Asks the console, and repeats the request under its idempotency key until it is answered. */
  ask(method: Method, path: string, body?: unknown, key?: string): Promise<Answer>
  /** Like `ask`, for requests that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type
  get(method: Method, path: string, body?: unknown): Promise<any>
  /** An account with credit for SMS and airtime. */
  addAccount(name: string, change?: Record<string, unknown>): Promise<number>
  /** Runs statements that take locks, and keeps them until the release. */
  hold(statement: string): Promise<Hold>
  wait(what: string, condition: () => boolean | Promise<boolean>): Promise<void>
  close(): Promise<void>
}

export interface Hold {
  /** The number of locked rows. */
  readonly rows: number
  /** Whether a statement has waited for the locks for a moment. */
  isAwaited(): Promise<boolean>
  release(): Promise<void>
}

const waitSeconds = 30

export async function openHost(apis: readonly Program[], url: string, size: number, patience: number): Promise<Host> {
  const db = await openDatabase({ url, connectionsMax: 4, dataDirectory: '' })
  let turn = 0

  /** Null without an answer, or if it must be repeated. */
  async function askOnce(method: Method, path: string, body: unknown, key: string): Promise<Answer | null> {
    const serving = apis.filter((one) => one.servedAt() !== null)
    const program = serving[turn++ % Math.max(1, serving.length)]
    if (program === undefined) return null
    const call = callFor(method, path)
    const isCsv = typeof body === 'string'
    const written = isCsv ? body : body === undefined ? undefined : JSON.stringify(call.write(body))
    const headers = { ...call.headers, 'idempotency-key': key, ...(isCsv ? { 'content-type': 'text/csv' } : {}) }
    try {
      const ask = askSocket(controlPath(program.dataDirectory), null)
      const { status, body: stream } = await ask(method, call.url, written, headers)
      const answered = await text(stream)
      return status === 503 ? null : { status, body: answered === '' ? null : call.read(JSON.parse(answered)) }
    } catch {
      return null
    }
  }

  const host: Host = {
    apis,
    db,
    size,
    patience,
    async ask(method, path, body, key = randomUUID()) {
      let answer: Answer | null = null
      await host.wait(`${method} ${path} is answered`, async () => {
        answer = await askOnce(method, path, body, key)
        return answer !== null
      })
      return answer as unknown as Answer
    },
    async get(method, path, body) {
      const answer = await host.ask(method, path, body)
      if (answer.status >= 300)
        throw new Error(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    async addAccount(name, change = {}) {
      const { id } = await host.get('POST', '/accounts', { name, sender: 'INFO', ...change })
      for (const product of ['SMS', 'AIRTIME'])
        await host.get('POST', `/accounts/${id}/credit`, { product, amount: '100000000' })
      return id
    },
    async hold(statement) {
      const client = new Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      await client.query('begin')
      const { rowCount } = await client.query(statement)
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const isAwaited = async () => {
        const { rows: waiting } = await sql`
          select from pg_stat_activity
           where ${rows[0]?.pid} = any(pg_blocking_pids(pid))
             and query_start < clock_timestamp() - interval '0.2 s'
        `.execute(db)
        return waiting.length > 0
      }
      return { rows: rowCount ?? 0, isAwaited, release: () => client.end() }
    },
    wait: (what, condition) => until(what, condition, patience * size * waitSeconds),
    close: () => db.close(),
  }
  return host
}

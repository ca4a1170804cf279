/**
 * `npm run bench:retention`: compares a fresh database with one that has many weeks of partitions, on one PostgreSQL
 * server, and drops the oldest partition while sends go on. `npm run bench:retention -- --help` lists the options.
 */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../src/engine/db/index.ts'
import { createLog } from '../src/engine/log.ts'
import { smsRetentionRules } from '../src/modules/sms/index.ts'
import { startServer } from '../test/e2e/server.ts'
import { startPostgres } from '../test/postgres.ts'
import { openUrl, secret } from '../test/world.ts'
import type { Scale } from './growth-options.ts'
import { askConsole, askPublic, compare, type Running } from './growth-pages.ts'
import { describeFigures, type Figure, median } from './growth-report.ts'
import { type LoadResult, runLoad } from './load.ts'
import { accounts, fillWeeks } from './retention-fill.ts'
import { describeOptions, describeSpace, type RetentionOptions, readOptions } from './retention-options.ts'
import { phone } from './sends.ts'

const smallMessages = 100_000
const connections = 16
const settleSeconds = 3
const dayMs = 86_400_000

const serverSettings = (url: string) => ({
  DATABASE_URL: url,
  NGOMA_STAGING: 'true',
  NGOMA_SECRET: secret,
  NGOMA_SIMULATOR_DELAY_MS: '100',
  NGOMA_RECEIPT_CHECK_SECONDS: '60',
})

/** Memory as in production; fewer checkpoints, which would disturb only one of both. */
const postgresSettings = {
  shared_buffers: '1GB',
  max_wal_size: '16GB',
  checkpoint_timeout: '30min',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

interface Side extends Running {
  readonly db: Database
  readonly url: string
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name}`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    return url.href
  } finally {
    await client.end()
  }
}

/** A request of the first account in the last week, and its first number. */
async function findSample({ db }: Side): Promise<{ readonly request: number; readonly phone: string }> {
  const { rows } = await sql<{ request: number; phone: string }>`
    select r.id as request, m.phone
      from (select * from sms_requests where account_id = 1 order by created_at desc, id desc limit 1) r
      join sms_messages m on m.id = r.first_message_id
  `.execute(db)
  const [sample] = rows
  if (sample === undefined) throw new Error('the first account has no request')
  return sample
}

async function measurePages(small: Side, large: Side): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true })
  const samples = { small: await findSample(small), large: await findSample(large) }
  const of = (path: (sample: (typeof samples)['small']) => string) => (scale: Scale) => path(samples[scale.name])
  try {
    const figures: Figure[] = []
    const pages = [
      ['reports by number', askPublic, of((one) => `/public/v1/delivery-reports?dest_addr=${one.phone}`)],
      ['reports by request', askPublic, of((one) => `/public/v1/delivery-reports?request_id=${one.request}`)],
      ['reports by number without messages', askPublic, of(() => '/public/v1/delivery-reports?dest_addr=255799999999')],
      ['message search: newest', askConsole, of(() => '/accounts/1/messages')],
      ['message search: by number', askConsole, of((one) => `/accounts/1/messages?phone=${one.phone}`)],
      ['message search: undelivered', askConsole, of(() => '/accounts/1/messages?status=undelivered')],
      ['message search: of a campaign', askConsole, of(() => '/accounts/1/messages?campaign=Campaign%20100')],
      ['message search: another account', askConsole, of(() => `/accounts/${accounts}/messages`)],
      ['requests', askConsole, of(() => '/accounts/1/requests')],
      ['recipients of a request', askConsole, of((one) => `/accounts/1/requests/${one.request}/recipients`)],
      ['overview', askConsole, of(() => '/accounts/1/overview')],
    ] as const
    for (const [what, ask, path] of pages) figures.push(await compare(what, path, ask(agent), small, large))
    return figures
  } finally {
    agent.destroy()
  }
}

const phones = Array.from({ length: connections }, (_, index) => phone(index))

function load(
  { server: { address } }: Side,
  { seconds, rate }: RetentionOptions,
  scheduleTime = '',
): Promise<LoadResult> {
  return runLoad({ address, connections, seconds, rate, phones, scheduleTime })
}

async function lastMessage(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(id) as id from sms_messages`.execute(db)
  return rows[0]?.id ?? 0
}

interface Round extends LoadResult {
  /** Medians from acceptance to the carrier, and to the delivery report. */
  readonly dispatchMs: number
  readonly reportMs: number
}

async function sendRound(side: Side, options: RetentionOptions): Promise<Round> {
  const before = await lastMessage(side.db)
  const result = await load(side, options)
  if (result.failed > 0) throw new Error(`${result.failed} sends failed`)
  await sleep(settleSeconds * 1_000)
  const { rows } = await sql<{ dispatchMs: number; reportMs: number }>`
    select coalesce(percentile_cont(0.5) within group (order by extract(epoch from m.submitted_at - r.created_at)), 0)::float8 * 1000 as "dispatchMs",
           coalesce(percentile_cont(0.5) within group (order by extract(epoch from m.done_at - r.created_at)), 0)::float8 * 1000 as "reportMs"
      from sms_messages m
      join sms_requests r on r.id = m.request_id
     where m.id > ${before}
  `.execute(side.db)
  return { ...result, dispatchMs: 0, reportMs: 0, ...rows[0] }
}

async function measureSends(sides: readonly Side[], options: RetentionOptions): Promise<Figure[]> {
  const rounds = { small: [] as Round[], large: [] as Round[] }
  for (const side of sides) await sendRound(side, { ...options, seconds: 2 })
  for (let round = 0; round < options.rounds; round += 1)
    for (const side of sides) rounds[side.scale.name].push(await sendRound(side, options))
  const figure = (what: string, unit: Figure['unit'], of: (round: Round) => number): Figure => ({
    what,
    unit,
    small: median(rounds.small.map(of)),
    large: median(rounds.large.map(of)),
  })
  const at = `at ${options.rate.toLocaleString('en')}/s`
  return [
    figure(`accepted, ${at}`, '/s', ({ perSecond }) => perSecond),
    figure(`accept p50, ${at}`, 'ms', ({ p50Ms }) => p50Ms),
    figure(`accept p99, ${at}`, 'ms', ({ p99Ms }) => p99Ms),
    figure(`acceptance to carrier p50, ${at}`, 'ms', ({ dispatchMs }) => dispatchMs),
    figure(`acceptance to delivery p50, ${at}`, 'ms', ({ reportMs }) => reportMs),
  ]
}

/** Drops the oldest partition in the middle of a round. */
async function measureDrop(side: Side, options: RetentionOptions): Promise<string> {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const [rule] = smsRetentionRules({ db: side.db, log })
  const before = new Date(Date.now() - (options.weeks - 1.5) * 7 * dayMs)
  const quiet = await load(side, options)
  const running = load(side, options)
  await sleep((options.seconds * 1_000) / 4)
  const removed = await rule?.remove({ accountId: null, before }, 1_000)
  const beside = await running
  const { countMs = 0, dropMs = 0 } =
    lines.map((line) => JSON.parse(line)).find(({ dropMs }) => dropMs !== undefined) ?? {}
  return [
    `A partition of ${(removed ?? 0).toLocaleString('en')} messages was counted in ${countMs} ms and dropped in ${dropMs} ms${dropMs > 1_000 ? ' !' : ''}.`,
    `p99 of sends: ${quiet.p99Ms} ms before, ${beside.p99Ms} ms beside it; slowest ${quiet.maxMs} and ${beside.maxMs} ms; failed ${beside.failed}.`,
  ].join('\n')
}

async function run(options: RetentionOptions): Promise<void> {
  process.stderr.write(`${describeSpace(options)}\n`)
  const postgres = options.url === null ? await startPostgres({ fsync: true, settings: postgresSettings }) : null
  const sides: Side[] = []
  try {
    const scales = [
      { name: 'small', messages: smallMessages, weeks: 1 },
      { name: 'large', messages: options.messages, weeks: options.weeks },
    ] as const
    for (const { name, messages, weeks } of scales) {
      const url = await createDatabase(options.url ?? postgres?.url ?? '', `retention_${name}`)
      await fillWeeks(url, { messages, weeks })
      const scale: Scale = { name, messages, accounts, endpoints: 0, routes: 0, busyAccounts: 0 }
      sides.push({ scale, url, server: await startServer(serverSettings(url)), db: openUrl(url) })
    }
    await sleep(settleSeconds * 1_000)
    const [small, large] = sides
    if (!small || !large) return
    const figures = [...(await measurePages(small, large)), ...(await measureSends(sides, options))]
    process.stdout.write(`\n${describeFigures(figures)}\n\n`)
    process.stdout.write(`${await measureDrop(large, options)}\n`)
  } finally {
    for (const { server, db } of sides) {
      await server.kill()
      await db.close()
    }
    await postgres?.stop()
  }
}

const options = readOptions(process.argv.slice(2))
if (options === null) process.stdout.write(describeOptions())
else await run(options)

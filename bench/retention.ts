/**
 * `npm run bench:retention`: compares a fresh database with one that has many weeks of partitions, on one PostgreSQL
 * server, and drops the oldest partition while sends go on. `npm run bench:retention -- --help` lists the options.
 */
import { statfsSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../src/engine/db/index.ts'
import { createLog } from '../src/engine/log.ts'
import { smsRetentionRules } from '../src/modules/sms/removal/retention-rules.ts'
import { startServer } from '../test/e2e/server.ts'
import { openUrl } from '../test/open-url.ts'
import { startPostgres } from '../test/postgres.ts'
import { type Report, runBench } from './command.ts'
import { askConsole, askPublic, compare, type Running } from './growth-pages.ts'
import { describeFigures, type Figure, median, type Scale } from './growth-report.ts'
import { lastMessage } from './growth-work.ts'
import { type LoadResult, phone, runLoad } from './load.ts'
import { comparedServerSettings, comparedSettings, openDatabaseOn } from './program.ts'
import { accounts, fillWeeks } from './retention-fill.ts'

const smallMessages = 100_000
/** With its indexes, references and write-ahead log, and space for the load. */
const bytesPerMessage = 1_100
const connections = 16
const settleSeconds = 3
const warmUpSeconds = 2
const dayMs = 86_400_000

interface Sizes {
  readonly messages: number
  readonly weeks: number
  readonly rounds: number
  readonly seconds: number
  readonly rate: number
  readonly repeats: number
  readonly url: string
}

interface Side extends Running {
  readonly db: Database
  readonly url: string
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

async function measurePages(small: Side, large: Side, repeats: number): Promise<Figure[]> {
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
      ['message search: by number', askConsole, of((one) => `/accounts/1/messages?number=${one.phone}`)],
      ['message search: undelivered', askConsole, of(() => '/accounts/1/messages?status=undelivered')],
      ['message search: of a campaign', askConsole, of(() => '/accounts/1/messages?campaign=Campaign%20100')],
      ['message search: another account', askConsole, of(() => `/accounts/${accounts}/messages`)],
      ['requests', askConsole, of(() => '/accounts/1/requests')],
      ['recipients of a request', askConsole, of((one) => `/accounts/1/requests/${one.request}/recipients`)],
      ['overview', askConsole, of(() => '/accounts/1/overview')],
    ] as const
    for (const [what, ask, path] of pages) figures.push(await compare(what, path, ask(agent), small, large, repeats))
    return figures
  } finally {
    agent.destroy()
  }
}

const phones = Array.from({ length: connections }, (_, index) => phone(index))

const load = ({ server: { address } }: Side, { seconds, rate }: Sizes): Promise<LoadResult> =>
  runLoad({ address, connections, seconds, rate, phones, scheduleTime: '' })

interface Round extends LoadResult {
  /** Medians from acceptance to the carrier, and to the delivery report. */
  readonly dispatchMs: number
  readonly reportMs: number
}

async function sendRound(side: Side, sizes: Sizes, { fail, settle }: Report): Promise<Round> {
  const before = await lastMessage(side.db)
  const result = await load(side, sizes)
  if (result.failed > 0) fail(`${result.failed} sends failed`)
  await settle(settleSeconds)
  const { rows } = await sql<{ dispatchMs: number; reportMs: number }>`
    select coalesce(percentile_cont(0.5) within group (order by extract(epoch from m.submitted_at - r.created_at)), 0)::float8 * 1000 as "dispatchMs",
           coalesce(percentile_cont(0.5) within group (order by extract(epoch from m.done_at - r.created_at)), 0)::float8 * 1000 as "reportMs"
      from sms_messages m
      join sms_requests r on r.id = m.request_id
     where m.id > ${before}
  `.execute(side.db)
  return { ...result, dispatchMs: 0, reportMs: 0, ...rows[0] }
}

async function measureSends(sides: readonly Side[], sizes: Sizes, report: Report): Promise<Figure[]> {
  const rounds = { small: [] as Round[], large: [] as Round[] }
  for (const side of sides) await sendRound(side, { ...sizes, seconds: Math.min(warmUpSeconds, sizes.seconds) }, report)
  for (let round = 0; round < sizes.rounds; round += 1)
    for (const side of sides) rounds[side.scale.name].push(await sendRound(side, sizes, report))
  const figure = (what: string, unit: Figure['unit'], of: (round: Round) => number): Figure => ({
    what,
    unit,
    small: median(rounds.small.map(of)),
    large: median(rounds.large.map(of)),
  })
  const at = `at ${sizes.rate.toLocaleString('en')}/s`
  return [
    figure(`accepted, ${at}`, '/s', ({ perSecond }) => perSecond),
    figure(`accept p50, ${at}`, 'ms', ({ p50Ms }) => p50Ms),
    figure(`accept p99, ${at}`, 'ms', ({ p99Ms }) => p99Ms),
    figure(`acceptance to carrier p50, ${at}`, 'ms', ({ dispatchMs }) => dispatchMs),
    figure(`acceptance to delivery p50, ${at}`, 'ms', ({ reportMs }) => reportMs),
  ]
}

/** Drops the oldest partition in the middle of a round. */
async function measureDrop(side: Side, sizes: Sizes, { print, fail }: Report): Promise<void> {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const [rule] = smsRetentionRules({ db: side.db, log })
  const before = new Date(Date.now() - (sizes.weeks - 1.5) * 7 * dayMs)
  const quiet = await load(side, sizes)
  const running = load(side, sizes)
  await sleep((sizes.seconds * 1_000) / 4)
  const removed = await rule?.remove({ accountId: null, before }, 1_000)
  const beside = await running
  const { countMs, dropMs } = lines.map((line) => JSON.parse(line)).find(({ dropMs }) => dropMs !== undefined) ?? {}
  if (!removed || quiet.failed + beside.failed > 0) fail('no partition was dropped, or sends failed')
  print(
    `A partition of ${(removed ?? 0).toLocaleString('en')} messages was counted in ${countMs} ms and dropped in ${dropMs} ms${dropMs > 1_000 ? ' !' : ''}.`,
    countMs,
    dropMs,
  )
  print(
    `p99 of sends: ${quiet.p99Ms} ms before, ${beside.p99Ms} ms beside it; slowest ${quiet.maxMs} and ${beside.maxMs} ms; failed ${beside.failed}.`,
    quiet.p99Ms,
    beside.p99Ms,
  )
}

async function run(sizes: Sizes, report: Report): Promise<void> {
  const { messages, weeks } = sizes
  checkSpace(messages)
  const postgres = sizes.url === '' ? await startPostgres({ fsync: true, settings: comparedSettings }) : null
  const sides: Side[] = []
  try {
    const scales = [
      { name: 'small', messages: Math.min(smallMessages, messages), weeks: 1 },
      { name: 'large', messages, weeks },
    ] as const
    for (const { name, messages, weeks } of scales) {
      const url = await openDatabaseOn(postgres?.url ?? sizes.url, `retention_${name}`)
      await fillWeeks(url, { messages, weeks })
      const scale: Scale = { name, messages, accounts, endpoints: 0, routes: 0, busyAccounts: 0 }
      sides.push({ scale, url, server: await startServer(comparedServerSettings(url)), db: openUrl(url) })
    }
    await report.settle(settleSeconds)
    const [small, large] = sides
    if (!small || !large) return
    const figures = [
      ...(await measurePages(small, large, sizes.repeats)),
      ...(await measureSends(sides, sizes, report)),
    ]
    report.print(`\n${describeFigures(figures)}\n`, ...figures.flatMap((figure) => [figure.small, figure.large]))
    await measureDrop(large, sizes, report)
  } finally {
    for (const { server, db } of sides) {
      await server.kill()
      await db.close()
    }
    await postgres?.stop()
  }
}

function checkSpace(messages: number): void {
  const { bavail, bsize } = statfsSync(tmpdir())
  if (bavail * bsize < messages * bytesPerMessage)
    throw new Error(`about ${Math.ceil((messages * bytesPerMessage) / 1e9)} GB are needed in ${tmpdir()}`)
}

await runBench({
  name: 'bench:retention',
  options: {
    messages: { value: 20_000_000, short: 3_000, about: 'messages of the large database' },
    weeks: { value: 15, short: 3, about: 'its partitions, of a week each; 57 for 400 days' },
    rounds: { value: 3, short: 1, about: 'measured rounds with load of each database; the table has medians' },
    seconds: { value: 8, short: 0.5, about: 'length of a round with load' },
    rate: { value: 1_000, short: 100, about: 'sends per second in a round' },
    repeats: { value: 21, short: 1, about: 'measured calls of each page' },
    url: { value: '', about: 'a PostgreSQL server to use; its filled databases are kept and used again' },
  },
  run,
})

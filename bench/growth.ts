/**
 * `npm run bench:growth`: compares a small installation with one that has millions of messages, in one run on one
 * PostgreSQL server. `npm run bench:growth -- --help` lists the options.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../src/engine/db/index.ts'
import { type Server, startServer } from '../test/e2e/server.ts'
import { startPostgres } from '../test/postgres.ts'
import { openUrl, secret } from '../test/world.ts'
import { type Filled, measureClaims, workRows } from './growth-claims.ts'
import { fill } from './growth-fill.ts'
import { runAccountsLoad } from './growth-load.ts'
import { describeOptions, type GrowthOptions, readOptions, smallScale } from './growth-options.ts'
import { measurePages, type Running } from './growth-pages.ts'
import { describeFigure, describeFigures, type Figure, median } from './growth-report.ts'
import { countDueEvents, countPending, insertBatches, insertEvents, type Range } from './growth-work.ts'
import { startCountingReceiver } from './receiver.ts'

/** In the far future, so that only accepting is measured. */
const later = '2099-01-01 00:00'
const connections = 16
const pollMs = 50
const settleSeconds = 3

const serverSettings = (url: string, profile: string | null) => ({
  DATABASE_URL: url,
  NGOMA_STAGING: 'true',
  NGOMA_SECRET: secret,
  NGOMA_SIMULATOR_DELAY_MS: '100',
  NGOMA_RECEIPT_CHECK_SECONDS: '60',
  ...(profile === null ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` }),
})

/** Memory as in production; fewer checkpoints, which would disturb only one of both. */
const postgresSettings = {
  shared_buffers: '1GB',
  max_wal_size: '16GB',
  checkpoint_timeout: '30min',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

async function createDatabases(serverUrl: string): Promise<Record<'small' | 'large', string>> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const urls = { small: '', large: '' }
    for (const name of ['small', 'large'] as const) {
      const database = `growth_${name}`
      const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
      if (rowCount === 0) await client.query(`create database ${database}`)
      const url = new URL(serverUrl)
      url.pathname = `/${database}`
      urls[name] = url.href
    }
    return urls
  } finally {
    await client.end()
  }
}

/** Start-up time and memory after a few seconds. */
async function measureStart(cases: readonly Filled[], { rounds }: GrowthOptions): Promise<Figure[]> {
  const times = { small: [] as number[], large: [] as number[] }
  const sizes = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    for (const { scale, url } of cases) {
      const startedAt = performance.now()
      const server = await startServer(serverSettings(url, null))
      times[scale.name].push(performance.now() - startedAt)
      await sleep(settleSeconds * 1_000)
      sizes[scale.name].push(memoryOf(server, 'VmRSS'))
      await server.kill()
    }
  }
  return [
    { what: 'start of the server', unit: 'ms', small: median(times.small), large: median(times.large) },
    { what: 'memory after the start', unit: 'MiB', small: median(sizes.small), large: median(sizes.large) },
  ]
}

const memoryOf = ({ pid }: Server, name: 'VmRSS' | 'VmHWM') =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024)

interface Side extends Running {
  readonly db: Database
}

type Measure = (side: Side, round: number) => Promise<number>

/** Both databases in each round. */
async function inRounds(what: string, sides: readonly Side[], rounds: number, measure: Measure): Promise<Figure> {
  const rates = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < rounds; round += 1)
    for (const side of sides) rates[side.scale.name].push(await measure(side, round))
  return { what, unit: '/s', small: median(rates.small), large: median(rates.large) }
}

let loadRound = 0

async function accept({ server: { address } }: Side, accounts: number, seconds: number): Promise<number> {
  loadRound += 1
  const plan = { address, connections, seconds, accounts, round: loadRound, scheduleTime: later }
  const { perSecond, failed } = await runAccountsLoad(plan)
  if (failed > 0) throw new Error(`${failed} sends failed`)
  return perSecond
}

/** Sends until the last message is final. */
async function sendToEnd({ server: { address }, db, scale }: Side, seconds: number): Promise<number> {
  const before = await lastMessage(db)
  const startedAt = performance.now()
  loadRound += 1
  const plan = { address, connections, seconds, accounts: scale.accounts, round: loadRound, scheduleTime: '' }
  const { accepted } = await runAccountsLoad(plan)
  const range = { first: before + 1, last: await lastMessage(db) }
  await drained(() => countPending(db, range))
  return (accepted / (performance.now() - startedAt)) * 1_000
}

async function lastMessage(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(id) as id from sms_messages`.execute(db)
  return rows[0]?.id ?? 0
}

/** Time from the commit of many rows until none is left. */
async function drain(insert: () => Promise<Range>, count: (range: Range) => Promise<number>): Promise<number> {
  const range = await insert()
  const startedAt = performance.now()
  await drained(() => count(range))
  return (workRows / (performance.now() - startedAt)) * 1_000
}

async function drained(count: () => Promise<number>): Promise<void> {
  while ((await count()) > 0) await sleep(pollMs)
}

async function measureLoad(sides: readonly Side[], options: GrowthOptions): Promise<Figure[]> {
  const { rounds, seconds, isWanted } = options
  const figures: Figure[] = []
  const note = async (figure: Promise<Figure>) => {
    figures.push(await figure)
    process.stderr.write(`${figures.at(-1) && describeFigure(figures.at(-1) as Figure)}\n`)
  }
  if (isWanted('accept')) {
    for (const side of sides) await accept(side, 1, 2)
    await note(inRounds('accept: one account', sides, rounds, (side) => accept(side, 1, seconds)))
    const ofAll: Measure = (side) => accept(side, side.scale.accounts, seconds)
    await note(inRounds('accept: all accounts in turn', sides, rounds, ofAll))
  }
  if (isWanted('dispatch')) {
    for (const side of sides) await sendToEnd(side, 2)
    await note(inRounds('end to end: all accounts in turn', sides, rounds, (side) => sendToEnd(side, seconds)))
    const batches: Measure = ({ db, scale }) =>
      drain(
        () => insertBatches(db, scale.busyAccounts, workRows, 0),
        (range) => countPending(db, range),
      )
    await note(
      inRounds(`dispatch ${workRows.toLocaleString('en')} due messages of all busy accounts`, sides, rounds, batches),
    )
    const events: Measure = ({ db }) =>
      drain(
        () => insertEvents(db, workRows, 0),
        (range) => countDueEvents(db, range),
      )
    await note(inRounds(`deliver ${workRows.toLocaleString('en')} due events of all endpoints`, sides, rounds, events))
  }
  const [small, large] = sides.map(({ server }) => memoryOf(server, 'VmHWM'))
  if (isWanted('accept') || isWanted('dispatch'))
    figures.push({ what: 'memory under load, at most', unit: 'MiB', small: small ?? 0, large: large ?? 0 })
  return figures
}

async function measureServers(cases: readonly Filled[], options: GrowthOptions): Promise<Figure[]> {
  const sides: Side[] = []
  try {
    for (const { scale, url } of cases)
      sides.push({ scale, server: await startServer(serverSettings(url, options.profile)), db: openUrl(url) })
    await sleep(settleSeconds * 1_000)
    const [small, large] = sides
    if (!small || !large) return []
    const pages = options.isWanted('pages') ? await measurePages(small, large) : []
    return [...pages, ...(await measureLoad(sides, options))]
  } finally {
    for (const { server, db } of sides) {
      await server.kill()
      await db.close()
    }
  }
}

async function run(options: GrowthOptions): Promise<void> {
  const postgres = options.url === null ? await startPostgres({ fsync: true, settings: postgresSettings }) : null
  const receiver = await startCountingReceiver()
  try {
    const urls = await createDatabases(options.url ?? postgres?.url ?? '')
    const small: Filled = { scale: smallScale, url: urls.small }
    const large: Filled = { scale: options.large, url: urls.large }
    for (const { scale, url } of [small, large]) {
      await fill(url, scale)
      await setReceiver(url, receiver.url)
    }
    const figures: Figure[] = []
    if (options.isWanted('claims')) figures.push(...(await measureClaims(small, large)))
    if (options.isWanted('start')) figures.push(...(await measureStart([small, large], options)))
    if (['pages', 'accept', 'dispatch'].some((part) => options.isWanted(part as 'pages')))
      figures.push(...(await measureServers([small, large], options)))
    process.stdout.write(`\n${describeFigures(figures)}\n`)
  } finally {
    receiver.stop()
    await postgres?.stop()
  }
}

/** The port of the receiver differs in each run. */
async function setReceiver(url: string, receiverUrl: string): Promise<void> {
  const db = openUrl(url)
  await sql`update webhook_endpoints set url = ${receiverUrl} where url <> ${receiverUrl}`.execute(db)
  await db.close()
}

const options = readOptions(process.argv.slice(2))
if (options === null) process.stdout.write(describeOptions())
else await run(options)

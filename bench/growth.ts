/**
 * `npm run bench:growth`: compares a small installation with one that has millions of messages, in one run on one
 * PostgreSQL server. `npm run bench:growth -- --help` lists the options.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../src/engine/db/index.ts'
import { startServer } from '../test/e2e/server.ts'
import { openUrl } from '../test/open-url.ts'
import { startPostgres } from '../test/postgres.ts'
import { type Report, runBench } from './command.ts'
import { type Filled, measureClaims } from './growth-claims.ts'
import { fill } from './growth-fill.ts'
import { runAccountsLoad } from './growth-load.ts'
import { measurePages, type Running } from './growth-pages.ts'
import { describeFigure, describeFigures, type Figure, median, type Scale } from './growth-report.ts'
import { countDueEvents, countPending, insertBatches, insertEvents, lastMessage, type Range } from './growth-work.ts'
import { readMemory } from './processor.ts'
import { comparedServerSettings, comparedSettings, openDatabaseOn } from './program.ts'
import { startCountingReceiver } from './receiver.ts'

/** In the far future, so that only accepting is measured. */
const later = '2099-01-01 00:00'
const connections = 16
const pollMs = 50
const settleSeconds = 3
const warmUpSeconds = 2

/** The small database has at most this. */
const smallScale = { messages: 50_000, accounts: 500, endpoints: 50, routes: 50, busyAccounts: 100 }

const parts = ['claims', 'start', 'pages', 'accept', 'dispatch']

interface Sizes {
  readonly rounds: number
  readonly seconds: number
  readonly rows: number
  readonly repeats: number
  readonly url: string
  readonly profile: string
  readonly isWanted: (...parts: string[]) => boolean
}

const serverSettings = (url: string, profile: string) => ({
  ...comparedServerSettings(url),
  ...(profile === '' ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` }),
})

/** Start-up time and memory after a few seconds. */
async function measureStart(cases: readonly Filled[], { rounds }: Sizes, { settle }: Report): Promise<Figure[]> {
  const times = { small: [] as number[], large: [] as number[] }
  const sizes = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    for (const { scale, url } of cases) {
      const startedAt = performance.now()
      const server = await startServer(serverSettings(url, ''))
      times[scale.name].push(performance.now() - startedAt)
      await settle(settleSeconds)
      sizes[scale.name].push(readMemory(server.pid, 'VmRSS') ?? 0)
      await server.kill()
    }
  }
  return [
    { what: 'start of the server', unit: 'ms', small: median(times.small), large: median(times.large) },
    { what: 'memory after the start', unit: 'MB', small: median(sizes.small), large: median(sizes.large) },
  ]
}

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

/** Time from the commit of many rows until none is left. */
async function drain(
  rows: number,
  insert: () => Promise<Range>,
  count: (range: Range) => Promise<number>,
): Promise<number> {
  const range = await insert()
  const startedAt = performance.now()
  await drained(() => count(range))
  return (rows / (performance.now() - startedAt)) * 1_000
}

async function drained(count: () => Promise<number>): Promise<void> {
  while ((await count()) > 0) await sleep(pollMs)
}

async function measureLoad(sides: readonly Side[], { rounds, seconds, rows, isWanted }: Sizes): Promise<Figure[]> {
  const warmUp = Math.min(warmUpSeconds, seconds)
  const figures: Figure[] = []
  const note = async (figure: Promise<Figure>) => {
    figures.push(await figure)
    process.stderr.write(`${figures.at(-1) && describeFigure(figures.at(-1) as Figure)}\n`)
  }
  if (isWanted('accept')) {
    for (const side of sides) await accept(side, 1, warmUp)
    await note(inRounds('accept: one account', sides, rounds, (side) => accept(side, 1, seconds)))
    const ofAll: Measure = (side) => accept(side, side.scale.accounts, seconds)
    await note(inRounds('accept: all accounts in turn', sides, rounds, ofAll))
  }
  if (isWanted('dispatch')) {
    for (const side of sides) await sendToEnd(side, warmUp)
    await note(inRounds('end to end: all accounts in turn', sides, rounds, (side) => sendToEnd(side, seconds)))
    const batches: Measure = ({ db, scale }) =>
      drain(
        rows,
        () => insertBatches(db, scale.busyAccounts, rows, 0),
        (range) => countPending(db, range),
      )
    await note(
      inRounds(`dispatch ${rows.toLocaleString('en')} due messages of all busy accounts`, sides, rounds, batches),
    )
    const events: Measure = ({ db }) =>
      drain(
        rows,
        () => insertEvents(db, rows, 0),
        (range) => countDueEvents(db, range),
      )
    await note(inRounds(`deliver ${rows.toLocaleString('en')} due events of all endpoints`, sides, rounds, events))
  }
  const [small, large] = sides.map(({ server }) => readMemory(server.pid, 'VmHWM'))
  if (isWanted('accept', 'dispatch'))
    figures.push({ what: 'memory under load, at most', unit: 'MB', small: small ?? 0, large: large ?? 0 })
  return figures
}

async function measureServers(cases: readonly Filled[], sizes: Sizes, { settle }: Report): Promise<Figure[]> {
  const sides: Side[] = []
  try {
    for (const { scale, url } of cases)
      sides.push({ scale, server: await startServer(serverSettings(url, sizes.profile)), db: openUrl(url) })
    await settle(settleSeconds)
    const [small, large] = sides
    if (!small || !large) return []
    const pages = sizes.isWanted('pages') ? await measurePages(small, large, sizes.repeats) : []
    return [...pages, ...(await measureLoad(sides, sizes))]
  } finally {
    for (const { server, db } of sides) {
      await server.kill()
      await db.close()
    }
  }
}

async function run(largeScale: Omit<Scale, 'name'>, sizes: Sizes, report: Report): Promise<void> {
  const { isWanted } = sizes
  const postgres = sizes.url === '' ? await startPostgres({ fsync: true, settings: comparedSettings }) : null
  const receiver = await startCountingReceiver()
  const open = async (scale: Scale): Promise<Filled> => {
    const url = await openDatabaseOn(postgres?.url ?? sizes.url, `growth_${scale.name}`)
    await fill(url, scale)
    await setReceiver(url, receiver.url)
    return { scale, url }
  }
  try {
    const least = (name: keyof typeof smallScale) => Math.min(smallScale[name], largeScale[name])
    const small = await open({
      name: 'small',
      messages: least('messages'),
      accounts: least('accounts'),
      endpoints: least('endpoints'),
      routes: least('routes'),
      busyAccounts: least('busyAccounts'),
    })
    const large = await open({ name: 'large', ...largeScale })
    const figures: Figure[] = []
    if (isWanted('claims')) figures.push(...(await measureClaims(small, large, sizes)))
    if (isWanted('start')) figures.push(...(await measureStart([small, large], sizes, report)))
    if (isWanted('pages', 'accept', 'dispatch')) figures.push(...(await measureServers([small, large], sizes, report)))
    report.print(`\n${describeFigures(figures)}`, ...figures.flatMap((figure) => [figure.small, figure.large]))
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

await runBench({
  name: 'bench:growth',
  options: {
    messages: { value: 10_000_000, short: 2_000, about: 'messages of the large database' },
    accounts: { value: 100_000, short: 100, about: 'its accounts' },
    endpoints: { value: 10_000, short: 10, about: 'its webhook endpoints' },
    routes: { value: 1_000, short: 10, about: 'its routes' },
    'busy-accounts': { value: 20_000, short: 20, about: 'its accounts with due work' },
    rows: { value: 20_000, short: 50, about: 'due rows of each kind in both databases' },
    rounds: { value: 3, short: 1, about: 'measured rounds of each database; the table has medians' },
    seconds: { value: 4, short: 0.2, about: 'length of a round with load' },
    repeats: { value: 21, short: 1, about: 'measured claims and calls of each' },
    url: { value: '', about: 'a PostgreSQL server to use; its filled databases are kept and used again' },
    only: { value: '', choices: parts, about: 'parts' },
    profile: { value: '', about: 'directory for CPU profiles of the servers' },
  },
  run({ messages, accounts, endpoints, routes, 'busy-accounts': busyAccounts, only, ...sizes }, report) {
    const isWanted = (...wanted: string[]) => only === '' || wanted.some((part) => only.split(',').includes(part))
    return run({ messages, accounts, endpoints, routes, busyAccounts }, { ...sizes, isWanted }, report)
  },
})

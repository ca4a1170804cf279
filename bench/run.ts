/**
 * `npm run bench [postgres|embedded] [sends|callbacks|contacts|pins|search|work]`: starts the program on each engine,
 * measures it from a second process, and prints a table.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/engine/db/index.ts'
import { type Server, startServer } from '../test/e2e/server.ts'
import { startPostgres } from '../test/postgres.ts'
import { findPostgres, missingPostgres } from '../test/postgres-programs.ts'
import { measureCallbacks } from './callbacks.ts'
import { measureContacts } from './contacts.ts'
import { measureFairness } from './fairness.ts'
import { measureAccept, measureBulk, measureEndToEnd, measureMemory, type Row } from './measure.ts'
import { carrierRatePerSecond, measurePins } from './pins.ts'
import { measureSearch } from './search.ts'
import { measureWork } from './work.ts'

const [, , wanted, only] = process.argv
const seconds = 8
const warmUpSeconds = 3
const connections = [1, 16, 64, 256]
const simulated = { NGOMA_STAGING: 'true', NGOMA_SIMULATOR_DELAY_MS: '100', NGOMA_RECEIPT_CHECK_SECONDS: '60' }

async function measureAll(settings: Record<string, string>): Promise<Row[]> {
  const server = await startServer({ ...simulated, ...settings })
  try {
    if (only === 'callbacks')
      return [await note(measureEndToEnd(server, seconds)), ...(await measureCalls(server, settings))]
    await measureAccept(server, 16, warmUpSeconds)
    const rows: Row[] = []
    for (const count of connections) rows.push(await note(measureAccept(server, count, seconds)))
    for (const row of await measureBulk(server)) rows.push(await note(Promise.resolve(row)))
    rows.push(await note(measureEndToEnd(server, seconds)))
    rows.push(...(await measureCalls(server, settings)))
    return [...rows, measureMemory(server)]
  } finally {
    await server.kill()
  }
}

/** Reads the delays from the database, which is not possible with the embedded one. */
async function measureCalls(server: Server, { DATABASE_URL: url }: Record<string, string>): Promise<Row[]> {
  return [
    await note(measureCallbacks(server, seconds)),
    ...(url ? [await note(measureFairness(server, url, seconds))] : []),
  ]
}

/** Uses a rate-limited carrier. Reads the times from the database, which is not possible with the embedded one. */
async function measureOvertaking(settings: Record<string, string>): Promise<Row[]> {
  const { DATABASE_URL: url } = settings
  if (!url) return []
  const server = await startServer({ ...simulated, ...settings, NGOMA_SIMULATOR_RATE: String(carrierRatePerSecond) })
  try {
    return [await note(measurePins(server, url))]
  } finally {
    await server.kill()
  }
}

/** Runs in this process on a separate database, to measure only the engine. */
async function measureWorkers({ DATABASE_URL: url, NGOMA_DATA: directory }: Record<string, string>): Promise<Row[]> {
  const db = await openDatabase({
    url: url || null,
    connectionsMax: 10,
    dataDirectory: directory ?? '',
  })
  try {
    const rows: Row[] = []
    for (const row of await measureWork(db)) rows.push(await note(Promise.resolve(row)))
    return rows
  } finally {
    await db.close()
  }
}

/** Prints each result at once, because the whole run takes minutes. */
async function note(measured: Promise<Row>): Promise<Row> {
  const row = await measured
  process.stderr.write(`${row.what}: ${row.figure}\n`)
  return row
}

/** Each runs on its own database, so that leftovers of one do not affect the next. */
const measurements: readonly ((settings: Record<string, string>, contacts: number) => Promise<Row[]>)[] = [
  ...(only === 'contacts' || only === 'pins' || only === 'search' || only === 'work' ? [] : [measureAll]),
  ...(only === 'pins' || only === undefined ? [measureOvertaking] : []),
  ...(only === 'contacts' || only === undefined ? [measureContacts] : []),
  ...(only === 'search' || only === undefined ? [measureSearch] : []),
  ...(only === 'work' || only === undefined ? [measureWorkers] : []),
]

async function onPostgres(): Promise<Row[]> {
  const rows: Row[] = []
  for (const measure of measurements) {
    const postgres = await startPostgres({ fsync: true })
    try {
      rows.push(...(await measure({ DATABASE_URL: postgres.url }, 1_000_000)))
    } finally {
      await postgres.stop()
    }
  }
  return rows
}

async function onEmbedded(): Promise<Row[]> {
  const rows: Row[] = []
  for (const measure of measurements) {
    const directory = mkdtempSync(join(tmpdir(), 'ngoma-bench-'))
    try {
      rows.push(...(await measure({ DATABASE_URL: '', NGOMA_DATA: directory }, 100_000)))
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  }
  return rows
}

function print(title: string, rows: readonly Row[]): void {
  const lines = rows.map(({ what, figure, p50, p99 }) => [what, figure, p50 ?? '', p99 ?? ''])
  const all = [['', 'figure', 'p50', 'p99'], ...lines]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  const text = all.map((line) =>
    `  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
  process.stdout.write(`\n${title}\n${text.join('\n')}\n`)
}

if (wanted !== 'embedded') {
  if (findPostgres() === null) process.stdout.write(`${missingPostgres()}: skipped\n`)
  else print('PostgreSQL, with fsync', await onPostgres())
}
if (wanted !== 'postgres') print('Embedded database, without fsync', await onEmbedded())

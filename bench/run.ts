/**
 * `npm run bench`: measures the program on both engines from a second process, and prints one table with the figures of
 * the previous release beside the new ones. `npm run bench -- --help` lists the options.
 */
import { parseArgs } from 'node:util'
import { root } from '../test/ngoma.ts'
import { findPostgres, missingPostgres } from '../test/postgres-programs.ts'
import { measureCallbacks } from './callbacks.ts'
import { measureContacts } from './contacts.ts'
import { measureFairness } from './fairness.ts'
import { describeMachine, findPrevious, readReleases, withFigures, writeReleases } from './figures.ts'
import { measureHealth } from './health.ts'
import { measureIdle } from './idle.ts'
import { measurePins } from './pins.ts'
import { describeBusyMachine, describeNoise, isDisturbed, startCounting } from './processor.ts'
import { formatTable, formatValue, type Row, type Section } from './rows.ts'
import { measureSearch } from './search.ts'
import { measureAccept, measureBulk, measureEndToEnd, measureMemory } from './sends.ts'
import { openEmbedded, openOnPostgres, type Stage } from './stage.ts'
import { measureStart } from './start.ts'
import { measureWork } from './work.ts'

const seconds = 8
const warmUpSeconds = 3
const connections = [1, 16, 64, 256]

async function measureSends({ start }: Stage): Promise<Row[]> {
  const server = await start()
  try {
    await measureAccept(server, 16, warmUpSeconds)
    const rows: Row[] = []
    for (const count of connections) rows.push(await measureAccept(server, count, seconds))
    return [...rows, ...(await measureBulk(server)), ...measureMemory(server, 'accepting')]
  } finally {
    await server.kill()
  }
}

/** Reads the delays of the last row from the database, which is not possible with the embedded one. */
async function measureDelivery({ start, databaseUrl, isOtherProgram }: Stage): Promise<Row[]> {
  const server = await start()
  try {
    await measureAccept(server, 16, warmUpSeconds)
    const rows = [await measureEndToEnd(server, seconds), await measureCallbacks(server, seconds)]
    if (databaseUrl !== null && !isOtherProgram) rows.push(await measureFairness(server, databaseUrl, seconds))
    return [...rows, ...measureMemory(server, 'delivering')]
  } finally {
    await server.kill()
  }
}

/** Each runs on its own database, so that leftovers of one do not affect the next. */
const measurements: Readonly<Record<string, (stage: Stage) => Promise<Row[]>>> = {
  sends: measureSends,
  delivery: measureDelivery,
  pins: measurePins,
  idle: measureIdle,
  start: measureStart,
  health: measureHealth,
  contacts: measureContacts,
  search: measureSearch,
  work: measureWork,
}

const engines: Readonly<Record<string, { title: string; open(program: string): Promise<Stage> }>> = {
  postgres: { title: 'PostgreSQL', open: openOnPostgres },
  embedded: { title: 'embedded', open: openEmbedded },
}

const usage = `npm run bench -- [${Object.keys(engines).join('|')}] [${Object.keys(measurements).join('|')}] [options]
  --save VERSION   adds the figures to figures.json, for the next release to compare with
  --program DIR    measures the program of another checkout, for example of an earlier release
`

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      save: { type: 'string' },
      program: { type: 'string', default: root },
      help: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.find((word) => !(word in engines || word in measurements))
  if (unknown !== undefined) throw new Error(`unknown: ${unknown}`)
  const chosen = (all: Readonly<Record<string, unknown>>) => {
    const named = Object.keys(all).filter((name) => positionals.includes(name))
    return named.length > 0 ? named : Object.keys(all)
  }
  return { ...values, engines: chosen(engines), measurements: chosen(measurements) }
}

function orExit<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`)
    process.exit(2)
  }
}

const say = (text: string) => process.stdout.write(text)
/** The table follows at the end of a run of many minutes, so progress goes elsewhere. */
const note = (text: string) => process.stderr.write(text)

async function measureOn(engine: string): Promise<Omit<Section, 'previous'>> {
  const { title, open } = engines[engine] as (typeof engines)[string]
  const rows: Section['rows'][number][] = []
  for (const name of options.measurements) {
    const stage = await open(options.program)
    try {
      const stop = startCounting({ bench: [process.pid] })
      const measured = (await measurements[name]?.(stage)) ?? []
      const noise = stop()?.noise
      const wasDisturbed = noise !== undefined && isDisturbed(noise)
      for (const row of measured) {
        note(`${title}, ${row.what}: ${formatValue(row.value, row.unit)}${row.note ? ` (${row.note})` : ''}\n`)
        rows.push({ ...row, isDisturbed: wasDisturbed })
      }
      if (wasDisturbed && measured.length > 0) disturbances.push(`${title}, ${name}: ${describeNoise(noise)}`)
    } finally {
      await stage.remove()
    }
  }
  return { title, rows }
}

const options = orExit(readOptions)
const disturbances: string[] = []

async function run(): Promise<void> {
  const machine = describeMachine()
  say(`${machine}\n${(await describeBusyMachine()) ?? ''}`)
  const releases = readReleases()
  const [release, { machine: theirMachine, figures }] = findPrevious(releases, options.save ?? null)
  const sections: Section[] = []
  for (const engine of options.engines) {
    if (engine === 'postgres' && findPostgres() === null) say(`${missingPostgres()}: skipped\n`)
    else {
      const section = await measureOn(engine)
      sections.push({ ...section, previous: figures[section.title] ?? {} })
    }
  }
  say(`\n${formatTable(release, sections)}`)
  if (theirMachine !== machine) say(`\n${release} was measured on ${theirMachine}\n`)
  if (disturbances.length > 0)
    say(
      `\n* The machine was not quiet. Measure these again when it is idle:\n${disturbances.map((one) => `  ${one}\n`).join('')}`,
    )
  if (options.save !== undefined) {
    writeReleases(withFigures(releases, options.save, machine, sections))
    say(`\nSaved as ${options.save}${disturbances.length > 0 ? ', without the rows marked *' : ''}\n`)
  }
}

if (options.help) say(usage)
else await run()

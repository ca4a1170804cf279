/**
 * `npm run bench`: measures the program on both engines from a second process, and prints one table with the figures of
 * the previous release beside the new ones. `npm run bench -- --help` lists the options.
 */
import { root } from '../test/ngoma.ts'
import { findPostgres, missingPostgres } from '../test/postgres-programs.ts'
import { measureCallbacks } from './callbacks.ts'
import { type Report, runBench } from './command.ts'
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
import { openEmbedded, openOnPostgres, type Sizes, type Stage } from './stage.ts'
import { measureStart } from './start.ts'
import { measureWork } from './work.ts'

const warmUpSecondsMax = 3
const connections = [1, 16, 64, 256]

async function measureSends({ start, sizes }: Stage): Promise<Row[]> {
  const server = await start()
  const { seconds } = sizes
  try {
    await measureAccept(server, 16, Math.min(warmUpSecondsMax, seconds))
    const rows: Row[] = []
    for (const count of connections) rows.push(await measureAccept(server, count, seconds))
    return [...rows, ...(await measureBulk(server, sizes)), ...measureMemory(server, 'accepting')]
  } finally {
    await server.kill()
  }
}

/** Reads the delays of the last row from the database, which is not possible with the embedded one. */
async function measureDelivery({ start, databaseUrl, isOtherProgram, sizes }: Stage): Promise<Row[]> {
  const server = await start()
  const { seconds } = sizes
  try {
    await measureAccept(server, 16, Math.min(warmUpSecondsMax, seconds))
    const rows = [await measureEndToEnd(server, seconds), await measureCallbacks(server, seconds)]
    if (databaseUrl !== null && !isOtherProgram) rows.push(await measureFairness(server, databaseUrl, sizes))
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

const engines: Readonly<Record<string, { title: string; open(program: string, sizes: Sizes): Promise<Stage> }>> = {
  postgres: { title: 'PostgreSQL', open: openOnPostgres },
  embedded: { title: 'embedded', open: openEmbedded },
}

interface Run {
  readonly program: string
  readonly save: string
  readonly sizes: Sizes
  /** Names of engines and measurements; all of a kind by default. */
  readonly words: readonly string[]
  readonly report: Report
}

function chosen<T>(all: Readonly<Record<string, T>>, words: readonly string[]): [string, T][] {
  const named = Object.entries(all).filter(([name]) => words.includes(name))
  return named.length > 0 ? named : Object.entries(all)
}

/** The table follows at the end of a run of many minutes, so progress goes elsewhere. */
const note = (text: string) => process.stderr.write(text)

const disturbances: string[] = []

async function measureOn(
  { title, open }: (typeof engines)[string],
  wanted: readonly (readonly [string, (stage: Stage) => Promise<Row[]>])[],
  { program, sizes, report }: Run,
): Promise<Omit<Section, 'previous'>> {
  const rows: Section['rows'][number][] = []
  for (const [name, measure] of wanted) {
    const stage = await open(program, sizes)
    try {
      const stop = startCounting({ bench: [process.pid] })
      const measured = await measure(stage)
      const noise = stop()?.noise
      const wasDisturbed = noise !== undefined && isDisturbed(noise)
      for (const row of measured) {
        note(`${title}, ${row.what}: ${formatValue(row.value, row.unit)}${row.note ? ` (${row.note})` : ''}\n`)
        if (row.problem !== undefined) report.fail(`${title}, ${row.what}: ${row.problem}`)
        rows.push({ ...row, isDisturbed: wasDisturbed })
      }
      if (wasDisturbed && measured.length > 0) disturbances.push(`${title}, ${name}: ${describeNoise(noise)}`)
    } finally {
      await stage.remove()
    }
  }
  return { title, rows }
}

async function run(plan: Run): Promise<void> {
  const { save, words } = plan
  const { print, isShort } = plan.report
  const machine = describeMachine()
  print(machine)
  const busy = await describeBusyMachine()
  if (busy !== null) print(busy)
  const releases = readReleases()
  const [release, { machine: theirMachine, figures }] = findPrevious(releases, save === '' ? null : save)
  const sections: Section[] = []
  const wanted = chosen(measurements, words)
  for (const [index, [name, engine]] of chosen(engines, words).entries()) {
    if (name === 'postgres' && findPostgres() === null) print(`${missingPostgres()}: skipped`)
    else {
      // In the short form, one measurement is enough for a further engine: the others differ in nothing else.
      const section = await measureOn(engine, isShort && index > 0 ? wanted.slice(0, 1) : wanted, plan)
      sections.push({ ...section, previous: figures[section.title] ?? {} })
    }
  }
  const measured = save === '' ? new Date().toISOString().slice(0, 10) : save
  print(
    `\n${formatTable(release, measured, sections)}`,
    ...sections.flatMap(({ rows }) => rows.map(({ value }) => value)),
  )
  if (theirMachine !== machine) print(`${release} was measured on ${theirMachine}`)
  if (disturbances.length > 0)
    print(`\n* The machine was not quiet. Measure these again when it is idle:\n  ${disturbances.join('\n  ')}`)
  if (save !== '') {
    writeReleases(withFigures(releases, save, machine, sections))
    print(`\nSaved as ${save}${disturbances.length > 0 ? ', without the rows marked *' : ''}`)
  }
}

await runBench({
  name: 'bench',
  words: [...Object.keys(engines), ...Object.keys(measurements)],
  options: {
    save: {
      value: '',
      about: 'version of which the figures are added to figures.json, for the next one to compare with',
    },
    program: { value: root, about: 'directory of the checkout to measure, for example of an earlier release' },
    seconds: { value: 8, short: 0.3, about: 'length of a load' },
    'long-seconds': { value: 30, short: 0.5, about: 'length of the measurements of idle servers and of PINs' },
    recipients: { value: 100_000, short: 1_000, about: 'recipients of a large request' },
    messages: { value: 1_000_000, short: 1_000, about: 'messages of an account to search' },
    contacts: { value: 1_000_000, short: 5_000, about: 'contacts of the large book; a tenth on the embedded engine' },
    endpoints: { value: 200, short: 4, about: 'webhook endpoints, one of which hangs' },
    rounds: { value: 50, short: 1, about: 'repetitions of short measurements, at most' },
  },
  run: ({ save, program, 'long-seconds': longSeconds, ...sizes }, report, words) =>
    run({ save, program, sizes: { ...sizes, longSeconds }, words, report }),
})

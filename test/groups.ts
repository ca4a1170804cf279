/**
 * Runs test files in groups instead of one process per file: a group loads the program and compiles the embedded
 * database once.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Kind, kindOf } from './kinds.ts'
import { hurry } from './ngoma.ts'
import { measureSlowness } from './pace.ts'
import { createProgress } from './progress.ts'
import { linesOf, readIfThere, readTally, type Tally } from './tally.ts'
import { type Weights, weightOf } from './weights.ts'

/**
 * The shares of the groups in the weight of their kind. In-process files: few large groups that share the start-up
 * cost, and small ones, of the first files, that run last and keep all processors busy until the end.
 */
const shares: Readonly<Record<Kind, readonly number[]>> = {
  'in-process': [...Array(4).fill(1 / 40), ...Array(4).fill(1 / 20), ...Array(7).fill(1 / 10)],
  browser: Array(3).fill(1 / 3),
  processes: Array(3).fill(1 / 3),
}
/** Starting a process costs about as much as this many seconds of tests. */
const groupSecondsMin = 10
/** Twice the number of processors in CI, because many tests wait. */
const atOnce = 4
/** The limit of one test. A file is stuck after these seconds and times its weight. All are longer on a slow machine. */
const testSecondsMax = 240
const stuckSeconds = 600
const stuckWeights = 5
const lookMs = 1_000

const tallyPath = fileURLToPath(new URL('./tally.ts', import.meta.url))
const preloaded = [
  new URL('./left-open.ts', import.meta.url),
  new URL('./cheap-passwords.ts', import.meta.url),
  new URL('./begun.ts', import.meta.url),
].flatMap((url) => ['--import', fileURLToPath(url)])

export interface PlannedGroup {
  readonly kind: Kind
  readonly files: readonly string[]
  /** Variables of this group, on top of the usual ones. */
  readonly env?: NodeJS.ProcessEnv
}

/**
 * Splits the files of each kind into groups, always the same ones. The kinds that run one group at a time come first,
 * because they would last longest; then the heaviest groups.
 */
export function planGroups(files: readonly string[], weights: Weights): PlannedGroup[] {
  const kinds = Map.groupBy(files.toSorted(), kindOf)
  const groups = [...kinds].flatMap(([kind, ofKind]) => sliceFiles(kind, ofKind, weights))
  const isLate = ({ kind }: PlannedGroup) => Number(kind === 'in-process')
  return groups.toSorted((a, b) => isLate(a) - isLate(b) || weightOf(b.files, weights) - weightOf(a.files, weights))
}

function sliceFiles(kind: Kind, files: readonly string[], weights: Weights): PlannedGroup[] {
  const total = weightOf(files, weights)
  let end = 0
  const ends = shares[kind].map((share) => (end += Math.max(share * total, groupSecondsMin)))
  const groups = new Map<number, string[]>()
  let before = 0
  for (const file of files) {
    const weight = weightOf([file], weights)
    // The middle of a file decides its group, so that a heavy last file does not overload one. It may have no weight.
    const index = ends.findIndex((one, at) => before + weight / 2 < one || at === ends.length - 1)
    groups.set(index, [...(groups.get(index) ?? []), file])
    before += weight
  }
  return [...groups.values()].map((ofGroup) => ({ kind, files: ofGroup }))
}

/** The next group to start: browsers and real processes disturb each other, so one group of each kind runs at a time. */
export function nextGroup<Group extends PlannedGroup>(waiting: readonly Group[], running: readonly PlannedGroup[]) {
  return waiting.find(({ kind }) => kind === 'in-process' || running.every((other) => other.kind !== kind))
}

export interface RunOptions {
  /** Options for Node's test runner. */
  readonly options: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly print: (text: Buffer | string) => void
  readonly weights: Weights
  /** How many times slower this machine is than the reference; more if a process finds it busier. */
  readonly slowness: number
  /** Shows the progress and failures instead of the lines of all tests. */
  readonly isTerminal?: boolean
  /** Seconds after which a file is stuck, for a file without weight on a fast machine. */
  readonly stuckSeconds?: number
  /** Called with the measured weights when all tests have passed. */
  readonly onMeasured?: (weights: Weights) => void
}

export interface Run {
  /** Resolves when all groups have ended: true if everything passed. */
  readonly done: Promise<boolean>
  kill(signal: NodeJS.Signals): void
}

interface Group extends PlannedGroup {
  /** Output that is held back while another group prints. */
  readonly held: (Buffer | string)[]
  /** One for each process: a stuck file is stopped, and another process runs the files after it. */
  readonly tallies: Tally[]
  readonly problems: { readonly text: string; readonly files: readonly string[] }[]
  state: 'waiting' | 'running' | 'ended'
}

/** Runs the groups, a few at a time, and prints a summary. */
export function runGroups(planned: readonly PlannedGroup[], given: RunOptions): Run {
  const { options, env, print, weights, isTerminal = false, onMeasured } = given
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-tests-'))
  const groups = planned.map((group): Group => ({ ...group, held: [], tallies: [], problems: [], state: 'waiting' }))
  const children = new Set<ChildProcess>()
  const progress = isTerminal
    ? createProgress(
        print,
        planned.flatMap(({ files }) => files),
        weights,
      )
    : null
  const began = performance.now()
  let processes = 0
  let isStopped = false

  /** One group prints at a time, so that lines of different groups do not mix. */
  let printing: Group | undefined
  const flush = () => {
    printing ??= groups.find((group) => group.held.length > 0)
    if (printing === undefined) return
    for (const text of printing.held.splice(0)) print(text)
    if (printing.state !== 'ended') return
    printing = undefined
    flush()
  }
  const output = (group: Group, text: Buffer | string) => {
    if (progress !== null) return
    group.held.push(text)
    flush()
  }

  const limitMs = (file: string | undefined) =>
    ((given.stuckSeconds ?? stuckSeconds) + stuckWeights * (file === undefined ? 0 : (weights[file] ?? 0))) * 1_000

  /** Runs files in one process, and resolves with the stuck file if there is one. */
  const runFiles = (group: Group, files: readonly string[]) =>
    new Promise<string | null>((resolve) => {
      const tallyFile = join(directory, String(processes++))
      const begunFile = `${tallyFile}.begun`
      // The machine may be busier than at the start of the run.
      const slowness = Math.max(given.slowness, measureSlowness())
      const destinations = [
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        `--test-reporter=${tallyPath}`,
        `--test-reporter-destination=${tallyFile}`,
      ]
      const runner = ['--test', '--test-isolation=none', ...destinations, limitOption(slowness), ...options]
      const parameters = [...hurry, ...preloaded, ...runner]
      const child = spawn(process.execPath, [...parameters, ...files], {
        env: { ...env, ...group.env, NGOMA_TEST_SLOWNESS: String(slowness), NGOMA_TEST_BEGUN: begunFile },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.add(child)
      let problem: string | null = null
      let stuck: string | null = null
      let current = files[0]
      let since = performance.now()
      const look = setInterval(() => {
        const tally = readTally(tallyFile)
        progress?.show(tallyFile, tally)
        const begun = readIfThere(begunFile)
        // After the last test of a file, the next one begins, or hangs before its first test.
        const next = files.find((one) => !tally.secondsByFile.has(one)) ?? files.at(-1)
        const file = begun === '' || tally.secondsByFile.has(begun) ? (tally.running ?? next) : begun
        if (file !== current) {
          current = file
          since = performance.now()
        }
        const ms = performance.now() - since
        if (ms < limitMs(file) * slowness || stuck !== null) return
        stuck = file ?? null
        problem = `was stopped: ${stuck} took over ${Math.round(ms / 1_000)} s`
        child.kill('SIGKILL')
      }, lookMs)

      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => output(group, text))
      child.on('error', (error) => {
        problem = error.message
      })
      child.on('close', (code, signal) => {
        clearInterval(look)
        children.delete(child)
        const tally = readTally(tallyFile)
        progress?.show(tallyFile, tally)
        group.tallies.push(tally)
        if (code !== 0) problem ??= signal === null ? `exited with code ${code}` : `was terminated by ${signal}`
        else if (tally.counts === null) problem = 'exited before its tests finished'
        // Failed tests explain the exit code of a process that finished.
        const isExplained = stuck === null && tally.counts !== null && tally.failures.length > 0
        if (problem !== null && !isExplained)
          group.problems.push({ text: problem, files: stuck === null ? files : [stuck] })
        resolve(stuck)
      })
    })

  const runGroup = async (group: Group) => {
    group.state = 'running'
    let rest = group.files
    while (rest.length > 0 && !isStopped) {
      const stuck = await runFiles(group, rest)
      const at = stuck === null ? -1 : rest.indexOf(stuck)
      rest = at === -1 ? [] : rest.slice(at + 1)
    }
    group.state = 'ended'
    output(group, '')
  }

  const all = async () => {
    const running = new Map<Group, Promise<void>>()
    for (;;) {
      const waiting = isStopped ? [] : groups.filter(({ state }) => state === 'waiting')
      const next = running.size < atOnce ? nextGroup(waiting, [...running.keys()]) : undefined
      if (next !== undefined)
        running.set(
          next,
          runGroup(next).finally(() => running.delete(next)),
        )
      else if (running.size > 0) await Promise.race(running.values())
      else break
    }
    progress?.end()
    rmSync(directory, { recursive: true, force: true })
    print(summaryOf(groups, (performance.now() - began) / 1_000))
    const hasPassed = groups.every(
      ({ state, problems, tallies }) =>
        state === 'ended' && problems.length === 0 && tallies.every(({ failures }) => failures.length === 0),
    )
    if (hasPassed) onMeasured?.(Object.fromEntries(secondsOf(groups)))
    return hasPassed
  }

  return {
    done: all(),
    kill(signal) {
      isStopped = true
      for (const child of children) child.kill(signal)
    },
  }
}

const slowestShown = 10

/** Totals of all groups, the slowest files, all failures, and the files of processes that did not finish. */
function summaryOf(groups: readonly Group[], seconds: number): string {
  const tallies = groups.flatMap((group) => group.tallies)
  const count = (name: string) => tallies.reduce((sum, { counts }) => sum + (counts?.[name] ?? 0), 0)
  const totals = ['tests', 'passed', 'failed', 'cancelled', 'skipped', 'todo'].map((name) => `${name} ${count(name)}`)
  const lines = ['', `All files: ${totals.join(', ')}, ${Math.round(seconds)} s`]

  const measured = secondsOf(groups)
  if (measured.length > slowestShown) {
    const slowest = measured.toSorted(([, a], [, b]) => b - a).slice(0, slowestShown)
    lines.push('', 'Slowest files:', ...slowest.map(([file, taken]) => `${taken.toFixed(1).padStart(7)} s  ${file}`))
  }

  const failures = tallies.flatMap((tally) => tally.failures)
  if (failures.length > 0) lines.push('', 'Failed:', ...failures.map(linesOf))

  for (const { text, files } of groups.flatMap(({ problems }) => problems))
    lines.push('', `A process ${text}. Its files:`, ...files.map((file) => `  ${file}`))
  const notRun = groups.filter(({ state }) => state === 'waiting').flatMap(({ files }) => files)
  if (notRun.length > 0) lines.push('', 'Not run:', ...notRun.map((file) => `  ${file}`))
  return `${lines.join('\n')}\n`
}

const secondsOf = (groups: readonly Group[]) =>
  groups.flatMap(({ tallies }) => tallies.flatMap(({ secondsByFile }) => [...secondsByFile]))

const limitOption = (slowness: number) => `--test-timeout=${testSecondsMax * slowness * 1_000}`

/** Runs one process per file with Node's runner, for options that cannot be split into groups. */
export function runAsGiven(
  files: readonly string[],
  { options, env, slowness }: Pick<RunOptions, 'options' | 'env' | 'slowness'>,
): Run {
  const parameters = [...hurry, '--test', `--test-concurrency=${atOnce}`, limitOption(slowness), ...options]
  const child = spawn(process.execPath, [...parameters, ...files], { env, stdio: 'inherit' })
  return {
    done: new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', (code) => resolve(code === 0))
    }),
    kill: (signal) => void child.kill(signal),
  }
}

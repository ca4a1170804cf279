/**
 * Runs test files in groups instead of one process per file: a group loads the program and compiles the embedded
 * database once.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hurry } from './ngoma.ts'
import { readTally, type Tally } from './tally.ts'
import { defaultWeight, type Weights } from './weights.ts'

/**
 * The shares of the groups in the total weight: few large ones that share the start-up cost, and small ones that run
 * last and keep all processors busy until the end. The small ones come first in the list of files, where no file is
 * heavy.
 */
const shares: readonly number[] = [...Array(8).fill(1 / 48), ...Array(4).fill(1 / 24), ...Array(8).fill(1 / 12)]
/** Starting a process costs about as much as this many seconds of tests. */
const groupSecondsMin = 10
/** Twice the number of processors in CI, because many tests wait for a page or a timer. */
const atOnce = 4
/** Longer than any test may take: a process without output for so long hangs on an open handle. */
const silentSecondsMax = 300

const tallyPath = fileURLToPath(new URL('./tally.ts', import.meta.url))
const leftOpenPath = fileURLToPath(new URL('./left-open.ts', import.meta.url))
const cheapPasswordsPath = fileURLToPath(new URL('./cheap-passwords.ts', import.meta.url))

/**
 * Splits the sorted list of files into groups, heaviest first. The same files always form the same
 * groups, so that a failure that depends on other files can be reproduced.
 */
export function planGroups(files: readonly string[], weights: Weights): string[][] {
  const weighed = files.toSorted().map((file) => ({ file, weight: weights[file] ?? defaultWeight }))
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
  let end = 0
  const ends = shares.map((share) => (end += Math.max(share * total, groupSecondsMin)))
  const groups = new Map<number, { files: string[]; weight: number }>()
  let before = 0
  for (const { file, weight } of weighed) {
    // The middle of a file decides its group, so that a heavy last file does not overload one.
    const index = ends.findIndex((one) => before + weight / 2 < one)
    const group = groups.get(index) ?? { files: [], weight: 0 }
    group.files.push(file)
    group.weight += weight
    groups.set(index, group)
    before += weight
  }
  return [...groups.values()].toSorted((a, b) => b.weight - a.weight).map((group) => group.files)
}

export interface RunOptions {
  /** Options for Node's test runner. */
  readonly options: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly print: (text: Buffer | string) => void
  /** Called with the measured weights when all tests have passed. */
  readonly onMeasured?: (weights: Weights) => void
}

export interface Run {
  /** Resolves when all groups have ended: true if everything passed. */
  readonly done: Promise<boolean>
  kill(signal: NodeJS.Signals): void
}

interface Group {
  readonly files: readonly string[]
  /** Output that is held back while another group prints. */
  readonly held: Buffer[]
  ended: boolean
  /** Why the process failed, or null. */
  problem: string | null
  tally: Tally
}

/** Runs the groups, a few at a time, and prints a summary. */
export function runGroups(
  planned: readonly (readonly string[])[],
  { options, env, print, onMeasured }: RunOptions,
): Run {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-tests-'))
  const groups = planned.map(
    (files): Group => ({
      files,
      held: [],
      ended: false,
      problem: null,
      tally: { counts: null, failures: [], secondsByFile: new Map() },
    }),
  )
  const children = new Set<ChildProcess>()
  const began = performance.now()
  let next = 0

  /** One group prints at a time, so that lines of different groups do not mix. */
  let printing: Group | undefined
  const flush = () => {
    printing ??= groups.find((group) => group.held.length > 0)
    if (printing === undefined) return
    for (const text of printing.held.splice(0)) print(text)
    if (!printing.ended) return
    printing = undefined
    flush()
  }

  const runOne = (group: Group, tally: string) =>
    new Promise<void>((resolve) => {
      const reporters = [
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        `--test-reporter=${tallyPath}`,
        `--test-reporter-destination=${tally}`,
      ]
      const parameters = [
        ...hurry,
        '--import',
        leftOpenPath,
        '--import',
        cheapPasswordsPath,
        '--test',
        '--test-isolation=none',
        ...reporters,
        ...options,
        ...group.files,
      ]
      const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      children.add(child)
      const silence = setTimeout(() => {
        group.problem = `had no output for ${silentSecondsMax} s and was killed`
        child.kill('SIGKILL')
      }, silentSecondsMax * 1_000)
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => {
          silence.refresh()
          group.held.push(text)
          flush()
        })
      child.on('error', (error) => {
        group.problem = error.message
      })
      child.on('close', (code, signal) => {
        clearTimeout(silence)
        children.delete(child)
        group.tally = readTally(tally)
        if (code !== 0) group.problem ??= signal === null ? `exited with code ${code}` : `was terminated by ${signal}`
        else if (group.tally.counts === null) group.problem = 'exited before its tests finished'
        group.ended = true
        flush()
        resolve()
      })
    })

  const work = async () => {
    for (let index = next++; index < groups.length; index = next++)
      await runOne(groups[index] as Group, join(directory, String(index)))
  }

  const all = async () => {
    await Promise.all(Array.from({ length: atOnce }, work))
    rmSync(directory, { recursive: true, force: true })
    print(summaryOf(groups, (performance.now() - began) / 1_000))
    const hasPassed = groups.every(({ ended, problem }) => ended && problem === null)
    if (hasPassed) onMeasured?.(Object.fromEntries(groups.flatMap(({ tally }) => [...tally.secondsByFile])))
    return hasPassed
  }

  return {
    done: all(),
    kill(signal) {
      next = groups.length
      for (const child of children) child.kill(signal)
    },
  }
}

/** Totals of all groups, all failures, and the files of processes that did not finish. */
function summaryOf(groups: readonly Group[], seconds: number): string {
  const count = (name: string) => groups.reduce((sum, { tally }) => sum + (tally.counts?.[name] ?? 0), 0)
  const totals = ['tests', 'passed', 'failed', 'cancelled', 'skipped', 'todo'].map((name) => `${name} ${count(name)}`)
  const lines = ['', `All files: ${totals.join(', ')}, ${Math.round(seconds)} s`]

  const failures = groups.flatMap(({ tally }) => tally.failures)
  if (failures.length > 0) lines.push('', 'Failed:')
  for (const { place, title, message } of failures)
    lines.push(`  ${place}  ${title}`, `    ${message.replaceAll('\n', '\n    ')}`)

  for (const { files, ended, problem, tally } of groups) {
    // A process that finished with failed tests is reported by its failures.
    if (ended && (problem === null || (tally.counts !== null && tally.failures.length > 0))) continue
    lines.push('', ended ? `A process ${problem}. Its files:` : 'Not run:', ...files.map((file) => `  ${file}`))
  }
  return `${lines.join('\n')}\n`
}

/** Runs one process per file with Node's runner, for options that cannot be split into groups. */
export function runAsGiven(files: readonly string[], { options, env }: Pick<RunOptions, 'options' | 'env'>): Run {
  const child = spawn(process.execPath, ['--test', `--test-concurrency=${atOnce}`, ...options, ...files], {
    env,
    stdio: 'inherit',
  })
  return {
    done: new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', (code) => resolve(code === 0))
    }),
    kill: (signal) => void child.kill(signal),
  }
}

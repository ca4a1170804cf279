/**
 * Test files in a few processes instead of one for each: the program is loaded once, and the embedded database compiled
 * once, for all files of a group.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hurry } from './ngoma.ts'
import { readTally, type Tally } from './tally.ts'
import { defaultWeight, type Weights } from './weights.ts'

/** Few enough to share the cost of loading the program, and enough to keep all processors busy until the end. */
const groupsMax = 14
/** A process costs about as much as this many seconds of tests: fewer files than that share one. */
const groupSecondsMin = 10
/**
 * Twice as many as CI has processors: many tests wait, for a page or for seconds of the clock on the wall, and a
 * processor would have nothing to do meanwhile.
 */
const atOnce = 4
/** Longer than any test may take: a process that is silent for so long was left with something open that keeps it. */
const silentSecondsMax = 300

const tallyPath = fileURLToPath(new URL('./tally.ts', import.meta.url))
const leftOpenPath = fileURLToPath(new URL('./left-open.ts', import.meta.url))
const cheapPasswordsPath = fileURLToPath(new URL('./cheap-passwords.ts', import.meta.url))

/**
 * Cuts the sorted list of files into groups of about the same weight, heaviest first. The same files always make the
 * same groups, so that a failure that depends on other files of its group can be repeated.
 */
export function planGroups(files: readonly string[], weights: Weights): string[][] {
  const weighed = files.toSorted().map((file) => ({ file, weight: weights[file] ?? defaultWeight }))
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
  const weightMax = Math.max(total / groupsMax, groupSecondsMin)
  const groups = new Map<number, { files: string[]; weight: number }>()
  let before = 0
  for (const { file, weight } of weighed) {
    // A file belongs to the group that its middle falls into, so a heavy last file makes no group much too heavy.
    const index = Math.floor((before + weight / 2) / weightMax)
    const group = groups.get(index) ?? { files: [], weight: 0 }
    group.files.push(file)
    group.weight += weight
    groups.set(index, group)
    before += weight
  }
  return [...groups.values()].toSorted((a, b) => b.weight - a.weight).map((group) => group.files)
}

export interface RunOptions {
  /** For Node's runner. */
  readonly options: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly print: (text: Buffer | string) => void
  /** Called with the measured weights when all tests have passed. */
  readonly onMeasured?: (weights: Weights) => void
}

export interface Run {
  /** Resolves when all have ended, with whether all is well. */
  readonly done: Promise<boolean>
  kill(signal: NodeJS.Signals): void
}

interface Group {
  readonly files: readonly string[]
  /** What it said while another one was speaking. */
  readonly held: Buffer[]
  ended: boolean
  /** Why it is no success, if it is not. */
  problem: string | null
  tally: Tally
}

/** Runs the groups, a few at a time, and says at the end what became of all of them. */
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

  /**
   * One speaks as it goes, and the others when that one has ended: their lines would make no sense among each other.
   */
  let speaking: Group | undefined
  const say = () => {
    speaking ??= groups.find((group) => group.held.length > 0)
    if (speaking === undefined) return
    for (const text of speaking.held.splice(0)) print(text)
    if (!speaking.ended) return
    speaking = undefined
    say()
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
        hurry,
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
        group.problem = `said nothing for ${silentSecondsMax} s and was ended`
        child.kill('SIGKILL')
      }, silentSecondsMax * 1_000)
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => {
          silence.refresh()
          group.held.push(text)
          say()
        })
      child.on('error', (error) => {
        group.problem = error.message
      })
      child.on('close', (code, signal) => {
        clearTimeout(silence)
        children.delete(child)
        group.tally = readTally(tally)
        if (code !== 0) group.problem ??= signal === null ? `ended with code ${code}` : `was ended by ${signal}`
        else if (group.tally.counts === null) group.problem = 'ended before its tests did'
        group.ended = true
        say()
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
    const isWell = groups.every(({ ended, problem }) => ended && problem === null)
    if (isWell) onMeasured?.(Object.fromEntries(groups.flatMap(({ tally }) => [...tally.secondsByFile])))
    return isWell
  }

  return {
    done: all(),
    kill(signal) {
      next = groups.length
      for (const child of children) child.kill(signal)
    },
  }
}

/** Totals over all groups, every failure again, and the files of every process that ended as it should not. */
function summaryOf(groups: readonly Group[], seconds: number): string {
  const count = (name: string) => groups.reduce((sum, { tally }) => sum + (tally.counts?.[name] ?? 0), 0)
  const totals = ['tests', 'passed', 'failed', 'cancelled', 'skipped', 'todo'].map((name) => `${name} ${count(name)}`)
  const lines = ['', `All files: ${totals.join(', ')}, ${Math.round(seconds)} s`]

  const failures = groups.flatMap(({ tally }) => tally.failures)
  if (failures.length > 0) lines.push('', 'Failed:')
  for (const { place, title, message } of failures)
    lines.push(`  ${place}  ${title}`, `    ${message.replaceAll('\n', '\n    ')}`)

  for (const { files, ended, problem, tally } of groups) {
    // One that came to its end with failures ended as it should.
    if (ended && (problem === null || (tally.counts !== null && tally.failures.length > 0))) continue
    lines.push('', ended ? `A process ${problem}. Its files:` : 'Not run:', ...files.map((file) => `  ${file}`))
  }
  return `${lines.join('\n')}\n`
}

/** Node's runner as it is, for options of which we know nothing: a process for each file. */
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

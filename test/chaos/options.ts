/** The command line of a run. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Engine, type FaultKind, faultKinds } from './plan.ts'
import { type WorkloadName, workloadNames } from './workloads/index.ts'

export interface Options {
  readonly seed: number
  readonly minutes: number
  readonly engine: Engine
  /** The checkout whose server is tested. */
  readonly program: string
  readonly only: readonly FaultKind[]
  /** The plan, if it is not drawn from the seed. */
  readonly faults: readonly FaultKind[]
  /** Beside the messages. */
  readonly workloads: readonly WorkloadName[]
  readonly size: number
  readonly patience: number
  /** Whether old data is removed during the run. */
  readonly retention: boolean
}

export const help = `Runs real servers under load, injects faults, and checks that nothing was lost.

Usage: npm run chaos -- [options]

Options:
  --seed N          Decides which faults come when; 1 when left out. The same seed gives the same plan.
  --minutes M       How long faults are injected; 1 when left out. Start, drain and checks come on top.
  --engine NAME     postgres (default): two api and two worker processes. embedded: one process.
  --program DIR     Tests the server of another checkout, such as an earlier version.
  --only KINDS      Only these faults, separated by commas: ${faultKinds.join(', ')}.
  --faults KINDS    These faults in this order, instead of a plan by --minutes and --only.
  --workloads NAMES Also runs these workloads, or all: ${workloadNames.join(', ')}. Only on PostgreSQL.
                    Messages are always sent. Kills and freezes come while every workload has unfinished work.
  --size N          Multiplies the work of the workloads; 1 when left out.
  --retention       Adds old data, removes it during the run, and checks the remaining rows.
  --patience N      Multiplies every time limit, on a machine that is busy with something else; 1 when left out.
  --help            Shows this help.

Filling the disk needs root on Linux, for a file system of its own; otherwise disk-full is left out.

Exit codes: 0 when every property holds, 1 when one is violated or the run could not be finished, 2 wrong usage.
CONTRIBUTING.md says how to read the output.
`

/** Null for `--help`. Throws for invalid options. */
export function readOptions(words: readonly string[], here: string): Options | null {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '1' },
      engine: { type: 'string', default: 'postgres' },
      program: { type: 'string', default: here },
      only: { type: 'string', default: '' },
      faults: { type: 'string', default: '' },
      workloads: { type: 'string', default: '' },
      size: { type: 'string', default: '1' },
      patience: { type: 'string', default: '1' },
      retention: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const seed = Number(values.seed)
  if (!Number.isInteger(seed) || seed < 0) throw new Error(`--seed is a whole number, not ${values.seed}`)
  const minutes = Number(values.minutes)
  if (!(minutes > 0 && minutes <= 600))
    throw new Error(`--minutes is a number over 0 and up to 600, not ${values.minutes}`)
  const { engine } = values
  if (engine !== 'postgres' && engine !== 'embedded') throw new Error(`--engine is postgres or embedded, not ${engine}`)
  const only = readNames('--only', values.only, faultKinds)
  const faults = readNames('--faults', values.faults, faultKinds)
  const workloads =
    values.workloads === 'all' ? workloadNames : readNames('--workloads', values.workloads, workloadNames)
  if (engine === 'embedded' && workloads.length > 0) throw new Error('--workloads needs --engine postgres')
  const size = Number(values.size)
  if (!Number.isInteger(size) || size < 1) throw new Error(`--size is a whole number from 1 on, not ${values.size}`)
  const patience = Number(values.patience)
  if (!(patience >= 1)) throw new Error(`--patience is a number from 1 on, not ${values.patience}`)
  const program = resolve(values.program)
  return { seed, minutes, engine, program, only, faults, workloads, size, patience, retention: values.retention }
}

function readNames<Name extends string>(option: string, text: string, known: readonly Name[]): Name[] {
  const names = text.split(',').filter((name) => name !== '')
  return names.map((name) => {
    const found = known.find((one) => one === name)
    if (found === undefined) throw new Error(`${option} takes ${known.join(', ')}; there is no ${name}`)
    return found
  })
}

/** As it is typed to repeat a run. */
export const commandOf = (
  { seed, minutes, engine, program, only, faults, workloads, size, patience, retention }: Options,
  here: string,
) =>
  [
    `npm run chaos -- --seed ${seed} --minutes ${minutes} --engine ${engine}`,
    ...(program === here ? [] : [`--program ${program}`]),
    ...(patience === 1 ? [] : [`--patience ${patience}`]),
    ...(retention ? ['--retention'] : []),
    ...(only.length === 0 ? [] : [`--only ${only.join(',')}`]),
    ...(faults.length === 0 ? [] : [`--faults ${faults.join(',')}`]),
    ...(workloads.length === 0 ? [] : [`--workloads ${workloads.join(',')}`]),
    ...(size === 1 ? [] : [`--size ${size}`]),
  ].join(' ')

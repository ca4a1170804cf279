/** The command line of a run. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Engine, type FaultKind, faultKinds } from './plan.ts'

export interface Options {
  readonly seed: number
  readonly minutes: number
  readonly engine: Engine
  /** The checkout whose server is tested. */
  readonly program: string
  readonly only: readonly FaultKind[]
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
  const names = values.only.split(',').filter((name) => name !== '')
  const only = names.map((name) => {
    const kind = faultKinds.find((one) => one === name)
    if (kind === undefined) throw new Error(`--only takes ${faultKinds.join(', ')}; there is no ${name}`)
    return kind
  })
  const patience = Number(values.patience)
  if (!(patience >= 1)) throw new Error(`--patience is a number from 1 on, not ${values.patience}`)
  return { seed, minutes, engine, program: resolve(values.program), only, patience, retention: values.retention }
}

/** As it is typed to repeat a run. */
export const commandOf = ({ seed, minutes, engine, program, only, patience, retention }: Options, here: string) =>
  [
    `npm run chaos -- --seed ${seed} --minutes ${minutes} --engine ${engine}`,
    ...(program === here ? [] : [`--program ${program}`]),
    ...(patience === 1 ? [] : [`--patience ${patience}`]),
    ...(retention ? ['--retention'] : []),
    ...(only.length === 0 ? [] : [`--only ${only.join(',')}`]),
  ].join(' ')

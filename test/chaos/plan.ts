/** Which faults a run has, drawn from its seed alone: the same seed, engine and minutes give the same plan. */
import { createRandom } from '../../src/carriers/simulator/outcome.ts'
import { gapSecondsOf } from './limits.ts'

export type Engine = 'postgres' | 'embedded'

interface Kind {
  readonly engines: readonly Engine[]
  /** How long it lasts, from and to. */
  readonly seconds: readonly [number, number]
  /** Whether submits may be lost whose answer is not written yet, so that messages are sent again. */
  readonly losesWindows: boolean
  readonly targets?: readonly string[]
  /** Needs a file system of its own, and so root. */
  readonly needsDisk?: boolean
}

const both = ['postgres', 'embedded'] as const
const postgres = ['postgres'] as const

/** SQLSTATEs that say nothing about the statement, of every class that has any. */
const sqlStates = [
  '08006',
  '40001',
  '40P01',
  '53000',
  '53100',
  '53200',
  '53300',
  '53400',
  '55000',
  '55006',
  '55P03',
  '57000',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '58000',
  '58030',
  'XX000',
  'XX001',
] as const

const kinds = {
  'kill-api': { engines: postgres, seconds: [0, 3], losesWindows: false, targets: ['api1', 'api2'] },
  'kill-worker': { engines: postgres, seconds: [0, 3], losesWindows: true, targets: ['worker1', 'worker2'] },
  'kill-all': { engines: both, seconds: [0, 5], losesWindows: true },
  // Longer than a lease, which is 10 s.
  'freeze-api': { engines: postgres, seconds: [12, 18], losesWindows: false, targets: ['api1', 'api2'] },
  // Long enough for a gap in sending that row locks would cause.
  'freeze-worker': { engines: postgres, seconds: [20, 28], losesWindows: true, targets: ['worker1', 'worker2'] },
  'freeze-all': { engines: ['embedded'], seconds: [12, 18], losesWindows: true },
  'database-kill': { engines: postgres, seconds: [2, 10], losesWindows: true },
  'database-stop': { engines: postgres, seconds: [2, 10], losesWindows: true },
  'database-restart': { engines: postgres, seconds: [0, 2], losesWindows: true },
  'database-cut': { engines: postgres, seconds: [2, 15], losesWindows: true },
  'database-hang': { engines: postgres, seconds: [2, 15], losesWindows: true },
  'database-slow': { engines: postgres, seconds: [5, 12], losesWindows: true },
  'disk-full': { engines: both, seconds: [6, 15], losesWindows: true, needsDisk: true },
  sqlstate: { engines: both, seconds: [3, 10], losesWindows: true, targets: sqlStates },
  'centre-cut': { engines: both, seconds: [1, 12], losesWindows: true },
  'centre-hang': { engines: both, seconds: [3, 12], losesWindows: true },
  'centre-restart': { engines: both, seconds: [1, 10], losesWindows: true },
  'centre-slow': { engines: both, seconds: [5, 12], losesWindows: true },
  'centre-throttles': { engines: both, seconds: [4, 10], losesWindows: false },
  'centre-errors': { engines: both, seconds: [3, 8], losesWindows: false },
  backlog: { engines: both, seconds: [25, 35], losesWindows: false },
} as const satisfies Record<string, Kind>

export type FaultKind = keyof typeof kinds
export const faultKinds = Object.keys(kinds) as FaultKind[]

export interface Fault {
  readonly kind: FaultKind
  /** A process, or a SQLSTATE; empty where there is no choice. */
  readonly target: string
  readonly seconds: number
  /** From 0 to 1: how much of it there is, such as the share of statements that fail. */
  readonly strength: number
  readonly losesWindows: boolean
  /** Undisturbed time after the recovery. */
  readonly quietSeconds: number
}

export interface PlanOptions {
  readonly seed: number
  readonly minutes: number
  readonly engine: Engine
  readonly hasDisk: boolean
  readonly patience: number
  /** All of the engine's when empty. */
  readonly only: readonly FaultKind[]
  /** In this order, instead of drawn kinds, when not empty. */
  readonly faults: readonly FaultKind[]
}

/** The average recovery time. The plan has as many faults as fit. */
const recoverySeconds = 6

/** In every plan of a minute or more: a frozen process keeps its locks, which is the hardest fault for the others. */
const always = 'freeze-worker'

/** With patience, a freeze must still be longer than the gap in sending that is allowed meanwhile. */
const outlasting = 1.25

/** Shuffles the kinds, so that each comes once before any repeats. */
export function drawPlan({ seed, minutes, engine, hasDisk, patience, only, faults }: PlanOptions): Fault[] {
  const random = createRandom(seed)
  const between = (from: number, to: number) => from + random() * (to - from)
  const oneOf = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]
  const dealt = faultKinds.filter((name) => {
    const kind: Kind = kinds[name]
    return kind.engines.includes(engine) && (hasDisk || !kind.needsDisk) && (only.length === 0 || only.includes(name))
  })
  const draw = (name: FaultKind): Fault => {
    const kind: Kind = kinds[name]
    return {
      kind: name,
      target: oneOf(kind.targets ?? ['']) ?? '',
      seconds: round(between(...kind.seconds)),
      strength: round(between(0.2, 1)),
      losesWindows: kind.losesWindows,
      quietSeconds: round(between(1, 4)),
    }
  }
  const freezeSecondsMin = outlasting * gapSecondsOf(patience)
  const outlast = (one: Fault): Fault =>
    one.kind === always ? { ...one, seconds: Math.max(one.seconds, freezeSecondsMin) } : one
  if (faults.length > 0) return faults.map(draw).map(outlast)
  const plan: Fault[] = []
  let deck: FaultKind[] = []
  for (let seconds = 0; seconds < minutes * 60 && dealt.length > 0; ) {
    if (deck.length === 0) deck = [...dealt]
    const [name = 'kill-all'] = deck.splice(Math.floor(random() * deck.length), 1)
    const fault = draw(name)
    plan.push(fault)
    seconds += fault.seconds + recoverySeconds + fault.quietSeconds
  }
  if (minutes >= 1 && dealt.includes(always) && !plan.some(({ kind }) => kind === always)) plan.push(draw(always))
  return plan.map(outlast)
}

const round = (value: number) => Math.round(value * 10) / 10

/** Faults that interrupt processes in the middle of their work. */
export const interrupts = ({ kind }: Pick<Fault, 'kind'>) => /^(kill|freeze)-/.test(kind)

export const describeFault = ({ kind, target, seconds }: Fault) =>
  `${kind}${target === '' ? '' : ` ${target}`} for ${seconds} s`

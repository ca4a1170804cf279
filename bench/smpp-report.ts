/** Formats the results of `npm run bench:smpp` and compares its sides. */
import { describeNoise, isDisturbed, type Noise, type ProcessorUse } from './processor.ts'
import type { RoundResult } from './smpp-customer.ts'
import type { SmscCounts } from './smpp-smsc.ts'

/** The names of the processes that all sides share. */
const peers: readonly string[] = ['smsc', 'load + receiver']

export interface Measured {
  readonly result: RoundResult
  readonly smsc: SmscCounts
  /** Null when not available. */
  readonly processor: UsePerMessage | null
}

interface UsePerMessage {
  /** Microseconds per message by process name. */
  readonly microseconds: Readonly<Record<string, number>>
  /** The shares of the machine, by process name, while messages were sent and called back. */
  readonly shares: Readonly<Record<string, number>>
  readonly noise: Noise
}

export function perMessage({ seconds, noise }: ProcessorUse, messages: number, machineSeconds: number): UsePerMessage {
  const each = (of: (value: number) => number) =>
    Object.fromEntries(Object.entries(seconds).map(([name, value]) => [name, of(value)]))
  return {
    microseconds: each((value) => (value * 1_000_000) / messages),
    shares: each((value) => value / machineSeconds),
    noise,
  }
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const acceptedPerSecond = ({ result }: Measured) => result.accepted / result.acceptSeconds
const endToEndPerSecond = ({ result }: Measured) => result.callbacks.distinct / result.seconds
/** Of the side itself, without the SMSC and the customer. */
const ofSide = (values: Readonly<Record<string, number>> = {}) =>
  sum(Object.entries(values).flatMap(([name, value]) => (peers.includes(name) ? [] : [value])))
const ownMicroseconds = ({ processor }: Measured) => ofSide(processor?.microseconds)
const ownShare = ({ processor }: Measured) => ofSide(processor?.shares)
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

export function describeRound(title: string, measured: Measured): string {
  const { result, smsc, processor } = measured
  const { callbacks } = result
  const lines = [
    `${title}: accepted ${whole(acceptedPerSecond(measured))}/s, end to end ${whole(endToEndPerSecond(measured))} messages/s (${result.seconds.toFixed(1)} s)`,
    `  SMSC: ${whole(smsc.submitted)} submitted, ${whole(smsc.distinct)} distinct, ${whole(smsc.duplicate)} duplicate, ${whole(smsc.receipts)} receipts` +
      `; callbacks: ${whole(callbacks.distinct)} distinct, ${whole(callbacks.twice)} duplicate${callbacks.strange > 0 ? `, ${whole(callbacks.strange)} of something else` : ''}`,
  ]
  if (processor !== null) lines.push(describeUse(processor))
  return lines.join('\n')
}

export const figuresOf = (measured: Measured) => [
  acceptedPerSecond(measured),
  endToEndPerSecond(measured),
  ownMicroseconds(measured),
  ownShare(measured),
]

/** Lost, refused or duplicate messages and callbacks. Null if there are none. */
export function findProblem({ result, smsc }: Measured): string | null {
  const { accepted, failed, failure, callbacks } = result
  const problems: readonly (readonly [count: number, what: string])[] = [
    [failed, `were not accepted, the first with ${failure?.split('\n')[0]}`],
    [accepted - callbacks.distinct, 'callbacks never came'],
    [callbacks.twice, 'callbacks came twice'],
    [callbacks.strange, 'callbacks were of something else'],
    [smsc.duplicate, 'messages were submitted twice'],
  ]
  const found = problems.filter(([count]) => count > 0).map(([count, what]) => `${whole(count)} ${what}`)
  return found.length > 0 ? found.join(', ') : null
}

function describeUse({ microseconds, shares, noise }: UsePerMessage): string {
  const each = Object.entries(microseconds).map(([name, value]) => `${name} ${whole(value)}`)
  const together = `together ${whole(sum(Object.values(microseconds)))}; ${percent(ofSide(shares))} of the machine for the side itself`
  const disturbance = isDisturbed(noise) ? ` (${describeNoise(noise)})` : ''
  return `  processor, µs a message: ${each.join(', ')}, ${together}${disturbance}`
}

const percent = (share: number) => `${Math.round(share * 100)}%`

/** The medians, with the names of the worst round. */
function mergeNoise(all: readonly Noise[]): Noise {
  const worst = all.toSorted((a, b) => b.elsewhere - a.elsewhere)[0]
  return {
    elsewhere: median(all.map(({ elsewhere }) => elsewhere)),
    stolen: median(all.map(({ stolen }) => stolen)),
    busiest: worst?.busiest ?? [],
  }
}

const usesOf = (rounds: readonly Measured[]) => rounds.flatMap(({ processor }) => processor ?? [])

/**
 * Compares the first side with the second, by medians. On a busy machine the side with more threads gets more processor
 * time, so one disturbed round is enough to refuse a verdict.
 */
export function compareSides(measured: ReadonlyMap<string, readonly Measured[]>): {
  readonly text: string
  readonly hasVerdict: boolean
} {
  const noises = [...measured].flatMap(([name, rounds]) =>
    rounds.map(({ processor }, index) => [`${name}, round ${index + 1}`, processor?.noise] as const),
  )
  const [round, noise] = noises.find(([, one]) => one === undefined || isDisturbed(one)) ?? []
  if (round !== undefined) {
    const reason = noise === undefined ? 'processor times are unknown without /proc' : describeNoise(noise)
    return { text: `No verdict (${round}): ${reason}. Measure again on a quiet Linux machine.`, hasVerdict: false }
  }
  const medians = (of: (one: Measured) => number) =>
    [...measured].map(([name, rounds]) => [name, median(rounds.map(of))] as const)
  const list = (what: string, values: ReturnType<typeof medians>, show: (value: number) => string) =>
    `  ${what}: ${values.map(([name, value]) => `${name} ${show(value)}`).join(', ')}`
  const ratioOf = ([[, first] = ['', 0], [, second] = ['', 0]]: ReturnType<typeof medians>) => first / second
  const [microseconds, speed] = [medians(ownMicroseconds), medians(endToEndPerSecond)]
  const [first, second] = [...measured.keys()]
  return {
    text: [
      `${first} compared with ${second} (a ratio above 1: ${first} is better)`,
      `${list('processor time a message, µs', microseconds, whole)}; ratio ${(1 / ratioOf(microseconds)).toFixed(2)}`,
      list('share of the machine', medians(ownShare), percent),
      `${list('messages/s, end to end', speed, whole)}; ratio ${ratioOf(speed).toFixed(2)}`,
    ].join('\n'),
    hasVerdict: true,
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

export function describeMedians(name: string, rounds: readonly Measured[]): string {
  const uses = usesOf(rounds)
  const medians = (of: (use: UsePerMessage) => Readonly<Record<string, number>>) => {
    const names = uses.slice(0, 1).flatMap((use) => Object.keys(of(use)))
    return Object.fromEntries(names.map((one) => [one, median(uses.map((use) => of(use)[one] ?? 0))]))
  }
  const [microseconds, shares] = [medians((use) => use.microseconds), medians((use) => use.shares)]
  const noise = mergeNoise(uses.map((use) => use.noise))
  const speed = `accepted ${whole(median(rounds.map(acceptedPerSecond)))}/s, end to end ${whole(median(rounds.map(endToEndPerSecond)))} messages/s`
  return `${name}, median of ${rounds.length}: ${speed}${uses.length > 0 ? `\n${describeUse({ microseconds, shares, noise })}` : ''}`
}

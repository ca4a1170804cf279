/** Formats the results of `npm run bench:smpp`. */
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
  readonly noise: Noise
}

export function perMessage({ seconds, noise }: ProcessorUse, messages: number): UsePerMessage {
  const each = Object.entries(seconds).map(([name, value]) => [name, (value * 1_000_000) / messages])
  return { microseconds: Object.fromEntries(each), noise }
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const acceptedPerSecond = ({ result }: Measured) => result.accepted / result.acceptSeconds
export const endToEndPerSecond = ({ result }: Measured) => result.callbacks.distinct / result.seconds
/** Of the side itself, without the SMSC and the customer. */
export const ownMicroseconds = ({ processor }: Measured) =>
  sum(Object.entries(processor?.microseconds ?? {}).flatMap(([name, value]) => (peers.includes(name) ? [] : [value])))
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

export function describeRound(title: string, measured: Measured): string {
  const { result, smsc, processor } = measured
  const { callbacks } = result
  const lines = [
    `${title}: accepted ${whole(acceptedPerSecond(measured))}/s, end to end ${whole(endToEndPerSecond(measured))} messages/s (${result.seconds.toFixed(1)} s)`,
    `  SMSC: ${whole(smsc.submitted)} submitted, ${whole(smsc.distinct)} distinct, ${whole(smsc.duplicate)} duplicate, ${whole(smsc.receipts)} receipts` +
      `; callbacks: ${whole(callbacks.distinct)} distinct, ${whole(callbacks.twice)} duplicate${callbacks.strange > 0 ? `, ${whole(callbacks.strange)} of something else` : ''}`,
  ]
  if (processor !== null) lines.push(`  processor, µs a message: ${describeUse(processor)}`)
  if (result.failed > 0)
    lines.push(`  ${whole(result.failed)} were not accepted, the first with ${result.failure?.split('\n')[0]}`)
  if (isIncomplete(measured)) lines.push(`  ${whole(result.accepted - callbacks.distinct)} callbacks never came`)
  return `${lines.join('\n')}\n`
}

function describeUse({ microseconds, noise }: UsePerMessage): string {
  const each = Object.entries(microseconds).map(([name, value]) => `${name} ${whole(value)}`)
  const together = `${each.join(', ')}, together ${whole(sum(Object.values(microseconds)))}`
  return isDisturbed(noise) ? `${together} (${describeNoise(noise)})` : together
}

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
 * On a busy machine the side with more threads gets more CPU time, so a comparison is meaningless. Null when it was
 * quiet.
 */
export function describeDisturbance(rounds: readonly Measured[]): string | null {
  const noise = mergeNoise(usesOf(rounds).map((use) => use.noise))
  return isDisturbed(noise)
    ? `The machine was not quiet: ${describeNoise(noise)}. Measure again when it is idle\n`
    : null
}

/** Messages were lost or not accepted. */
export const isIncomplete = ({ result }: Measured) => result.failed > 0 || result.callbacks.distinct < result.accepted

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

export function describeMedians(name: string, rounds: readonly Measured[]): string {
  const uses = usesOf(rounds)
  const names = Object.keys(uses[0]?.microseconds ?? {})
  const microseconds = Object.fromEntries(
    names.map((one) => [one, median(uses.map((use) => use.microseconds[one] ?? 0))]),
  )
  const noise = mergeNoise(uses.map((use) => use.noise))
  const speed = `accepted ${whole(median(rounds.map(acceptedPerSecond)))}/s, end to end ${whole(median(rounds.map(endToEndPerSecond)))} messages/s`
  return `${name}, median of ${rounds.length}: ${speed}\n${names.length > 0 ? `  processor, µs a message: ${describeUse({ microseconds, noise })}\n` : ''}`
}

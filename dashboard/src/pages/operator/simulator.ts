import type { Chaos } from '../../../../src/contract/console/sandbox.ts'

export const calm: Chaos = { latencyMs: 0, refusalRate: 0, disconnectRate: 0, ratePerSecond: 0 }

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `2 days 1 hour`. */
export function showDuration(seconds: number): string {
  let rest = seconds
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`]
  })
  return parts.join(' ') || '0 seconds'
}

/** The place of a value on a slider that has these steps: of the one that is nearest. */
export function stepOf(steps: readonly number[], value: number): number {
  const away = steps.map((step) => Math.abs(step - value))
  return away.indexOf(Math.min(...away))
}

const percents = Array.from({ length: 101 }, (_, percent) => percent / 100)
const showShare = (rate: number) => (rate === 0 ? 'none' : `${Number((rate * 100).toPrecision(6))} %`)
const showLatency = (ms: number) => (ms === 0 ? 'at once' : ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`)
const showRate = (perSecond: number) => (perSecond === 0 ? 'no limit' : `${perSecond} a second`)

export interface Knob {
  readonly name: keyof Chaos
  readonly label: string
  readonly about: string
  /** From how it should be on the left to the worst on the right. */
  readonly steps: readonly number[]
  readonly show: (value: number) => string
}

export const knobs: readonly Knob[] = [
  {
    name: 'refusalRate',
    label: 'Refusals',
    about: 'So many of the messages are refused for good. They end as undelivered, and cost nothing.',
    steps: percents,
    show: showShare,
  },
  {
    name: 'disconnectRate',
    label: 'Disconnects',
    about:
      'With so many of the messages the connection breaks, for a second. Nothing is lost: what was under way is sent again.',
    steps: percents,
    show: showShare,
  },
  {
    name: 'latencyMs',
    label: 'Latency',
    about: 'How long the network takes to answer each message.',
    steps: [0, 50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000],
    show: showLatency,
  },
  {
    name: 'ratePerSecond',
    label: 'Rate limit',
    about: 'How many messages it takes in a second. The others wait in the queue; one-time PINs go first.',
    steps: [0, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
    show: showRate,
  },
]

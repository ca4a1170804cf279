import type { Chaos } from '../../../../src/contract/console/sandbox.ts'
import { t } from '../../operator-text.ts'
import { fill, locale } from '../../text.ts'

export const noFaults: Chaos = { latencyMs: 0, refusalRate: 0, disconnectRate: 0, ratePerSecond: 0 }

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const showUnit = (unit: (typeof units)[number][0], count: number) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** `2 days 1 hour`. */
export function showDuration(seconds: number): string {
  let rest = seconds
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [showUnit(unit, count)]
  })
  return parts.join(' ') || showUnit('second', 0)
}

/** The index of the step that is nearest to a value. */
export function stepOf(steps: readonly number[], value: number): number {
  const away = steps.map((step) => Math.abs(step - value))
  return away.indexOf(Math.min(...away))
}

const percents = Array.from({ length: 101 }, (_, percent) => percent / 100)
const shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })
const showShare = (rate: number) => (rate === 0 ? t.sandbox.none : shares.format(rate))

const showShort = (unit: 'millisecond' | 'second', count: number) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
function showLatency(ms: number): string {
  if (ms === 0) return t.sandbox.noDelay
  return ms < 1_000 ? showShort('millisecond', ms) : showShort('second', ms / 1_000)
}

const showRate = (count: number) => (count === 0 ? t.sandbox.noLimit : fill(t.sandbox.perSecond, { count }))

export interface Knob {
  readonly name: keyof Chaos
  /** From no fault to the worst. */
  readonly steps: readonly number[]
  readonly show: (value: number) => string
}

export const knobs: readonly Knob[] = [
  { name: 'refusalRate', steps: percents, show: showShare },
  { name: 'disconnectRate', steps: percents, show: showShare },
  { name: 'latencyMs', steps: [0, 50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000], show: showLatency },
  { name: 'ratePerSecond', steps: [0, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1], show: showRate },
]

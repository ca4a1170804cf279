import type { LimitsBody, LimitValue, RetentionClass } from '../../../../src/contract/console/retention.ts'
import { fill, t } from '../../text.ts'

/** One limit in the form. */
export interface LimitInput {
  readonly mode: 'default' | 'days' | 'none'
  /** As typed. */
  readonly days: string
}

export type LimitInputs = Readonly<Record<string, LimitInput>>

export const inputOf = (value: LimitValue): LimitInput =>
  value === 'default' || value === null
    ? { mode: value === null ? 'none' : 'default', days: '' }
    : { mode: 'days', days: String(value) }

const toValue = ({ mode, days }: LimitInput): LimitValue =>
  mode === 'default' ? 'default' : mode === 'none' ? null : Number(days)

export const showDays = (days: number | null) =>
  days === null ? t.retention.forEver : fill(t.retention.days, { count: days })

/** The largest number of days that the server accepts. */
const daysMax = 36_500

/** The problem of an input, or null. */
export function findProblem({ mode, days }: LimitInput, min: number, max: number | null): string | null {
  if (mode !== 'days') return null
  const most = max ?? daysMax
  return /^\d{1,6}$/.test(days) && Number(days) >= min && Number(days) <= most
    ? null
    : fill(t.retention.range, { min, max: most })
}

/** The changed limits only, because others may have changed elsewhere. */
export function changesIn(
  classes: readonly RetentionClass[],
  inputs: LimitInputs,
  current: (one: RetentionClass) => LimitValue,
): LimitsBody {
  const changed = classes.flatMap((one) => {
    const input = inputs[one.dataClass]
    const value = input === undefined ? undefined : toValue(input)
    return value === undefined || value === current(one) ? [] : [[one.dataClass, value] as const]
  })
  return Object.fromEntries(changed)
}

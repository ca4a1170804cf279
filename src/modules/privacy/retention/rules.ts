import type { DataClass } from '../../../contract/console/retention.ts'
import type { RetentionRule } from '../../table-data/index.ts'

/** A number of days, or null for no limit: data is kept for ever. */
export type Days = number | null

/** One limit as it was set. */
export interface Limit {
  /** Undefined: not set, so the next more general limit applies. */
  readonly days: Days | undefined
  /** Until `keptUntil`, data is kept for at least `keptDays`, because the limit was shortened. */
  readonly keptDays: Days
  readonly keptUntil: Date | null
}

/** The limits of one class. */
export interface ClassLimits {
  readonly default: Limit
  readonly max: Limit
  /** The default while no operator has set one. */
  readonly builtIn: Days
}

const dayMs = 86_400_000
/** A shorter limit takes effect after this time, so that a mistake can be undone. */
const delayMs = 86_400_000
const daysMax = 36_500
/** Shorter limits would remove data that is still in use. */
export const daysMin: Readonly<Record<DataClass, number>> = { texts: 1, messages: 7, events: 1, logs: 30 }

const shorterOf = (one: Days, other: Days): Days => (one === null ? other : other === null ? one : Math.min(one, other))
export const longerOf = (one: Days, other: Days): Days => (one === null || other === null ? null : Math.max(one, other))
export const isShorter = (one: Days, other: Days): boolean => one !== null && (other === null || one < other)

export const notSet: Limit = { days: undefined, keptDays: null, keptUntil: null }

/** The value of a limit at a time. `general` applies while it is not set. */
function valueAt({ days, keptDays, keptUntil }: Limit, general: Days, at: Date): Days {
  const value = days === undefined ? general : days
  return keptUntil !== null && at < keptUntil ? longerOf(value, keptDays) : value
}

/** The limit that applies to an account at a time; to rows without an account if `own` is null. */
export function limitAt(limits: ClassLimits, own: Limit | null, at: Date): Days {
  const byDefault = valueAt(limits.default, limits.builtIn, at)
  return shorterOf(own === null ? byDefault : valueAt(own, byDefault, at), valueAt(limits.max, null, at))
}

/** The value that applies while a limit is not set. */
export interface General {
  readonly now: Days
  /** After the promises of a shortened default are over. */
  readonly later: Days
}

/**
 * Sets a limit to a new value. The promise of the current value holds for another day, including earlier promises that
 * are not over, so that two changes in a row don't shorten it.
 */
export function changeLimit(limit: Limit, days: Days | undefined, general: General, now: Date): Limit {
  if (days === limit.days) return limit
  const current = valueAt(limit, general.now, now)
  return isShorter(days === undefined ? general.later : days, current)
    ? { days, keptDays: current, keptUntil: new Date(now.getTime() + delayMs) }
    : { days, keptDays: null, keptUntil: null }
}

const endOfTime = new Date(8.64e15)

/** The value that applies while a limit is not set, without the maximum. */
export function generalOf(limits: ClassLimits, kind: 'default' | 'max' | 'own', now: Date): General {
  const generalAt = (at: Date) =>
    kind === 'own' ? valueAt(limits.default, limits.builtIn, at) : kind === 'default' ? limits.builtIn : null
  return { now: generalAt(now), later: generalAt(endOfTime) }
}

/** A limit that applies later than now, because it is shorter; null if nothing changes. */
export function nextLimit(
  limits: ClassLimits,
  own: Limit | null,
  now: Date,
): { readonly days: Days; readonly at: Date } | null {
  const times = [limits.default, limits.max, ...(own === null ? [] : [own])]
    .flatMap(({ keptUntil }) => (keptUntil !== null && keptUntil > now ? [keptUntil] : []))
    .toSorted((a, b) => a.getTime() - b.getTime())
  const current = limitAt(limits, own, now)
  const at = times.find((time) => limitAt(limits, own, time) !== current)
  return at === undefined ? null : { days: limitAt(limits, own, at), at }
}

/** How long a rule keeps rows under a limit. */
export function daysOf(
  rule: Pick<RetentionRule, 'atLeastDays' | 'atMostDays' | 'daysWithoutLimit'>,
  limit: Days,
): Days {
  const days = shorterOf(limit ?? rule.daysWithoutLimit ?? null, rule.atMostDays ?? null)
  return days === null ? null : Math.max(days, rule.atLeastDays ?? 0)
}

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)

/** The problem of a value for a limit; null if it is valid. */
export function findProblem(dataClass: DataClass, days: Days, max: Days): string | null {
  const min = daysMin[dataClass]
  if (days !== null && (days < min || days > daysMax))
    return `the limit for ${dataClass} must be from ${min} to ${shorterOf(daysMax, max)} days`
  if (isShorter(max, days))
    return `the limit for ${dataClass} must be from ${min} to ${max} days, because operators set this maximum`
  return null
}

/** A rule that finished this recently is not repeated by a run that continues an interrupted one. */
const recentMs = 1_800_000

/** The rules of a run: unfinished ones first, then those that were not run for longest. */
export function planRun<Rule extends Pick<RetentionRule, 'name'>>(
  rules: readonly Rule[],
  progress: readonly { readonly rule: string; readonly finishedAt: Date | null }[],
  now: Date,
): Rule[] {
  const finishedMs = new Map(progress.map(({ rule, finishedAt }) => [rule, finishedAt?.getTime() ?? 0]))
  const msOf = ({ name }: Rule) => finishedMs.get(name) ?? 1
  const isRecent = (ms: number) => ms > now.getTime() - recentMs && ms <= now.getTime()
  return rules.filter((rule) => !isRecent(msOf(rule))).toSorted((a, b) => msOf(a) - msOf(b))
}

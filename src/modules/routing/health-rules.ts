import type { HealthSettings } from '../../carriers/failover.ts'
import type { HealthCause, HealthState } from '../../contract/console/routing.ts'
import { countOf } from '../../values/count.ts'

export interface Health {
  readonly state: HealthState
  readonly cause: HealthCause | null
  /** For operators. */
  readonly reason: string | null
  readonly since: Date
  /** The time of the next trial; null unless the carrier is out. */
  readonly until: Date | null
  /** How many times in a row it was taken out. */
  readonly times: number
}

/** The results of a carrier since `countsSince`. */
export interface Figures {
  readonly taken: number
  readonly errors: number
  /** Messages that are old enough to have a receipt, and how many of them have none. */
  readonly submitted: number
  readonly missing: number
}

const outSecondsMax = 900
const percent = (part: number, whole: number) => `${Math.round((part * 100) / whole)}%`

/** The start of the evaluated period. Older results were evaluated before the carrier was taken out or its trial began. */
export function countsSince({ minutes }: HealthSettings, { state, since }: Health, now: Date): Date {
  // A trial has few messages, and they may take a while to arrive.
  return state === 'trial' ? since : new Date(Math.max(since.getTime(), now.getTime() - minutes * 60_000))
}

/** Returns the new health; the same object when nothing changes. */
export function evaluateHealth(health: Health, figures: Figures, settings: HealthSettings, now: Date): Health {
  if (health.state === 'out') {
    if (health.until !== null && now < health.until) return health
    return { ...health, state: 'trial', since: now, until: null }
  }
  const isTrial = health.state === 'trial'
  const least = isTrial ? Math.min(settings.trialMessages, settings.least) : settings.least
  const fault = faultOf(figures, settings, least)
  if (fault !== null) {
    const seconds = Math.min(outSecondsMax, settings.outSeconds * 2 ** health.times)
    return {
      state: 'out',
      ...fault,
      since: now,
      until: new Date(now.getTime() + seconds * 1_000),
      times: health.times + 1,
    }
  }
  if (!isTrial) return health
  const tried = health.cause === 'receipts' ? figures.submitted : figures.taken + figures.errors
  return tried < least ? health : { state: 'in', cause: null, reason: null, since: now, until: null, times: 0 }
}

function faultOf(
  { taken, errors, submitted, missing }: Figures,
  { errorsAbove, missingAbove, receiptMinutes }: HealthSettings,
  least: number,
) {
  const answers = taken + errors
  if (answers >= least && errors > answers * errorsAbove) {
    return { cause: 'errors' as const, reason: `${percent(errors, answers)} of ${answers} responses were errors` }
  }
  if (submitted >= least && missing > submitted * missingAbove) {
    return {
      cause: 'receipts' as const,
      reason: `${percent(missing, submitted)} of ${submitted} messages had no delivery receipt after ${countOf(receiptMinutes, 'minute')}`,
    }
  }
  return null
}

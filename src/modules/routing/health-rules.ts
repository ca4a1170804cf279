import type { HealthCause, HealthState } from '../../contract/console/routing.ts'

/** When a carrier is taken out of the choice. Null takes it out never. */
export interface HealthSettings {
  /** More than this share of its answers are errors. */
  readonly errorsAbove: number | null
  /** More than this share of its messages have no receipt after `receiptMinutes`. */
  readonly missingAbove: number | null
  /** How far back is looked. */
  readonly minutes: number
  /** Of fewer answers or messages nothing is said. */
  readonly least: number
  readonly receiptMinutes: number
  /** How long it stays out before it is tried; each further time twice as long. */
  readonly outSeconds: number
  /** So many messages try it. */
  readonly trialMessages: number
}

export const usualHealth: HealthSettings = {
  errorsAbove: 0.7,
  missingAbove: 0.9,
  minutes: 5,
  least: 20,
  receiptMinutes: 15,
  outSeconds: 60,
  trialMessages: 5,
}

export interface Health {
  readonly state: HealthState
  readonly cause: HealthCause | null
  /** In words for an operator. */
  readonly reason: string | null
  readonly since: Date
  /** When it is tried again; null when it is not out. */
  readonly until: Date | null
  /** How often in a row it was out. */
  readonly times: number
}

/** What came back from a carrier since its figures count. */
export interface Figures {
  readonly taken: number
  readonly errors: number
  /** Messages that it took long enough ago to have receipts, and those of them that have none. */
  readonly submitted: number
  readonly missing: number
}

const outSecondsMax = 900
const percent = (part: number, whole: number) => `${Math.round((part * 100) / whole)} %`

/** From when on figures count: those from before it was out, or before its trial, were judged already. */
export function countsSince({ minutes }: HealthSettings, { state, since }: Health, now: Date): Date {
  // A trial has few messages, and they may come slowly.
  return state === 'trial' ? since : new Date(Math.max(since.getTime(), now.getTime() - minutes * 60_000))
}

/** How a carrier is from now on; the same object when nothing changes. */
export function judgeHealth(health: Health, figures: Figures, settings: HealthSettings, now: Date): Health {
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
  if (errorsAbove !== null && answers >= least && errors > answers * errorsAbove) {
    return { cause: 'errors' as const, reason: `${percent(errors, answers)} of ${answers} answers were errors` }
  }
  if (missingAbove !== null && submitted >= least && missing > submitted * missingAbove) {
    return {
      cause: 'receipts' as const,
      reason: `no receipt came within ${receiptMinutes} minutes for ${percent(missing, submitted)} of ${submitted} messages`,
    }
  }
  return null
}

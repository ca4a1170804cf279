import type { ReportFigures } from '../../contract/account/reports.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { localDay } from '../../values/zoned-time.ts'
import { explainReason } from '../sms/index.ts'
import { addUp, figuresOf, hoursOf, noMessages } from './rules.ts'
import { findOnlyCurrency, sumAccounts, sumCarrierReasons, sumHours } from './store.ts'

/** Figures of the last 24 hours, for operators. They begin with an hour, because messages are counted by hour. */

const hourMs = 3_600_000
/** All hours of a day fit. */
const dayHoursMax = 30

const any = { accountId: null, carrier: null, country: null, sender: null, campaign: null, reason: null }

/** The current hour and the 23 before it. */
const recentSince = (now: Date) => new Date((Math.floor(now.getTime() / hourMs) - 23) * hourMs)

export interface RecentFigures {
  /** Empty if accounts have several. */
  readonly currency: string
  readonly today: ReportFigures
  readonly lastDay: ReportFigures
  /** The accounts with most messages in the last 24 hours. */
  readonly busiest: readonly number[]
}

/** The figures of all accounts. `today` is in the time zone. */
export async function readRecentFigures(
  db: Queryable,
  timeZone: string,
  accountsMax: number,
  now: Date,
): Promise<RecentFigures> {
  const day = localDay(now, timeZone)
  const today = hoursOf({ from: day, to: day, timeZone })
  const recent = { from: recentSince(now), until: today.until }
  const [hours, accounts, currency] = await Promise.all([
    sumHours(db, { ...any, ...today }, 'hour', dayHoursMax),
    sumHours(db, { ...any, ...recent }, 'account', accountsMax),
    findOnlyCurrency(db),
  ])
  return {
    currency,
    today: figuresOf(hours.total),
    lastDay: figuresOf(accounts.total),
    busiest: accounts.groups.map(({ key }) => Number(key)),
  }
}

/** The figures of some accounts in the last 24 hours. */
export async function readAccountFigures(
  db: Queryable,
  accountIds: readonly number[],
  now: Date,
): Promise<(accountId: number) => ReportFigures> {
  const sums = accountIds.length === 0 ? [] : await sumAccounts(db, accountIds, recentSince(now))
  const found = new Map(sums.map(({ accountId, ...one }) => [accountId, one]))
  return (accountId) => figuresOf(found.get(accountId) ?? noMessages)
}

export interface CarrierFigures {
  readonly figures: ReportFigures
  /** The most frequent first. */
  readonly failures: readonly { readonly reason: string; readonly text: string; readonly count: number }[]
}

/** The figures of carriers in the last 24 hours, with the reasons of failed messages. */
export async function readCarrierFigures(
  db: Queryable,
  reasonsMax: number,
  now: Date,
): Promise<(carrier: string) => CarrierFigures> {
  const found = Map.groupBy(await sumCarrierReasons(db, recentSince(now)), ({ carrier }) => carrier)
  return (carrier) => {
    const sums = found.get(carrier) ?? []
    const failures = sums
      .filter(({ reason, failed }) => reason !== '' && failed > 0)
      .sort((a, b) => b.failed - a.failed || (a.reason < b.reason ? -1 : 1))
      .slice(0, reasonsMax)
      .map(({ reason, failed }) => ({ reason, text: explainReason(reason) ?? reason, count: failed }))
    return { figures: figuresOf(addUp(sums)), failures }
  }
}

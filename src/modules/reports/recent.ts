import type { ReportFigures } from '../../contract/account/reports.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { localDay } from '../../values/zoned-time.ts'
import { explainReason } from '../sms/index.ts'
import { addUp, figuresOf, hoursOf, noMessages } from './rules.ts'
import { findOnlyCurrency, listBusiest, type RecentSums, sumAccounts, sumRecent } from './store.ts'

/** Figures of the last 24 hours, for operators. They begin with an hour, because messages are counted by hour. */

const hourMs = 3_600_000
/** The current hour and the 23 before it. */
const recentSince = (now: Date) => new Date((Math.floor(now.getTime() / hourMs) - 23) * hourMs)

export interface CarrierFigures {
  readonly figures: ReportFigures
  /** The most frequent first. */
  readonly failures: readonly { readonly reason: string; readonly text: string; readonly count: number }[]
}

/** The most frequent reasons of a carrier that are listed. */
const reasonsMax = 5

/**
 * The figures of all accounts. `today` is in the time zone. The currency is empty if accounts have several; `busiest` are
 * the accounts with most messages.
 */
export async function readRecentFigures(db: Queryable, timeZone: string, accountsMax: number, now: Date) {
  const day = localDay(now, timeZone)
  const { from } = hoursOf({ from: day, to: day, timeZone })
  // A day of 25 hours begins before the last 24 hours.
  const since = new Date(Math.min(from.getTime(), recentSince(now).getTime()))
  const [sums, busiest, currency] = await Promise.all([
    sumRecent(db, since),
    listBusiest(db, since, accountsMax),
    findOnlyCurrency(db),
  ])
  const carriers = Map.groupBy(sums, ({ carrier }) => carrier)
  return {
    currency,
    today: figuresOf(addUp(sums.filter(({ hour }) => hour >= from))),
    lastDay: figuresOf(addUp(sums)),
    busiest,
    carrierFigures: (carrier: string) => figuresOfCarrier(carriers.get(carrier) ?? []),
  }
}

function figuresOfCarrier(sums: readonly RecentSums[]): CarrierFigures {
  const failures = [...Map.groupBy(sums, ({ reason }) => reason)]
    .map(([reason, own]) => ({ reason, failed: addUp(own).failed }))
    .filter(({ reason, failed }) => reason !== '' && failed > 0)
    .sort((a, b) => b.failed - a.failed || (a.reason < b.reason ? -1 : 1))
    .slice(0, reasonsMax)
    .map(({ reason, failed }) => ({ reason, text: explainReason(reason) ?? reason, count: failed }))
  return { figures: figuresOf(addUp(sums)), failures }
}

/** The figures of some accounts in the last 24 hours. */
export async function readAccountFigures(db: Queryable, accountIds: readonly number[], now: Date) {
  const sums = accountIds.length === 0 ? [] : await sumAccounts(db, accountIds, recentSince(now))
  const found = new Map(sums.map(({ accountId, ...one }) => [accountId, one]))
  return (accountId: number) => figuresOf(found.get(accountId) ?? noMessages)
}

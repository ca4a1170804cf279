import type { Queryable } from '../../engine/db/index.ts'
import { localDay } from '../../values/zoned-time.ts'
import type { Range } from './model.ts'
import { addDays, daysOf, hoursOf } from './rules.ts'
import { sumHours } from './store.ts'

/** All hours of the days fit. */
const hoursMax = 10_000

/** The figures of the last days in a time zone, as in the report by day; the last one is today. */
export async function listReportedDays(
  db: Queryable,
  accountId: number,
  { days, timeZone }: { readonly days: number; readonly timeZone: string },
  now: Date,
) {
  const to = localDay(now, timeZone)
  const range: Range = { from: addDays(to, 1 - days), to, timeZone }
  const any = { carrier: null, country: null, sender: null, campaign: null, reason: null }
  const { groups } = await sumHours(db, { accountId, ...hoursOf(range), ...any }, 'hour', hoursMax)
  return daysOf(groups, range)
}

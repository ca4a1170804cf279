import type { Context } from '../../context.ts'
import type { Report, ReportRow } from '../../contract/account/reports.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { callingCodeIn } from '../../values/countries.ts'
import { readOneOf, readText } from '../../values/filters.ts'
import { invalidParameter, type Query } from '../../values/page.ts'
import { localDay } from '../../values/zoned-time.ts'
import { getAccount } from '../accounts/index.ts'
import { namesOf } from './labels.ts'
import type { Group, GroupSums, Hours, Range, ReportFilter } from './model.ts'
import {
  addDays,
  addUp,
  daysMax,
  daysOf,
  figuresOf,
  fillHours,
  hourlyDaysMax,
  hoursOf,
  readRange,
  refuseMerged,
  sumDays,
} from './rules.ts'
import { findOnlyCurrency, sumCarrierHours, sumHours } from './store.ts'

/** Groups of a report that are listed; an export has more. */
const listedMax = 1_000
const exportedMax = 50_000
/** All hours of the longest range fit into a day report. */
const timesMax = (daysMax + 1) * 25

type ReportContext = Pick<Context, 'db' | 'clock' | 'config'>

/** The report that a query asks for. */
interface ReportQuery<By extends Group> {
  readonly by: By
  readonly range: Range
  readonly filter: ReportFilter
}

export function readReportQuery<By extends Group>(
  query: Query,
  groups: readonly (By | 'day')[],
  accountId: number | null,
  now: Date,
): ReportQuery<By | 'day'> {
  const by = readOneOf(query, 'by', groups) ?? 'day'
  const range = readRange(query, now, by === 'hour' ? hourlyDaysMax : daysMax)
  if (by === 'hour') refuseMerged(range, now)
  return { by, range, filter: { ...hoursOf(range), accountId, ...readFilters(query) } }
}

const textLengthMax = 100

function readFilters(query: Query): Omit<ReportFilter, 'accountId' | keyof Hours> {
  const country = readText(query, 'country', textLengthMax)
  const campaign = readText(query, 'campaign', textLengthMax)
  if (campaign !== null && !/^\d{1,15}$/.test(campaign))
    throw invalidParameter('campaign', 'the id of a campaign, or 0')
  return {
    carrier: readText(query, 'carrier', textLengthMax),
    country: country === null ? null : readCountry(country),
    sender: readText(query, 'sender', textLengthMax),
    campaign: campaign === null ? null : Number(campaign),
    reason: readText(query, 'reason', textLengthMax),
  }
}

/** A country, or a calling code without one such as +870. */
function readCountry(text: string): string {
  const code = text.startsWith('+') ? text.slice(1) : callingCodeIn(text)
  if (code === null) throw invalidParameter('country', 'a country code of ISO 3166-1, such as TZ')
  return code
}

/** A report with its groups and their total. */
export async function report<By extends Group>(
  ctx: ReportContext,
  { by, range, filter }: ReportQuery<By>,
  isExport = false,
): Promise<Omit<Report, 'by'> & { readonly by: By }> {
  const { db, clock } = ctx
  const isTime = by === 'day' || by === 'hour'
  const limit = isTime ? timesMax : isExport ? exportedMax : listedMax
  const { groups, total, hasMore } = await sumHours(db, filter, isTime ? 'hour' : by, limit)
  const shown = arrange(by, groups, range, clock.now())
  const nameOf = await namesOf(db, by, shown, filter, range.timeZone)
  return {
    by,
    ...range,
    currency: await currencyOf(ctx, filter.accountId),
    rows: shown.map(({ key, ...sums }): ReportRow => ({ ...nameOf(key), ...figuresOf(sums) })),
    hasMore,
    total: figuresOf(total),
  }
}

function arrange(by: Group, groups: readonly GroupSums[], range: Range, now: Date): readonly GroupSums[] {
  if (by === 'day') return sumDays(groups, range)
  return by === 'hour' ? fillHours(groups, range, now) : groups
}

const currencyOf = async (ctx: ReportContext, accountId: number | null): Promise<string> =>
  accountId === null ? findOnlyCurrency(ctx.db) : (await getAccount(ctx, accountId)).currency

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
  const { groups } = await sumHours(db, { accountId, ...hoursOf(range), ...any }, 'hour', timesMax)
  return daysOf(groups, range)
}

const carriersMax = 10

/** The figures of the carriers with most messages, by day. */
export async function reportCarriers({ db }: Pick<ReportContext, 'db'>, { range, filter }: ReportQuery<'day'>) {
  const byCarrier = Map.groupBy(await sumCarrierHours(db, filter), ({ carrier }) => carrier)
  const sizes = [...byCarrier].map(([carrier, hours]) => ({ carrier, hours, size: figuresOf(addUp(hours)).messages }))
  const largest = sizes.toSorted((a, b) => b.size - a.size).slice(0, carriersMax)
  return { ...range, carriers: largest.map(({ carrier, hours }) => ({ carrier, days: daysOf(hours, range) })) }
}

import type { ReportRow } from '../../../../src/contract/account/reports.ts'
import type { reportFilters, SystemReportGroup } from '../../../../src/values/reports.ts'
import { dayBefore, dayFromToday } from '../../parts/days.ts'
import type { Filters } from '../../parts/filters.ts'
import { countryName } from '../../parts/formats.ts'
import { carrierName, explainReason } from '../../parts/labels.ts'

import { t } from '../../text.ts'

/** The report that the address asks for. */

const filterNames = [
  'carrier',
  'country',
  'sender',
  'campaign',
  'reason',
] as const satisfies readonly (typeof reportFilters)[number][]
export type FilterName = (typeof filterNames)[number]

export interface ReportChoice {
  readonly by: SystemReportGroup
  readonly from: string
  readonly to: string
  readonly filters: Readonly<Partial<Record<FilterName, string>>>
}

/** Without a choice, 30 days by day, the last of them today. */
export function reportChoiceOf(filters: Filters, groups: readonly SystemReportGroup[]): ReportChoice {
  const last = filters.to ?? dayFromToday(0)
  const first = filters.from ?? (filters.by === 'hour' ? last : dayBefore(last, 29))
  // Days in the wrong order are still a range.
  const [from = first, to = last] = [first, last].toSorted()
  return {
    by: groups.find((group) => group === filters.by) ?? 'day',
    from,
    to,
    filters: Object.fromEntries(
      filterNames.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])),
    ),
  }
}

export const isFilterName = (name: string): name is FilterName => filterNames.some((one) => one === name)

/** The name of a group in the user’s language. */
export function nameOf(by: SystemReportGroup, { key, label }: Pick<ReportRow, 'key' | 'label'>): string {
  if (key === '') return t.reports.unknown
  if (by === 'carrier') return carrierName(label)
  if (by === 'country') return /^[A-Z]{2}$/.test(key) ? countryName(key) : key
  if (by === 'reason') return explainReason(key, label) ?? key
  return by === 'campaign' && key === '0' ? t.reports.noCampaign : label
}

/** The server lists hours of at most this many days. */
export const hourlyDaysMax = 31

const dayMs = 86_400_000

export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs

/** All days from the first to the last. */
export const daysFrom = (from: string, to: string): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  )

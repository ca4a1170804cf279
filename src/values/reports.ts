/** The groups of a report on messages. */
export const reportGroups = ['day', 'hour', 'carrier', 'country', 'sender', 'campaign', 'reason'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** The parameters of a report that limit its messages. */
export const reportFilters = ['from', 'to', 'timeZone', 'carrier', 'country', 'sender', 'campaign', 'reason'] as const

/** Operators also see the accounts. */
export const systemReportGroups = [...reportGroups, 'account'] as const
export type SystemReportGroup = (typeof systemReportGroups)[number]

/** The percentage of delivered messages among the completed ones, with one decimal; null when none is completed. */
export function deliveryRate({ delivered, failed }: Readonly<Record<'delivered' | 'failed', number>>): number | null {
  const completed = delivered + failed
  if (completed === 0) return null
  const rate = Math.round((delivered / completed) * 1_000) / 10
  // Rounding must not turn 99.99% into 100%, or 0.01% into 0%.
  if (failed > 0 && rate === 100) return 99.9
  return delivered > 0 && rate === 0 ? 0.1 : rate
}

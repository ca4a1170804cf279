/** The groups of a report on messages. */
export const reportGroups = ['day', 'hour', 'carrier', 'country', 'sender', 'campaign', 'reason'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** The parameters of a report that limit its messages. */
export const reportFilters = ['from', 'to', 'timeZone', 'carrier', 'country', 'sender', 'campaign', 'reason'] as const

/** Operators also see the accounts. */
export const systemReportGroups = [...reportGroups, 'account'] as const
export type SystemReportGroup = (typeof systemReportGroups)[number]

import type { Report } from '../../contract/account/reports.ts'
import type { SystemReportGroup } from '../../values/reports.ts'

export type Group = SystemReportGroup

/** Groups that are read from a column. Days are sums of hours, because they depend on the time zone. */
export type ColumnGroup = Exclude<Group, 'day'>

/** The sums of one group. */
export interface Sums {
  readonly sent: number
  readonly unsent: number
  readonly delivered: number
  readonly failed: number
  /** A decimal. */
  readonly spent: string
  readonly deliverySeconds: number
  readonly timed: number
}

export interface GroupSums extends Sums {
  readonly key: string
}

/** Hours from the first until the last, exclusive. */
export interface Hours {
  readonly from: Date
  readonly until: Date
}

/** The messages that a report counts. Null values do not filter. */
export interface ReportFilter extends Hours {
  /** Null for all accounts. */
  readonly accountId: number | null
  readonly carrier: string | null
  /** A calling code. */
  readonly country: string | null
  readonly sender: string | null
  /** 0 for messages without a campaign. */
  readonly campaign: number | null
  readonly reason: string | null
}

/** Local days in a time zone, as yyyy-mm-dd, both inclusive. */
export type Range = Readonly<Pick<Report, 'from' | 'to' | 'timeZone'>>

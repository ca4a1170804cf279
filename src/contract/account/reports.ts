import { type Static, Type } from 'typebox'
import { reportFilters, reportGroups } from '../../values/report-groups.ts'
import { File, type RouteShapes } from '../route.ts'
import { Amount, nullable, objectOf, oneOf, queryOf } from '../shapes.ts'

/** The figures of messages, by the hour in which they were submitted. messages = delivered + failed + pending. */
const figures = {
  /** Submitted to carriers, or failed before. Cancelled messages do not count. */
  messages: Type.Integer(),
  /** Submitted to carriers. */
  sent: Type.Integer(),
  delivered: Type.Integer(),
  failed: Type.Integer(),
  /** Submitted, without a final status. */
  pending: Type.Integer(),
  /** Percentage of the completed messages that were delivered, with one decimal; null without any. */
  deliveryRate: nullable(Type.Number()),
  /** Average time from submit to delivery, in seconds; null if it is unknown. */
  deliverySeconds: nullable(Type.Number()),
  spent: Amount,
}

export type ReportFigures = Static<typeof ReportFigures>
export const ReportFigures = objectOf(figures)

/** One group of a report. */
export type ReportRow = Static<typeof ReportRow>
export const ReportRow = objectOf({
  /** The day or hour, the carrier, the country in ISO 3166-1, the sender ID, the id of the campaign, or the code of the reason. */
  key: Type.String(),
  /** The key in words, in English: the name of the country, the campaign or the account, or the reason as a sentence. */
  label: Type.String(),
  ...figures,
})

/** The days of a report. */
export const reportRange = {
  /** First and last day. */
  from: Type.String(),
  to: Type.String(),
  timeZone: Type.String(),
}

/** A report on messages. */
export type Report = Static<typeof Report>
const Report = objectOf({
  by: oneOf(reportGroups),
  ...reportRange,
  currency: Type.String(),
  /** Days and hours in order, including those without messages; other groups by their number of messages, largest first. */
  rows: Type.Array(ReportRow),
  /** Groups that are not listed, because there are too many. */
  hasMore: Type.Boolean(),
  total: ReportFigures,
})

const ReportQuery = queryOf('by', ...reportFilters)

export const reportRoutes = {
  'GET /v2/reports': { query: ReportQuery, answer: Report },
  'GET /v2/reports.csv': { query: ReportQuery, answer: File },
} as const satisfies RouteShapes

import { reportFilters, reportGroups } from '../../values/reports.ts'
import { File, resource, route } from '../route.ts'
import { Amount, nullable, objectOf, oneOf, queryOf } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

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

export type ReportRow = Static<typeof ReportRow>
export const ReportRow = objectOf({
  /** The day or hour, the carrier, the country in ISO 3166-1, the sender ID, the id of the campaign, or the code of the reason. */
  key: Type.String(),
  /** The key in words, in English: the name of the country, the campaign or the account, or the reason as a sentence. */
  label: Type.String(),
  ...figures,
})

export const reportRange = {
  /** First and last day. */
  from: Type.String(),
  to: Type.String(),
  timeZone: Type.String(),
}

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

const reportParameters = {
  by: '`day`, `hour`, `carrier`, `country`, `sender`, `campaign` or `reason`; by default `day`',
  from: 'first day, such as `2026-11-01`; by default 29 days before `to`',
  to: 'last day; by default today',
  timeZone: 'the time zone of days and hours, such as `Africa/Dar_es_Salaam`; by default `UTC`',
  carrier: 'only messages over this carrier',
  country: 'only messages to this country, such as `TZ`',
  campaign: 'only messages of the campaign with this id; `0` for messages without one',
  sender: 'only messages with this sender ID',
  reason: 'only messages that failed with this reason',
}

export const reports = resource('reports', 'reports', {
  get: route('GET /v2/reports', 'viewer', 'Get a report on messages', {
    command: null,
    description:
      'A message counts in the hour in which it was submitted, or in which it failed before. Its later status changes the figures of that hour, so they add up: `messages` = `delivered` + `failed` + `pending`. Reports stay complete after messages are removed. At most 366 days, and 31 days by hour.',
    query: ReportQuery,
    parameters: reportParameters,
    answer: Report,
  }),
  export: route('GET /v2/reports.csv', 'viewer', 'Export a report as CSV', {
    does: 'report.export',
    description: 'All groups, with the columns of the report.',
    query: ReportQuery,
    parameters: reportParameters,
    answer: File,
  }),
})

import { type Static, Type } from 'typebox'
import { reportFilters, systemReportGroups } from '../../values/report-groups.ts'
import { ReportFigures, ReportRow, reportRange } from '../account/reports.ts'
import { File, type RouteShapes } from '../route.ts'
import { Amount, answerOf, nullable, oneOf, queryOf, Time } from '../shapes.ts'

/** Amounts of several currencies have no sum. */
const spent = nullable(Amount)

/** A report on the messages of all accounts. */
export type SystemReport = Static<typeof SystemReport>
const SystemReport = answerOf({
  by: oneOf(systemReportGroups),
  ...reportRange,
  /** Empty if accounts have several; amounts are then null. */
  currency: Type.String(),
  rows: Type.Array(answerOf({ ...ReportRow.properties, spent })),
  hasMore: Type.Boolean(),
  total: answerOf({ ...ReportFigures.properties, spent }),
})

const ReportQuery = queryOf('by', 'account', ...reportFilters)

/** The figures of a carrier by day, for each day of the report. */
const CarrierDays = answerOf({
  carrier: Type.String(),
  days: Type.Array(answerOf({ day: Type.String(), ...ReportFigures.properties })),
})

/** The queue of a carrier in one hour. */
const QueueHour = answerOf({
  hour: Time,
  carrier: Type.String(),
  /** The longest wait of a message that was due, in seconds. */
  ageSeconds: Type.Integer(),
})

export const reportRoutes = {
  'GET /reports': { query: ReportQuery, answer: SystemReport },
  'GET /reports.csv': { query: ReportQuery, answer: File },
  'GET /reports/carriers': {
    query: queryOf('account', ...reportFilters),
    answer: answerOf({ ...reportRange, carriers: Type.Array(CarrierDays) }),
  },
  'GET /reports/queues': {
    query: queryOf('from', 'to', 'timeZone', 'carrier'),
    answer: answerOf({ ...reportRange, hours: Type.Array(QueueHour) }),
  },
} as const satisfies RouteShapes

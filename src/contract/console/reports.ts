import { type Static, Type } from 'typebox'
import { reportFilters, systemReportGroups } from '../../values/report-groups.ts'
import { ReportFigures, ReportRow, reportRange } from '../account/reports.ts'
import { File, type RouteShapes } from '../route.ts'
import { Amount, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

/** Amounts of several currencies have no sum. */
const spent = nullable(Amount)

/** A report on the messages of all accounts. */
export type SystemReport = Static<typeof SystemReport>
const SystemReport = objectOf({
  by: oneOf(systemReportGroups),
  ...reportRange,
  /** Empty if accounts have several; amounts are then null. */
  currency: Type.String(),
  rows: Type.Array(objectOf({ ...ReportRow.properties, spent })),
  hasMore: Type.Boolean(),
  total: objectOf({ ...ReportFigures.properties, spent }),
})

const ReportQuery = queryOf('by', 'account', ...reportFilters)

/** The figures of a carrier by day, for each day of the report. */
const CarrierDays = objectOf({
  carrier: Type.String(),
  days: Type.Array(objectOf({ day: Type.String(), ...ReportFigures.properties })),
})

/** The queue of a carrier in one hour. */
const QueueHour = objectOf({
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
    answer: objectOf({ ...reportRange, carriers: Type.Array(CarrierDays) }),
  },
  'GET /reports/queues': {
    query: queryOf('from', 'to', 'timeZone', 'carrier'),
    answer: objectOf({ ...reportRange, hours: Type.Array(QueueHour) }),
  },
} as const satisfies RouteShapes

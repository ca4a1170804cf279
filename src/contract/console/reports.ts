import { type Static, Type } from 'typebox'
import { systemReportGroups } from '../../values/report-groups.ts'
import { reportFilters, reportOf } from '../account/reports.ts'
import { File, type RouteShapes } from '../route.ts'
import { answerOf, queryOf, Time } from '../shapes.ts'

/** A report on the messages of all accounts. Its currency is empty if accounts have several. */
export type SystemReport = Static<typeof SystemReport>
const SystemReport = reportOf(systemReportGroups)

const ReportQuery = queryOf('by', 'account', ...reportFilters)

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
  'GET /reports/queues': {
    query: queryOf('from', 'to', 'timeZone', 'carrier'),
    answer: answerOf({ from: Type.String(), to: Type.String(), timeZone: Type.String(), hours: Type.Array(QueueHour) }),
  },
} as const satisfies RouteShapes

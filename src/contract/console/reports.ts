import { reportFilters, systemReportGroups } from '../../values/reports.ts'
import { ReportFigures, ReportRow, reportRange } from '../account/reports.ts'
import { consoleResource, File, route } from '../route.ts'
import { Amount, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** Amounts of several currencies have no sum. */
const spent = nullable(Amount)

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

const QueueHour = objectOf({
  hour: Time,
  carrier: Type.String(),
  /** The longest wait of a message that was due, in seconds. */
  ageSeconds: Type.Integer(),
})

export const consoleReports = consoleResource('reports', {
  listAll: route('GET /reports', 'operator', 'List the messages of all accounts by day, account, carrier and more', {
    command: null,
    query: ReportQuery,
    answer: SystemReport,
  }),
  exportAll: route('GET /reports.csv', 'operator', 'Export a report on all accounts as a CSV file', {
    does: 'report.export',
    query: ReportQuery,
    answer: File,
  }),
  carriers: route('GET /reports/carriers', 'operator', 'List the figures of each carrier by day', {
    command: null,
    query: queryOf('account', ...reportFilters),
    answer: objectOf({ ...reportRange, carriers: Type.Array(CarrierDays) }),
  }),
  queues: route('GET /reports/queues', 'operator', 'List the longest waits for each carrier by hour', {
    command: null,
    query: queryOf('from', 'to', 'timeZone', 'carrier'),
    answer: objectOf({ ...reportRange, hours: Type.Array(QueueHour) }),
  }),
})

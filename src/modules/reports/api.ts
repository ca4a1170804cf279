import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { ReportFigures, reports } from '../../contract/account/reports.ts'
import { consoleReports, type SystemReport } from '../../contract/console/reports.ts'
import { exportRows, sendCsv } from '../../engine/csv/index.ts'
import { readText } from '../../values/filters.ts'
import { parseId } from '../../values/id.ts'
import { invalidParameter, type Query } from '../../values/page.ts'
import { reportGroups, systemReportGroups } from '../../values/reports.ts'
import { toWireName } from '../../values/wire-names.ts'
import type { Group } from './model.ts'
import { readReportQuery, report, reportCarriers } from './report.ts'
import { hourlyDaysMax, hoursOf, readRange } from './rules.ts'
import { listQueueHours } from './store.ts'

/** Reports on the messages of an account, and of all accounts for operators. */
export function reportsApi(app: FastifyInstance, ctx: Context): void {
  const { db, clock } = ctx
  const ofAccount = (query: Query, accountId: number) => readReportQuery(query, reportGroups, accountId, clock.now())
  const ofSystem = (query: Query) => readReportQuery(query, systemReportGroups, readAccount(query), clock.now())

  serve(app, reports.get, ({ accountId, query }) => report(ctx, ofAccount(query, accountId)))

  serve(app, reports.export, async ({ accountId, query, request, reply }) => {
    const asked = ofAccount(query, accountId)
    return sendReport(request, reply, await report(ctx, asked, true))
  })

  serve(app, consoleReports.listAll, async ({ query }) => withoutMixedAmounts(await report(ctx, ofSystem(query))))

  serve(app, consoleReports.exportAll, async ({ query, request, reply }) =>
    sendReport(request, reply, withoutMixedAmounts(await report(ctx, ofSystem(query), true))),
  )

  serve(app, consoleReports.carriers, ({ query }) =>
    reportCarriers(ctx, readReportQuery({ ...query, by: undefined }, ['day'], readAccount(query), clock.now())),
  )

  serve(app, consoleReports.queues, async ({ query }) => {
    const range = readRange(query, clock.now(), hourlyDaysMax)
    return { ...range, hours: await listQueueHours(db, hoursOf(range), readText(query, 'carrier', 100)) }
  })
}

function withoutMixedAmounts(found: Awaited<ReturnType<typeof report<Group>>>): SystemReport {
  if (found.currency !== '') return found
  const rows = found.rows.map((row) => ({ ...row, spent: null }))
  return { ...found, rows, total: { ...found.total, spent: null } }
}

/** The account of a report for operators; null for all. */
function readAccount({ account = '' }: Query): number | null {
  if (account === '') return null
  const id = parseId(String(account))
  if (id === null) throw invalidParameter('account', 'the id of an account')
  return id
}

type Row = SystemReport['rows'][number]

/** Columns of an export after the key and the label. */
const figures = Object.keys(ReportFigures.properties) as (keyof ReportFigures)[]

function sendReport(request: FastifyRequest, reply: FastifyReply, { by, from, to, currency, rows }: SystemReport) {
  request.auditDetail = { by, from, to }
  const list = {
    header: [by, 'label', ...figures.map(toWireName), 'currency'],
    listAfter: async (after: Row | null) => (after === null ? rows : []),
    cells: (row: Row) => [row.key, row.label, ...figures.map((name) => String(row[name] ?? '')), currency],
  }
  return sendCsv(request, reply, `report-${by}-${from}-${to}`, () => exportRows(list))
}

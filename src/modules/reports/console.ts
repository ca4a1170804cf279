import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import type { SystemReport } from '../../contract/console/reports.ts'
import { exportRows } from '../../engine/csv/index.ts'
import { readText } from '../../values/filters.ts'
import { parseId } from '../../values/id.ts'
import { invalidParameter, type Query } from '../../values/page.ts'
import { reportGroups, systemReportGroups } from '../../values/report-groups.ts'
import { toWireName } from '../../values/wire-names.ts'
import type { Group } from './model.ts'
import { readQuestion, report, reportCarriers } from './report.ts'
import { hourlyDaysMax, hoursOf, readRange } from './rules.ts'
import { listQueueHours } from './store.ts'

/** Reports on the messages of an account, and of all accounts for operators. */
export function reportsConsole(app: FastifyInstance, ctx: Context): void {
  const { db, clock } = ctx
  const ofAccount = (query: Query, accountId: number) => readQuestion(query, reportGroups, accountId, clock.now())
  const ofSystem = (query: Query) => readQuestion(query, systemReportGroups, readAccount(query), clock.now())

  serve(app, 'GET /v2/reports', { scope: 'reports:read', may: 'viewer' }, ({ accountId, query }) =>
    report(ctx, ofAccount(query, accountId)),
  )

  serve(
    app,
    'GET /v2/reports.csv',
    { scope: 'reports:read', may: 'viewer', does: 'report.export' },
    async ({ accountId, query, request, reply }) => {
      const question = ofAccount(query, accountId)
      return sendCsv(request, reply, await report(ctx, question, true))
    },
  )

  serve(app, 'GET /reports', { may: 'operator' }, async ({ query }) =>
    withoutMixedAmounts(await report(ctx, ofSystem(query))),
  )

  serve(app, 'GET /reports.csv', { may: 'operator', does: 'report.export' }, async ({ query, request, reply }) =>
    sendCsv(request, reply, withoutMixedAmounts(await report(ctx, ofSystem(query), true))),
  )

  serve(app, 'GET /reports/carriers', { may: 'operator' }, ({ query }) =>
    reportCarriers(ctx, readQuestion({ ...query, by: undefined }, ['day'], readAccount(query), clock.now())),
  )

  serve(app, 'GET /reports/queues', { may: 'operator' }, async ({ query }) => {
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
const figures = [
  'messages',
  'sent',
  'delivered',
  'failed',
  'pending',
  'deliveryRate',
  'deliverySeconds',
  'spent',
] as const

function sendCsv(request: FastifyRequest, reply: FastifyReply, { by, from, to, currency, rows }: SystemReport) {
  request.auditDetail = { by, from, to }
  reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="report-${by}-${from}-${to}.csv"`)
  const list = {
    header: [by, 'label', ...figures.map(toWireName), 'currency'],
    listAfter: async (after: Row | null) => (after === null ? rows : []),
    cells: (row: Row) => [row.key, row.label, ...figures.map((name) => String(row[name] ?? '')), currency],
  }
  // A HEAD request would leave the stream unread.
  return reply.send(request.method === 'HEAD' ? undefined : exportRows(list))
}

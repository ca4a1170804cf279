import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import { readListPage, showList } from '../../values/page.ts'
import { checkLedger, type LedgerCheck } from './check.ts'
import { checkRunning } from './errors.ts'
import { exportStatement, readFilter, readStatement } from './statement.ts'

/** The ledger entries of an account, and the check of the whole ledger. */
export function ledgerConsole(app: FastifyInstance, { db }: Context, checks: readonly LedgerCheck[]): void {
  serve(app, 'GET /v2/statement', { scope: 'balances:read', may: 'viewer' }, async ({ accountId, query }) => {
    const page = readListPage(query)
    return showList(await readStatement(db, accountId, readFilter(query), page), page)
  })

  serve(
    app,
    'GET /v2/statement.csv',
    { scope: 'balances:read', may: 'viewer', does: 'statement.export' },
    async ({ accountId, query, request, reply }) => {
      const filter = readFilter(query)
      request.auditDetail = { ...filter }
      reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="statement-${accountId}.csv"`)
      // A HEAD request would leave the stream unread.
      return reply.send(request.method === 'HEAD' ? undefined : exportStatement(db, accountId, filter))
    },
  )

  let isChecking = false
  serve(app, 'GET /ledger/check', { may: 'operator' }, async () => {
    // Each check reads all entries, and blocks the embedded engine.
    if (isChecking) throw checkRunning()
    isChecking = true
    try {
      return await checkLedger(db, checks)
    } finally {
      isChecking = false
    }
  })
}

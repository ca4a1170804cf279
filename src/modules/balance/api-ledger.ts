import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { statement } from '../../contract/account/balance.ts'
import { ledger } from '../../contract/console/balance.ts'
import { sendCsv } from '../../engine/csv/index.ts'
import { showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { checkLedger, type LedgerCheck } from './check.ts'
import { exportStatement, readFilter, readStatement } from './statement.ts'

/** The ledger entries of an account, and the check of the whole ledger. */
export function ledgerApi(app: FastifyInstance, { db }: Context, checks: readonly LedgerCheck[]): void {
  serve(app, statement.list, async ({ accountId, query }) => {
    const place = readPlace(query)
    return showList(await readStatement(db, accountId, readFilter(query), place))
  })

  serve(app, statement.export, async ({ accountId, query, request, reply }) => {
    const filter = readFilter(query)
    request.auditDetail = { ...filter }
    return sendCsv(request, reply, `statement-${accountId}`, () => exportStatement(db, accountId, filter))
  })

  let isChecking = false
  serve(app, ledger.check, async () => {
    // Each check reads all entries, and blocks the embedded engine.
    if (isChecking) throw refuse('ledger_check_running')
    isChecking = true
    try {
      return await checkLedger(db, checks)
    } finally {
      isChecking = false
    }
  })
}

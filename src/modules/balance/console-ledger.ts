import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { consoleArea } from '../../engine/http/index.ts'
import { type Query, readPage, showPage } from '../../values/page.ts'
import { checkLedger, type LedgerCheck } from './check.ts'
import { checkUnderWay } from './errors.ts'
import { exportStatement, readFilter } from './statement.ts'
import { listEntries } from './store-statement.ts'

const area = consoleArea
const account = '/console/v1/accounts/:account'

/** What was done with the credit of an account, and the proof that all of it is right. */
export function ledgerConsole(app: FastifyInstance, { db }: Context, checks: readonly LedgerCheck[]): void {
  app.get(`${account}/statement`, { config: { area, may: 'viewer' } }, async ({ accountId, query }) => {
    const page = readPage(query as Query)
    return showPage(await listEntries(db, accountId ?? 0, readFilter(query as Query), page), page)
  })

  app.get(
    `${account}/statement.csv`,
    { config: { area, may: 'viewer' } },
    async ({ accountId, query, method }, reply) => {
      const filter = readFilter(query as Query)
      reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="statement-${accountId}.csv"`)
      // Whoever only asks for the headers would leave it unread.
      return reply.send(method === 'HEAD' ? undefined : exportStatement(db, accountId ?? 0, filter))
    },
  )

  let isChecking = false
  app.get('/console/v1/ledger/check', { config: { area, may: 'operator' } }, async () => {
    // Each reads everything, and on the embedded engine everybody waits for it.
    if (isChecking) throw checkUnderWay()
    isChecking = true
    try {
      return await checkLedger(db, checks)
    } finally {
      isChecking = false
    }
  })
}

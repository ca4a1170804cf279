import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../api-route.ts'
import { audit, auditResults } from '../../contract/console/audit.ts'
import { exportRows, sendCsv } from '../../engine/csv/index.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { endWhenStalled } from '../../engine/http/index.ts'
import { readOneOf, readText, readTime } from '../../values/filters.ts'
import { parseId } from '../../values/id.ts'
import { type Query, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import type { UsersContext } from './context.ts'
import { type AuditAudience, type AuditEntry, type AuditFilter, listEntries, listEntriesBefore } from './store-audit.ts'

/** The audit log: owners read the entries of their account, operators read all entries. */
export function auditConsole(app: FastifyInstance, { db }: UsersContext): void {
  for (const operation of [audit.list, audit.listAll])
    serve(app, operation, async ({ query, request }) => {
      const place = readPlace(query)
      return showList(await listEntries(db, audienceOf(request), readAuditFilter(query), place))
    })

  for (const operation of [audit.export, audit.exportAll])
    serve(app, operation, async ({ query, request, reply }) => {
      const filter = readAuditFilter(query)
      request.auditDetail = { ...filter }
      const audience = audienceOf(request)
      const name = audience === null ? 'audit' : `audit-${audience.accountId}`
      return sendCsv(request, reply, name, () => endWhenStalled(exportAudit(db, audience, filter)))
    })
}

/** Null for operators, who read all entries. */
const audienceOf = ({ accountId, actor }: FastifyRequest): AuditAudience | null =>
  accountId === null ? null : { accountId, seesParent: actor !== null && (actor.operator || actor.byParent) }

const [actorLengthMax, actionLengthMax, addressLengthMax] = [320, 100, 64]
/** An id that no account has. */
const noAccount = 0

function readAuditFilter(query: Query): AuditFilter {
  const { account = '' } = query
  return {
    actor: readText(query, 'actor', actorLengthMax)?.trim().toLowerCase() ?? null,
    action: readText(query, 'action', actionLengthMax),
    accountId: account === '' ? null : (parseId(account) ?? noAccount),
    result: readOneOf(query, 'result', auditResults),
    address: readText(query, 'address', addressLengthMax)?.trim() ?? null,
    from: readTime(query, 'from'),
    to: readTime(query, 'to'),
  }
}

/** An entry has at most about 20 KB, so a step has at most a few megabytes. */
const stepRows = 200

/** Streams the matching entries as CSV, newest first, as fast as the reader takes them. */
const exportAudit = (db: Queryable, audience: AuditAudience | null, filter: AuditFilter): Readable =>
  exportRows<AuditEntry>({
    header: ['id', 'at', 'account', 'actor', 'address', 'action', 'params', 'status', 'detail'],
    listAfter: (last, limit) => listEntriesBefore(db, audience, filter, last?.id ?? null, limit),
    cells: ({ id, at, accountId, actor, address, action, params, status, detail }) => [
      String(id),
      at.toISOString(),
      String(accountId ?? ''),
      actor,
      address ?? '',
      action,
      JSON.stringify(params),
      String(status ?? ''),
      detail === null ? '' : JSON.stringify(detail),
    ],
    stepRows,
  })

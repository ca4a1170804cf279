import type { Readable } from 'node:stream'
import { auditResults } from '../../contract/console/audit.ts'
import { exportRows } from '../../engine/csv/index.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { readOneOf, readText, readTime } from '../../values/filters.ts'
import { parseId } from '../../values/id.ts'
import type { Query } from '../../values/page.ts'
import { type AuditAudience, type AuditEntry, type AuditFilter, listEntriesBefore } from './store-audit.ts'

const [actorLengthMax, actionLengthMax, addressLengthMax] = [320, 100, 64]
/** An id that no account has. */
const noAccount = 0

export function readAuditFilter(query: Query): AuditFilter {
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
export const exportAudit = (db: Queryable, audience: AuditAudience | null, filter: AuditFilter): Readable =>
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

import { Readable } from 'node:stream'
import { auditResults } from '../../contract/console/audit.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { csvLine } from '../../values/csv.ts'
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

/** Rows read in one query, and bytes buffered for the reader. */
const [stepRows, waitingBytesMax] = [1_000, 65_536]

/** Streams the matching entries as CSV, newest first, as fast as the reader takes them. */
export const exportAudit = (db: Queryable, audience: AuditAudience | null, filter: AuditFilter): Readable =>
  Readable.from(linesOf(db, audience, filter), { objectMode: false, highWaterMark: waitingBytesMax })

async function* linesOf(db: Queryable, audience: AuditAudience | null, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(['id', 'at', 'account', 'actor', 'address', 'action', 'params', 'status', 'detail'])
  let beforeId: number | null = null
  for (;;) {
    const entries: AuditEntry[] = await listEntriesBefore(db, audience, filter, beforeId, stepRows)
    const last = entries.at(-1)
    if (!last) return
    yield entries.map(lineOf).join('')
    beforeId = last.id
  }
}

const lineOf = ({ id, at, accountId, actor, address, action, params, status, detail }: AuditEntry) =>
  csvLine([
    String(id),
    at.toISOString(),
    String(accountId ?? ''),
    actor,
    address ?? '',
    action,
    JSON.stringify(params),
    String(status ?? ''),
    detail === null ? '' : JSON.stringify(detail),
  ])

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../engine/db/index.ts'
import { offsetOf, type PageQuestion } from '../../values/page.ts'
import { addressOf } from './guard.ts'
import type { Actor } from './rules.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a handler adds to its entry in the audit log: which key, for whom. Never a secret. */
    auditDetail: Readonly<Record<string, unknown>> | null
    auditId: number | null
  }
}

const keptDays = 730

/**
 * Every change through the console has an entry, written before the change is made: whatever happens to the process, there is no change without one.
 * The status is added before the answer goes out.
 */
export function addAudit(app: FastifyInstance, db: Database): void {
  app.decorateRequest('auditDetail', null)
  app.decorateRequest('auditId', null)
  app.addHook('preHandler', async (request) => {
    const { does } = request.routeOptions.config
    if (does === undefined) return
    const { actor, accountId, params } = request
    request.auditId = await insertEntry(db, { actor, accountId, address: addressOf(request), action: does, params: params as Record<string, unknown> })
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.auditId === null) return
    // The change is made, and what the caller is told about it must not depend on this.
    await closeEntry(db, request, request.auditId, reply.statusCode).catch((error) => request.log.error({ err: error }, 'an audit entry stays open'))
  })
}

interface NewEntry {
  readonly actor: Actor | null
  readonly accountId: number | null
  readonly address: string | null
  readonly action: string
  readonly params: Readonly<Record<string, unknown>>
}

async function insertEntry(db: Queryable, { actor, accountId, address, action, params }: NewEntry): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into audit_entries (at, account_id, user_id, actor, address, action, params)
    values (now(), ${accountId}, ${actor?.userId ?? null}, ${actor?.name ?? 'anyone'}, ${address}, ${action}, ${JSON.stringify(params)}::jsonb)
    returning id
  `.execute(db)
  return rows[0]?.id ?? 0
}

/** Of anyone who asks too often nothing was even tried, and nothing is kept: the log could be filled with it. */
async function closeEntry(db: Queryable, { actor, auditDetail }: FastifyRequest, id: number, status: number): Promise<void> {
  if (actor === null && status === 429) await deleteEntry(db, id)
  else await markEntry(db, id, status, auditDetail)
}

async function deleteEntry(db: Queryable, id: number): Promise<void> {
  await sql`delete from audit_entries where id = ${id}`.execute(db)
}

async function markEntry(db: Queryable, id: number, status: number, detail: unknown): Promise<void> {
  await sql`
    update audit_entries
       set status = ${status}, detail = ${detail === null ? null : JSON.stringify(detail)}::jsonb
     where id = ${id}
  `.execute(db)
}

export interface AuditEntry {
  readonly id: number
  readonly at: Date
  readonly accountId: number | null
  readonly actor: string
  readonly address: string | null
  readonly action: string
  readonly params: Readonly<Record<string, unknown>>
  readonly status: number | null
  readonly detail: Readonly<Record<string, unknown>> | null
}

/** Newest first; of one account, or of all for operators. */
export async function listEntries(
  db: Queryable,
  accountId: number | null,
  page: PageQuestion,
): Promise<{ readonly entries: AuditEntry[]; readonly total: number }> {
  const where = accountId === null ? sql`true` : sql`account_id = ${accountId}`
  const counted = await sql<{ count: number }>`select count(*) as count from audit_entries where ${where}`.execute(db)
  const { rows } = await sql<AuditEntry>`
    select id, at, account_id as "accountId", actor, address, action, params, status, detail
      from audit_entries
     where ${where}
     order by id desc
     limit ${page.limit}
    offset ${offsetOf(page)}
  `.execute(db)
  return { entries: rows, total: counted.rows[0]?.count ?? 0 }
}

export async function deleteOldEntries(db: Queryable): Promise<void> {
  await sql`delete from audit_entries where at < now() - make_interval(days => ${keptDays})`.execute(db)
}

import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'

export type ImportedTable = 'sms_optouts' | 'do_not_disturb' | 'consents'

/**
 * Without new statistics PostgreSQL would sort a whole list for every page of it, until autovacuum runs. The embedded
 * engine has no autovacuum.
 */
export async function analyzeTable(db: Queryable, table: ImportedTable): Promise<void> {
  await sql`analyze ${sql.table(table)}`.execute(db)
}

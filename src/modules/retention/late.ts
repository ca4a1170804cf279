import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'

/**
 * Whether a row was not final when its day was archived, and is not archived yet. It is kept, because it may have ended
 * after the archive looked at it. Without an archive, no row waits for it.
 */
export const isLate = (source: string, id: string): RawBuilder<unknown> => sql`
  exists (
    select from archive_late l
     where l.source = ${sql.lit(source)}
       and l.id = ${sql.ref(id)}
       and exists (select from archive_state s where s.is_used)
  )
`

/** Notes whether rows are archived before they are removed. */
export async function noteArchive(db: Queryable, isUsed: boolean): Promise<void> {
  await sql`update archive_state set is_used = ${isUsed} where is_used <> ${isUsed}`.execute(db)
}

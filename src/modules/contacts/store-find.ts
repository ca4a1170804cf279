import { type RawBuilder, sql } from 'kysely'
import { hasNumberPart, type Queryable, type Row, run } from '../../engine/db/index.ts'
import type { NumberPart } from '../../values/number-parts.ts'
import { likeAnywhere } from '../../values/page.ts'
import { indexedLengthMin, walkedMax } from './store-lists.ts'

/** Finds a few contacts, for a search over all kinds of data. Lists with pages are in store-lists.ts. */

export type FoundContact = Row<'contacts', 'id' | 'phone' | 'first_name' | 'last_name'>

/** Contacts whose names contain all words. The text is in the form of `searchText`. */
export async function findContactsByName(db: Queryable, accountId: number, text: string, limit: number) {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const { rows } = await sql<{ count: number }>`
    select contacts_count as count from contact_accounts where account_id = ${accountId}
  `.execute(db)
  const isLarge = (rows[0]?.count ?? 0) > walkedMax
  if (isLarge && !words.some(({ length }) => length >= indexedLengthMin)) return []
  // Both plans are spelled out: see `matches` in store-lists.ts.
  const column = isLarge ? sql`search` : sql`search || ''`
  const ofAccount = isLarge ? sql`account_id + 0 = ${accountId}` : sql`account_id = ${accountId}`
  return select(
    db,
    sql`${ofAccount} and ${allOf(words.map((word) => sql`${column} like ${likeAnywhere(word)}`))}`,
    limit,
  )
}

/** Shorter beginnings of second numbers are in too many contacts. */
const secondLengthMin = 9

/** Contacts whose number has these digits. The last digits and long beginnings may also be of the second number. */
export async function findContactsByNumber(db: Queryable, accountId: number, part: NumberPart, limit: number) {
  // Each number is on its own line of the searched text.
  if (part.at === 'start') {
    const found = await select(db, sql`account_id = ${accountId} and ${hasNumberPart(part)}`, limit)
    if (part.digits.length < secondLengthMin || found.length === limit) return found
    const second = sql`account_id + 0 = ${accountId} and search like ${`%\n${part.digits}%`}`
    return [...found, ...(await select(db, second, limit - found.length))]
  }
  const ends = sql`(search like ${`%${part.digits}\n%`} or search like ${`%${part.digits}`})`
  return select(db, sql`account_id + 0 = ${accountId} and ${ends}`, limit)
}

const allOf = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** Materialized, so that the planner does not read an index in its order instead of searching. */
const select = (db: Queryable, where: RawBuilder<unknown>, limit: number) => run.all<FoundContact>(db)`
    with found as materialized (select id, phone, first_name, last_name from contacts where ${where})
    select * from found limit ${limit}
  `

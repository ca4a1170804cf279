import { type RawBuilder, sql } from 'kysely'
import type { contactSortFields } from '../../contract/public/contacts.ts'
import { columnsOf, type Ordering, type Queryable, type Row, run, selectPage } from '../../engine/db/index.ts'
import { likeAnywhere, type PageRequest, type Sort } from '../../values/page.ts'
import type { Contact, PlainContact } from './rules.ts'
import { listContactsByIds, listContactsByPhone, plainColumns } from './store.ts'
import { idMax } from './store-books.ts'

/** Reads contacts: in pages, by search, or one after the other. A book may have a million contacts. */

export type ContactField = (typeof contactSortFields)[number]

export interface ContactFilter extends PageRequest {
  /** Null means all books. */
  readonly bookId: number | null
  readonly search: string | null
  readonly sort: Sort<ContactField>
}

/** Up to this many contacts, a scan is faster: the index contains the matches of all accounts. */
export const walkedMax = 20_000
/** The index consists of trigrams, so it cannot find shorter texts. */
export const indexedLengthMin = 3

/**
 * In this collation, lower() handles only ASCII; in others it depends on the locale of the database, and pages must
 * not.
 */
const orders: Readonly<Record<ContactField, Ordering[0]>> = {
  id: sql`c.id`,
  created: sql`c.id`,
  mob_no: sql`c.phone`,
  first_name: sql`lower(c.first_name collate "C")`,
  last_name: sql`lower(c.last_name collate "C")`,
}

/** Selects the ids of the page first, so that the contacts before it are skipped without reading them. */
export async function listContacts(db: Queryable, accountId: number, { bookId, search, sort, ...page }: ContactFilter) {
  const byId = sort.field === 'created' || sort.field === 'id'
  const list =
    search === null
      ? { ...(byId ? inOrder(accountId, bookId) : all(accountId, bookId)), total: countOf(accountId, bookId) }
      : await findMatches(db, accountId, bookId, [search])
  const order: Ordering[] = byId ? [] : [[orders[sort.field], sort.direction]]
  const { items: ids, total } = await selectPage(db, page, {
    ...list,
    columns: columnsOf({ c: 'contacts' }, { id: 'c.id' }),
    order: [...order, ...list.places.map((place): Ordering => [place, sort.direction])],
  })
  return { items: await readInOrder(db, accountId, ids), total, next: null }
}

/** Without contacts that were deleted in the meantime. */
async function readInOrder(db: Queryable, accountId: number, rows: readonly Pick<Contact, 'id'>[]): Promise<Contact[]> {
  const ids = rows.map(({ id }) => id)
  const contacts = new Map((await listContactsByIds(db, accountId, ids)).map((contact) => [contact.id, contact]))
  return ids.flatMap((id) => contacts.get(id) ?? [])
}

interface ListFrom {
  readonly from: RawBuilder<unknown>
  /** A unique sort key in the order of creation. */
  readonly places: readonly RawBuilder<unknown>[]
}

/** A complete range of an index, up to a position. */
function inOrder(accountId: number, bookId: number | null, beforeId = idMax): ListFrom {
  if (bookId === null) {
    const range = sql`(c.account_id, c.id) > (${accountId}::bigint, 0::bigint) and (c.account_id, c.id) < (${accountId}, ${beforeId})`
    return { from: sql`contacts c where ${range}`, places: [sql`c.account_id`, sql`c.id`] }
  }
  const key = sql`(m.account_id, m.book_id, m.contact_id)`
  const range = sql`${key} > (${accountId}::bigint, ${bookId}::bigint, 0::bigint) and ${key} < (${accountId}, ${bookId}, ${beforeId})`
  const from = sql`(select m.account_id, m.book_id, m.contact_id as id from contact_memberships m where ${range}) c`
  return { from, places: [sql`c.account_id`, sql`c.book_id`, sql`c.id`] }
}

const byIds = [sql`c.id`]

function all(accountId: number, bookId: number | null): ListFrom {
  if (bookId === null) return { from: sql`contacts c where c.account_id = ${accountId}`, places: byIds }
  const members = sql`select m.contact_id from contact_memberships m where m.account_id = ${accountId} and m.book_id = ${bookId}`
  return { from: sql`(${members}) m join contacts c on c.id = m.contact_id`, places: byIds }
}

/**
 * Both plans are spelled out, because after a large import the statistics are stale and the planner would scan a
 * million contacts. `|| ''` and `+ 0` prevent the use of an index.
 */
function matches(accountId: number, bookId: number | null, searches: readonly string[], count: number): ListFrom {
  // `offset 0` prevents a join, which without statistics reads all members for every match.
  const member = sql`select from contact_memberships m where m.account_id = ${accountId} and m.book_id = ${bookId} and m.contact_id = c.id offset 0`
  const inBook = bookId === null ? sql`true` : sql`exists (${member})`
  if (count > walkedMax && searches.every(({ length }) => length >= indexedLengthMin)) {
    const found = sql`select id, phone, first_name, last_name from contacts where ${isFound(sql`search`, searches)} and account_id + 0 = ${accountId}`
    return { from: sql`(with found as materialized (${found}) select * from found c where ${inBook}) c`, places: byIds }
  }
  const { from } = all(accountId, bookId)
  return {
    from: sql`(select c.* from ${from}) c where c.account_id = ${accountId} and ${isFound(sql`c.search || ''`, searches)}`,
    places: byIds,
  }
}

/** Whether a search text has one of these. */
export const isFound = (text: RawBuilder<unknown>, searches: readonly string[]) =>
  sql<boolean>`(${sql.join(
    searches.map((search) => sql`${text} like ${likeAnywhere(search)}`),
    sql` or `,
  )})`

/** The stored number of contacts in a book, or in all books. */
const countOf = (accountId: number, bookId: number | null) =>
  bookId === null
    ? sql`(select contacts_count from contact_accounts where account_id = ${accountId})`
    : sql`(select contacts_count from contact_books where account_id = ${accountId} and id = ${bookId})`

/** A book with all contacts needs no check of its members. */
async function findMatches(db: Queryable, accountId: number, bookId: number | null, searches: readonly string[]) {
  const { rows } = await sql<{ count: number | null; all: number | null }>`
    select ${countOf(accountId, bookId)} as count, ${countOf(accountId, null)} as all
  `.execute(db)
  const { count, all: inAll } = rows[0] ?? { count: 0, all: 0 }
  return matches(accountId, count === inAll ? null : bookId, searches, count ?? 0)
}

/** The contacts of a list, newest first, before a position. */
export interface ContactsBefore {
  /** Null means all books. */
  readonly bookId: number | null
  /** Finds contacts that have one of these texts. Null means all contacts. */
  readonly searches: readonly string[] | null
  readonly beforeId: number
  readonly limit: number
}

/** Reads contacts by id, newest first. Unlike `listContacts`, it counts nothing and skips nothing. */
export async function listContactsBefore(db: Queryable, accountId: number, list: ContactsBefore): Promise<Contact[]> {
  const { bookId, searches, beforeId, limit } = list
  const { from, places } =
    searches === null ? inOrder(accountId, bookId, beforeId) : await findMatches(db, accountId, bookId, searches)
  const isBefore = searches === null ? sql`true` : sql`c.id < ${beforeId}`
  const rows = await run.all<Row<'contacts', 'id'>>(db)`
    select c.id
      from (select * from ${from}) c
     where ${isBefore}
     order by ${sql.join(places.map((place) => sql`${place} desc`))}
     limit ${limit}
  `
  return readInOrder(db, accountId, rows)
}

/** The number of contacts in a book, or in all books. */
export async function countContacts(db: Queryable, accountId: number, bookId: number | null): Promise<number> {
  const { rows } = await sql<{ count: number | null }>`select ${countOf(accountId, bookId)} as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** First and last name by phone number, for contacts that have a name. */
export async function listNames(db: Queryable, accountId: number, phones: readonly string[]) {
  const found = await listContactsByPhone(db, accountId, phones)
  return new Map<string, string>(
    found.map(({ phone, firstName, lastName }) => [phone, `${firstName} ${lastName}`.trim()]),
  )
}

/**
 * The next contacts of a book in the order of creation, for complete scans. The position is an index key: with a
 * condition on the id, a planner without statistics would sort all remaining members at every step.
 */
export const listContactsAfter = (
  db: Queryable,
  accountId: number,
  bookId: number,
  afterId: number,
  limit: number,
) => run.all<PlainContact>(db)`
    select ${plainColumns}
      from (select m.account_id, m.book_id, m.contact_id
              from contact_memberships m
             where (m.account_id, m.book_id, m.contact_id) > (${accountId}::bigint, ${bookId}::bigint, ${afterId}::bigint)
             order by m.account_id, m.book_id, m.contact_id
             limit ${limit}) page
      join contacts c on c.id = page.contact_id
     where page.account_id = ${accountId}
       and page.book_id = ${bookId}
     order by c.id
  `

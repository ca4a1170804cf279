import { type RawBuilder, sql } from 'kysely'
import type { contactSortFields } from '../../contract/public/contacts.ts'
import { columnsOf, type Ordering, type Queryable, type RowOf, selectPage } from '../../engine/db/index.ts'
import { likeAnywhere, type PageOf, type PageQuestion, type Sort } from '../../values/page.ts'
import type { Contact } from './rules.ts'
import { contactColumns, listContactsById, listContactsByPhone } from './store.ts'
import { idMax } from './store-books.ts'

/** Reading contacts: in pages, searched, or one after the other. A book may have a million of them. */

export type ContactField = (typeof contactSortFields)[number]

export interface ContactsQuestion extends PageQuestion {
  /** Null: of all books. */
  readonly bookId: number | null
  readonly search: string | null
  readonly sort: Sort<ContactField>
}

/** Up to this many are quicker looked at one by one: the index finds the matches of all accounts. */
const walkedMax = 20_000
/** The index knows sequences of three characters, and nothing of shorter ones. */
const indexedLengthMin = 3

/**
 * In this collation lower() knows ASCII alone: what else it does depends on a database's locale, and pages must not.
 */
const orders: Readonly<Record<ContactField, Ordering[0]>> = {
  id: sql`c.id`,
  created: sql`c.id`,
  mob_no: sql`c.phone`,
  first_name: sql`lower(c.first_name collate "C")`,
  last_name: sql`lower(c.last_name collate "C")`,
}

/**
 * First the ids of the page, and then what is known of those: the contacts before the page are only counted off, and
 * not read.
 */
export async function listContacts(
  db: Queryable,
  accountId: number,
  { bookId, search, sort, ...page }: ContactsQuestion,
): Promise<PageOf<Contact>> {
  const byId = sort.field === 'created' || sort.field === 'id'
  const list =
    search === null
      ? { ...(byId ? inOrder(accountId, bookId) : all(accountId, bookId)), total: countOf(accountId, bookId) }
      : await findMatches(db, accountId, bookId, search)
  const order: Ordering[] = byId ? [] : [[orders[sort.field], sort.direction]]
  const { items: ids, total } = await selectPage(db, page, {
    ...list,
    columns: columnsOf({ c: 'contacts' }, { id: 'c.id' }),
    order: [...order, ...list.places.map((place): Ordering => [place, sort.direction])],
  })
  const found = await listContactsById(
    db,
    accountId,
    ids.map(({ id }) => id),
  )
  const contacts = new Map(found.map((contact) => [contact.id, contact]))
  // One that was deleted a moment ago is not there any more.
  return { items: ids.flatMap(({ id }) => contacts.get(id) ?? []), total }
}

interface ListFrom {
  readonly from: RawBuilder<unknown>
  /** What tells any two of them apart, and puts them in the order in which they came. */
  readonly places: readonly RawBuilder<unknown>[]
}

/** A range of an index, from end to end. */
function inOrder(accountId: number, bookId: number | null): ListFrom {
  if (bookId === null) {
    const range = sql`(c.account_id, c.id) between (${accountId}::bigint, 0::bigint) and (${accountId}, ${idMax})`
    return { from: sql`contacts c where ${range}`, places: [sql`c.account_id`, sql`c.id`] }
  }
  const range = sql`(m.account_id, m.book_id, m.contact_id) between (${accountId}::bigint, ${bookId}::bigint, 0::bigint) and (${accountId}, ${bookId}, ${idMax})`
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
 * Both ways are spelled out so that the planner can't mistake one for the other: after a large import its statistics
 * are old, and it would walk over a million contacts. `|| ''` and `+ 0` keep it from an index.
 */
function matches(accountId: number, bookId: number | null, search: string, count: number): ListFrom {
  const pattern = likeAnywhere(search)
  // `offset 0` keeps it from being made a join, which without statistics goes through all members for every match.
  const member = sql`select from contact_memberships m where m.account_id = ${accountId} and m.book_id = ${bookId} and m.contact_id = c.id offset 0`
  const inBook = bookId === null ? sql`true` : sql`exists (${member})`
  if (count > walkedMax && search.length >= indexedLengthMin) {
    const found = sql`select id, phone, first_name, last_name from contacts where search like ${pattern} and account_id + 0 = ${accountId}`
    return { from: sql`(with found as materialized (${found}) select * from found c where ${inBook}) c`, places: byIds }
  }
  const { from } = all(accountId, bookId)
  return {
    from: sql`(select c.* from ${from}) c where c.account_id = ${accountId} and c.search || '' like ${pattern}`,
    places: byIds,
  }
}

/** How many are in a book, or in all, as the tables keep it. */
const countOf = (accountId: number, bookId: number | null) =>
  bookId === null
    ? sql`(select contacts_count from contact_accounts where account_id = ${accountId})`
    : sql`(select contacts_count from contact_books where account_id = ${accountId} and id = ${bookId})`

/** A book that has all contacts needs no look at who is in it. */
async function findMatches(db: Queryable, accountId: number, bookId: number | null, search: string): Promise<ListFrom> {
  const { rows } = await sql<{ count: number | null; all: number | null }>`
    select ${countOf(accountId, bookId)} as count, ${countOf(accountId, null)} as all
  `.execute(db)
  const { count, all: inAll } = rows[0] ?? { count: 0, all: 0 }
  return matches(accountId, count === inAll ? null : bookId, search, count ?? 0)
}

/** First and last name by number, of those contacts of an account that have one. */
export async function listNames(
  db: Queryable,
  accountId: number,
  phones: readonly string[],
): Promise<Map<string, string>> {
  const found = await listContactsByPhone(db, accountId, phones)
  return new Map(found.map(({ phone, firstName, lastName }) => [phone, `${firstName} ${lastName}`.trim()]))
}

/**
 * The next contacts of a book in the order in which they came, for whoever goes through all of them. Where to go on is
 * said as a place in the index: asked for a book's members beyond an id, a planner without statistics would gather all
 * that are left and sort them, again for every step.
 */
export async function listContactsAfter(
  db: Queryable,
  accountId: number,
  bookId: number,
  afterId: number,
  limit: number,
): Promise<Contact[]> {
  const { rows } = await sql<RowOf<typeof contactColumns>>`
    select ${contactColumns}
      from (select m.account_id, m.book_id, m.contact_id
              from contact_memberships m
             where (m.account_id, m.book_id, m.contact_id) > (${accountId}::bigint, ${bookId}::bigint, ${afterId}::bigint)
             order by m.account_id, m.book_id, m.contact_id
             limit ${limit}) page
      join contacts c on c.id = page.contact_id
     where page.account_id = ${accountId}
       and page.book_id = ${bookId}
     order by c.id
  `.execute(db)
  return rows
}

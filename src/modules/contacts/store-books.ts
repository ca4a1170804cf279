import { type RawBuilder, sql } from 'kysely'
import type { bookSortFields } from '../../contract/public/contacts.ts'
import {
  type Columns,
  columnsOf,
  type Ordering,
  type Queryable,
  type Row,
  type RowOf,
  run,
  selectPage,
  type Tx,
} from '../../engine/db/index.ts'
import { likeAnywhere, type PageOf, type PageRequest, type Sort } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import { type Book, defaultBookName, nameKeyOf } from './rules.ts'

/**
 * Larger than any id. Queries give an explicit range of an index: with an equality, the planner may choose another
 * index and scan the rows of all accounts.
 */
export const idMax = Number.MAX_SAFE_INTEGER

/**
 * Locks the contacts and books of an account until the end of the transaction, so that counts stay right, books cannot
 * disappear, and changes cannot deadlock.
 */
export async function lockContacts(tx: Tx, accountId: number): Promise<void> {
  await sql`select from contact_accounts where account_id = ${accountId} for update`.execute(tx)
}

/** Sets up the contacts of a new account. */
export async function prepareContacts(tx: Tx, accountId: number, now: Date): Promise<void> {
  await sql`insert into contact_accounts (account_id) values (${accountId}) on conflict do nothing`.execute(tx)
  await insertBook(tx, accountId, { name: defaultBookName, description: '', isDefault: true }, now)
}

export type NewBook = Pick<Book, 'name' | 'description' | 'isDefault'>

/** Null when the account already has a book with that name. */
export async function insertBook(tx: Tx, accountId: number, { name, description, isDefault }: NewBook, now: Date) {
  const { rows } = await sql<Row<'contact_books', 'id'>>`
    insert into contact_books (account_id, name, name_key, description, is_default, created_at)
    values (${accountId}, ${name}, ${nameKeyOf(name)}, ${description}, ${isDefault}, ${now})
        on conflict do nothing
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** False when another book of the account has that name. */
export const updateBook = (
  tx: Tx,
  accountId: number,
  id: number,
  book: Pick<Book, 'name' | 'description'>,
) => run.hasRows(tx)`
    update contact_books b
       set name = ${book.name}, name_key = ${nameKeyOf(book.name)}, description = ${book.description}
     where b.account_id = ${accountId}
       and b.id = ${id}
       and not exists (select from contact_books o where o.account_id = ${accountId} and o.name_key = ${nameKeyOf(book.name)} and o.id <> ${id})
    returning id
  `

/**
 * Removes some members from a book, and moves those that are in no other book to `heirId`. Returns the number of
 * remaining members.
 */
export async function emptyBook(tx: Tx, accountId: number, id: number, heirId: number, limit: number): Promise<number> {
  const { rows } = await sql<Row<'contact_books', 'contacts_count'>>`
    with members as (
      delete from contact_memberships m
       using (select m.contact_id
                from contact_memberships m
               where (m.account_id, m.book_id, m.contact_id) between (${accountId}::bigint, ${id}::bigint, 0::bigint) and (${accountId}, ${id}, ${idMax})
               order by m.account_id, m.book_id, m.contact_id
               limit ${limit}) picked
       where m.account_id = ${accountId}
         and m.book_id = ${id}
         and m.contact_id = picked.contact_id
      returning m.contact_id
    ),
    moved as (
      insert into contact_memberships (account_id, book_id, contact_id)
      select ${accountId}, ${heirId}, contact_id
        from members
       where not exists (select from contact_memberships o where o.contact_id = members.contact_id and o.book_id <> ${id} offset 0)
      returning contact_id
    ),
    counted as (
      update contact_books
         set contacts_count = contacts_count + (select count(*) from moved)
       where account_id = ${accountId}
         and id = ${heirId}
    )
    update contact_books
       set contacts_count = contacts_count - (select count(*) from members)
     where account_id = ${accountId}
       and id = ${id}
    returning contacts_count
  `.execute(tx)
  return rows[0]?.contacts_count ?? 0
}

export async function deleteBook(tx: Tx, accountId: number, id: number): Promise<void> {
  await sql`delete from contact_books where account_id = ${accountId} and id = ${id}`.execute(tx)
}

const columns = columnsOf(
  { b: 'contact_books' },
  'b.id, b.name, b.description, b.is_default, b.contacts_count, b.created_at',
)

export const findBook = (db: Queryable, accountId: number, id: number) =>
  run.first<RowOf<typeof columns>>(
    db,
  )`select ${columns} from contact_books b where b.account_id = ${accountId} and b.id = ${id}`

export async function getDefaultBookId(db: Queryable, accountId: number): Promise<number> {
  const { rows } = await sql<
    Row<'contact_books', 'id'>
  >`select id from contact_books where account_id = ${accountId} and is_default`.execute(db)
  const [book] = rows
  if (!book) throw new Error(`account ${accountId} has no Default book`)
  return book.id
}

/** Which of these books belong to the account. */
export async function listBookIds(db: Queryable, accountId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<Row<'contact_books', 'id'>>`
    select id
      from contact_books
     where account_id = ${accountId}
       and id = any(${ids}::bigint[])
     order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

type BookField = (typeof bookSortFields)[number]

export interface BookFilter {
  readonly page: PageRequest | Place
  readonly search: string | null
  /** Lists the books of this account's sub-accounts. */
  readonly parentId: number | null
  readonly createdFrom: Date | null
  /** Exclusive. */
  readonly createdBefore: Date | null
  readonly sort: Sort<BookField>
}

const orders: Readonly<Record<BookField, Ordering[0]>> = {
  id: sql`b.id`,
  created: sql`b.id`,
  addressbook: sql`b.name_key collate "C"`,
  description: sql`lower(b.description collate "C")`,
  contacts_count: sql`b.contacts_count`,
}

const childColumns = columns.and(columnsOf({ b: 'contact_books' }, { accountId: 'b.account_id' }))

/** A book of a sub-account, with the id of its account. */
export type ChildBook = RowOf<typeof childColumns>

export const listBooks = (db: Queryable, accountId: number, query: BookFilter): Promise<PageOf<Book>> =>
  selectBooks(db, columns, sql`b.account_id = ${accountId}`, query)

/** The books of an account's sub-accounts. Other accounts look missing. */
export const listChildBooks = (db: Queryable, accountId: number, query: BookFilter): Promise<PageOf<ChildBook>> =>
  selectBooks(
    db,
    childColumns,
    sql`b.account_id in (select id from accounts where parent_id = ${accountId} and parent_id = ${query.parentId})`,
    query,
  )

function selectBooks<R>(
  db: Queryable,
  wantedColumns: Columns<R>,
  owned: RawBuilder<unknown>,
  { search, createdFrom, createdBefore, sort, page }: BookFilter,
): Promise<PageOf<R>> {
  const wanted = [
    owned,
    ...(search === null ? [] : [sql`b.name_key like ${likeAnywhere(search)}`]),
    ...(createdFrom === null ? [] : [sql`b.created_at >= ${createdFrom}`]),
    ...(createdBefore === null ? [] : [sql`b.created_at < ${createdBefore}`]),
  ]
  return selectPage(db, page, {
    columns: wantedColumns,
    from: sql`contact_books b where ${sql.join(wanted, sql` and `)}`,
    order: [
      [orders[sort.field], sort.direction, sort.field === 'description' ? 'long' : undefined],
      [sql`b.id`, sort.direction],
    ],
  })
}

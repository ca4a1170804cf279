import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import type { FieldValues } from '../../values/custom-field.ts'
import type { Phone } from '../../values/phone.ts'
import {
  type Contact,
  type ContactFields,
  type PlainContact,
  searchOf,
  standardColumns,
  standardFieldNames,
} from './rules.ts'

/**
 * SQL of contacts and their books. Statements handle many rows at once; counts come from the rows that really changed.
 */

/** The columns of a contact without its books. */
export const plainColumns = columnsOf(
  { c: 'contacts' },
  `c.id, c.phone, c.phone2, c.title, c.first_name, c.last_name, c.gender, c.email, c.country, c.city, c.area,
   c.fields`,
  {
    birthDate: sql<string>`coalesce(c.birth_date::text, '')`,
  },
).narrow<{ phone: Phone; fields: FieldValues }>()

export const contactColumns = plainColumns.and(
  columnsOf(
    { c: 'contacts' },
    {
      createdAt: 'c.created_at',
      bookIds: sql<readonly number[]>`
        array(select m.book_id from contact_memberships m where m.contact_id = c.id order by m.book_id)
      `,
    },
  ),
)
type ContactRow = RowOf<typeof contactColumns>

export const listContactsByIds = (db: Queryable, accountId: number, ids: readonly number[]) => run.all<ContactRow>(db)`
    select ${contactColumns}
      from contacts c
     where c.account_id = ${accountId}
       and c.id = any(${ids}::bigint[])
  `

/** The same without their books. */
export const listPlainContactsByIds = (
  db: Queryable,
  accountId: number,
  ids: readonly number[],
) => run.all<PlainContact>(db)`
    select ${plainColumns}
      from contacts c
     where c.account_id = ${accountId}
       and c.id = any(${ids}::bigint[])
  `

/** When a contact was created; null when it is gone. */
export async function findContactTime(db: Queryable, accountId: number, id: number): Promise<Date | null> {
  const { rows } = await sql<Row<'contacts', 'created_at'>>`
    select created_at from contacts where account_id = ${accountId} and id = ${id}
  `.execute(db)
  return rows[0]?.created_at ?? null
}

/** The contacts of an account with these phone numbers. */
export function listContactsByPhone(db: Queryable, accountId: number, phones: readonly string[]): Promise<Contact[]> {
  return run.all<ContactRow>(db)`
    select ${contactColumns}
      from contacts c
     where c.account_id = ${accountId}
       and c.phone = any(${phones}::text[])
  `
}

/** Rows are passed as JSON, as in `sms/store.ts`. */
const jsonOf = (contacts: readonly ContactFields[]) =>
  JSON.stringify(contacts.map((contact) => ({ ...contact, search: searchOf(contact) })))

export const jsonColumns = sql`
  id bigint, ${sql.join(standardFieldNames.map((field) => sql`${sql.id(field)} text`))}, fields jsonb, search text
`

export const textColumns = sql.join(standardColumns.map((column) => sql.id(column)))

/** The values of these columns in JSON `v`. Missing ones are unknown; a missing number is an error. */
export const textsInJson = sql.join(
  standardFieldNames.map((field) => {
    const value = sql.ref(`v.${field}`)
    if (field === 'phone') return value
    return field === 'birthDate' ? sql`nullif(${value}, '')::date` : sql`coalesce(${value}, '')`
  }),
)

/** Returns new ids by phone number, in ascending order. Existing contacts are left out and stay unchanged. */
export async function insertContacts(tx: Tx, accountId: number, contacts: readonly ContactFields[], now: Date) {
  const { rows } = await sql<Row<'contacts', 'id' | 'phone'>>`
    with added as (
      insert into contacts (account_id, ${textColumns}, fields, search, created_at)
      select ${accountId}, ${textsInJson}, fields, search, ${now}
        from json_to_recordset(${jsonOf(contacts)}::json) as v(${jsonColumns})
          on conflict (account_id, phone) do nothing
      returning id, phone
    ),
    counted as (
      update contact_accounts
         set contacts_count = contacts_count + (select count(*) from added)
       where account_id = ${accountId}
    )
    select id, phone
      from added
  `.execute(tx)
  return new Map(rows.map(({ id, phone }) => [phone, id]))
}

export async function updateContacts(tx: Tx, accountId: number, contacts: readonly PlainContact[]) {
  await sql`
    update contacts c
       set (${textColumns}, fields, search) = row(${textsInJson}, v.fields, v.search)
      from json_to_recordset(${jsonOf(contacts)}::json) as v(${jsonColumns})
     where c.account_id = ${accountId}
       and c.id = v.id
  `.execute(tx)
}

/** Adds all of these contacts to all of these books. */
export async function insertMemberships(
  tx: Tx,
  accountId: number,
  bookIds: readonly number[],
  contactIds: readonly number[],
): Promise<void> {
  await sql`
    with added as (
      insert into contact_memberships (account_id, book_id, contact_id)
      select ${accountId}, book_id, contact_id
        from unnest(${contactIds}::bigint[]) as contact_id
       cross join unnest(${bookIds}::bigint[]) as book_id
          on conflict do nothing
      returning book_id
    )
    update contact_books b
       set contacts_count = b.contacts_count + changed.count
      from (select book_id, count(*) as count from added group by book_id) changed
     where b.account_id = ${accountId}
       and b.id = changed.book_id
  `.execute(tx)
}

/** Removes contacts from these books, or from all others. */
export async function deleteMemberships(
  tx: Tx,
  accountId: number,
  contactIds: readonly number[],
  books: { readonly of: readonly number[] } | { readonly butOf: readonly number[] },
): Promise<void> {
  const which =
    'of' in books ? sql`book_id = any(${books.of}::bigint[])` : sql`book_id <> all(${books.butOf}::bigint[])`
  await sql`
    with removed as (
      delete from contact_memberships
       where account_id + 0 = ${accountId}
         and contact_id = any(${contactIds}::bigint[])
         and ${which}
      returning book_id
    )
    update contact_books b
       set contacts_count = b.contacts_count - changed.count
      from (select book_id, count(*) as count from removed group by book_id) changed
     where b.account_id = ${accountId}
       and b.id = changed.book_id
  `.execute(tx)
}

/** Deletes those of the contacts that are in no book. */
export async function deleteContactsOutside(tx: Tx, accountId: number, contactIds: readonly number[]): Promise<void> {
  await sql`
    with removed as (
      delete from contacts c
       where c.account_id = ${accountId}
         and c.id = any(${contactIds}::bigint[])
         and not exists (select from contact_memberships m where m.contact_id = c.id)
      returning c.id
    )
    update contact_accounts
       set contacts_count = contacts_count - (select count(*) from removed)
     where account_id = ${accountId}
  `.execute(tx)
}

/** Which of the contacts exist, or are in one of the given books. */
export async function listContactIds(
  db: Queryable,
  accountId: number,
  contactIds: readonly number[],
  bookIds: readonly number[] | null,
): Promise<number[]> {
  const inBooks = sql`exists (select from contact_memberships m where m.contact_id = c.id and m.book_id = any(${bookIds}::bigint[]))`
  const { rows } = await sql<Row<'contacts', 'id'>>`
    select c.id
      from contacts c
     where c.account_id = ${accountId}
       and c.id = any(${contactIds}::bigint[])
       and ${bookIds === null ? sql`true` : inBooks}
  `.execute(db)
  return rows.map(({ id }) => id)
}

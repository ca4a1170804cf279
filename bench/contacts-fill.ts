/** Fills a database with contacts of a single account, with custom fields, books and messages. */
import { sql } from 'kysely'
import type { Database } from '../src/engine/db/index.ts'
import { fillMessages } from './messages-fill.ts'

const firstNames = ['amina', 'juma', 'neema', 'baraka', 'asha', 'hassan', 'zawadi', 'rehema', 'salma', 'daudi']
const cities = ['Dar es Salaam', 'Mwanza', 'Arusha', 'Dodoma', 'Mbeya', 'Tanga', 'Morogoro']
const step = 100_000

/** The number of a contact. `fillMessages` sends to the first half of them. */
export const phoneOf = (n: number) => String(255_710_000_000 + n * 37)
export const secondPhoneOf = (n: number) => String(255_620_000_000 + n * 41)

export interface FilledContacts {
  /** All contacts are in the first book, and one in a hundred in the second. */
  readonly bookIds: readonly [number, number]
}

/** Adds contacts, and a message to each, and a reply of one in a hundred. */
export async function fillContacts(db: Database, accountId: number, count: number): Promise<FilledContacts> {
  const filled = await fillBooks(db, accountId, count)
  await sql`
    insert into inbound_messages (account_id, carrier, phone, number, text, kind, received_at)
    select ${accountId}, 'simulator', (255710000000 + n * 37)::text, '15000', 'Ndiyo', 'message', now() - interval '10 days'
      from generate_series(0, ${count - 1}::bigint, 100) as n
  `.execute(db)
  await fillMessages(db, accountId, count)
  return filled
}

/** One contact in ten has a second number; one in ten thousand has the tier Gold; points are from 0 to 999. */
export async function fillBooks(db: Database, accountId: number, count: number): Promise<FilledContacts> {
  await sql`
    insert into contact_fields (account_id, key, name, name_key, type, choices, created_at)
    values (${accountId}, 'voucher', 'Voucher', 'voucher', 'text', '{}', now()),
           (${accountId}, 'points', 'Points', 'points', 'number', '{}', now()),
           (${accountId}, 'tier', 'Tier', 'tier', 'choice', '{Gold,Silver}', now())
  `.execute(db)
  const { rows: books } = await sql<{ id: number }>`
    insert into contact_books (account_id, name, name_key, description, is_default, contacts_count, created_at)
    values (${accountId}, 'All', 'all', '', false, ${count}, now()),
           (${accountId}, 'Few', 'few', '', false, ${Math.ceil(count / 100)}, now())
    returning id
  `.execute(db)
  const [all = 0, few = 0] = books.map(({ id }) => id)
  for (let from = 0; from < count; from += step) {
    const to = Math.min(count, from + step) - 1
    // In the order of n, so that ids follow it.
    await sql`
      with given as (
        select n, (255710000000 + n * 37)::text as phone, case when n % 10 = 3 then (255620000000 + n * 41)::text else '' end as phone2,
               (${firstNames}::text[])[1 + n % 10] as first, 'name' || to_hex(n * 31) as last
          from generate_series(${from}::bigint, ${to}::bigint) as n
      ),
      added as (
        insert into contacts (account_id, phone, phone2, title, first_name, last_name, gender, email, country, city, area, fields, search, created_at)
        select ${accountId}, phone, phone2, '', initcap(first), initcap(last), '', 'person.' || n || '@example.com', 'Tanzania', (${cities}::text[])[1 + n % 7], '',
               jsonb_build_object('voucher', 'V-' || n, 'points', n % 1000) || case when n % 10000 = 0 then '{"tier":"Gold"}' else '{}'::jsonb end,
               first || ' ' || last || e'\\n' || phone || e'\\n' || phone2, now() - make_interval(mins => (${count}::bigint - n)::integer / 10)
          from given
         order by n
        returning id
      )
      insert into contact_memberships (account_id, book_id, contact_id)
      select ${accountId}::bigint, ${all}::bigint, id from added
      union all
      select ${accountId}::bigint, ${few}::bigint, id from added where id % 100 = 0
    `.execute(db)
    process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${to + 1} contacts\n`)
  }
  await sql`update contact_accounts set contacts_count = ${count} where account_id = ${accountId}`.execute(db)
  return { bookIds: [all, few] }
}

import { sql } from 'kysely'
import { columnsOf, type Row, run, type Tx } from '../../engine/db/index.ts'
import { dataOf, isOwned, type PersonQuery, type RowKey, wholeNumberPattern } from '../table-data/index.ts'
import { standardColumns } from './rules.ts'
import { deleteContactsOutside, deleteMemberships, listContactsByIds, updateContacts } from './store.ts'
import { lockContacts } from './store-books.ts'

/** `search` has both numbers and an index for parts of texts; the second number has no index of its own. */
const isContact = ({ accountId, phone }: PersonQuery) => sql`
  ${isOwned(sql`t.account_id`, accountId)}
  and t.search like ${`%${phone}%`}
  and (t.phone = ${phone} or t.phone2 = ${phone})`

const contacts = dataOf('contacts', {
  person: {
    name: 'contacts',
    show: [
      'account_id',
      ...standardColumns,
      columnsOf(
        { t: 'contacts' },
        {
          // Values of removed fields are deleted step by step.
          fields: sql<string>`(
            select jsonb_object_agg(v.key, v.value)::text
              from jsonb_each(t.fields) v
              join contact_fields f on f.account_id = t.account_id
                                   and f.key = v.key
                                   and f.removed_at is null)`,
          createdAt: 't.created_at',
          books: sql<string>`(
            select string_agg(b.name, ', ' order by b.id)
              from contact_memberships m
              join contact_books b on b.id = m.book_id
             where m.contact_id = t.id)`,
        },
      ),
    ],
    where: isContact,
    erase: eraseContacts,
  },
  unsearched: ['phone', 'phone2'],
})

/** Deletes contacts with the number, and removes it where it is the second number of another contact. */
async function eraseContacts(tx: Tx, query: PersonQuery, limit: number): Promise<number> {
  const rows = await run.all<Row<'contacts', 'id' | 'account_id' | 'phone'>>(tx)`
    select t.id, t.account_id, t.phone
      from contacts t
     where ${isContact(query)}
     order by t.account_id, t.id
     limit ${limit}
  `
  for (const accountId of new Set(rows.map((row) => row.account_id))) {
    await lockContacts(tx, accountId)
    const own = rows.filter((row) => row.account_id === accountId)
    const removed = own.filter(({ phone }) => phone === query.phone).map(({ id }) => id)
    await deleteMemberships(tx, accountId, removed, { butOf: [] })
    await deleteContactsOutside(tx, accountId, removed)
    const others = own.filter(({ phone }) => phone !== query.phone).map(({ id }) => id)
    const kept = await listContactsByIds(tx, accountId, others)
    const changed = kept.map((contact) => (contact.phone2 === query.phone ? { ...contact, phone2: '' } : contact))
    await updateContacts(tx, accountId, changed)
  }
  return rows.length
}

const importRows = dataOf('contact_import_rows', {
  person: {
    name: 'import-rows',
    show: ['account_id', 'import_id', 'row', 'outcome', 'phone', 'why'],
    texts: ['phone'],
    key: ['import_id', 'row'],
    swept: eraseRows,
  },
})

/** In rows of others, only the reason may mention the number. */
async function eraseRows(tx: Tx, keys: readonly RowKey[], phone: string): Promise<void> {
  await sql`
    delete from contact_import_rows r
     using unnest(${keys.map(([id]) => id)}::bigint[], ${keys.map(([, row]) => row)}::int[]) as v(import_id, row)
     where r.import_id = v.import_id
       and r.row = v.row
       and r.phone ~ ${wholeNumberPattern(phone)}
  `.execute(tx)
}

const imports = dataOf('contact_imports', {
  keep: [
    {
      name: 'Contact imports',
      dataClass: 'events',
      since: 'finished_at',
      where: sql`t.due_at is null`,
      order: sql`t.id`,
      // An import without its report would promise rows that are missing.
      first: { table: 'contact_import_rows', by: 'import_id' },
    },
  ],
})

export const data = [contacts, importRows, imports]

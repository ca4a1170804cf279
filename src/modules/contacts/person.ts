import { sql } from 'kysely'
import { columnsOf, type Row, type Tx } from '../../engine/db/index.ts'
import {
  type PersonQuestion,
  type PersonSource,
  scannedSource,
  tableSource,
  wholeNumberPattern,
} from '../person/index.ts'
import { deleteContactsOutside, deleteMemberships, listContactsByIds, updateContacts } from './store.ts'
import { lockContacts } from './store-books.ts'

/** `search` has both numbers and an index for parts of texts; the second number has no index of its own. */
const isContact = ({ accountId, phone }: PersonQuestion) => sql`
  ${accountId === null ? sql`true` : sql`c.account_id = ${accountId}`}
  and c.search like ${`%${phone}%`}
  and (c.phone = ${phone} or c.phone2 = ${phone})`

const contacts = tableSource({
  name: 'contacts',
  columns: columnsOf(
    { c: 'contacts' },
    {
      accountId: 'c.account_id',
      phone: 'c.phone',
      phone2: 'c.phone2',
      title: 'c.title',
      firstName: 'c.first_name',
      lastName: 'c.last_name',
      gender: 'c.gender',
      email: 'c.email',
      country: 'c.country',
      city: 'c.city',
      area: 'c.area',
      birthDate: 'c.birth_date',
      // Values of removed fields are deleted step by step.
      fields: sql<string>`(
        select jsonb_object_agg(v.key, v.value)::text
          from jsonb_each(c.fields) v
          join contact_fields f on f.account_id = c.account_id
                               and f.key = v.key
                               and f.removed_at is null)`,
      createdAt: 'c.created_at',
      books: sql<string>`(
        select string_agg(b.name, ', ' order by b.id)
          from contact_memberships m
          join contact_books b on b.id = m.book_id
         where m.contact_id = c.id)`,
    },
  ),
  from: sql`contacts c`,
  id: sql`c.id`,
  idType: 'bigint',
  where: isContact,
})

const importRows = {
  table: 'contact_import_rows',
  columns: [
    { name: 'import_id', type: 'bigint' },
    { name: 'row', type: 'integer' },
  ],
}

/** Deletes contacts with the number, and removes it where it is the second number of another contact. */
async function eraseContacts(tx: Tx, question: PersonQuestion, limit: number): Promise<number> {
  const { rows } = await sql<Row<'contacts', 'id' | 'account_id' | 'phone'>>`
    select c.id, c.account_id, c.phone
      from contacts c
     where ${isContact(question)}
     order by c.account_id, c.id
     limit ${limit}
  `.execute(tx)
  for (const accountId of new Set(rows.map((row) => row.account_id))) {
    await lockContacts(tx, accountId, new Date())
    const own = rows.filter((row) => row.account_id === accountId)
    const removed = own.filter(({ phone }) => phone === question.phone).map(({ id }) => id)
    await deleteMemberships(tx, accountId, removed, { butOf: [] })
    await deleteContactsOutside(tx, accountId, removed)
    const others = own.filter(({ phone }) => phone !== question.phone).map(({ id }) => id)
    const kept = await listContactsByIds(tx, accountId, others)
    await updateContacts(
      tx,
      accountId,
      kept.map((contact) => ({ ...contact, phone2: contact.phone2 === question.phone ? '' : contact.phone2 })),
    )
  }
  return rows.length
}

export const contactsPersonSources: readonly PersonSource[] = [
  { ...contacts, erase: eraseContacts },
  {
    ...scannedSource({
      name: 'import-rows',
      columns: columnsOf(
        { t: 'contact_import_rows' },
        {
          accountId: 't.account_id',
          importId: 't.import_id',
          row: 't.row',
          outcome: 't.outcome',
          phone: 't.phone',
          why: 't.why',
        },
      ),
      key: importRows,
      account: sql`t.account_id`,
      texts: [sql`t.phone`],
    }),
    swept: {
      table: importRows.table,
      // In rows of others, only the reason may mention the number.
      async erase(tx, keys, phone) {
        await sql`
          delete from contact_import_rows r
           using unnest(${keys.map(([id]) => id)}::bigint[], ${keys.map(([, row]) => row)}::int[]) as v(import_id, row)
           where r.import_id = v.import_id
             and r.row = v.row
             and r.phone ~ ${wholeNumberPattern(phone)}
        `.execute(tx)
      },
    },
  },
]

import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import { placeholderNames } from '../../../values/contact-placeholders.ts'
import { nameKeyOf } from '../rules.ts'
import { idMax } from '../store-books.ts'

/** SQL of custom fields. */

const columns = columnsOf({ f: 'contact_fields' }, 'f.id, f.key, f.name, f.type, f.choices, f.created_at')

/** A custom field of an account. */
export type Field = RowOf<typeof columns>

/** The custom fields of an account in the order of creation, without removed ones. */
export const listFields = (db: Queryable, accountId: number) => run.all<Field>(db)`
    select ${columns}
      from contact_fields f
     where f.account_id = ${accountId}
       and f.removed_at is null
     order by f.id
  `

/** The names of all placeholders for the contacts of an account. */
export async function listPlaceholders(db: Queryable, accountId: number): Promise<readonly string[]> {
  const fields = await listFields(db, accountId)
  return [...fields.map(({ key }) => key), ...placeholderNames]
}

export const findField = (db: Queryable, accountId: number, id: number) => run.first<Field>(db)`
    select ${columns}
      from contact_fields f
     where f.account_id = ${accountId}
       and f.id = ${id}
       and f.removed_at is null
  `

/** The keys of removed fields whose values are not deleted yet. */
export async function listRemovedKeys(db: Queryable, accountId: number): Promise<string[]> {
  const { rows } = await sql<Row<'contact_fields', 'key'>>`
    select key from contact_fields where account_id = ${accountId} and removed_at is not null
  `.execute(db)
  return rows.map(({ key }) => key)
}

export type NewField = Omit<Field, 'id' | 'createdAt'>

/** Null when the account already has a field with that key or name. */
export const insertField = (tx: Tx, accountId: number, field: NewField, now: Date) => run.first<Field>(tx)`
    insert into contact_fields as f (account_id, key, name, name_key, type, choices, created_at)
    values (${accountId}, ${field.key}, ${field.name}, ${nameKeyOf(field.name)}, ${field.type}, ${field.choices}::text[], ${now})
        on conflict do nothing
    returning ${columns}
  `

/** False when another field of the account has that name. */
export const updateField = (
  tx: Tx,
  accountId: number,
  id: number,
  field: Pick<Field, 'name' | 'choices'>,
) => run.hasRows(tx)`
    update contact_fields f
       set name = ${field.name}, name_key = ${nameKeyOf(field.name)}, choices = ${field.choices}::text[]
     where f.account_id = ${accountId}
       and f.id = ${id}
       and not exists (select from contact_fields o
                        where o.account_id = ${accountId}
                          and o.name_key = ${nameKeyOf(field.name)}
                          and o.removed_at is null
                          and o.id <> ${id})
    returning id
  `

export async function markFieldRemoved(tx: Tx, accountId: number, id: number, now: Date): Promise<void> {
  await sql`update contact_fields set removed_at = ${now} where account_id = ${accountId} and id = ${id}`.execute(tx)
}

const removedColumns = columnsOf('contact_fields', { accountId: 'account_id', id: 'id' })

/** A removed field. */
export type RemovedField = RowOf<typeof removedColumns>

export const listRemovedFields = (db: Queryable) => run.all<RemovedField>(db)`
    select ${removedColumns} from contact_fields where removed_at is not null order by id
  `

/**
 * Deletes the values of a removed field from the next contacts, and the field after the last contact. Returns whether
 * the field is gone. The caller must hold the lock of the account's contacts.
 */
export async function cleanField(tx: Tx, { accountId, id }: RemovedField, limit: number): Promise<boolean> {
  const { rows } = await sql<{ last: number | null; checked: number }>`
    with field as (
      select key, cleaned_to from contact_fields where account_id = ${accountId} and id = ${id} and removed_at is not null
    ),
    checked as materialized (
      select c.id, c.fields ? (select key from field) as "hasValue"
        from contacts c
       where (c.account_id, c.id) > (${accountId}::bigint, (select cleaned_to from field))
         and (c.account_id, c.id) <= (${accountId}, ${idMax})
       order by c.account_id, c.id
       limit ${limit}
    ),
    cleaned as (
      update contacts c
         set fields = c.fields - (select key from field)
       where c.account_id = ${accountId}
         and c.id = any(array(select id from checked where "hasValue"))
    )
    select max(id) as last, count(*) as checked from checked
  `.execute(tx)
  const { last, checked } = rows[0] ?? { last: null, checked: 0 }
  if (last === null || checked < limit) {
    await sql`delete from contact_fields where account_id = ${accountId} and id = ${id} and removed_at is not null`.execute(
      tx,
    )
    return true
  }
  await sql`update contact_fields set cleaned_to = ${last} where account_id = ${accountId} and id = ${id}`.execute(tx)
  return false
}

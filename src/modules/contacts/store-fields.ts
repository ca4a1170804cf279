import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf } from '../../engine/db/index.ts'
import { placeholderNames } from './rules.ts'

/** SQL of custom fields. */

const columns = columnsOf(
  { f: 'contact_fields' },
  { id: 'f.id', key: 'f.key', name: 'f.name', type: 'f.type', choices: 'f.choices', createdAt: 'f.created_at' },
)

/** A custom field of an account. */
export type Field = RowOf<typeof columns>

/** The custom fields of an account in the order of creation, without removed ones. */
export async function listFields(db: Queryable, accountId: number): Promise<Field[]> {
  const { rows } = await sql<Field>`
    select ${columns}
      from contact_fields f
     where f.account_id = ${accountId}
       and f.removed_at is null
     order by f.id
  `.execute(db)
  return rows
}

/** The names of all placeholders for the contacts of an account. */
export async function listPlaceholders(db: Queryable, accountId: number): Promise<readonly string[]> {
  const fields = await listFields(db, accountId)
  return [...placeholderNames, ...fields.map(({ key }) => key)]
}

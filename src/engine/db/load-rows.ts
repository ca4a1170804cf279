import { sql } from 'kysely'
import { BadBackup } from './backup-format.ts'
import type { Column, Table } from './catalog.ts'
import type { Tx } from './database.ts'
import { run } from './run.ts'

/**
 * Removes the rows that migrations inserted, because the backup contains them. `restart identity` makes the sequences
 * transactional.
 */
export async function emptyTables(tx: Tx, tables: readonly Table[]): Promise<void> {
  await sql`
    set local idle_in_transaction_session_timeout = 0;
    set local statement_timeout = 0;
    truncate ${sql.join(tables.map(({ name }) => sql.id(name)))} restart identity
  `.execute(tx)
}

/**
 * Drops foreign keys and disables triggers: a row may refer to a later one, and triggers already ran before the backup.
 * Returns a function that restores them and checks all rows.
 */
export async function suspendConstraints(tx: Tx, tables: readonly Table[]): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => name)
  const references = await run.all<{ table: string; name: string; definition: string }>(tx)`
    select c.relname as table, f.conname as name, pg_get_constraintdef(f.oid) as definition
      from pg_constraint f
      join pg_class c on c.oid = f.conrelid
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema()
       and c.relname = any (${names}::text[])
       and f.contype = 'f'
       and f.conparentid = 0
     order by c.relname, f.conname
  `
  const triggers = await run.all<{ table: string; name: string }>(tx)`
    select c.relname as table, t.tgname as name
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema()
       and c.relname = any (${names}::text[])
       and not t.tgisinternal
       and t.tgenabled = 'O'
     order by c.relname, t.tgname
  `
  for (const { table, name } of references)
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(tx)
  for (const { table, name } of triggers)
    await sql`alter table ${sql.id(table)} disable trigger ${sql.id(name)}`.execute(tx)

  return async () => {
    for (const { table, name } of triggers)
      await sql`alter table ${sql.id(table)} enable trigger ${sql.id(name)}`.execute(tx)
    for (const { table, name, definition } of references) {
      try {
        await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx)
      } catch (error) {
        throw isMisfit(error)
          ? new BadBackup(`rows of ${table} refer to missing rows: ${error.message}`, null, { cause: error })
          : error
      }
    }
  }
}

/** Inserts rows of consecutive lines. After a failure it tries them one by one, to report the first bad line. */
export async function insertRows(tx: Tx, table: Table, rows: readonly string[], firstLine: number): Promise<void> {
  await sql`savepoint chunk`.execute(tx)
  try {
    await insert(tx, table, rows)
    await sql`release savepoint chunk`.execute(tx)
  } catch (error) {
    if (!isMisfit(error)) throw error
    const what = rows.length === 1 ? 'row' : 'rows'
    const problem = new BadBackup(`invalid ${what} for ${table.name}: ${error.message}`, firstLine, { cause: error })
    if (rows.length === 1) throw problem
    await sql`rollback to savepoint chunk`.execute(tx)
    for (const [index, row] of rows.entries()) await insertRows(tx, table, [row], firstLine + index)
    throw problem
  }
}

/** Rows are parsed only by the database, so that numbers keep all their digits. */
async function insert(tx: Tx, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const isWork =
    columns.some((column) => column.name === 'lease_until') && columns.some((column) => column.name === 'lease_owner')
  const { numAffectedRows } = await sql`
    insert into ${sql.id(name)} (${sql.join(columns.map((column) => sql.id(column.name)))})
    overriding system value
    select ${sql.join(columns.map((column) => restoredValue(column, isWork)))}
      from json_to_recordset(${`[${rows.join(',\n')}]`}::text::json)
        as r(${sql.join(columns.map((column) => sql`${sql.id(column.name)} ${sql.raw(column.asText ? 'text' : column.type)}`))})
  `.execute(tx)
  if (numAffectedRows !== BigInt(rows.length)) throw new RangeError('a line must contain one row')
}

/** Clears leases, because their owners do not exist in the restored installation. */
function restoredValue({ name, type, asText }: Column, isWork: boolean) {
  if (isWork && (name === 'lease_until' || name === 'lease_owner')) return sql`null`
  return asText ? sql`r.${sql.id(name)}::${sql.raw(type)}` : sql`r.${sql.id(name)}`
}

/** True for invalid values and constraint violations, not for outages. */
function isMisfit(error: unknown): error is Error {
  return error instanceof RangeError || (error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)))
}

/**
 * Sets sequences to the largest value in use or ever assigned. A sequence that is still before its start is left
 * unchanged.
 */
export async function setSequences(
  tx: Tx,
  { name, columns }: Table,
  last: Readonly<Record<string, string>>,
): Promise<void> {
  for (const { name: column, sequence } of columns) {
    if (sequence === null) continue
    const value = sql`greatest(max(${sql.id(column)}), ${last[column] ?? null}::text::bigint)`
    await sql`
      select setval(${sequence}::text::regclass, ${value})
        from ${sql.id(name)}
      having ${value} >= (select seqstart from pg_sequence where seqrelid = ${sequence}::text::regclass)
    `.execute(tx)
  }
}

/** Helpers for backup tests: databases, and comparisons of their schemas and contents. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { makePartition } from '../src/engine/db/ids.ts'
import { type Database, migrate } from '../src/engine/db/index.ts'
import { baseline } from '../src/engine/db/migration-files.ts'
import { migrationsDirectory } from '../src/migrations.ts'
import { type EngineName, openEmptyDatabase, openTestDatabase, type TestDatabase } from './world.ts'

export interface Scope {
  after(run: () => unknown): void
}

/** A scope for resources that a `before` hook opens, because the context of the hook ends with the hook. */
export function openScope(): Scope & { close(): Promise<void> } {
  const ends: (() => unknown)[] = []
  return {
    after: (run) => void ends.unshift(run),
    async close() {
      for (const end of ends) await end()
    },
  }
}

/**
 * A few tables of all kinds from the baseline, in two migrations. A restore locks, empties and alters all tables, which
 * takes ten times as long for the whole schema.
 */
const smallSchema = {
  '0001_small.sql': ['id_blocks', 'idempotency_keys', 'periodic_tasks', 'accounts', 'credentials'],
  '0002_more.sql': [
    'senders',
    'sms_optouts',
    'sms_requests',
    'sms_messages',
    'sms_batches',
    'sms_expiries',
    'sms_references',
    'sms_part_receipts',
    'sms_receipts',
    'sms_usage',
  ],
}

/** Writes the migrations of the small schema to a directory, and adds more files. */
export function writeSmallSchema(scope: Scope, files: Readonly<Record<string, string>> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-migrations-'))
  scope.after(() => rmSync(directory, { recursive: true, force: true }))
  const statements = readFileSync(join(migrationsDirectory, `${baseline}.sql`), 'utf8').split(/(?<=;)\n/)
  for (const [name, tables] of Object.entries(smallSchema)) {
    const ofTables = new RegExp(`^(create table|create .*index .* on|insert into) (${tables.join('|')}) `, 'm')
    const isOurs = (text: string) => text.includes('create extension') || ofTables.test(text)
    writeFileSync(join(directory, name), statements.filter(isOurs).join('\n'))
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  return directory
}

/** Inserts an account, a request with one message and one with three, and work. */
export async function fillSmallSchema(db: Database): Promise<void> {
  for (const table of ['sms_requests', 'sms_messages'])
    await db.transaction((tx) => makePartition(tx, table, { name: `${table}_p0`, from: 0, to: 10_000 }))
  await sql`
    insert into accounts (id, name, created_at) values (1, 'Duka', now());
    insert into senders (account_id, sender, sample_content, status, created_at) values (1, 'INFO', '', 'active', now());
    insert into periodic_tasks (name, due_at) values ('test', now());
    insert into idempotency_keys values (1, '/v1/send', 'one', '\\x00', '{"request_id":1}', now());
    insert into sms_requests
      (id, account_id, sender, text, encoding, segments, due_at, valid_until, first_message_id, last_message_id, valid, invalid, duplicates, opted_out, created_at)
    values (1, 1, 'INFO', 'one', 'gsm', 1, now(), now(), 1, 1, 1, 0, 0, 0, now()),
           (2, 1, 'INFO', 'two', 'gsm', 1, now(), now(), 2, 4, 3, 0, 0, 0, now());
    insert into sms_messages (id, account_id, request_id, recipient_id, phone, carrier, segments, price)
    select n, 1, case n when 1 then 1 else 2 end, n, '25571234567' || n, 'simulator', 1, 15.5 from generate_series(1, 4) n;
    insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at)
    values (1, 'simulator', 'single', 1, 1, now(), now()), (1, 'simulator', 'single', 2, 4, now(), now())
  `.execute(db)
}

/** A migrated database without rows, dropped after the test. */
export async function migratedDatabase(scope: Scope, engine: EngineName): Promise<TestDatabase> {
  const test = await openTestDatabase(engine)
  scope.after(() => test.drop())
  return test
}

/** A database without tables, dropped after the test. */
export async function bareDatabase(scope: Scope, engine: EngineName): Promise<TestDatabase> {
  const test = await openEmptyDatabase(engine)
  scope.after(() => test.drop())
  return test
}

/** A database with the small schema, or with other migrations, dropped after the test. */
export async function smallDatabase(
  scope: Scope,
  engine: EngineName,
  directory = writeSmallSchema(scope),
): Promise<TestDatabase> {
  const test = await bareDatabase(scope, engine)
  await migrate(test.db, directory)
  return test
}

export async function linesOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

export async function* asLines(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

/** Row count and content hash of every table, including partitions. */
export function contentsOf(db: Database): Promise<Record<string, string>> {
  return db.transaction(async (tx) => {
    await sql`set local timezone = 'UTC'`.execute(tx)
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name
        from pg_class
       where relnamespace = 'public'::regnamespace
         and relkind in ('r', 'p')
         and relname not like 'ngoma_migrations%'
    `.execute(tx)
    // One statement for all tables, because it runs often.
    const counts = tables.map(
      ({ name }) => sql`
        select ${sql.lit(name)} as name, count(*) || ' rows ' || coalesce(md5(string_agg(t::text, e'\n' order by t::text collate "C")), '') as contents
          from ${sql.id(name)} t
      `,
    )
    if (counts.length === 0) return {}
    const { rows } = await sql<{
      name: string
      contents: string
    }>`${sql.join(counts, sql` union all `)} order by name`.execute(tx)
    return Object.fromEntries(rows.map(({ name, contents }) => [name, contents]))
  })
}

/**
 * The columns, constraints, indexes and triggers of a schema. Without `not null` constraints, which only newer servers
 * list.
 */
export async function schemaOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated) as part
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p')
       and a.attnum > 0
       and not a.attisdropped
     union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint
     where connamespace = 'public'::regnamespace
       and contype <> 'n'
     union all
    select indexdef
      from pg_indexes
     where schemaname = 'public'
     union all
    select concat_ws(' ', pg_get_triggerdef(oid), tgenabled)
      from pg_trigger
     where not tgisinternal
     union all
    select name
      from ngoma_migrations
  `.execute(db)
  return rows.map(({ part }) => part).sort()
}

/** Recomputes the last line of a changed backup, so that row counts and checksum match. */
export function signed(lines: readonly string[]): string[] {
  const rows: Record<string, number> = {}
  let table = ''
  for (const line of lines.slice(1, -1)) {
    const name = /^{"ngoma":"table","name":"([^"]+)"/.exec(line)?.[1]
    if (name !== undefined) table = name
    rows[table] = name === undefined ? (rows[table] ?? 0) + 1 : (rows[table] ?? 0)
  }
  const sha256 = createHash('sha256')
    .update(
      lines
        .slice(0, -1)
        .map((line) => `${line}\n`)
        .join(''),
    )
    .digest('hex')
  return [...lines.slice(0, -1), JSON.stringify({ ngoma: 'end', rows, sha256 })]
}

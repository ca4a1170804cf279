/**
 * Generates tables.ts from the migrations: `npm run generate:tables`. With `--check`, as part of `npm run check`, it
 * fails when the file is out of date.
 */
import { hash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { createDatabase, type Queryable } from '../../src/engine/db/database.ts'
import { openEmbedded } from '../../src/engine/db/embedded.ts'
import { migrate, migrationTables } from '../../src/engine/db/migrate.ts'

const tablesPath = fileURLToPath(new URL('../../src/engine/db/tables.ts', import.meta.url))
const migrationsDirectory = fileURLToPath(new URL('../../migrations', import.meta.url))

/** JavaScript types that both engines return for PostgreSQL types. Elements of arrays count as not null. */
const javaScriptTypes: Readonly<Record<string, string>> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  // Exact decimals: a number would round them.
  numeric: 'string',
  text: 'string',
  uuid: 'string',
  date: 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
}

/** Throws for an unknown type: add it above, and a sample to the test. */
export function javaScriptTypeOf(type: string): string {
  const element = type.replace(/\[\]$/, '').replace(/\(.*\)/, '')
  const found = javaScriptTypes[element]
  if (found === undefined) throw new Error(`tools/tables/generate.ts has no JavaScript type for ${type}`)
  return type.endsWith('[]') ? `readonly ${found}[]` : found
}

export interface SchemaColumn {
  readonly table: string
  readonly column: string
  /** As PostgreSQL writes it, such as `numeric(18,4)` or `text[]`. */
  readonly type: string
  readonly nullable: boolean
  /** The check constraints on this column alone, as PostgreSQL writes them. */
  readonly checks: readonly string[]
}

/** Lists the columns of all tables in output order. A partitioned table counts once. */
export async function listSchemaColumns(db: Queryable): Promise<SchemaColumn[]> {
  const { rows } = await sql<SchemaColumn>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
           array(select pg_get_expr(k.conbin, k.conrelid)
                   from pg_constraint k
                  where k.conrelid = c.oid
                    and k.contype = 'c'
                    and k.conkey = array[a.attnum]
                  order by k.conname collate "C") as checks
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = current_schema()
       and c.relkind in ('r', 'p')
       and not c.relispartition
       and c.relname <> all (${migrationTables}::text[])
     order by c.relname collate "C", a.attnum
  `.execute(db)
  return rows
}

/** Returns a union type when a check constraint lists the values: `col in ('a', 'b')` or `col = 'a'`. */
function literalsOf(checks: readonly string[]): string | null {
  for (const check of checks) {
    const list = /^\(\w+ = (?:ANY \(ARRAY\[(?<many>.*)\]\)|(?<one>'.*'::text))\)$/.exec(check)?.groups
    const literals = (list?.many ?? list?.one)?.match(/'(?:[^']|'')*'(?=::text)/g)
    if (literals) return literals.map((literal) => `'${literal.slice(1, -1).replaceAll("''", "\\'")}'`).join(' | ')
  }
  return null
}

function printColumn({ column, type, nullable, checks }: SchemaColumn): string {
  const own = literalsOf(checks) ?? javaScriptTypeOf(type)
  return `    ${column}: ${own}${nullable && own !== 'unknown' ? ' | null' : ''}\n`
}

export async function printTables(db: Queryable): Promise<string> {
  const tables = Map.groupBy(await listSchemaColumns(db), ({ table }) => table)
  const printed = [...tables].map(([table, columns]) => `  ${table}: {\n${columns.map(printColumn).join('')}  }\n`)
  return `
/** The columns of every table, with the types that the database drivers return. */
export interface Tables {
${printed.join('')}}
`
}

/**
 * The first line of the file, with a digest of the migrations, this generator and the rest of the file. So `--check`
 * needs no database, which would take seconds to start.
 */
function headerOf(printed: string): string {
  const migrations = globSync(`${migrationsDirectory}/*.sql`).sort()
  const sources = [...migrations, fileURLToPath(import.meta.url)].map((path) => readFileSync(path, 'utf8'))
  return `// Written by \`npm run generate:tables\` from the migrations. ${hash('sha256', [...sources, printed].join('\0'))}\n`
}

async function printMigrated(): Promise<string> {
  const db = createDatabase(await openEmbedded({ directory: null }))
  await migrate(db, migrationsDirectory)
  const printed = await printTables(db)
  await db.close()
  return printed
}

/** Without its first line. */
export const readPrinted = () => readFileSync(tablesPath, 'utf8').replace(/^.*\n/, '')

function isUpToDate(): boolean {
  const printed = readPrinted()
  return readFileSync(tablesPath, 'utf8') === headerOf(printed) + printed
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) {
    const printed = await printMigrated()
    writeFileSync(tablesPath, headerOf(printed) + printed)
  } else if (!isUpToDate()) {
    process.stderr.write('src/engine/db/tables.ts does not match the migrations. Run npm run generate:tables.\n')
    process.exitCode = 1
  }
}

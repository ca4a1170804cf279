import { readdirSync } from 'node:fs'

export const migrationExtension = '.sql'

export const baseline = '0001_baseline'

/** The oldest program that may use a schema: the number of its last migration and its version. */
export interface OldestCode {
  readonly schema: number
  readonly version: string
}

export function listMigrations(directory: string): string[] {
  const files = readdirSync(directory).filter((file) => file.endsWith(migrationExtension))
  return files.map((file) => file.slice(0, -migrationExtension.length)).sort()
}

/** The schema version of a list of migrations: the number of the last one. */
export const schemaOf = (migrations: readonly string[]): number => Number.parseInt(migrations.at(-1) ?? '0', 10)

const header = /^-- oldest code: (?<schema>\d{4}) \((?<version>\d+\.\d+\.\d+)\)$/m

/** Returns the oldest program that can use the schema after this migration; null when compatibility does not change. */
export function readOldestCode(name: string, text: string): OldestCode | null {
  if (!/^-- *oldest code/im.test(text)) return null
  const { schema, version } = header.exec(text)?.groups ?? {}
  if (schema === undefined || version === undefined || Number(schema) > Number.parseInt(name, 10))
    throw new Error(
      `migration ${name}: write the oldest code as "-- oldest code: 0033 (0.2.0)", with the number of this or an earlier migration`,
    )
  return { schema: Number(schema), version }
}

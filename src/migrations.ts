import { fileURLToPath } from 'node:url'

export const migrationsDirectory = fileURLToPath(new URL('../migrations', import.meta.url))

/** What is logged while a migration can't have a table. */
export const waitsForTable =
  'the schema could not be changed yet: a table is in use, by a backup perhaps; it is tried again'

/**
 * Tables that a database has rows in which was migrated and never used. A restore takes a database with rows in any
 * other for one that is in use.
 */
export const seededTables: readonly string[] = ['credentials_version', 'id_blocks', 'prices_version']

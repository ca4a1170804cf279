import { fileURLToPath } from 'node:url'

export const migrationsDirectory = fileURLToPath(new URL('../migrations', import.meta.url))

/** Logged while a migration waits for a table lock. */
export const waitsForTable = 'migration waits for a locked table, for example during a backup; retrying'

/** Tables that have rows in a new database. A restore refuses a database with rows in any other table. */
export const seededTables: readonly string[] = ['id_blocks']

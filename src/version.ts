import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readCommit } from './commit.ts'
import { listMigrations, schemaOf } from './engine/db/migration-files.ts'
import { migrationsDirectory } from './migrations.ts'

const root = new URL('../', import.meta.url)

export const version: string = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version

/** The commit that this program was made from; null when nothing says so. */
export const commit: string | null = readCommit(fileURLToPath(root))

/** The number of this program's last migration. */
export const schema: number = schemaOf(listMigrations(migrationsDirectory))

/** All of it in a line. */
export const describeVersion = () => `${version} (commit ${commit?.slice(0, 12) ?? 'unknown'}, schema ${schema})`

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readCommit } from './commit.ts'
import { listMigrations, schemaOf } from './engine/db/migration-files.ts'
import { migrationsDirectory } from './migrations.ts'

const root = new URL('../', import.meta.url)

export const version: string = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version

/** The commit that this program was built from; null when unknown. */
export const commit: string | null = readCommit(fileURLToPath(root))

/** Number of the last migration. */
export const schema: number = schemaOf(listMigrations(migrationsDirectory))

export const describeVersion = () => `${version} (commit ${commit?.slice(0, 12) ?? 'unknown'}, schema ${schema})`

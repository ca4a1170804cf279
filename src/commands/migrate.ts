import { readConfig } from '../config.ts'
import { controlPath } from '../engine/http/control.ts'
import { openLog } from '../engine/log.ts'
import { migrationsDirectory, waitsForTable } from '../migrations.ts'
import { version } from '../version.ts'
import { type Command, Failure, type Input } from './command.ts'
import { isListening } from './socket.ts'

export const migrate: Command = {
  name: 'migrate',
  about: 'Apply pending migrations to the database.',
  options: { status: { about: 'Only show the schema version, and which versions of Ngoma can run on it.' } },
  notes: 'The server applies pending migrations when it starts. Processes that migrate at the same time take turns.',
  examples: ['migrate', 'migrate --status'],
  async run(input) {
    if (input.is('status')) return printStatus(input)
    const config = readConfig()
    if (config.databaseUrl === null && (await isListening(controlPath(config.dataDirectory)))) {
      return input.print({ applied: [] }, 'The schema is up to date: the running server migrated it.')
    }
    const [{ migrate: migrateDatabase }, { openConfigured }] = await Promise.all([
      import('../engine/db/index.ts'),
      import('./open.ts'),
    ])
    const log = openLog('warn', config.logFormat, process.stderr)
    const db = await openConfigured(config, log)
    try {
      let unchanged = 'The schema is up to date.'
      const applied = await migrateDatabase(db, migrationsDirectory, {
        onWait: (tries, blockers) => log.warn({ tries, blockers }, waitsForTable),
        onNewer({ databaseSchema, programSchema }) {
          unchanged = `Nothing was changed: the database has schema ${databaseSchema}, which is newer than schema ${programSchema} of this program.`
        },
      })
      return input.print({ applied }, applied.length === 0 ? unchanged : `Applied ${applied.join(', ')}.`)
    } finally {
      await db.close()
    }
  },
}

/** Reads the state as `doctor` does, so it also works while a server has the embedded database open. */
async function printStatus(input: Input): Promise<number> {
  const [{ findIncompatibility }, { reachDatabase }, { findPresence }, { sentence }] = await Promise.all([
    import('../engine/db/index.ts'),
    import('./doctor/reach.ts'),
    import('./doctor/server.ts'),
    import('./doctor/finding.ts'),
  ])
  const config = readConfig()
  const { finding, state } = await reachDatabase(config, await findPresence(config.dataDirectory))
  if (state === null) throw new Failure(finding.message)
  const { applied, missing, unknown, programSchema, databaseSchema, oldest } = state.schema
  const incompatibility = findIncompatibility(state.schema)
  const newer = unknown.length > 0 ? 'The database is newer. This program can run on it.' : null
  const outdated = missing.length > 0 ? `Pending migrations: ${missing.join(', ')}.` : 'The schema is up to date.'
  return input.print(
    { databaseSchema, programSchema, oldest, applied, missing, unknown, mayRun: incompatibility === null },
    [
      `Database schema  ${databaseSchema}`,
      `Program schema   ${programSchema} (version ${version})`,
      `Oldest program   ${oldest ? `version ${oldest.version} (schema ${oldest.schema})` : 'any'}`,
      incompatibility === null ? (newer ?? outdated) : sentence(incompatibility),
    ].join('\n'),
    incompatibility === null,
  )
}

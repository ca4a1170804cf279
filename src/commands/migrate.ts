import { readConfig } from '../config.ts'
import { controlPath } from '../engine/http/control.ts'
import { openLog } from '../engine/log.ts'
import { migrationsDirectory, waitsForTable } from '../migrations.ts'
import { version } from '../version.ts'
import { type Command, exitCodes, Failure, type Input } from './command.ts'
import { isListening } from './socket.ts'

export const migrate: Command = {
  name: 'migrate',
  about: 'Bring the schema of the database up to date.',
  options: { status: { about: 'Change nothing: show the schema, and which versions may run on it.' } },
  notes: 'A server does this by itself when it starts. Processes that do it at the same time take turns.',
  async run(input) {
    if (input.is('status')) return printStatus(input)
    const config = readConfig()
    if (config.databaseUrl === null && (await isListening(controlPath(config.dataDirectory)))) {
      input.print({ applied: [] }, 'The schema is up to date: the server that runs here has seen to it.')
      return exitCodes.done
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
        onWait: (tries) => log.warn({ tries }, waitsForTable),
        onNewer({ databaseSchema, programSchema }) {
          unchanged = `The database has schema ${databaseSchema}, newer than this program's ${programSchema}: nothing was changed.`
        },
      })
      input.print({ applied }, applied.length === 0 ? unchanged : `Applied ${applied.join(', ')}.`)
      return exitCodes.done
    } finally {
      await db.close()
    }
  },
}

/** Looks at the database as `doctor` does, so it works beside a server that has the embedded database. */
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
  const newer = unknown.length > 0 ? 'The database is newer, and this program may run on it.' : null
  const outdated = missing.length > 0 ? `Not yet applied: ${missing.join(', ')}.` : 'The schema is up to date.'
  input.print(
    { databaseSchema, programSchema, oldest, applied, missing, unknown, mayRun: incompatibility === null },
    [
      `Schema of the database  ${databaseSchema}`,
      `Schema of this program  ${programSchema} (version ${version})`,
      `Oldest program          ${oldest ? `version ${oldest.version} (schema ${oldest.schema})` : 'not limited'}`,
      incompatibility === null ? (newer ?? outdated) : sentence(incompatibility),
    ].join('\n'),
  )
  return incompatibility === null ? exitCodes.done : exitCodes.refused
}

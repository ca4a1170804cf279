import { readConfig } from '../config.ts'
import { controlPath } from '../engine/http/control.ts'
import { openLog } from '../engine/log.ts'
import { migrationsDirectory, waitsForTable } from '../migrations.ts'
import { type Command, exitCodes } from './command.ts'
import { isListening } from './socket.ts'

export const migrate: Command = {
  name: 'migrate',
  about: 'Bring the schema of the database up to date.',
  notes: 'A server does this by itself when it starts. Processes that do it at the same time take turns.',
  async run(input) {
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
      const applied = await migrateDatabase(db, migrationsDirectory, {
        onWait: (tries) => log.warn({ tries }, waitsForTable),
      })
      input.print({ applied }, applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`)
      return exitCodes.done
    } finally {
      await db.close()
    }
  },
}

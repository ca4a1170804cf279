import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '../config.ts'
import { openLog } from '../engine/log.ts'
import { migrationsDirectory, seededTables } from '../migrations.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes } from './command.ts'
import { openToRead, writeWhole } from './files.ts'
import { createProgress, sizeOf } from './progress.ts'

export const backup: Command = {
  name: 'backup',
  about: 'Write everything in the database into a file.',
  arguments: [{ name: 'FILE', about: 'A new file, such as ngoma.backup.gz; - for standard output.' }],
  notes: `Keep it like the database: unless NGOMA_SECRET is set, the root secret that the program made is in it, and whoever reads the file can
read everything in it. With NGOMA_SECRET set, keep that too, apart from it. Also in it are numbers, texts and hashes of passwords and keys.

The backup is of one moment, also while the server works, and restores into either database: this is also the way from the embedded
database to PostgreSQL. Sign-ins are not in it: after a restore everybody signs in again.`,
  async run(input) {
    const [file = ''] = input.arguments
    let bytes = 0
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        done(null, chunk)
      },
    })
    const write = (target: Writable) =>
      withConsole(async (console) => pipeline(await console.stream('GET /backup', {}), count, target))
    const progress = createProgress(() => `${sizeOf(bytes)} written`)
    try {
      await (file === '-' ? write(process.stdout) : writeWhole(file, write))
    } finally {
      progress.end()
    }
    if (file !== '-') input.print({ file, bytes }, `${sizeOf(bytes)} written to ${file}.`)
    return exitCodes.done
  },
}

export const restore: Command = {
  name: 'restore',
  about: 'Read a backup into an empty database.',
  arguments: [{ name: 'FILE', about: 'What ngoma backup wrote.' }],
  notes: `The database must be empty, and no server may run on it. Either all of the backup is restored, or nothing.
What was waiting to be sent when the backup was taken is sent when a server starts, also if it was sent after the backup.`,
  async run(input) {
    const [file = ''] = input.arguments
    const source = openToRead(file)
    let rows = 0
    const progress = createProgress(() => `${rows.toLocaleString('en')} rows restored`)
    const { readBackup, restore: restoreInto } = await import('../engine/db/index.ts')
    const { openConfigured } = await import('./open.ts')
    const config = readConfig()
    const db = await openConfigured(config, openLog('warn', config.logFormat, process.stderr))
    try {
      const restored = await restoreInto(db, readBackup(source), {
        migrationsDirectory,
        seeded: seededTables,
        onProgress(made) {
          rows = made.rows
        },
      })
      progress.end()
      const total = Object.values(restored.rows).reduce((sum, count) => sum + count, 0)
      input.print(
        { ...restored, total },
        `${total.toLocaleString('en')} rows were restored. Look at it with ngoma doctor, and start it with ngoma serve.`,
      )
      return exitCodes.done
    } finally {
      progress.end()
      await db.close()
    }
  },
}

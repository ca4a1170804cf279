import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '../config.ts'
import { migrationsDirectory, seededTables } from '../migrations.ts'
import { countOf } from '../values/count.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes } from './command.ts'
import { countBytes } from './csv-files.ts'
import { checkErasures, describeErasures, erasuresOption, repeatErasures } from './erasures.ts'
import { openToRead, writeNewFile } from './files.ts'
import { sizeOf, withProgress } from './progress.ts'

export const backup: Command = {
  name: 'backup',
  about: 'Back up the database to a file.',
  arguments: [{ name: 'FILE', about: 'A new file, or - for standard output.' }],
  notes: `The backup is consistent even while the server is running. It can be restored to PostgreSQL or to the embedded database, so it is also the way to move from the embedded database to PostgreSQL. Sessions are not included: after a restore, all users sign in again.

Protect the file like the database. It contains phone numbers, message texts, and hashes of passwords and API keys. If NGOMA_SECRET is not set, it also contains the root secret, which decrypts everything in it. If NGOMA_SECRET is set, keep a copy of the secret in another place.`,
  examples: ['backup ngoma.backup.gz', 'backup - | ssh backup@example.com "cat > ngoma.backup.gz"'],
  async run(input) {
    const [file = ''] = input.arguments
    const { stream, bytes } = countBytes()
    const write = (target: Writable) =>
      withConsole(async (console) => pipeline(await console.stream('GET /backup', {}), stream, target))
    const target = () => (file === '-' ? write(process.stdout) : writeNewFile(file, write))
    await withProgress(() => `${sizeOf(bytes())} written`, target)
    if (file !== '-') input.print({ file, bytes: bytes() }, `${sizeOf(bytes())} written to ${file}.`)
    return exitCodes.done
  },
}

export const restore: Command = {
  name: 'restore',
  about: 'Restore a backup into an empty database.',
  arguments: [{ name: 'FILE', about: 'A backup file that "ngoma backup" created.' }],
  options: erasuresOption,
  notes: `The database must be empty, and no server may use it. To keep the current data, set NGOMA_DATA to another directory, or DATABASE_URL to another database. If the restore fails, nothing is changed.

Messages that were pending when the backup was made are sent when a server starts, even if they were sent after the backup was made.

Persons who were erased after the backup was made are erased again, from the erasures file. Copy the current file to this machine first: it is not part of the backup.`,
  examples: ['restore ngoma.backup.gz', 'restore ngoma.backup.gz --erasures api-1.jsonl --erasures api-2.jsonl'],
  async run(input) {
    const [file = ''] = input.arguments
    const source = openToRead(file)
    const { readBackup, restore: restoreInto } = await import('../engine/db/index.ts')
    const { withDatabase } = await import('./open.ts')
    const config = readConfig()
    const { paths, missing } = await checkErasures(config, input.texts('erasures'))
    return withDatabase(config, async (db) => {
      let rows = 0
      const options = {
        migrationsDirectory,
        seeded: seededTables,
        onProgress(made: { readonly rows: number }) {
          rows = made.rows
        },
      }
      const describe = () => (rows === 0 ? 'preparing the database' : `${countOf(rows, 'row')} restored`)
      const restored = await withProgress(describe, () => restoreInto(db, readBackup(source), options))
      const erasures = await repeatErasures(config, db, paths, new Date(restored.header.time))
      const total = Object.values(restored.rows).reduce((sum, count) => sum + count, 0)
      return input.print(
        { ...restored, total, erasures, missingErasuresFile: missing },
        `${countOf(total, 'row')} restored. ${describeErasures(erasures, missing)}Check the result with "ngoma doctor", then start the server with "ngoma serve".`,
      )
    })
  },
}

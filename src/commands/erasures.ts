import { existsSync } from 'node:fs'
import { type Config, readConfig } from '../config.ts'
import type { Database } from '../engine/db/index.ts'
import { openLog } from '../engine/log.ts'
import type { AppliedErasures } from '../modules/privacy/index.ts'
import { countOf } from '../values/count.ts'
import { Refusal } from '../values/refusal.ts'
import { badUsage, type Command, Failure, type Option, timeForms, timeIn } from './command.ts'

export const erasuresOption: Readonly<Record<string, Option>> = {
  erasures: {
    value: 'FILE',
    multiple: true,
    about: 'Apply this erasures file; repeat it for the files of several hosts. Default: NGOMA_ERASURES_FILE.',
  },
}

/** The erasures files; `missing` is the default path if it has no file. Checked before the restore, because a mistake in them must not leave half of the work done. */
export async function checkErasures(config: Config, given: readonly string[]) {
  const { erasuresPath, readErasuresFile } = await import('../modules/privacy/index.ts')
  const paths = given.length > 0 ? given : [erasuresPath(config)]
  const missing = paths.find((path) => !existsSync(path)) ?? null
  if (missing !== null && given.length > 0) throw new Failure(`cannot read ${missing}: the file does not exist`)
  if (missing !== null && config.erasuresFile !== null)
    throw new Failure(
      `cannot read the erasures file ${missing} (NGOMA_ERASURES_FILE): the file does not exist. Copy it to this machine first. If no person was ever erased, create an empty file.`,
    )
  for (const path of paths)
    await readErasuresFile(path).catch((error: Error) => {
      throw new Failure(error.message)
    })
  return { paths, missing }
}

/** Erases the persons again who were erased since the backup was made. */
export async function repeatErasures(config: Config, db: Database, paths: readonly string[], backupTime: Date) {
  const { needsErasures } = await import('../modules/privacy/index.ts')
  // Opening the app needs the root secret, which a plain restore does not.
  if (!(await needsErasures(db, paths, backupTime))) return { added: 0, finished: 0, waiting: 0 }
  const { openApp } = await import('../app.ts')
  const { createClock } = await import('../engine/clock.ts')
  const log = openLog('warn', config.logFormat, process.stderr)
  try {
    // The caller closes the database.
    const app = await openApp({
      config,
      db: { ...db, close: async () => {} },
      clock: createClock(),
      log,
      role: 'command',
    })
    try {
      return await app.applyErasures(paths, backupTime)
    } finally {
      await app.close()
    }
  } catch (error) {
    const reason = error instanceof Refusal ? `${error.message} (${error.hint})` : (error as Error).message
    throw new Failure(
      `the backup is restored, but persons who were erased since then are in it again: ${reason}. Do not start the server. Fix the problem, then run "ngoma person reapply --since ${backupTime.toISOString()}".`,
    )
  }
}

export function describeErasures({ added, finished, waiting }: AppliedErasures, missing: string | null): string {
  const unknown =
    missing === null
      ? ''
      : `No erasures file was found at ${missing}: persons who were erased after the backup was made may be in the database again. `
  if (finished + waiting === 0) return unknown
  const open = waiting === 0 ? '' : `; ${waiting} of them end when the server has completed their pending messages`
  return `${unknown}${countOf(finished + waiting, 'person was', 'persons were')} erased again (${added} from the erasures file)${open}. `
}

/** A server listens for changes on a connection with this name. The embedded database has a lock instead. */
async function isServed(db: Database): Promise<boolean> {
  if (db.engine === 'embedded') return false
  const { run } = await import('../engine/db/index.ts')
  return run.hasRows(db)`
    select 1
      from pg_stat_activity
     where datname = current_database()
       and application_name = 'ngoma listen'
     limit 1
  `
}

export const reapply: Command = {
  name: 'person reapply',
  about: 'Erase again all persons who were erased since a backup, after a restore without "ngoma restore".',
  options: { since: { value: 'TIME', about: `The time of the backup, ${timeForms}.` }, ...erasuresOption },
  notes: 'No server may use the database. Repeating the command changes nothing.',
  examples: ['person reapply --since 2030-01-31T02:15:00Z'],
  async run(input) {
    const since = timeIn(input, 'since')
    if (since === undefined) throw badUsage('--since is required: the time of the backup')
    const config = readConfig()
    const { paths, missing } = await checkErasures(config, input.texts('erasures'))
    const { withDatabase } = await import('./open.ts')
    return withDatabase(config, async (db) => {
      if (await isServed(db))
        throw new Failure('a server uses this database. Stop all servers that use it, then run the command again.')
      const erasures = await repeatErasures(config, db, paths, new Date(since))
      return input.print(
        { ...erasures, missingErasuresFile: missing },
        describeErasures(erasures, missing) || 'Nothing to repeat: all erasures since then are in the database.',
      )
    })
  },
}

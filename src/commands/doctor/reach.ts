import type { Config } from '../../config.ts'
import { readDatabaseState } from '../../console/system.ts'
import type { DatabaseState } from '../../contract/console/system.ts'
import { parseHosts } from '../../engine/db/hosts.ts'
import { openDatabase } from '../../engine/db/index.ts'
import { openMail } from '../../engine/mail.ts'
import { describeProblem, findAdvice } from '../problem.ts'
import { type Finding, ok, problem, sentence } from './finding.ts'
import { holdsDatabase, isOthers } from './machine.ts'
import type { Presence } from './server.ts'
import { within } from './within.ts'

const reachMsMax = 5_000
/** Opening the embedded database takes its time, and on a slow machine more of it. */
const embeddedMsMax = 60_000

/** The database as far as it can be seen; null when it can't, and the finding says why. */
export interface Reached {
  readonly finding: Finding
  readonly state: DatabaseState | null
}

const check = 'database'

/**
 * Asks PostgreSQL itself, with these settings. The embedded one belongs to one process: the server that has it is
 * asked, and it is opened only when nobody has it.
 */
export function reachDatabase(config: Config, presence: Presence): Promise<Reached> {
  const target = config.databaseUrl === null ? null : parseHosts(config.databaseUrl)
  if (target !== null) {
    const names = target.hosts.map(({ name }) => name).join()
    return lookInto(config, `PostgreSQL answers (${names}${target.path})`, reachMsMax * target.hosts.length)
  }
  if (presence.kind === 'server') return Promise.resolve(askedServer(presence.system.database))
  const unseen = (message: string): Reached => ({ finding: ok(check, message), state: null })
  if (presence.kind === 'silent')
    return Promise.resolve({
      finding: problem(check, 'the embedded database is in use, and its user does not answer', 'See the server above.'),
      state: null,
    })
  if (!holdsDatabase(config.dataDirectory))
    return Promise.resolve(unseen('the embedded database does not exist yet: the first start makes it'))
  if (isOthers(config.dataDirectory))
    return Promise.resolve(unseen("the embedded database is another user's, and was not opened"))
  return lookInto(config, 'the embedded database opens', embeddedMsMax)
}

/** A server of another version may say less about its database. */
function askedServer(state: DatabaseState): Reached {
  const finding = ok(check, 'the running server has the embedded database open')
  return { finding, state: 'schema' in state ? state : null }
}

async function lookInto(config: Config, message: string, msMax: number): Promise<Reached> {
  try {
    return { finding: ok(check, message), state: await within(msMax, look(config), () => silence(msMax)) }
  } catch (error) {
    const { text } = describeProblem(error)
    const advice = findAdvice(error)
    const said = advice === null ? text : text.replace(` (${advice})`, '')
    return {
      finding: problem(check, said.split('\n')[0] ?? '', advice === null ? fallbackAdvice(config) : sentence(advice)),
      state: null,
    }
  }
}

const fallbackAdvice = ({ databaseUrl }: Config) =>
  databaseUrl === null
    ? 'Restore a backup of the data directory if this does not go away.'
    : 'Look at DATABASE_URL, and at the log of PostgreSQL.'

/** A database that takes the connection and then says nothing is as good as none. */
const silence = (msMax: number) =>
  Object.assign(new Error(`the database did not answer within ${msMax / 1_000} seconds`), { code: 'ETIMEDOUT' })

async function look(config: Config): Promise<DatabaseState> {
  const db = await openDatabase({
    url: config.databaseUrl,
    connectionsMax: 1,
    dataDirectory: config.dataDirectory,
  })
  try {
    return await readDatabaseState(db, config, new Date())
  } finally {
    await db.close()
  }
}

/** Nothing is said where no mail is set up. */
export async function reachMail({ smtpUrl, mailFrom }: Config): Promise<Finding[]> {
  const mail = openMail({ url: smtpUrl, from: mailFrom, timeoutMs: reachMsMax })
  if (mail === null) return []
  return mail.check().then(
    () => [ok('mail', 'the mail server answers')],
    (error: Error) => [problem('mail', error.message, 'Look at NGOMA_SMTP_URL, and at the log of the mail server.')],
  )
}

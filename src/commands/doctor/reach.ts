import { modules } from '../../app/modules.ts'
import type { Config } from '../../config.ts'
import { readDatabaseState } from '../../console/system.ts'
import type { DatabaseState } from '../../contract/console/system.ts'
import { parseHosts } from '../../engine/db/hosts.ts'
import { isReadOnlyError, openDatabase, tryWrite } from '../../engine/db/index.ts'
import { openMail } from '../../engine/mail.ts'
import { collect } from '../../module.ts'
import { describeProblem, findAdvice } from '../problem.ts'
import { type Finding, ok, problem, sentence } from './finding.ts'
import { holdsDatabase, isOwnedByOther } from './machine.ts'
import { type Presence, withTimeout } from './server.ts'

const reachMsMax = 5_000
/** The embedded database opens slowly on a slow machine. */
const embeddedMsMax = 60_000

export interface DatabaseCheck {
  readonly finding: Finding
  /** Null when the database could not be read; the finding has the reason. */
  readonly state: DatabaseState | null
}

const check = 'database'

/**
 * Connects to PostgreSQL with these settings. Only one process can open the embedded database, so a running server is
 * asked about it, and it is opened only when no process holds it.
 */
export function reachDatabase(config: Config, presence: Presence): Promise<DatabaseCheck> {
  const target = config.databaseUrl === null ? null : parseHosts(config.databaseUrl)
  if (target !== null) {
    const names = target.hosts.map(({ name }) => name).join()
    return readState(config, `connected to PostgreSQL (${names}${target.path})`, reachMsMax * target.hosts.length)
  }
  if (presence.kind === 'server') return Promise.resolve(stateOfServer(presence.system.database))
  const unopened = (message: string): DatabaseCheck => ({ finding: ok(check, message), state: null })
  if (presence.kind === 'silent')
    return Promise.resolve({
      finding: problem(
        check,
        'the embedded database is in use by a process that does not respond',
        'Fix the server problem above first.',
      ),
      state: null,
    })
  if (!holdsDatabase(config.dataDirectory))
    return Promise.resolve(unopened('the embedded database does not exist yet: the first start creates it'))
  if (isOwnedByOther(config.dataDirectory))
    return Promise.resolve(unopened('the embedded database belongs to another user and was not opened'))
  return readState(config, 'opened the embedded database', embeddedMsMax)
}

/** Servers of other versions may report less. */
function stateOfServer(state: DatabaseState): DatabaseCheck {
  const finding = ok(check, 'the running server has the embedded database open')
  return { finding, state: 'schema' in state ? state : null }
}

async function readState(config: Config, message: string, msMax: number): Promise<DatabaseCheck> {
  try {
    const { state, unwritable } = await withTimeout(msMax, openAndRead(config), () => timeoutError(msMax))
    return { finding: unwritable === null ? ok(check, message) : problemOf(config, unwritable), state }
  } catch (error) {
    return { finding: problemOf(config, error), state: null }
  }
}

function problemOf(config: Config, error: unknown): Finding {
  const { text } = describeProblem(error)
  const advice = findAdvice(error)
  const message = advice === null ? text : text.replace(` (${advice})`, '')
  return problem(check, message.split('\n')[0] ?? '', advice === null ? fallbackAdvice(config) : sentence(advice))
}

const fallbackAdvice = ({ databaseUrl }: Config) =>
  databaseUrl === null
    ? 'Try again. If the problem persists, restore a backup of the data directory.'
    : 'Check DATABASE_URL and the log of PostgreSQL.'

/** For a database that accepts the connection and then does not respond. */
const timeoutError = (msMax: number) =>
  Object.assign(new Error(`the database did not respond within ${msMax / 1_000} seconds`), { code: 'ETIMEDOUT' })

/** The data directory and the hosts are checked apart: the disk of an embedded database, and a read-only server. */
async function openAndRead(config: Config) {
  const db = await openDatabase({
    url: config.databaseUrl,
    // Without it, session settings would stay in the connections of a pooler.
    listenUrl: config.databaseListenUrl,
    connectionsMax: 1,
    dataDirectory: config.dataDirectory,
  })
  try {
    const state = await readDatabaseState(db, config, collect(modules, 'sealed'), new Date())
    // Why PostgreSQL rejects writes, such as a full disk; null if it does not.
    const written = db.engine === 'embedded' ? Promise.resolve() : tryWrite(db.kysely)
    const unwritable = await written.then(
      () => null,
      (error: unknown) => (isReadOnlyError(error) ? null : error),
    )
    return { state, unwritable }
  } finally {
    await db.close()
  }
}

/** Reports nothing without a mail server in the settings. */
export async function reachMail({ smtpUrl, mailFrom }: Config): Promise<Finding[]> {
  const mail = openMail({ url: smtpUrl, from: mailFrom, timeoutMs: reachMsMax })
  if (mail === null) return []
  return mail.check().then(
    () => [ok('mail', 'connected to the mail server')],
    (error: Error) => [problem('mail', error.message, 'Check NGOMA_SMTP_URL and the log of the mail server.')],
  )
}

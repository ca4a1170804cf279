import type { Config } from '../../config.ts'
import type { DatabaseState } from '../../contract/console/system.ts'
import { type ConnectionsState, findIncompatibility, type SchemaState } from '../../engine/db/index.ts'
import { type Finding, ok, problem, sentence, splitAdvice, warning } from './finding.ts'

const postgresMin = 15
const clockMsWarning = 2_000
const clockMsProblem = 30_000
const waitingSecondsMax = 300
/** A process that is frozen inside a transaction must lose its locks about as soon as its leases. */
const idleTransactionSecondsMax = 10
/** A clock outside these years is wrong. */
const yearMin = 2026
const yearMax = 2099

type Part<K extends keyof DatabaseState> = Pick<DatabaseState, K>

export function checkVersion(state: Part<'engine' | 'version' | 'versionNumber'>): Finding {
  const check = 'database version'
  const { engine, version, versionNumber } = state
  if (engine === 'embedded') return ok(check, `PostgreSQL ${version}, embedded`)
  if (versionNumber >= postgresMin * 10_000) return ok(check, `PostgreSQL ${version}`)
  return problem(
    check,
    `PostgreSQL ${version} is too old`,
    `Upgrade the database server to PostgreSQL ${postgresMin} or later.`,
  )
}

export function checkSchema(state: SchemaState, mayCreate: boolean): Finding {
  const check = 'schema'
  const { applied, missing, unknown, programSchema, databaseSchema, oldest } = state
  const incompatibility = findIncompatibility(state)
  if (incompatibility !== null) {
    const [message, advice = ''] = splitAdvice(incompatibility)
    return problem(check, message, sentence(advice))
  }
  if (unknown.length > 0)
    return warning(
      check,
      `the database has schema ${databaseSchema}, newer than schema ${programSchema} of this program, but compatible`,
      'After a rollback, nothing needs to be done. Otherwise, upgrade this process too.',
    )
  if (missing.length > 0 && !mayCreate) {
    const advice =
      'Make the user the owner of the database (alter database NAME owner to USER), or let the owner run: grant create on schema public to USER.'
    return problem(check, 'the user in DATABASE_URL cannot create tables in this database', advice)
  }
  if (applied.length === 0)
    return ok(check, 'the database is empty: the first start creates the schema and the first account')
  if (missing.length > 0)
    return warning(
      check,
      `pending migrations: ${missing.join(', ')}`,
      'Make a backup, then start the server or run "ngoma migrate".',
    )
  const compatible = oldest === null ? '' : `; compatible with version ${oldest.version} and later`
  return ok(check, `up to date (${applied.at(-1)})${compatible}`)
}

export function checkClock(now: Date, clockAheadMs: number | null): Finding {
  const check = 'clock'
  const year = now.getUTCFullYear()
  const advice = 'Synchronize the clock: timedatectl set-ntp true'
  if (year < yearMin || year > yearMax)
    return problem(check, `the clock of this machine is wrong (${now.toISOString()})`, advice)
  if (clockAheadMs === null) return ok(check, now.toISOString())
  const offMs = Math.abs(clockAheadMs)
  if (offMs <= clockMsWarning) return ok(check, 'this machine and the database agree')
  const off = `${(offMs / 1_000).toFixed(1)} s ${clockAheadMs > 0 ? 'behind' : 'ahead of'} the clock of the database`
  const report = offMs > clockMsProblem ? problem : warning
  return report(check, `the clock of this machine is ${off}`, `${advice} (on both machines)`)
}

/** Compares the free connections with the needs of one process. A running server already has its connections. */
export function checkConnections(
  { max, reserved, used, ours }: ConnectionsState,
  { databaseConnections, processes }: Pick<Config, 'databaseConnections' | 'processes'>,
  isServed: boolean,
): Finding {
  const check = 'connections'
  const needed = processes * (databaseConnections + 1)
  const others = isServed ? used - Math.min(ours, needed) : used
  const free = Math.max(0, max - reserved - others)
  if (free >= needed) return ok(check, `${free} of ${max} connections are available, ${needed} are needed`)
  return warning(
    check,
    `only ${free} of ${max} database connections are available, and ${needed} are needed`,
    'Raise max_connections of PostgreSQL, lower NGOMA_DATABASE_CONNECTIONS or NGOMA_PROCESSES, or close other connections.',
  )
}

export function checkSecret(secret: DatabaseState['secret'], isEmpty = false): Finding {
  const check = 'secret'
  if ('wrong' in secret) {
    const [message, advice = 'set NGOMA_SECRET'] = splitAdvice(secret.wrong)
    return problem(check, message, sentence(advice))
  }
  if (secret.rotating)
    return warning(
      check,
      'a rotation is in progress',
      'Run "ngoma secret status" for its progress, and for the processes that it waits for.',
    )
  if (secret.source === 'given' && isEmpty)
    return ok(check, 'NGOMA_SECRET is set, and the database will use it from the first start on')
  if (secret.source === 'given') return ok(check, 'NGOMA_SECRET is set, and matches the database')
  if (secret.source === 'made') return ok(check, 'generated on the first start, stored in the database')
  return ok(check, 'will be generated on the first start')
}

export function checkUnreadable(unreadable: DatabaseState['unreadable']): Finding[] {
  const check = 'sealed values'
  if (unreadable.length === 0) return [ok(check, 'all can be decrypted')]
  return unreadable.map(({ name, repair }) =>
    problem(check, `the secret of ${name} cannot be decrypted with this root secret`, `Set it again: ${repair}`),
  )
}

export function checkWaiting(waitingSeconds: number | null): Finding {
  const check = 'work'
  if (waitingSeconds === null || waitingSeconds <= waitingSecondsMax) return ok(check, 'no message is overdue')
  const advice = 'Run "ngoma queue" for the reason, such as a carrier that is paused or down, or no running worker.'
  return warning(
    check,
    `messages have been due for ${Math.floor(waitingSeconds / 60)} minutes without being sent`,
    advice,
  )
}

export function checkDurability(
  { engine, fsync, synchronousCommit }: Part<'engine' | 'fsync' | 'synchronousCommit'>,
  staging: boolean,
): Finding {
  const check = 'durability'
  if (engine === 'embedded') {
    if (staging)
      return ok(check, 'the embedded database survives a crash of Ngoma; a power failure can lose recent data')
    return warning(
      check,
      'the embedded database can lose recent data in a power failure',
      'Use PostgreSQL in production: set DATABASE_URL.',
    )
  }
  const off = [...(fsync ? [] : ['fsync']), ...(synchronousCommit ? [] : ['synchronous_commit'])]
  if (off.length === 0) return ok(check, 'PostgreSQL commits to disk')
  return warning(
    check,
    `PostgreSQL runs with ${off.join(' and ')} off: a power failure can lose accepted messages`,
    `Set ${off.map((name) => `${name} = on`).join(', ')} in postgresql.conf.`,
  )
}

/** Ngoma sets this for its own connections, but not behind a pooler. */
export function checkIdleTransactions(state: Part<'engine' | 'idleTransactionSeconds'>): Finding[] {
  const check = 'idle transactions'
  const { engine, idleTransactionSeconds: seconds } = state
  if (engine === 'embedded') return []
  if (seconds > 0 && seconds <= idleTransactionSecondsMax)
    return [ok(check, `PostgreSQL ends a transaction that is idle for ${seconds} s`)]
  const ends = seconds === 0 ? 'does not end idle transactions' : `ends an idle transaction only after ${seconds} s`
  return [
    warning(
      check,
      `PostgreSQL ${ends}: a process that is frozen or cut off inside one stops all other processes`,
      "Let the owner run: alter role USER set idle_in_transaction_session_timeout = '5s'. Then restart the pooler, whose open connections keep the old value.",
    ),
  ]
}

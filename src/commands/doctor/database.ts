import type { DatabaseState } from '../../contract/console/system.ts'
import { type ConnectionsState, findIncompatibility, type SchemaState } from '../../engine/db/index.ts'
import { type Finding, ok, problem, sentence, warning } from './finding.ts'

const postgresMin = 15
const clockMsWarning = 2_000
const clockMsProblem = 30_000
const waitingSecondsMax = 300
/** Nobody ran this program before, and nobody will with this version so long after. */
const yearMin = 2026
const yearMax = 2099

type Part<K extends keyof DatabaseState> = Pick<DatabaseState, K>

export function judgeVersion({
  engine,
  version,
  versionNumber,
}: Part<'engine' | 'version' | 'versionNumber'>): Finding {
  const check = 'database version'
  if (engine === 'embedded') return ok(check, `PostgreSQL ${version}, embedded`)
  if (versionNumber >= postgresMin * 10_000) return ok(check, `PostgreSQL ${version}`)
  return problem(
    check,
    `PostgreSQL ${version} is too old`,
    `Upgrade the database server to PostgreSQL ${postgresMin} or later.`,
  )
}

export function judgeSchema(state: SchemaState, mayCreate: boolean): Finding {
  const check = 'schema'
  const { applied, missing, unknown, programSchema, databaseSchema, oldest } = state
  const [wrong, way = ''] = findIncompatibility(state)?.split(/: (.*)/s) ?? []
  if (wrong !== undefined) return problem(check, wrong, sentence(way))
  if (unknown.length > 0)
    return warning(
      check,
      `the database has schema ${databaseSchema}, newer than this program's ${programSchema}, which may run on it`,
      'After a rollback there is nothing to do. Otherwise upgrade this process too.',
    )
  if (missing.length > 0 && !mayCreate) {
    const advice =
      'As its owner: grant create on schema public to USER; or, better, give the database to the user: alter database NAME owner to USER.'
    return problem(check, 'the user in DATABASE_URL may not make tables in this database', advice)
  }
  if (applied.length === 0)
    return ok(check, 'the database is empty: the first start makes the schema and the first account')
  if (missing.length > 0)
    return warning(
      check,
      `${missing.join(', ')} not yet applied`,
      'Start the server, or run ngoma migrate. Make a backup before.',
    )
  const back = !oldest ? '' : `; programs from version ${oldest.version} on may run on it`
  return ok(check, `up to date (${applied.at(-1)})${back}`)
}

export function judgeClock(now: Date, clockAheadMs: number | null): Finding {
  const check = 'clock'
  const year = now.getUTCFullYear()
  const advice = 'Let the machine keep its time by itself: timedatectl set-ntp true'
  if (year < yearMin || year > yearMax)
    return problem(check, `it is ${now.toISOString()} here, and that can't be`, advice)
  if (clockAheadMs === null) return ok(check, `it is ${now.toISOString()}`)
  const off = `${(Math.abs(clockAheadMs) / 1_000).toFixed(1)} s ${clockAheadMs > 0 ? 'behind' : 'ahead of'} the database's`
  if (Math.abs(clockAheadMs) > clockMsProblem)
    return problem(check, `this machine's clock is ${off}`, `${advice} (on both machines)`)
  if (Math.abs(clockAheadMs) > clockMsWarning)
    return warning(check, `this machine's clock is ${off}`, `${advice} (on both machines)`)
  return ok(check, "this machine's and the database's agree")
}

/** What others leave against what one process of ours wants; a server that runs here has its own already. */
export function judgeConnections(
  { max, reserved, used, ours }: ConnectionsState,
  pool: number,
  isServed: boolean,
): Finding {
  const check = 'connections'
  const wanted = pool + 1
  const others = isServed ? used - Math.min(ours, wanted) : used
  const free = Math.max(0, max - reserved - others)
  if (free >= wanted) return ok(check, `${free} of ${max} are free for us, ${wanted} are wanted`)
  return warning(
    check,
    `only ${free} of the database's ${max} connections are free for us, and ${wanted} are wanted`,
    'Raise max_connections of PostgreSQL, lower NGOMA_DATABASE_CONNECTIONS, or stop what uses the others.',
  )
}

export function judgeSecret(secret: DatabaseState['secret'], isEmpty = false): Finding {
  const check = 'secret'
  if ('wrong' in secret) {
    const [message = '', way = 'set NGOMA_SECRET'] = secret.wrong.split(/: (.*)/s)
    return problem(check, message, sentence(way))
  }
  if (secret.rotating)
    return warning(
      check,
      'it is being rotated',
      'ngoma secret status says how far that is, and which processes it waits for.',
    )
  if (secret.source === 'given' && isEmpty)
    return ok(check, 'NGOMA_SECRET is set, and will be the one of this database from the first start on')
  if (secret.source === 'given') return ok(check, 'NGOMA_SECRET is set, and the one of this database')
  if (secret.source === 'made') return ok(check, 'the database keeps the one that was made on the first run')
  return ok(check, 'the first start makes one')
}

/** A server of another version does not say. */
export function judgeUnreadable(unreadable: DatabaseState['unreadable'] = []): Finding[] {
  const check = 'sealed values'
  if (unreadable.length === 0) return [ok(check, 'all can be read')]
  return unreadable.map(({ name, repair }) =>
    problem(check, `the secret of ${name} can't be read with this root secret`, `Set it again: ${repair}`),
  )
}

export function judgeWaiting(waitingSeconds: number | null): Finding {
  const check = 'work'
  if (waitingSeconds === null || waitingSeconds <= waitingSecondsMax) return ok(check, 'no message waits too long')
  const advice = 'Run ngoma queue, which says why: a carrier that is paused or away, or no worker that runs.'
  return warning(
    check,
    `messages have been due for ${Math.floor(waitingSeconds / 60)} minutes, and nobody sends them`,
    advice,
  )
}

export function judgeDurability(
  { engine, fsync, synchronousCommit }: Part<'engine' | 'fsync' | 'synchronousCommit'>,
  staging: boolean,
): Finding {
  const check = 'durability'
  if (engine === 'embedded') {
    if (staging)
      return ok(check, 'the embedded database survives a crash of this program; a power cut may cost the last moments')
    return warning(
      check,
      'the embedded database may lose the last moments in a power cut',
      'Set DATABASE_URL to PostgreSQL outside staging.',
    )
  }
  const off = [...(fsync ? [] : ['fsync']), ...(synchronousCommit ? [] : ['synchronous_commit'])]
  if (off.length === 0) return ok(check, 'PostgreSQL waits for the disk')
  return warning(
    check,
    `PostgreSQL runs with ${off.join(' and ')} off: a power cut may lose what was answered`,
    `Set ${off.map((name) => `${name} = on`).join(', ')} in postgresql.conf.`,
  )
}

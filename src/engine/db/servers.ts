import pg from 'pg'
import { markConnectionError } from './errors.ts'
import { type Host, type Hosts, refuseSession, type SessionKind, type SessionState } from './hosts.ts'

export type Servers = ReturnType<typeof createServers>

/** SQLSTATE of a failed connection, which counts as an outage. */
const unable = '08001'

class WrongSession extends Error {
  override readonly name = 'WrongSession'
  readonly code = unable
}

/** Thrown when no host is usable. The message gives the reason for each host. */
class NoUsableHost extends Error {
  override readonly name = 'NoUsableHost'
  readonly code: string

  constructor(failures: readonly { readonly host: Host; readonly error: Error }[]) {
    super(`no usable database host: ${failures.map((one) => reasonOf(one.host, one.error)).join('; ')}`)
    // Keep a code that all hosts share, such as a wrong password, so that advice can be given.
    const codes = new Set(failures.map(({ error }) => ('code' in error ? String(error.code) : unable)))
    const [code = unable] = codes
    this.code = codes.size === 1 ? code : unable
    markConnectionError(this)
  }
}

const reasonOf = ({ name }: Host, error: Error): string => {
  if (error instanceof WrongSession) return error.message
  return `${name}: ${error.message || ('code' in error ? String(error.code) : error.name)}`
}

/** The servers of a URL and the one that is in use. */
export function createServers({ hosts, wanted }: Hosts, connectMsMax: number) {
  // Falls back to the primary when no standby responds.
  const passes: readonly SessionKind[] = wanted === 'prefer-standby' ? ['standby', 'any'] : [wanted]
  let index = 0
  let accepted: SessionKind = passes[0] ?? 'any'
  let searching: Promise<void> | null = null
  const moved = new Set<() => void>()

  const hostAt = (at: number): Host => hosts[at % hosts.length] ?? hosts[0]
  /** The last host that worked; initially the first. */
  const current = () => hostAt(index)

  async function connect(options: pg.ClientConfig, from = index): Promise<pg.Client> {
    const failures: { host: Host; error: Error }[] = []
    for (const kind of passes)
      for (let at = from; at < from + hosts.length; at += 1) {
        const host = hostAt(at)
        try {
          const client = await connectTo(host, kind, connectMsMax, options)
          moveTo(at % hosts.length, kind)
          return client
        } catch (error) {
          failures.push({ host, error: error as Error })
        }
      }
    throw failures.length === 1 ? failures[0]?.error : new NoUsableHost(failures)
  }

  function moveTo(next: number, kind: SessionKind): void {
    const isMove = next !== index
    index = next
    accepted = kind
    // There is only one primary, but several standbys may serve at a time.
    if (isMove && (kind === 'read-write' || kind === 'primary')) for (const listener of moved) listener()
  }

  return {
    current,
    /** Throws when the session cannot be used. */
    check: (client: pg.ClientBase, host: Host) => checkSession(client, accepted, host, connectMsMax),
    /** Searches for a usable host, starting after the current one. Concurrent callers share one search. */
    search(): Promise<void> {
      searching ??= connect({ application_name: 'ngoma' }, index + 1)
        .then((client) => {
          // A host that shuts down now must not end the process or delay the search.
          client.on('error', () => {})
          void client.end().catch(() => {})
        })
        .finally(() => {
          searching = null
        })
      return searching
    },
    /** Connects to the first usable host, starting with the current one. The caller closes the connection. */
    connect: (options: pg.ClientConfig) => connect(options),
    /** Calls `listener` when another host replaces the current one as primary. */
    onMove(listener: () => void): () => void {
      moved.add(listener)
      return () => moved.delete(listener)
    },
  }
}

/** Connects to a host if its session is of the given kind. The caller closes the connection. */
export async function connectTo(
  host: Host,
  kind: SessionKind,
  msMax: number,
  options: pg.ClientConfig = {},
): Promise<pg.Client> {
  const client = new pg.Client({ ...options, connectionString: host.url, connectionTimeoutMillis: msMax })
  // The caller adds its own listener. Until then a lost connection rejects the calls below.
  const ignore = () => {}
  client.on('error', ignore)
  try {
    await client.connect()
    await checkSession(client, kind, host, msMax)
    client.off('error', ignore)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function checkSession(client: pg.ClientBase, kind: SessionKind, host: Host, msMax: number): Promise<void> {
  if (kind === 'any') return
  const question = {
    text: `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    query_timeout: msMax,
  }
  const { rows } = await client.query<SessionState>(question)
  const refused = rows[0] ? refuseSession(kind, rows[0]) : 'did not respond'
  if (refused !== null) throw new WrongSession(`${host.name} ${refused}`)
}

/** Values of libpq's `target_session_attrs`. */
export const sessionKinds = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
export type SessionKind = (typeof sessionKinds)[number]

export interface Host {
  /** Host and port, without user and password. */
  readonly name: string
  /** The URL with only this host. */
  readonly url: string
}

export interface Hosts {
  readonly hosts: readonly [Host, ...Host[]]
  readonly wanted: SessionKind
  /** The path of the URL: a slash and the name of the database. */
  readonly path: string
}

const defaultPort = '5432'
const shape = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]*)([^?]*)\??(.*)$/s
const hostShape = /^((?:\[[0-9a-f:.%]+\]|[^:[\]]*))(?::(\d{1,5})?)?$/i

/**
 * Parses a URL with one or several hosts like libpq: `host1:5432,host2/db` or `?host=host1,host2&port=5432`. Returns
 * null when the list or `target_session_attrs` is invalid. `pg` parses the rest, and a URL with a single host entirely.
 */
export function parseHosts(url: string): Hosts | null {
  const [, scheme = '', user = '', authority = '', path = '', query = ''] = shape.exec(url) ?? []
  if (scheme === '') return null
  const parameters = new URLSearchParams(query)
  const listed = hostsOf(authority, parameters)
  const given = parameters.get('target_session_attrs')
  const wanted = sessionKinds.find((kind) => kind === (given ?? (listed.length > 1 ? 'read-write' : 'any')))
  if (wanted === undefined) return null
  if (listed.length === 1) {
    const [host = '', port] = listed[0] ?? []
    return { hosts: [{ name: nameOf(host, port), url }], wanted, path }
  }
  if (listed.some(([host]) => host === '' || host === undefined)) return null
  for (const name of ['host', 'port', 'target_session_attrs']) parameters.delete(name)
  const rest = parameters.size === 0 ? '' : `?${parameters}`
  const [first, ...others] = listed.map(([host = '', port = defaultPort]) => ({
    name: nameOf(host, port),
    url: `${scheme}${user}${host.startsWith('/') ? encodeURIComponent(host) : host}:${port}${path}${rest}`,
  }))
  return first === undefined ? null : { hosts: [first, ...others], wanted, path }
}

/** An invalid host is undefined. */
type Listed = readonly [host: string | undefined, port: string | undefined]

function hostsOf(authority: string, parameters: URLSearchParams): readonly Listed[] {
  const inQuery = parameters.get('host')
  const ports = parameters.get('port')?.split(',')
  const listed: readonly Listed[] =
    inQuery === null
      ? authority.split(',').map((one): Listed => {
          const [, host, port] = hostShape.exec(one) ?? []
          return [host?.replace(/^%2f.*/i, decodeURIComponent), port]
        })
      : inQuery
          .split(',')
          .map((host): Listed => [host.includes(':') ? `[${host.replace(/[[\]]/g, '')}]` : host, undefined])
  if (ports === undefined) return listed
  if (ports.length > 1 && ports.length !== listed.length) return listed.map((): Listed => [undefined, undefined])
  return listed.map(([host], index): Listed => [host, ports[ports.length === 1 ? 0 : index] || defaultPort])
}

const nameOf = (host: string, port = defaultPort) => `${host === '' ? 'localhost' : host}:${port}`

export interface SessionState {
  readonly isStandby: boolean
  readonly isReadOnly: boolean
}

/** Returns the reason why a session cannot be used, or null. */
export function refuseSession(wanted: SessionKind, { isStandby, isReadOnly }: SessionState): string | null {
  if (wanted === 'read-write' && isReadOnly) return isStandby ? 'is a read-only standby' : 'is read-only'
  if (wanted === 'primary' && isStandby) return 'is a standby'
  if (wanted === 'read-only' && !isReadOnly) return 'accepts writes'
  if (wanted === 'standby' && !isStandby) return 'is the primary'
  return null
}

import { isIP } from 'node:net'
import { BoundedMap } from '../flow/bounded-map.ts'
import { isReachable, type Reach } from './addresses.ts'

/** Of an address that somebody chose and nothing is put into. */
const usualLengthMax = 2_048

export interface Target {
  readonly ok: true
  readonly protocol: string
  readonly origin: string
  readonly path: string
  readonly host: string
  /** The host is an address: there is nothing to look up. */
  readonly isAddress: boolean
}

/** The standard reads https:///x and https:x as https://x, which is hardly what somebody meant. */
const beginsWithHost = /^[a-z][a-z0-9+.-]*:\/\/[^/\\?#]/i

/** What a URL itself tells, without asking anybody. */
export function readTarget(
  text: string,
  reach: Reach,
  urlLengthMax = usualLengthMax,
): Target | { readonly ok: false; readonly why: string } {
  const tooLong = { ok: false, why: `the URL must not be longer than ${urlLengthMax} characters` } as const
  if (text.length > urlLengthMax) return tooLong
  // A URL with a line break in it would be read as if it were not there.
  const url = /[\s\p{Cc}]/u.test(text) || !beginsWithHost.test(text) ? null : URL.parse(text)
  if (url === null || url.hostname === '') return { ok: false, why: 'this is not a valid URL' }
  // Letters that are escaped take more room.
  if (url.href.length > urlLengthMax) return tooLong
  const { protocol, origin } = url
  if (protocol !== 'https:' && (reach === 'public' || protocol !== 'http:')) {
    return { ok: false, why: `the URL must begin with https://${reach === 'public' ? '' : ' or http://'}` }
  }
  if (url.username !== '' || url.password !== '')
    return { ok: false, why: 'the URL must not have a user or a password in it' }
  if (url.port === '0') return { ok: false, why: 'the URL must not have the port 0' }
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  const isAddress = isIP(host) !== 0
  if (isAddress && !isReachable(reach, protocol, host)) return { ok: false, why: describeReach(reach, protocol) }
  return { ok: true, protocol, origin, path: url.pathname + url.search, host, isAddress }
}

const targetsKept = 1_000

/**
 * Remembers what it read: the same few URLs are sent to again and again, and to read one takes a tenth of a whole
 * request.
 */
export function openTargets(reach: Reach, urlLengthMax?: number): (text: string) => ReturnType<typeof readTarget> {
  const known = new BoundedMap<string, Target>(targetsKept)
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const target = readTarget(text, reach, urlLengthMax)
    if (target.ok) known.set(text, target)
    return target
  }
}

/** Says what may be, and not what was found: that would tell about the network in here. */
export function describeReach(reach: Reach, protocol: string): string {
  if (reach === 'loopback') return 'the URL must lead to this machine'
  if (reach === 'public') return 'the URL must lead to a public address'
  if (protocol === 'http:') return 'the URL must begin with https://, unless it leads to this machine'
  return 'the URL must lead to a public address, or to this machine'
}

import { isIP } from 'node:net'
import { BoundedMap } from '../flow/bounded-map.ts'
import { isReachable, type Reach } from './addresses.ts'

/** For URLs without inserted message content. */
const usualLengthMax = 2_048

export interface Target {
  readonly ok: true
  readonly protocol: string
  readonly origin: string
  /** Host and port as in the URL, without the default port. */
  readonly authority: string
  readonly path: string
  readonly host: string
  /** The host is an IP address and needs no lookup. */
  readonly isAddress: boolean
}

/** The URL standard reads https:///x and https:x as https://x, which is probably a mistake. */
const beginsWithHost = /^[a-z][a-z0-9+.-]*:\/\/[^/\\?#]/i

/** Checks a URL without DNS lookups. */
export function readTarget(
  text: string,
  reach: Reach,
  urlLengthMax = usualLengthMax,
): Target | { readonly ok: false; readonly why: string } {
  const tooLong = { ok: false, why: `the URL must not be longer than ${urlLengthMax} characters` } as const
  if (text.length > urlLengthMax) return tooLong
  // The URL parser would silently remove line breaks.
  const url = /[\s\p{Cc}]/u.test(text) || !beginsWithHost.test(text) ? null : URL.parse(text)
  if (url === null || url.hostname === '') return { ok: false, why: 'this is not a valid URL' }
  // Escaping makes the URL longer.
  if (url.href.length > urlLengthMax) return tooLong
  const { protocol, origin } = url
  if (protocol !== 'https:' && (reach === 'public' || protocol !== 'http:')) {
    return { ok: false, why: `the URL must begin with https://${reach === 'public' ? '' : ' or http://'}` }
  }
  if (url.username !== '' || url.password !== '')
    return { ok: false, why: 'the URL must not contain a user name or password' }
  if (url.port === '0') return { ok: false, why: 'the URL must not use port 0' }
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  const isAddress = isIP(host) !== 0
  if (isAddress && !isReachable(reach, protocol, host)) return { ok: false, why: describeReach(reach, protocol) }
  return {
    ok: true,
    protocol,
    origin,
    authority: url.host,
    path: url.pathname + url.search,
    host,
    isAddress,
  }
}

const targetsKept = 1_000

/** Caches parsed URLs: few URLs are used repeatedly, and parsing takes a tenth of the time of a request. */
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

/** Describes the allowed addresses, not the resolved ones, which would reveal the internal network. */
export function describeReach(reach: Reach, protocol: string): string {
  if (reach === 'loopback') return 'the URL must point to this machine'
  if (reach === 'public') return 'the URL must point to a public address'
  if (protocol === 'http:') return 'the URL must begin with https://, unless it points to this machine'
  return 'the URL must point to a public address or to this machine'
}

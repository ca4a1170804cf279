import { invalidHeader, reservedHeader, tooManyHeaders } from './errors.ts'

/** Request headers by lower-case name. */
export type RequestHeaders = Readonly<Record<string, string>>
/** Headers to set; null removes one. */
export type HeaderChange = Readonly<Record<string, string | null>>

const headersMax = 10
const validName = /^[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/
/** Without surrounding spaces, because receivers strip them. */
const validValue = /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/
/** Headers that we set, and headers that control the connection. */
const reserved =
  /^(?:host|user-agent|date|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|(?:content|proxy|webhook|ngoma)-.*|.*-secure-token)$/

/** Returns the change with lower-case names, or throws a refusal. */
export function readHeaderChange(given: HeaderChange): HeaderChange {
  const change = new Map<string, string | null>()
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase()
    if (!validName.test(name) || change.has(name) || (value !== null && !validValue.test(value)))
      throw invalidHeader(written)
    if (reserved.test(name)) throw reservedHeader(written)
    change.set(name, value)
  }
  return Object.fromEntries(change)
}

export function mergeHeaders(current: RequestHeaders, change: HeaderChange): RequestHeaders {
  const merged = Object.entries({ ...current, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  if (merged.length > headersMax) throw tooManyHeaders(headersMax)
  return Object.fromEntries(merged.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Whether two URLs are on different servers. */
export const isOtherOrigin = (one: string, other: string) => new URL(one).origin !== new URL(other).origin

import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/** Signatures as specified by Standard Webhooks (standardwebhooks.com). */

export const secretPrefix = 'whsec_'
/** Maximum clock difference. Older requests may be replayed recordings. */
const toleranceSeconds = 300

export const keyOf = (secret: string) => Buffer.from(secret.slice(secretPrefix.length), 'base64')

/** Parses a secret that a user entered; null when it is invalid. */
export const parseSecret = (text: string): Buffer | null =>
  /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(text) ? keyOf(text) : null

export function signatureOf(key: Buffer | KeyObject, id: string, timestamp: string, body: string | Buffer): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

/** Raw header values; undefined when missing. */
export interface SignedHeaders {
  readonly id: string | undefined
  readonly timestamp: string | undefined
  readonly signatures: string | undefined
}

export type Verdict = { readonly isGood: true } | { readonly isGood: false; readonly why: string }

const bad = (why: string): Verdict => ({ isGood: false, why })

/** Checks whether one of the signatures matches one of the keys, and the age of the timestamp. */
export function verifySignature(
  { id, timestamp, signatures }: SignedHeaders,
  body: Buffer,
  keys: readonly Buffer[],
  now: Date,
): Verdict {
  if (!id || !timestamp || !signatures)
    return bad('a webhook-id, webhook-timestamp or webhook-signature header is missing')
  if (!/^\d{1,12}$/.test(timestamp)) return bad('webhook-timestamp is not a number of seconds')
  const given = signatures.split(' ').filter((one) => one.startsWith('v1,'))
  const isOurs = keys
    .map((key) => signatureOf(key, id, timestamp, body))
    .some((wanted) => given.some((one) => isEqual(one, wanted)))
  if (!isOurs) return bad('no signature matches: the secret is different, or the body was modified')
  const ageSeconds = now.getTime() / 1_000 - Number(timestamp)
  if (ageSeconds > toleranceSeconds)
    return bad(`the timestamp is ${Math.round(ageSeconds)} seconds old; at most 300 are allowed`)
  if (ageSeconds < -toleranceSeconds)
    return bad(`the timestamp is ${Math.round(-ageSeconds)} seconds in the future; at most 300 are allowed`)
  return { isGood: true }
}

/** Compares in constant time, so that a signature cannot be guessed byte by byte. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * Signatures as Standard Webhooks (standardwebhooks.com) has them: who makes them and who checks them share nothing but
 * this and a secret.
 */

export const secretPrefix = 'whsec_'
/** How far a timestamp may be from now: what was signed longer ago may be somebody's recording. */
const toleranceSeconds = 300

export const keyOf = (secret: string) => Buffer.from(secret.slice(secretPrefix.length), 'base64')

/** The key of a secret that a person typed; null when it is none. */
export const parseSecret = (text: string): Buffer | null =>
  /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(text) ? keyOf(text) : null

export function signatureOf(key: Buffer | KeyObject, id: string, timestamp: string, body: string | Buffer): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

/** As they came; undefined where one did not. */
export interface SignedHeaders {
  readonly id: string | undefined
  readonly timestamp: string | undefined
  readonly signatures: string | undefined
}

export type Verdict = { readonly isGood: true } | { readonly isGood: false; readonly why: string }

const bad = (why: string): Verdict => ({ isGood: false, why })

/** Whether one of the signatures was made with one of the keys, for this id, time and body, and not too long ago. */
export function verifySignature(
  { id, timestamp, signatures }: SignedHeaders,
  body: Buffer,
  keys: readonly Buffer[],
  now: Date,
): Verdict {
  if (!id || !timestamp || !signatures)
    return bad('the headers webhook-id, webhook-timestamp and webhook-signature are not all there')
  if (!/^\d{1,12}$/.test(timestamp)) return bad('webhook-timestamp is no number of seconds')
  const given = signatures.split(' ').filter((one) => one.startsWith('v1,'))
  const isOurs = keys
    .map((key) => signatureOf(key, id, timestamp, body))
    .some((wanted) => given.some((one) => isEqual(one, wanted)))
  if (!isOurs) return bad('it was signed with another secret, or changed on its way')
  const ageSeconds = now.getTime() / 1_000 - Number(timestamp)
  if (ageSeconds > toleranceSeconds)
    return bad(`it was signed ${Math.round(ageSeconds)} seconds ago, and 300 is the most`)
  if (ageSeconds < -toleranceSeconds)
    return bad(`it was signed ${Math.round(-ageSeconds)} seconds in the future, and 300 is the most`)
  return { isGood: true }
}

/** Takes as long wherever they differ, so that nobody can find a signature out byte by byte. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

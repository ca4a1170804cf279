import { type KeyObject, randomBytes } from 'node:crypto'
import { secretPrefix, signatureOf } from '../../engine/signatures.ts'

const secretBytes = 32

export const makeSecret = () => `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`

/** The same on every attempt, so that receivers can recognize duplicates. */
export const webhookId = (eventId: number) => `evt_${eventId}`

/**
 * The headers of one attempt. During a rotation there is one signature for each key, and a receiver needs to know only
 * one of them.
 */
export function signatureHeaders(
  id: string,
  body: string,
  keys: readonly (Buffer | KeyObject)[],
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = keys.map((key) => signatureOf(key, id, timestamp, body))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

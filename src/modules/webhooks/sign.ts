import { type KeyObject, randomBytes } from 'node:crypto'
import { secretPrefix, signatureOf } from '../../engine/signatures.ts'

const secretBytes = 32

export const makeSecret = () => `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`

/** The id is the same on every attempt: by it a receiver knows what it has had before. */
export const webhookId = (eventId: number) => `evt_${eventId}`

/**
 * The headers of one attempt. With several keys, as while they change, a receiver that knows one of them is content.
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

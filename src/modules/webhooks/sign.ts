import { createHmac, randomBytes } from 'node:crypto'

/** Signatures as Standard Webhooks (standardwebhooks.com) has them, so that receivers need nothing of ours to check them. */

const prefix = 'whsec_'
const secretBytes = 32

export const makeSecret = () => `${prefix}${randomBytes(secretBytes).toString('base64')}`

export const keyOf = (secret: string) => Buffer.from(secret.slice(prefix.length), 'base64')

/** The id is the same on every attempt: by it a receiver knows what it has had before. */
export const webhookId = (eventId: number) => `evt_${eventId}`

/** The headers of one attempt. With several keys, as while they change, a receiver that knows one of them is content. */
export function signatureHeaders(id: string, body: string, keys: readonly Buffer[], at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

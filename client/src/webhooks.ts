import { refuseBrowsers } from './browser.ts'
import { WebhookVerificationError } from './errors.ts'

/** The headers of a `Request`, or `request.headers` of Node. Case does not matter. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** Maximum difference between the timestamp of the callback and the current time. Default: 300. */
  readonly toleranceSeconds?: number | undefined
}

/**
 * Verifies a callback and returns its parsed body. Throws a `WebhookVerificationError` if the signature is invalid or
 * the callback is too old. Signatures follow Standard Webhooks. A callback can be delivered more than once, with the same
 * `webhook-id` header.
 *
 * @param body The raw body, before it is parsed. Any change makes the signature invalid.
 * @param headers Must contain `webhook-id`, `webhook-timestamp` and `webhook-signature`.
 * @param secrets The secret from `ngoma webhook create`, `whsec_…`; during a rotation, the old and the new one.
 */
export async function verifyWebhook<Payload = unknown>(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<Payload> {
  refuseBrowsers()
  const bytes = bytesOf(body)
  const keys = await Promise.all([secrets].flat().map(importSecret))
  if (keys.length === 0) throw new TypeError('A secret is required to verify a callback')
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp must be a time in seconds')
  const ageSeconds = Date.now() / 1_000 - Number(timestamp)
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      `The callback is ${ageSeconds > 0 ? 'too old' : 'from the future'}: ${Math.round(Math.abs(ageSeconds))} s`,
    )
  }

  const signed = joinBytes(encode(`${id}.${timestamp}.`), bytes)
  if (!(await isSigned(signed, signatures, keys)))
    throw new WebhookVerificationError('The callback has no valid signature')
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new WebhookVerificationError('The body is not JSON')
  }
}

type Bytes = Uint8Array<ArrayBuffer>

const hmac = { name: 'HMAC', hash: 'SHA-256' }
const encode = (text: string): Bytes => new TextEncoder().encode(text)

/** Rejects a body that a framework has parsed. Buffers can come from another realm, so instanceof does not work. */
function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer)
  throw new TypeError('The body must be the raw request body, as text or bytes, before it is parsed')
}

/** Checks each signature with each secret. The runtime compares in constant time. */
async function isSigned(signed: Bytes, header: string, keys: readonly CryptoKey[]): Promise<boolean> {
  const signatures = header.split(' ').flatMap((one) => (one.startsWith('v1,') ? [decodeBase64(one.slice(3))] : []))
  for (const signature of signatures) {
    if (signature === null) continue
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(
    String(secret)
      .trim()
      .replace(/^whsec_/, ''),
  )
  if (bytes === null || bytes.length === 0) throw new TypeError('The secret must be whsec_ followed by base64')
  return crypto.subtle.importKey('raw', bytes, hmac, false, ['verify'])
}

function decodeBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function joinBytes(first: Uint8Array, second: Uint8Array): Bytes {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  const text = [value ?? []].flat().join(' ')
  if (text === '') throw new WebhookVerificationError(`The callback has no header ${name}`)
  return text
}

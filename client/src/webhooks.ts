import { refuseBrowsers } from './browser.ts'
import { WebhookVerificationError } from './errors.ts'

/** Headers as they come: of a `Request`, or of Node's `request.headers`, in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How far the time of the callback may be from ours; 300 when left out. */
  readonly toleranceSeconds?: number | undefined
}

/**
 * The body of a callback, once it is sure that it comes from your Ngoma and is not an old one; otherwise throws a
 * `WebhookVerificationError`. Signatures are those of Standard Webhooks. The same callback can come more than once: its
 * header `webhook-id` tells.
 *
 * @param body As it came, before anything parsed it: a single character more or less, and the signature is no longer
 * right.
 * @param headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, among any others.
 * @param secrets What `ngoma webhooks add` printed, `whsec_…`; while it is rotated, the old one and the new one.
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
  if (keys.length === 0) throw new TypeError('There is no secret to verify with')
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a time in seconds')
  const ageSeconds = Date.now() / 1_000 - Number(timestamp)
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      `The callback is ${ageSeconds > 0 ? 'too old' : 'from the future'}: ${Math.round(Math.abs(ageSeconds))} s`,
    )
  }

  const signed = joinBytes(encode(`${id}.${timestamp}.`), bytes)
  if (!(await isSigned(signed, signatures, keys)))
    throw new WebhookVerificationError('No signature of the callback is right')
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new WebhookVerificationError('The body is not JSON')
  }
}

type Bytes = Uint8Array<ArrayBuffer>

const hmac = { name: 'HMAC', hash: 'SHA-256' }
const encode = (text: string): Bytes => new TextEncoder().encode(text)

/**
 * Frameworks parse bodies unasked, and what they made of it was not signed. Buffers may be those of another realm, so
 * it is not asked whose they are.
 */
function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer)
  throw new TypeError('Give the body as it came, before anything parsed it: as text or as bytes')
}

/** Each signature against each secret, compared by the runtime in a time that says nothing. */
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
  if (bytes === null || bytes.length === 0) throw new TypeError('The secret of a webhook is whsec_ and base64')
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

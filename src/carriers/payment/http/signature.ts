import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Callback } from '../../provider-kind.ts'
import type { Signature } from './settings.ts'

/** Compares in constant time, over the bytes as received. */
export function isSigned(
  { header, algorithm, encoding, secret, prefix }: Signature,
  secrets: Readonly<Record<string, string>>,
  { headers, body }: Pick<Callback, 'headers' | 'body'>,
): boolean {
  const given = headers[header]
  const key = secrets[secret]
  if (given === undefined || key === undefined || !given.startsWith(prefix)) return false
  const value = given.slice(prefix.length)
  const expected =
    algorithm === 'equals'
      ? key
      : createHmac(algorithm === 'hmac-sha256' ? 'sha256' : 'sha512', key)
          .update(body)
          .digest(encoding)
  const written = encoding === 'hex' && algorithm !== 'equals' ? value.toLowerCase() : value
  return timingSafeEqual(hash('sha256', written, 'buffer'), hash('sha256', expected, 'buffer'))
}

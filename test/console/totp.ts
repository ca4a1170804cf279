/** What an authenticator app does. */
import { createHmac } from 'node:crypto'

export const periodSeconds = 30

/** What an app shows for a secret (RFC 6238: SHA-1, six digits, half a minute). */
export function totp(secret: Buffer, at = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 1_000 / periodSeconds)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const start = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The next that it shows, which is taken already: each is good once. */
export const nextTotp = (secret: Buffer): string => totp(secret, Date.now() + periodSeconds * 1_000)

/** As it stands in the address that is shown as a picture. */
export function base32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** One-time codes, as an authenticator app computes them. */
import { createHmac } from 'node:crypto'

export const periodSeconds = 30

/** The code for a secret (RFC 6238: SHA-1, six digits, 30 seconds). */
export function totp(secret: Buffer, at = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 1_000 / periodSeconds)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const start = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The code of the next period, which is already accepted. Tests need it because each code works once. */
export const nextTotp = (secret: Buffer): string => totp(secret, Date.now() + periodSeconds * 1_000)

/** Decodes the secret of an otpauth URI. */
export function base32(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

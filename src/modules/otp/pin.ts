import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../engine/secrets/index.ts'

/** Every PIN is as likely as any other, also those that begin with zeros. */
export const makePin = (length: number) => String(randomInt(10 ** length)).padStart(length, '0')

/** What is kept of a PIN. Bound to its id: the same PIN looks different for everybody. */
export const hashPin = (secrets: Secrets, pinId: string, pin: string): Buffer =>
  createHmac('sha256', secrets.key('otp')).update(`${pinId} ${pin}`).digest()

/** Takes as long for a PIN that is nearly right as for any other. */
export const isSameHash = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../engine/secrets/index.ts'

/** All PINs are equally likely, including those with leading zeros. */
export const makePin = (length: number) => String(randomInt(10 ** length)).padStart(length, '0')

/** The stored hash of a PIN. It includes the id, so that equal PINs have different hashes. */
export const hashPin = (secrets: Secrets, pinId: string, pin: string): Buffer =>
  createHmac('sha256', secrets.key('otp')).update(`${pinId} ${pin}`).digest()

/** Constant time, so that timing reveals nothing about the PIN. */
export const isSameHash = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)

import type { OtpContext } from './context.ts'
import { type Code, pinNotFound } from './errors.ts'
import type { Guess } from './parse.ts'
import { hashPin, isSameHash } from './pin.ts'
import { findState, markVerified, type PinState, takeAttempt } from './store.ts'

/**
 * What is said of a PIN that can't be compared any more; one that could a moment ago was lost to others that guessed at
 * the same time.
 */
const ends: Readonly<Record<PinState, Code>> = { verified: 118, exceeded: 116, expired: 115, sent: 116 }

/**
 * Compares a guess, once an attempt was taken for it: however many come at once, no more than allowed are ever
 * compared.
 */
export async function verifyPin(ctx: OtpContext, accountId: number, { pinId, pin }: Guess): Promise<Code> {
  const now = ctx.clock.now()
  const attempt = await takeAttempt(ctx.db, accountId, pinId, now)
  if (attempt === null) {
    const state = await findState(ctx.db, accountId, pinId, now)
    if (state === null) throw pinNotFound()
    return ends[state]
  }
  const text = typeof pin === 'number' ? String(pin).padStart(attempt.pinLength, '0') : pin
  if (!isSameHash(hashPin(ctx.secrets, pinId, text), attempt.hash)) return 114
  return (await markVerified(ctx.db, accountId, pinId, attempt.phone, now)) ? 117 : 118
}

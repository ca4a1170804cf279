import type { PinState } from '../../contract/account/otp.ts'
import { cancelSealed } from '../chat/index.ts'
import type { OtpContext } from './context.ts'
import { type Code, pinNotFound } from './errors.ts'
import type { Guess } from './parse.ts'
import { hashPin, isSameHash } from './sealed-pin.ts'
import { findState, markVerified, takeAttempt } from './store.ts'

/** The code for a PIN that can no longer be compared. `sent`: concurrent guesses took the last attempt. */
const ends: Readonly<Record<PinState, Code>> = { verified: 118, exceeded: 116, expired: 115, sent: 116 }

/** Compares a guess after taking an attempt, so that no more guesses than allowed are ever compared. */
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
  const chats = await markVerified(ctx.db, accountId, pinId, attempt.phone, now)
  if (chats === null) return 118
  if (chats.length > 0) await cancelChats(ctx, accountId, pinId, chats)
  return 117
}

/** The PIN is verified, so the response does not depend on this: a message that stays is worthless. */
async function cancelChats(ctx: OtpContext, accountId: number, pinId: string, ids: readonly number[]): Promise<void> {
  try {
    await cancelSealed(ctx.chat, accountId, ids)
  } catch (error) {
    ctx.log.warn({ err: error, accountId, pinId }, 'failed to cancel the messages of a verified PIN')
  }
}

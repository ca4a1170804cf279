import { refuse } from '../../../values/refusal.ts'
import { timeWanted } from '../../../values/time.ts'

/** Refusals of sends by the account API. */

export const invalidBinary = (hint: string) => refuse('invalid_binary', { hint })
export const invalidCallbackUrl = (why: string) =>
  refuse('invalid_callback_url', {
    hint: `callback_url: ${why}`,
    hintRepeats: true,
  })
export const invalidNotBefore = () => refuse('invalid_time', { hint: `not_before is ${timeWanted}` })
export const notBeforeInPast = (now: Date) =>
  refuse('time_in_past', {
    hint: `not_before is in the past: the time is ${now.toISOString()}; omit it to send immediately`,
  })
export const tooManyNumbers = (max: number, count: number) =>
  refuse('too_many_recipients', {
    hint: `to has ${count} entries; split them into ${Math.ceil(count / max)} requests, or send to an address book`,
  })

import { phoneFormat } from '../../values/phone.ts'
import { faultHint, Refusal, type RefusalDetails } from '../../values/refusal.ts'

/** Everything that clients are told, in the words of the contract. */
export const codes = {
  100: 'SMS sent successfully',
  101: 'Failed to send SMS',
  102: 'Invalid phone number',
  103: 'Phone number missing',
  104: 'Application ID missing',
  106: 'Application not found',
  107: 'Application is inactive',
  108: 'No channel found',
  109: 'Placeholder not found',
  111: 'Pin missing',
  112: 'Pin ID missing',
  113: 'Pin ID not found',
  114: 'Incorrect Pin',
  115: 'Pin TimeOut',
  116: 'Attempts Exceeded',
  117: 'Valid Pin',
  118: 'Duplicate Pin',
} as const
export type Code = keyof typeof codes

/** How a code looks inside `data`. */
export const told = (code: Code) => ({ message: { code, message: codes[code] } })

const refused = (status: number, code: Code, details: Omit<RefusalDetails, 'body'>) =>
  new Refusal(status, code, codes[code], { ...details, body: { data: told(code) } })

const appIdWanted =
  'appId is the number of an application, such as 1: npx ngoma otp apps lists them, and so does the page PINs'

export const appIdMissing = (hint = appIdWanted) => refused(400, 104, { hint })
export const phoneMissing = () =>
  refused(400, 103, { hint: 'msisdn is the number that gets the PIN, a text such as "255712345678"' })
export const badPhone = () => refused(400, 102, { hint: `msisdn is ${phoneFormat}` })
export const appNotFound = () => refused(404, 106, { hint: appIdWanted })
export const appInactive = () =>
  refused(400, 107, { hint: 'activate it on the page PINs, or with npx ngoma otp change APP --active' })
export const placeholderMissing = () =>
  refused(400, 109, { hint: 'the text of an application has {pin} where the PIN goes' })
export const noChannel = (sender: string) =>
  refused(400, 108, { hint: `no carrier leads to the number, or sender ${sender} of the application is not active` })
export const pinIdMissing = (hint = 'pinId is what the request for the PIN was answered with, a text') =>
  refused(400, 112, { hint })
export const pinMissing = () =>
  refused(400, 111, {
    hint: 'pin is what the person typed, a text such as "0123": in quotes, because a number loses its leading zeros',
  })
export const pinNotFound = () =>
  refused(404, 113, {
    hint: 'pinId is what this account was answered with when it asked for the PIN; PINs are kept for some time only, so ask for a new one',
  })

/** A PIN that is not right is an answer and no refusal, and yet somebody wants to know what to do. */
export const guessHints: Partial<Readonly<Record<Code, string>>> = {
  114: 'the person typed something else: let them try again, and send it as it was typed',
  115: 'its time is over: ask for another with POST /v1/request',
  116: 'it was guessed wrong too often: ask for another with POST /v1/request',
  118: 'each PIN is right once, and this one was: ask for another with POST /v1/request',
}

/** The message was not taken; the hint says why, as sending says it. Its other headers belong to its own status. */
export const sendRefused = ({ hint, hintRepeats }: Refusal) => refused(400, 101, { hint, hintRepeats })
export const sendFailed = () => refused(500, 101, { hint: faultHint })

/** A limit of a number, an application or an account for this hour. */
export function tooOften(what: string, max: number, retrySeconds: number): Refusal {
  const seconds = String(retrySeconds)
  return refused(429, 101, {
    headers: {
      'Retry-After': seconds,
      'RateLimit-Limit': String(max),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': seconds,
    },
    hint: `${what} may ask for ${max} PINs an hour`,
  })
}

/** The account's day is over, as far as messages are concerned: the headers say until when. */
export const dayIsOver = ({ headers, hint }: Refusal) => refused(429, 101, { headers, hint })

export const guardBlocked = (hint: string) =>
  refused(400, 101, { hint, hintRepeats: true, reason: 'Failed to send SMS: blocked by the fraud guard' })

/** What the console says about applications. */
export const appMissing = () =>
  new Refusal(404, 404, 'Application Not Found', { hint: 'npx ngoma otp apps lists the applications of an account' })
export const blockMissing = () =>
  new Refusal(404, 404, 'Block Not Found', { hint: 'it may have ended by itself: the page PINs has those that hold' })
export const textWithoutPin = () =>
  new Refusal(400, 109, codes[109], { hint: 'the text of an application has {pin} where the PIN goes' })
export const unknownCountry = (country: string) =>
  new Refusal(400, 400, 'Unknown Country', {
    hint: `${country} has no calling code of its own: countries that share one, such as those of +1, go by the main one of them`,
    hintRepeats: true,
  })

import { countOf } from '../../values/count.ts'
import { phoneFormat } from '../../values/phone.ts'
import { faultHint, Refusal, type RefusalDetails, refuse } from '../../values/refusal.ts'

/** Codes and messages of the specification. */
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

/** The shape of a code inside `data`. */
export const messageOf = (code: Code) => ({ message: { code, message: codes[code] } })

const refused = (status: number, code: Code, details: Omit<RefusalDetails, 'body'>) =>
  new Refusal(status, code, codes[code], { ...details, body: { data: messageOf(code) } })

const appIdWanted =
  'appId is the number of an application, such as 1: list applications with npx ngoma otp-app list, or on the PINs page'

export const appIdMissing = (hint = appIdWanted) => refused(400, 104, { hint })
export const phoneMissing = () =>
  refused(400, 103, { hint: 'msisdn is the phone number that receives the PIN, a string such as "255712345678"' })
export const badPhone = () => refused(400, 102, { hint: `msisdn is ${phoneFormat}` })
export const appNotFound = () => refused(404, 106, { hint: appIdWanted })
export const appInactive = () =>
  refused(400, 107, { hint: 'activate it on the PINs page, or with npx ngoma otp-app change APP --active' })
export const placeholderMissing = () =>
  refused(400, 109, { hint: 'the text of an application needs {pin} where the PIN goes' })
export const noChannel = (
  { hint, hintRepeats }: Pick<RefusalDetails, 'hint' | 'hintRepeats'> = { hint: 'no carrier serves this number' },
) => refused(400, 108, { hint, hintRepeats: hintRepeats || undefined })
export const pinIdMissing = (hint = 'pinId is the string from the response to the PIN request') =>
  refused(400, 112, { hint })
export const pinMissing = () =>
  refused(400, 111, {
    hint: 'pin is the code that the person typed, a string such as "0123": use quotes, because a number loses its leading zeros',
  })
export const pinNotFound = () =>
  refused(404, 113, {
    hint: 'pinId is the string that this account received in the response to its PIN request; PINs are deleted after some time, so request a new one',
  })

export const notResendable = () =>
  refused(404, 113, {
    hint: 'only PINs of applications with resend enabled can be sent again: enable it on the PINs page, or with npx ngoma otp-app change APP --resend',
  })

/** A PIN that is no longer live. As a refusal, because a response with status 200 says that a PIN was sent. */
export const notLive = (code: 115 | 116 | 118) => refused(400, code, { hint: guessHints[code] ?? '' })

/** A wrong PIN is a normal response and not a refusal, but its sender still gets a hint. */
export const guessHints: Partial<Readonly<Record<Code, string>>> = {
  114: 'the PIN does not match: let the person try again, and send their input unchanged',
  115: 'the PIN has expired: request another with POST /v1/request',
  116: 'too many wrong attempts: request another PIN with POST /v1/request',
  118: 'each PIN can be verified once, and this one already was: request another with POST /v1/request',
}

/**
 * The message was refused. The hint is the one of the SMS refusal; its other headers belong to that refusal's status.
 */
export const sendRefused = ({ hint, hintRepeats }: Refusal) => refused(400, 101, { hint, hintRepeats })
export const sendFailed = () => refused(500, 101, { hint: faultHint })

/** The hourly limit of a phone number, an application or an account. */
export function tooOften(what: string, max: number, retrySeconds: number): Refusal {
  const seconds = String(retrySeconds)
  return refused(429, 101, {
    headers: {
      'Retry-After': seconds,
      'RateLimit-Limit': String(max),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': seconds,
    },
    hint: `${what} is limited to ${countOf(max, 'PIN')} an hour`,
  })
}

/** The account has reached its daily message limit. The headers say when it ends. */
export const dayIsOver = ({ headers, hint }: Refusal) => refused(429, 101, { headers, hint })

export const guardBlocked = (hint: string) =>
  refused(400, 101, { hint, hintRepeats: true, reason: 'Failed to send SMS: blocked by the fraud guard' })

export const badChannels = (why: string) => refuse('invalid_channels', { hint: why, hintRepeats: true })
export const unknownCountry = (country: string) =>
  refuse('unknown_country', {
    hint: `${country} has no calling code of its own: for countries that share one, such as those of +1, use the main country`,
    hintRepeats: true,
  })

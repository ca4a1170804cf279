import { Refusal, type RefusalDetails } from '../../values/refusal.ts'

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

const refused = (status: number, code: Code, details: Omit<RefusalDetails, 'body'> = {}) =>
  new Refusal(status, code, codes[code], { ...details, body: { data: told(code) } })

export const appIdMissing = () => refused(400, 104)
export const phoneMissing = () => refused(400, 103)
export const badPhone = () => refused(400, 102, { hint: 'msisdn is in international format without +, such as 255712345678' })
export const appNotFound = () => refused(404, 106)
export const appInactive = () => refused(400, 107)
export const placeholderMissing = () => refused(400, 109, { hint: 'the text of an application has {pin} where the PIN goes' })
export const noChannel = (sender: string) => refused(400, 108, { hint: `no carrier leads to the number, or sender ${sender} of the application is not active` })
export const pinIdMissing = () => refused(400, 112)
export const pinMissing = () => refused(400, 111)
export const pinNotFound = () => refused(404, 113)

/** The message was not taken; the hint says why, as sending says it. */
export const sendRefused = ({ headers }: Refusal) => refused(400, 101, { headers: withoutStatus(headers) })
export const sendFailed = () => refused(500, 101)

/** Only the hint of a refusal goes on: other headers belong to its own status. */
const withoutStatus = ({ 'Ngoma-Hint': hint }: Readonly<Record<string, string>>): Record<string, string> => (hint === undefined ? {} : { 'Ngoma-Hint': hint })

/** A limit of a number, an application or an account for this hour. */
export function tooOften(what: string, max: number, retrySeconds: number): Refusal {
  const seconds = String(retrySeconds)
  return refused(429, 101, {
    headers: { 'Retry-After': seconds, 'RateLimit-Limit': String(max), 'RateLimit-Remaining': '0', 'RateLimit-Reset': seconds },
    hint: `${what} may ask for ${max} PINs an hour`,
  })
}

/** The account's day is over, as far as messages are concerned: the headers say until when. */
export const dayIsOver = ({ headers }: Refusal) => refused(429, 101, { headers })

export const guardBlocked = (hint: string) => refused(400, 101, { hint, reason: 'Failed to send SMS: blocked by the fraud guard' })

/** What the console says about applications. */
export const appMissing = () => new Refusal(404, 404, 'Application Not Found')
export const blockMissing = () => new Refusal(404, 404, 'Block Not Found')
export const textWithoutPin = () => new Refusal(400, 109, codes[109], { hint: 'the text of an application has {pin} where the PIN goes' })
export const unknownCountry = (country: string) =>
  new Refusal(400, 400, 'Unknown Country', {
    hint: `${country} has no calling code of its own: countries that share one, such as those of +1, go by the main one of them`,
  })

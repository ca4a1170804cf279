import { Refusal, type RefusalDetails } from '../../values/refusal.ts'
import { refusalKind } from '../sms/index.ts'

/** A refusal with a status and text of Kannel, or in its style where Kannel has none. */
class KannelRefusal extends Refusal {
  constructor(status: number, text: string, details: RefusalDetails) {
    super(status, status, text, details)
  }
}

/** Named values that Kannel calls misformed, with its spelling. */
const misformedHints = {
  UDH: 'udh must be a complete user data header: its first byte is the number of bytes that follow',
  'DLR-URL':
    'dlr-url must be an https URL of a public host without spaces, of at most 2048 characters; plain http and private hosts need the permission of the operator for this credential',
  'DLR-Mask': 'dlr-mask must be from 0 to 66, a sum of 1, 2, 4, 8 and 16',
  MClass: 'mclass must be from 0 to 3',
  PID: 'pid must be from 0 to 255',
  RPI: 'rpi must be from 0 to 2',
  'Alt-DCS': 'alt-dcs must be 0 or 1',
  MWI: 'mwi must be from 0 to 7',
  Coding: 'coding must be 0 (text), 1 (bytes) or 2 (Unicode)',
  Compress: 'compress must be 0 or 1',
  Validity: 'validity must be a number of minutes',
  Deferred: 'deferred must be a number of minutes',
  Priority: 'priority must be from 0 to 3',
} as const

export const misformed = (name: keyof typeof misformedHints) =>
  new KannelRefusal(400, `${name} field misformed, rejected`, { hint: misformedHints[name] })
export const udhTooLong = () =>
  new KannelRefusal(400, 'UDH field is too long, rejected', { hint: 'udh can have at most 140 bytes' })
export const accountMisformed = () =>
  new KannelRefusal(400, 'Account field misformed or too long, rejected', {
    hint: 'account can have at most 64 characters, without brackets and line breaks',
  })
export const charsetMisformed = () =>
  new KannelRefusal(400, 'Charset or body misformed, rejected', {
    hint: 'charset must be a known name such as UTF-8 or ISO-8859-1, and the text must be valid in it, without NUL',
  })
export const receiverMissing = (isPost: boolean) =>
  new KannelRefusal(400, isPost ? 'Missing receiver(s) number(s), rejected' : 'Missing receiver number, rejected', {
    hint: 'to must be a phone number with its country code, or several separated by spaces',
  })
export const receiverEmpty = () =>
  new KannelRefusal(400, 'Empty receiver number not allowed, rejected', { hint: 'to is empty' })
export const receiversDenied = (hint: string) =>
  new KannelRefusal(400, 'Number(s) has/have been denied by white- and/or black-lists.', { hint })
export const senderMissing = () =>
  new KannelRefusal(400, 'Sender missing and no global set, rejected', {
    hint: 'from must be an active sender ID of the account',
  })
export const invalidContentType = () =>
  new KannelRefusal(400, 'Invalid content-type', {
    hint: 'send the values in the query string or as application/x-www-form-urlencoded, or send X-Kannel headers with a text/plain or application/octet-stream body',
  })
export const unsupportedContentType = () =>
  new KannelRefusal(415, 'Unsupported content-type, rejected', { hint: invalidContentType().hint })
export const authorizationFailed = (details: Partial<RefusalDetails> = {}) =>
  new KannelRefusal(403, 'Authorization failed for sendsms', {
    hint: 'username and password must be an API key with its secret, or a system ID with its SMPP password, used from an allowed address',
    ...details,
  })

/** Kannel has no texts for the following, and sends other texts with 4xx statuses for requests that cannot succeed. */
export const receiversTooMany = (max: number) =>
  new KannelRefusal(400, 'Too many receivers, rejected', { hint: `to can have at most ${max} numbers` })
export const textMissing = () => new KannelRefusal(400, 'Empty text not allowed, rejected', { hint: 'text is empty' })
export const textTooLong = (hint: string) => new KannelRefusal(400, 'Text is too long, rejected', { hint })

/** A refusal that may be gone later. Clients of Kannel repeat the request. */
export const tryLater = (details: RefusalDetails) =>
  new KannelRefusal(503, 'Temporal failure, try again later.', details)

/** The answer of Kannel that comes closest to a refusal of the API. The hint has our reason. */
export function asKannel(refusal: Refusal): Refusal {
  if (refusal instanceof KannelRefusal) return refusal
  const { status, hint, hintRepeats, headers, reason, plain } = refusal
  const details = { hint, hintRepeats, headers, reason: reason ?? plain }
  if (status === 401) return authorizationFailed(details)
  if (status === 429 || status === 503) return tryLater(details)
  if (status === 413) return textTooLong(hint)
  if (status === 415) return unsupportedContentType()
  if (status >= 500) return new KannelRefusal(500, 'Sending failed.', details)
  const kind = refusalKind(refusal)
  if (kind === 'no_route') return new KannelRefusal(403, 'Not routable. Do not try again.', details)
  if (kind === 'sender') return new KannelRefusal(400, 'Sender not allowed, rejected', details)
  if (kind === 'credit') return new KannelRefusal(403, 'Insufficient balance, rejected', details)
  return new KannelRefusal(status >= 400 ? status : 400, 'Request misformed, rejected', details)
}

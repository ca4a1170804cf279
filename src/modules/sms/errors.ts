import type { SenderStatus } from '../../contract/console/senders.ts'
import { trackingTextLengthMax } from '../../contract/public/sms.ts'
import { phoneHint } from '../../values/phone.ts'
import { bodyHint, Refusal } from '../../values/refusal.ts'
import { isSenderShape } from '../senders/index.ts'
import type { Accepted, Lane, RefusedReason } from './model.ts'

/** Where there is an example of everything. */
const reference = '/docs#tag/sms has an example'

export const invalidFormat = (hint = bodyHint) =>
  new Refusal(400, 113, 'Invalid Request Format', { hint: `${hint}; ${reference}` })
export const invalidTrackingText = (name: string) =>
  new Refusal(400, 113, 'Invalid Request Format', {
    hint: `${name} is a text of at most ${trackingTextLengthMax} characters, null, or left out`,
  })
export const missingParameter = (name: 'source_addr' | 'message') =>
  new Refusal(400, 104, `Missing Required Parameter: ${name}`, {
    hint: `${name} is a text, ${wanted[name]}; ${reference}`,
  })
export const missingQuestion = () =>
  new Refusal(400, 104, 'Missing Required Parameter: request_id or dest_addr', {
    hint: 'add request_id=, as a send was answered with, or dest_addr=, a number such as 255712345678, to the query',
  })

const wanted = {
  source_addr: 'an active sender name of the account such as "INFO"',
  message: 'in quotes, which is what is sent',
} as const

export const invalidEncoding = () =>
  new Refusal(400, 118, 'Missing Or Invalid Encoding', {
    hint: 'encoding is 0 for plain text, or 8 for Unicode; 0 also sends what needs Unicode',
  })

const recipientExample = '{"recipient_id": 1, "dest_addr": "255712345678"}'

export const missingRecipients = () =>
  new Refusal(400, 119, 'Missing Recipients', { hint: `recipients is a list of objects such as ${recipientExample}` })
export const tooManyRecipients = (max: number, count: number) =>
  new Refusal(400, 114, `Recipients Exceed Maximum Of ${max}`, {
    hint: `recipients has ${count} entries: send them in ${Math.ceil(count / max)} requests`,
  })
export const missingDestination = (place: number) =>
  new Refusal(400, 115, 'Destination Address Missing', {
    hint: `entry ${place} of recipients has no dest_addr that is a text; it looks like ${recipientExample}`,
  })
export const missingRecipientId = (place: number) =>
  new Refusal(400, 116, 'Missing Recipient ID', {
    hint: `every recipient has a recipient_id, an integer; entry ${place} of recipients has none`,
  })
export const invalidRecipientId = (place: number) =>
  new Refusal(400, 116, 'Invalid Recipient ID', {
    hint: `recipient_id is an integer of up to 64 digits; that of entry ${place} of recipients is not`,
  })
export const invalidMessage = (hint: string) => new Refusal(400, 109, 'Invalid Message', { hint })
export const unknownPlaceholders = (unknown: readonly string[], known: readonly string[]) =>
  new Refusal(400, 109, 'Invalid Message', {
    hint: `contacts have no ${inBraces(unknown.slice(0, namesInHint))}; they have ${inBraces(known)}`,
    hintRepeats: true,
  })

const namesInHint = 10
const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

export const invalidScheduleTime = () =>
  new Refusal(400, 117, 'Invalid Schedule Time', {
    hint: 'schedule_time is yyyy-mm-dd hh:mm, GMT+0, on a day that there is',
  })
export const scheduleInPast = (now: Date) =>
  new Refusal(400, 112, 'Schedule Time Is In The Past', {
    hint: `schedule_time is in GMT+0, where it is ${minuteOf(now)} now; leave it out to send at once`,
  })

const minuteOf = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ')

const noRouteCode = 106
export const noRoute = () =>
  new Refusal(400, noRouteCode, 'No Route', {
    hint: 'no carrier is set up; NGOMA_STAGING=true sends through the simulated network',
  })
export const isNoRoute = ({ code }: Refusal) => code === noRouteCode
export const insufficientBalance = (cost: string, left: string) =>
  new Refusal(400, 102, 'Insufficient Balance', { hint: `this send costs ${cost}, and ${left} can be spent` })

type Counts = Pick<Accepted, 'invalid' | 'optedOut' | 'firstInvalid'>

/** A send that was taken and goes to nobody: refused in all but the status. */
export const noValidRecipients = (counts: Counts) =>
  new Refusal(200, 101, 'No Valid Recipients', {
    hint:
      invalidHint(counts) ??
      `${counts.optedOut} opted out, and nothing is sent to them until they write START or are taken off the page Opt-outs`,
  })

/** How many of a send are invalid, and why the first of them is it; null when none is. */
export function invalidHint({ invalid, firstInvalid }: Counts): string | null {
  if (invalid === 0) return null
  const first = !firstInvalid ? '' : `: entry ${firstInvalid.place} of recipients ${invalidBecause[firstInvalid.why]}`
  return `${invalid} ${invalid === 1 ? 'is' : 'are'} invalid${invalid > 1 && first !== '' ? ', first of them' : ''}${first}`
}

const invalidBecause: Readonly<Record<RefusedReason, string>> = {
  invalid_number: `has no such number; ${phoneHint}`,
  repeated_reference: 'has a recipient_id that was used for another number; each has its own',
  no_route: 'has a number that no carrier leads to: npx ngoma route try NUMBER says why',
  bad_text: 'has nothing to write to it, or too much',
  duplicate_number: 'has a number that came before',
  opted_out: 'opted out',
}

/** An empty list is an answer, and mostly a mistake. */
export const noReportsHint =
  'nothing of this account is there: request_id is what its send was answered with, dest_addr a number without +; or the page is behind the last'
export const badPhone = () => new Refusal(400, 400, 'Invalid Phone Number', { hint: phoneHint })
export const internalError = () =>
  new Refusal(503, 103, 'Internal Error', {
    hint: 'repeat it with the same Idempotency-Key, and it goes on where it ended',
  })
export const requestMissing = () =>
  new Refusal(404, 404, 'Request Not Found', { hint: 'the page Messages lists what this account has sent' })
export const messageMissing = () =>
  new Refusal(404, 404, 'Message Not Found', {
    hint: 'the page Messages lists what this account has sent; old messages are not kept for ever',
  })
export const badWindow = () =>
  new Refusal(400, 400, 'Invalid Sending Window', {
    hint: 'from and to are times of the day such as 08:00 and 20:00, and differ; null takes the window away',
  })
export const tooManyExports = () =>
  new Refusal(429, 429, 'Too Many Exports', {
    headers: { 'Retry-After': '30' },
    hint: 'an account may have two at once: wait for one to end',
  })
export const optOutMissing = () =>
  new Refusal(404, 404, 'Number Has Not Opted Out', {
    hint: 'npx ngoma optouts list shows those that have, and so does the page Opt-outs',
  })

/** A send is taken whole or not at all; what is left of the day may be enough for a smaller one. */
export function dailyLimitReached(limit: number, left: number, wanted: number, secondsToMidnight: number): Refusal {
  const seconds = String(secondsToMidnight)
  return new Refusal(429, 429, 'Daily Limit Reached', {
    headers: {
      'Retry-After': seconds,
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(left),
      'RateLimit-Reset': seconds,
    },
    hint: `this account may send ${limit} messages a day, ${left} are left until midnight GMT, and this send has ${wanted}`,
  })
}

const queueRetrySeconds = 60

/** It would be taken, and then wait behind everything that waits already. */
export function queueTooOld(lane: Lane, ageSeconds: number): Refusal {
  return new Refusal(503, 103, 'Internal Error', {
    headers: { 'Retry-After': String(queueRetrySeconds) },
    hint: `${lane} messages have been waiting for ${Math.floor(ageSeconds)} seconds, so no more are taken for now; scheduled ones are`,
  })
}

/** Why a sender may not be used. */
export const senderFaults = ['unknown', 'pending', 'rejected', 'inactive', 'malformed'] as const
export type SenderFault = (typeof senderFaults)[number]

/** The wire says the same for all of them; the hint says which it is, and which senders would work. */
export class SenderRefusal extends Refusal {
  /** Empty when it has not the shape of one: it could be as long as a body. */
  readonly sender: string
  readonly fault: SenderFault

  constructor(sender: string, fault: SenderFault, hint: string) {
    // What was sent does not belong into the log, not even a sender.
    super(400, 111, 'Invalid Sender ID', {
      hint,
      hintRepeats: true,
      reason: `Invalid Sender ID: ${logged[fault] ?? fault}`,
    })
    this.sender = fault === 'malformed' ? '' : sender
    this.fault = fault
  }
}

const logged: Readonly<Partial<Record<SenderFault, string>>> = {
  unknown: 'not one of this account',
  malformed: 'no sender',
}

/** `reason` is what the operator said when they rejected it or took it out of use. */
export function invalidSender(
  sender: string,
  status: SenderStatus | null,
  reason: string | null,
  active: readonly string[],
): SenderRefusal {
  const fault = !isSenderShape(sender) || status === 'active' ? 'malformed' : (status ?? 'unknown')
  const which = active.length === 0 ? 'this account has no active sender' : `active: ${active.join(', ')}`
  return new SenderRefusal(sender, fault, `${whatIsWrong(sender, fault, reason)}; ${which}`)
}

const reasonLengthMax = 200

/** One that is too long is not repeated: the hint travels in a header, and it could be as long as a body. */
function whatIsWrong(sender: string, fault: SenderFault, reason: string | null): string {
  if (sender === '') return 'the sender is empty'
  if (fault === 'malformed') return 'the sender is longer than 11 characters'
  if (fault === 'unknown') return `sender ${sender} is not one of this account`
  if (fault === 'pending') return `sender ${sender} is pending: the operator has to approve it`
  const why = reason === null ? '' : ` (${reason.slice(0, reasonLengthMax)})`
  return `sender ${sender} is ${fault}${why}: ask the operator to approve it`
}

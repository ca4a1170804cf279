import type { SenderStatus } from '../../contract/account/senders.ts'
import { trackingTextLengthMax } from '../../contract/public/sms.ts'
import { countOf } from '../../values/count.ts'
import { phoneFormat } from '../../values/phone.ts'
import type { ProblemCode } from '../../values/problems.ts'
import { bodyHint, Refusal, refuse } from '../../values/refusal.ts'
import { timeWanted } from '../../values/time.ts'
import { isSenderShape } from '../senders/index.ts'
import type { Accepted, Lane, RefusedReason } from './model.ts'

const reference = 'see /docs#tag/sms for an example'

export const invalidFormat = (hint = bodyHint) =>
  new Refusal(400, 113, 'Invalid Request Format', { hint: `${hint}; ${reference}` })
export const invalidTrackingText = (name: string) =>
  new Refusal(400, 113, 'Invalid Request Format', {
    hint: `${name} must be a string of at most ${trackingTextLengthMax} characters, or null`,
  })
export const missingParameter = (name: 'source_addr' | 'message') =>
  new Refusal(400, 104, `Missing Required Parameter: ${name}`, {
    hint: `${name} must be ${wanted[name]}; ${reference}`,
  })
export const missingReportFilter = () =>
  new Refusal(400, 104, 'Missing Required Parameter: request_id or dest_addr', {
    hint: 'add request_id= (from the response to a send) or dest_addr= (a number such as 255712345678) to the query string',
  })

const wanted = {
  source_addr: 'a string: an active sender ID of the account, such as "INFO"',
  message: 'a string: the text to send',
} as const

export const invalidEncoding = () =>
  new Refusal(400, 118, 'Missing Or Invalid Encoding', {
    hint: 'encoding must be 0 (plain text) or 8 (Unicode); with 0, text that needs Unicode is still sent as Unicode',
  })

const recipientExample = '{"recipient_id": 1, "dest_addr": "255712345678"}'

export const missingRecipients = () =>
  new Refusal(400, 119, 'Missing Recipients', {
    hint: `recipients must be a list of objects such as ${recipientExample}`,
  })
export const tooManyRecipients = (max: number, count: number) =>
  new Refusal(400, 114, `Recipients Exceed Maximum Of ${max}`, {
    hint: `recipients has ${count} entries; split them into ${Math.ceil(count / max)} requests`,
  })
export const missingDestination = (place: number) =>
  new Refusal(400, 115, 'Destination Address Missing', {
    hint: `entry ${place} of recipients needs a dest_addr string, as in ${recipientExample}`,
  })
export const missingRecipientId = (place: number) =>
  new Refusal(400, 116, 'Missing Recipient ID', {
    hint: `entry ${place} of recipients needs an integer recipient_id, as in ${recipientExample}`,
  })
export const invalidRecipientId = (place: number) =>
  new Refusal(400, 116, 'Invalid Recipient ID', {
    hint: `recipient_id must be an integer of up to 64 digits; correct entry ${place} of recipients`,
  })
export const invalidMessage = (hint: string) => refuse('invalid_message', { v1: [109, 'Invalid Message'], hint })
export const unknownPlaceholders = (unknown: readonly string[], known: readonly string[]) =>
  refuse('unknown_placeholder', {
    v1: [109, 'Invalid Message'],
    hint: `no value for ${inBraces(unknown.slice(0, namesInHint))}; ${known.length === 0 ? 'give one in variables, or send to contacts, address books or segments for their fields' : `available: ${inBraces(known.slice(0, knownInHint))}`}`,
    hintRepeats: true,
  })

const namesInHint = 10
const knownInHint = 40
const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

export const invalidScheduleTime = () =>
  new Refusal(400, 117, 'Invalid Schedule Time', {
    hint: 'schedule_time must be a real date and time, formatted yyyy-mm-dd hh:mm in GMT+0',
  })
export const scheduleInPast = (now: Date) =>
  new Refusal(400, 112, 'Schedule Time Is In The Past', {
    hint: `schedule_time is in GMT+0, and the time there is ${minuteOf(now)}; omit it to send immediately`,
  })

const minuteOf = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ')

const noRouteCode = 106
export const noRoute = () =>
  refuse('no_route', {
    v1: [noRouteCode, 'No Route'],
    hint: 'no carrier is configured; add a carrier, or set NGOMA_STAGING=true to use the simulated network',
  })
export const isNoRoute = ({ code }: Refusal) => code === noRouteCode
export const insufficientBalance = (cost: string, left: string) =>
  refuse('insufficient_balance', {
    v1: [102, 'Insufficient Balance'],
    hint: `this send costs ${cost}, but only ${left} can be spent`,
  })

/** Why a whole send was rejected, for callers by other protocols than HTTP. */
export type RefusalKind = 'sender' | 'credit' | 'no_route' | 'daily_limit' | 'queue' | 'other'

const kindsByCode: ReadonlyMap<number, RefusalKind> = new Map([
  [111, 'sender'],
  [102, 'credit'],
  [noRouteCode, 'no_route'],
  [429, 'daily_limit'],
  [103, 'queue'],
])

export const refusalKind = ({ code }: Refusal): RefusalKind => kindsByCode.get(code) ?? 'other'

type Counts = Pick<Accepted, 'invalid' | 'optedOut' | 'doNotDisturb' | 'noConsent' | 'firstInvalid'>

/** The request is stored and has an id, but sends nothing. The specification wants status 200 for it. */
export const noValidRecipients = (counts: Counts) =>
  new Refusal(200, 101, 'No Valid Recipients', { hint: invalidHint(counts) ?? excludedHint(counts) })

/** How many recipients each rule excludes, and how they would receive messages again. */
function excludedHint({ optedOut, doNotDisturb = 0, noConsent = 0 }: Counts): string {
  const out = optedOut - doNotDisturb - noConsent
  return [
    out > 0 &&
      `${recipientsOf(out)} opted out; they receive nothing until they send START or you remove them from the Opt-outs page`,
    doNotDisturb > 0 && `${recipientsOf(doNotDisturb)} on the do-not-disturb list of the operator`,
    noConsent > 0 &&
      `${recipientsOf(noConsent)} without a consent, which this account requires for bulk messages; record it on the Consents page`,
  ]
    .filter((hint) => hint !== false)
    .join('; ')
}

const recipientsOf = (count: number) => countOf(count, 'recipient')

/** The number of invalid recipients and the problem of the first; null when all are valid. */
export function invalidHint({ invalid, firstInvalid }: Counts): string | null {
  if (invalid === 0) return null
  const summary = `${recipientsOf(invalid)} ${invalid === 1 ? 'is' : 'are'} invalid`
  if (!firstInvalid) return summary
  return `${summary}; ${invalid === 1 ? '' : 'the first, '}entry ${firstInvalid.place} of recipients${invalid === 1 ? '' : ','} ${invalidBecause[firstInvalid.why]}`
}

const invalidBecause: Readonly<Record<RefusedReason, string>> = {
  invalid_number: `has an invalid phone number; use ${phoneFormat}`,
  repeated_reference: 'repeats the recipient_id of another number; give each number its own',
  no_route: 'has a number without a route; run npx ngoma route try --number NUMBER to see why',
  unknown_contact: 'is the id of no contact',
  bad_text: 'has a text that is empty or too long once its placeholders are filled in',
  duplicate_number: 'repeats a number',
  opted_out: 'has opted out',
  do_not_disturb: 'is on the do-not-disturb list',
  no_consent: 'has not consented',
}

/** An empty list is a valid response, but usually means a mistake in the query. */
export const noReportsHint =
  'no delivery reports match; check request_id and dest_addr (digits without +); the page may be past the end'
export const sendStopped = (hasKey: boolean) =>
  new Refusal(503, 103, 'Internal Error', {
    hint: hasKey
      ? 'retry with the same Idempotency-Key; the send continues where it stopped'
      : 'the messages of request_ids are sent: send again only to the other recipients, and with an Idempotency-Key next time, so that a retry continues where the send stopped',
  })
export const tooManyExports = () =>
  refuse('too_many_exports', {
    headers: { 'Retry-After': '30' },
    hint: 'an account can run two exports at once; wait for one to finish',
  })
/** A request is accepted as a whole or not at all, so a smaller one may still fit into the rest of the day. */
export function dailyLimitReached(limit: number, left: number, wanted: number, secondsToMidnight: number): Refusal {
  const seconds = String(secondsToMidnight)
  return refuse('daily_limit_reached', {
    v1: [429, 'Daily Limit Reached'],
    headers: {
      'Retry-After': seconds,
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(left),
      'RateLimit-Reset': seconds,
    },
    hint: `messages left until midnight GMT: ${left} of ${limit}; this send has ${wanted}`,
  })
}

const queueRetrySeconds = 60

export function queueTooOld(lane: Lane, ageSeconds: number): Refusal {
  return refuse('queue_too_old', {
    v1: [103, 'Internal Error'],
    headers: { 'Retry-After': String(queueRetrySeconds) },
    hint: `${lane} messages have been waiting for ${Math.floor(ageSeconds)} seconds, so new ones are rejected for now; scheduled sends are still accepted`,
  })
}

export const senderFaults = ['unknown', 'pending', 'rejected', 'inactive', 'malformed'] as const
export type SenderFault = (typeof senderFaults)[number]

const senderProblems: Readonly<Record<SenderFault, ProblemCode>> = {
  unknown: 'unknown_sender',
  pending: 'sender_inactive',
  rejected: 'sender_inactive',
  inactive: 'sender_inactive',
  malformed: 'invalid_sender',
}

/** The wire has one code and message for all faults. The hint names the fault and the active sender IDs. */
export class SenderRefusal extends Refusal {
  /** Empty when malformed, because it could be as long as a body. */
  readonly sender: string
  readonly fault: SenderFault

  constructor(sender: string, fault: SenderFault, hint: string) {
    // The log must not contain anything of the request, so the reason leaves the sender ID out.
    super(400, 111, 'Invalid Sender ID', {
      hint,
      hintRepeats: true,
      problem: senderProblems[fault],
      reason: `Invalid Sender ID: ${fault}`,
    })
    this.sender = fault === 'malformed' ? '' : sender
    this.fault = fault
  }
}

/** `reason` is the operator's, from when they rejected or deactivated the sender ID. */
export function invalidSender(
  sender: string,
  status: SenderStatus | null,
  reason: string | null,
  active: readonly string[],
): SenderRefusal {
  const fault = !isSenderShape(sender) || status === 'active' ? 'malformed' : (status ?? 'unknown')
  const which =
    active.length === 0
      ? 'this account has no active sender IDs'
      : `active sender IDs of this account: ${active.join(', ')}`
  return new SenderRefusal(sender, fault, `${describeFault(sender, fault, reason)}; ${which}`)
}

const reasonLengthMax = 200

/** Leaves out a malformed sender ID: the hint is sent in a header, and the ID could be as long as a body. */
function describeFault(sender: string, fault: SenderFault, reason: string | null): string {
  if (sender === '') return 'the sender ID is empty'
  if (fault === 'malformed') return 'the sender ID is longer than 11 characters, or 20 digits'
  if (fault === 'unknown') return `unknown sender ID "${sender}"`
  if (fault === 'pending') return `sender ID "${sender}" is pending: the operator has to approve it`
  const why = reason === null ? '' : ` (${reason.slice(0, reasonLengthMax)})`
  return `sender ID "${sender}" is ${fault}${why}: ask the operator to approve it`
}

export const invalidBinary = (hint: string) => refuse('invalid_binary', { hint })
export const invalidCallbackUrl = (why: string) =>
  refuse('invalid_callback_url', { hint: `callback_url: ${why}`, hintRepeats: true })
export const invalidNotBefore = () => refuse('invalid_time', { hint: `not_before is ${timeWanted}` })
export const notBeforeInPast = (now: Date) =>
  refuse('time_in_past', {
    hint: `not_before is in the past: the time is ${now.toISOString()}; omit it to send immediately`,
  })
export const tooManyNumbers = (max: number, count: number) =>
  refuse('too_many_recipients', {
    hint: `to has ${count} entries; split them into ${Math.ceil(count / max)} requests, or send to an address book`,
  })

/** The owner of the request gave it up, or it was stored before. */
class NoLongerWanted extends Refusal {}
export const noLongerWanted = () =>
  new NoLongerWanted(409, 409, 'The Request Is No Longer Wanted', {
    hint: 'another process has stored it, or it was cancelled',
    problem: 'conflict',
  })
export const isNoLongerWanted = (error: unknown) => error instanceof NoLongerWanted

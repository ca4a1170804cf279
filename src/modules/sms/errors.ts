import { Refusal } from '../../values/refusal.ts'
import { isSenderShape, type SenderStatus } from '../senders/index.ts'
import type { Lane } from './rules.ts'

export const invalidFormat = () => new Refusal(400, 113, 'Invalid Request Format')
export const missingParameter = (name: string) => new Refusal(400, 104, `Missing Required Parameter: ${name}`)
export const invalidEncoding = () => new Refusal(400, 118, 'Missing Or Invalid Encoding')
export const missingRecipients = () => new Refusal(400, 119, 'Missing Recipients')
export const tooManyRecipients = (max: number) => new Refusal(400, 114, `Recipients Exceed Maximum Of ${max}`)
export const missingDestination = () => new Refusal(400, 115, 'Destination Address Missing')
export const missingRecipientId = () => new Refusal(400, 116, 'Missing Recipient ID', { hint: 'every recipient has a recipient_id, an integer' })
export const invalidMessage = (hint: string) => new Refusal(400, 109, 'Invalid Message', { hint })
export const invalidScheduleTime = () => new Refusal(400, 117, 'Invalid Schedule Time', { hint: 'schedule_time is yyyy-mm-dd hh:mm, GMT+0' })
export const scheduleInPast = () => new Refusal(400, 112, 'Schedule Time Is In The Past')
const noRouteCode = 106
export const noRoute = () => new Refusal(400, noRouteCode, 'No Route', { hint: 'no carrier is set up; NGOMA_STAGING=true sends through the simulated network' })
export const isNoRoute = ({ code }: Refusal) => code === noRouteCode
export const insufficientBalance = (cost: string, left: string) =>
  new Refusal(400, 102, 'Insufficient Balance', { hint: `this send costs ${cost}, and ${left} can be spent` })
/** Numbers that can't be read are counted, and not refused; this says what was meant to be there. */
export const numberHint = 'numbers are in international format without +, such as 255712345678'
export const badPhone = () => new Refusal(400, 400, 'Invalid Phone Number', { hint: numberHint })
export const internalError = () => new Refusal(503, 103, 'Internal Error')
export const requestMissing = () => new Refusal(404, 404, 'Request Not Found')
export const messageMissing = () => new Refusal(404, 404, 'Message Not Found')
export const badWindow = () =>
  new Refusal(400, 400, 'Invalid Sending Window', { hint: 'from and to are times of the day such as 08:00 and 20:00, and differ; null takes the window away' })
export const tooManyExports = () =>
  new Refusal(429, 429, 'Too Many Exports', { headers: { 'Retry-After': '30' }, hint: 'an account may have two at once: wait for one to end' })
export const optOutMissing = () => new Refusal(404, 404, 'Number Has Not Opted Out')

/** A send is taken whole or not at all; what is left of the day may be enough for a smaller one. */
export function dailyLimitReached(limit: number, left: number, wanted: number, secondsToMidnight: number): Refusal {
  const seconds = String(secondsToMidnight)
  return new Refusal(429, 429, 'Daily Limit Reached', {
    headers: { 'Retry-After': seconds, 'RateLimit-Limit': String(limit), 'RateLimit-Remaining': String(left), 'RateLimit-Reset': seconds },
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
    super(400, 111, 'Invalid Sender ID', { hint, reason: `Invalid Sender ID: ${logged[fault] ?? fault}` })
    this.sender = fault === 'malformed' ? '' : sender
    this.fault = fault
  }
}

const logged: Readonly<Partial<Record<SenderFault, string>>> = { unknown: 'not one of this account', malformed: 'no sender' }

/** `reason` is what the operator said when they rejected it or took it out of use. */
export function invalidSender(sender: string, status: SenderStatus | null, reason: string | null, active: readonly string[]): SenderRefusal {
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

import { Overloaded } from '../../../engine/batch/index.ts'
import { isOutage } from '../../../engine/db/index.ts'
import { type Fields, status } from '../../../engine/smpp/pdu.ts'
import { Refusal } from '../../../values/refusal.ts'
import { type RefusalKind, type RefusedReason, refusalKind, type SmsContext } from '../../sms/index.ts'

/** A request that the customer gets an error for. The message says what to do; it is sent as a TLV. */
export class Rejection extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'Rejection'
    this.status = status
  }
}

/** The maximum of additional_status_info_text in SMPP 3.4. */
const textLengthMax = 255

/** TLVs that explain an error. The text is ASCII, because no field tells its alphabet. */
export const explain = (text: string): Fields => ({
  additional_status_info_text: text.replaceAll(/[^ -~]/g, '?').slice(0, textLengthMax),
})

/** The status of a send that was rejected as a whole. The hint of the refusal is the text. */
export const statusOfRefusal: Readonly<Record<RefusalKind, number>> = {
  sender: status.invalidSource,
  credit: status.submitFailed,
  no_route: status.submitFailed,
  daily_limit: status.submitFailed,
  queue: status.queueFull,
  other: status.submitFailed,
}

/** Why a recipient gets no message. */
export const statusOfRecipient: Readonly<Record<RefusedReason, readonly [status: number, text: string]>> = {
  invalid_number: [status.invalidDestination, 'invalid number: send digits with the country code and dest_addr_ton 1'],
  duplicate_number: [status.invalidDestination, 'the number is repeated in this submit_multi'],
  repeated_reference: [status.invalidDestination, 'the number is repeated in this submit_multi'],
  no_route: [status.invalidDestination, 'no route to this number: ask the operator'],
  // Submits have no contacts.
  unknown_contact: [status.invalidDestination, 'unknown contact'],
  bad_text: [status.invalidMessageLength, 'the message is empty or too long'],
  opted_out: [status.submitFailed, 'the recipient opted out'],
  do_not_disturb: [status.submitFailed, 'the recipient is on the do-not-disturb list'],
  no_consent: [status.submitFailed, 'the recipient has not consented, which this account requires'],
}

export const rejectionOfRecipient = (why: RefusedReason) => new Rejection(...statusOfRecipient[why])

/** The response to a request that failed with this error. An unexpected error is logged. */
export function rejectionOf({ log }: Pick<SmsContext, 'log'>, error: unknown): Rejection {
  if (error instanceof Rejection) return error
  if (error instanceof Refusal) return new Rejection(statusOfRefusal[refusalKind(error)], error.hint)
  if (error instanceof Overloaded)
    return new Rejection(status.queueFull, 'too many messages are waiting to be stored: repeat the request later')
  if (!isOutage(error)) log.error({ err: error }, 'an SMPP request failed')
  return new Rejection(status.systemError, 'internal error: repeat the request later')
}

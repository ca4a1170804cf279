import { Overloaded } from '../../../engine/batch/index.ts'
import { isOutage } from '../../../engine/db/index.ts'
import { status } from '../../../engine/smpp/pdu.ts'
import { Refusal } from '../../../values/refusal.ts'
import { type RefusalKind, type RefusedReason, refusalKind } from '../../sms/index.ts'
import type { SmppServerContext } from './context.ts'
import { Rejection } from './rejection.ts'

/** The status of a send that was rejected as a whole. The hint of the refusal is the text. */
export const statusOfRefusal: Readonly<Record<RefusalKind, number>> = {
  sender: status.invalidSource,
  credit: status.submitFailed,
  no_route: status.submitFailed,
  daily_limit: status.submitFailed,
  queue: status.queueFull,
  other: status.submitFailed,
}

type StatusAndText = readonly [status: number, text: string]

/** Why a recipient gets no message. */
export const statusOfRecipient: Readonly<Record<RefusedReason, StatusAndText>> = {
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
export function rejectionOf({ log }: Pick<SmppServerContext, 'log'>, error: unknown): Rejection {
  if (error instanceof Rejection) return error
  if (error instanceof Refusal) return new Rejection(statusOfRefusal[refusalKind(error)], error.hint)
  if (error instanceof Overloaded)
    return new Rejection(status.queueFull, 'too many messages are waiting to be stored: repeat the request later')
  if (!isOutage(error)) log.error({ err: error }, 'an SMPP request failed')
  return new Rejection(status.systemError, 'internal error: repeat the request later')
}

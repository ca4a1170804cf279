import type { ListedError } from '../carrier.ts'
import type { ErrorAction, StatusErrors } from './error-rules.ts'

/** The meaning of an SMPP 3.4 status. */
export interface StatusMeaning {
  readonly action: ErrorAction
  /** Stored with the message. */
  readonly reason: string
  /** For operators. */
  readonly text: string
}

const throttle = (reason: string, text: string): StatusMeaning => ({ action: 'throttle', reason, text })
const retry = (reason: string, text: string): StatusMeaning => ({ action: 'retry', reason, text })
const fail = (reason: string, text: string): StatusMeaning => ({ action: 'fail', reason, text })

/**
 * A status about this message is final. A status about the carrier, the connection or the account is retried. A status
 * that points to wrong settings is final too: retries would not help, and a failed message makes the problem visible.
 */
const meanings: ReadonlyMap<number, StatusMeaning> = new Map([
  [0x01, fail('invalid_length', 'the carrier rejects the length of the text')],
  [0x02, fail('invalid_pdu', 'the carrier could not read the request')],
  [0x03, retry('invalid_command', 'the carrier does not support the command on this connection')],
  [0x04, retry('not_bound', 'the carrier says that this connection may not submit messages')],
  [0x05, retry('already_bound', 'the carrier says that the connection is already bound')],
  [0x06, fail('invalid_priority', 'the carrier rejects the priority')],
  [0x07, fail('invalid_receipt_request', 'the carrier rejects the request for a receipt')],
  [0x08, retry('system_error', 'the carrier has an internal error')],
  [0x0a, fail('invalid_sender', 'the carrier rejects the sender ID')],
  [0x0b, fail('invalid_destination', 'the carrier rejects the recipient number')],
  [0x0c, fail('invalid_message_id', 'the carrier rejects the message ID')],
  [0x0d, retry('bind_failed', 'the carrier rejected the bind')],
  [0x0e, retry('invalid_password', 'the carrier rejects the password')],
  [0x0f, retry('invalid_system_id', 'the carrier rejects the system ID')],
  [0x11, fail('cancel_failed', 'the carrier could not cancel the message')],
  [0x13, fail('replace_failed', 'the carrier could not replace a message')],
  [0x14, throttle('queue_full', 'the queue of the carrier is full')],
  [0x15, fail('invalid_service_type', 'the carrier rejects the service type')],
  [0x33, fail('invalid_destination', 'the carrier rejects the number of destinations')],
  [0x34, fail('invalid_destination', 'the carrier does not know the distribution list')],
  [0x40, fail('invalid_destination', 'the carrier rejects the kind of destination')],
  [0x42, fail('invalid_replace', 'the carrier rejects the request to replace a message')],
  [0x43, fail('invalid_message_class', 'the carrier rejects the message class (esm_class)')],
  [0x44, fail('invalid_destination', 'the carrier cannot submit to the distribution list')],
  [0x45, retry('submit_failed', 'the carrier could not accept the message and gave no reason')],
  [0x48, fail('invalid_sender_type', 'the carrier rejects the number type of the sender ID')],
  [0x49, fail('invalid_sender_plan', 'the carrier rejects the numbering plan of the sender ID')],
  [0x50, fail('invalid_destination_type', 'the carrier rejects the number type of the recipient')],
  [0x51, fail('invalid_destination_plan', 'the carrier rejects the numbering plan of the recipient number')],
  [0x53, fail('invalid_system_type', 'the carrier rejects the system type')],
  [0x54, fail('invalid_replace', 'the carrier rejects the request to replace a message')],
  [0x55, fail('invalid_message_count', 'the carrier rejects the number of messages')],
  [0x58, throttle('throttled', 'the message exceeds the rate limit of the carrier')],
  [0x61, fail('invalid_schedule', 'the carrier rejects the scheduled time')],
  [0x62, fail('invalid_validity', 'the carrier rejects the validity period')],
  [0x63, fail('invalid_message_id', 'the carrier does not know the predefined message')],
  [0x64, retry('temporary_error', 'the carrier has a temporary error')],
  [0x65, fail('permanent_error', 'the receiving network reported a permanent error')],
  [0x66, fail('rejected', 'the receiving network rejected the message')],
  [0x67, retry('query_failed', 'the carrier could not answer the query')],
  [0xc0, fail('invalid_options', 'the carrier could not read the optional parameters')],
  [0xc1, fail('option_not_allowed', 'the carrier rejects one of the optional parameters')],
  [0xc2, fail('invalid_option_length', 'the carrier rejects the length of an optional parameter')],
  [0xc3, fail('option_missing', 'the carrier requires an optional parameter that is missing')],
  [0xc4, fail('invalid_option', 'the carrier rejects the value of an optional parameter')],
  [0xfe, fail('delivery_failed', 'the carrier could not deliver the message')],
  [0xff, retry('unknown_error', 'the carrier reported an unknown error')],
  // SMPP 5.0; some 3.4 carriers use these too.
  [0x100, fail('service_not_authorised', 'the carrier does not permit the service type')],
  [0x101, fail('prohibited', 'the carrier does not permit this operation')],
  [0x102, retry('service_unavailable', 'the service of the carrier is unavailable')],
  [0x103, fail('service_denied', 'the carrier denies the service')],
  [0x104, fail('invalid_data_coding', 'the carrier rejects the data coding of the text')],
])

const vendorMin = 0x400
const vendorMax = 0x4ff

/** The meaning of the status of a submit response, by the settings of the carrier and otherwise by the default. */
export function classifyStatus(commandStatus: number, errors?: StatusErrors): StatusMeaning {
  const meaning = defaultMeaning(commandStatus)
  const rule = errors?.get(commandStatus)
  return rule === undefined
    ? meaning
    : { ...meaning, action: rule.action ?? meaning.action, reason: rule.reason ?? meaning.reason }
}

/** The statuses of SMPP and those of the settings, in order. */
export function listStatusErrors(errors: StatusErrors): ListedError[] {
  const codes = [...new Set([...meanings.keys(), ...errors.keys()])].toSorted((a, b) => a - b)
  return codes.map((code) => {
    const { action, reason, text } = classifyStatus(code, errors)
    const hasOwnReason = (errors.get(code)?.reason ?? null) !== null
    return { code: hexOf(code), action, reason, isOwn: errors.has(code), text: hasOwnReason ? null : text }
  })
}

function defaultMeaning(commandStatus: number): StatusMeaning {
  const meaning = meanings.get(commandStatus)
  if (meaning !== undefined) return { ...meaning, text: `${meaning.text} (status ${hexOf(commandStatus)})` }

  const code = commandStatus.toString(16).padStart(2, '0')
  // Vendors use these codes for anything: no credit, no route, blocked. Most problems are temporary or get fixed, and
  // the attempts of a message are limited.
  const isVendors = commandStatus >= vendorMin && commandStatus <= vendorMax
  const text = isVendors
    ? 'the carrier returned a vendor-specific status; see its documentation'
    : 'the carrier returned a status that SMPP does not define'
  return retry(`carrier_status_${code}`, `${text} (status ${hexOf(commandStatus)})`)
}

const bindProblems: ReadonlyMap<number, string> = new Map([
  [0x04, 'the carrier does not permit this type of bind'],
  [0x05, 'the carrier says that the maximum number of binds is already connected'],
  [0x0d, 'the carrier rejected the bind; it may not know the IP address of this server, or permit no more binds'],
  [0x0e, 'the password is wrong'],
  [0x0f, 'the carrier does not know the system ID'],
  [0x53, 'the system type is wrong'],
  [0x58, 'the carrier limits the rate of bind attempts'],
  [0x64, 'the carrier has a temporary error'],
])

/** Explains a rejected bind to an operator. */
export function bindProblem(commandStatus: number): string {
  const text = bindProblems.get(commandStatus) ?? meanings.get(commandStatus)?.text ?? 'the carrier rejected the bind'
  return `${text} (status ${hexOf(commandStatus)})`
}

const hexOf = (commandStatus: number) => `0x${commandStatus.toString(16).toUpperCase().padStart(2, '0')}`

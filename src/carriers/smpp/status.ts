/**
 * What the statuses of SMPP 3.4 mean for us. `slow`: the carrier takes it later, when it is given less. `retry`: later.
 * `refuse`: never.
 */
export interface Judgement {
  readonly does: 'slow' | 'retry' | 'refuse'
  /** Kept on the message. */
  readonly reason: string
  /** For people. */
  readonly text: string
}

const slow = (reason: string, text: string): Judgement => ({ does: 'slow', reason, text })
const retry = (reason: string, text: string): Judgement => ({ does: 'retry', reason, text })
const refuse = (reason: string, text: string): Judgement => ({ does: 'refuse', reason, text })

/**
 * Whatever says something about this message is a refusal; what says something about the carrier, the connection or the
 * account may pass. What would be a mistake in our settings is a refusal as well: it is the same at every try, and only
 * an end that shows makes somebody look.
 */
const judgements: ReadonlyMap<number, Judgement> = new Map([
  [0x01, refuse('invalid_length', 'the carrier does not take a text of this length')],
  [0x02, refuse('invalid_pdu', 'the carrier could not read what was sent')],
  [0x03, retry('invalid_command', 'the carrier does not know the command on this connection')],
  [0x04, retry('not_bound', 'the carrier says that this connection may not submit')],
  [0x05, retry('already_bound', 'the carrier says that it is bound already')],
  [0x06, refuse('invalid_priority', 'the carrier does not take the priority')],
  [0x07, refuse('invalid_receipt_request', 'the carrier does not take the request for a receipt')],
  [0x08, retry('system_error', 'the carrier has an error of its own')],
  [0x0a, refuse('invalid_sender', 'the carrier does not take the sender')],
  [0x0b, refuse('invalid_destination', 'the carrier does not take the number')],
  [0x0c, refuse('invalid_message_id', 'the carrier does not take the message id')],
  [0x0d, retry('bind_failed', 'the carrier refused the bind')],
  [0x0e, retry('invalid_password', 'the carrier does not take the password')],
  [0x0f, retry('invalid_system_id', 'the carrier does not take the system id')],
  [0x11, refuse('cancel_failed', 'the carrier could not cancel')],
  [0x13, refuse('replace_failed', 'the carrier could not replace a message')],
  [0x14, slow('queue_full', 'the queue of the carrier is full')],
  [0x15, refuse('invalid_service_type', 'the carrier does not take the service type')],
  [0x33, refuse('invalid_destination', 'the carrier does not take the number of destinations')],
  [0x34, refuse('invalid_destination', 'the carrier does not know the distribution list')],
  [0x40, refuse('invalid_destination', 'the carrier does not take the kind of destination')],
  [0x42, refuse('invalid_replace', 'the carrier does not take the request to replace a message')],
  [0x43, refuse('invalid_message_class', 'the carrier does not take the class of the message (esm_class)')],
  [0x44, refuse('invalid_destination', 'the carrier can not submit to the distribution list')],
  [0x45, retry('submit_failed', 'the carrier could not take the message, and does not say why')],
  [0x48, refuse('invalid_sender_type', 'the carrier does not take the type of number of the sender')],
  [0x49, refuse('invalid_sender_plan', 'the carrier does not take the numbering plan of the sender')],
  [0x50, refuse('invalid_destination_type', 'the carrier does not take the type of number of the destination')],
  [0x51, refuse('invalid_destination_plan', 'the carrier does not take the numbering plan of the destination')],
  [0x53, refuse('invalid_system_type', 'the carrier does not take the system type')],
  [0x54, refuse('invalid_replace', 'the carrier does not take the request to replace a message')],
  [0x55, refuse('invalid_message_count', 'the carrier does not take the number of messages')],
  [0x58, slow('throttled', 'the carrier was sent more than it allows')],
  [0x61, refuse('invalid_schedule', 'the carrier does not take the scheduled time')],
  [0x62, refuse('invalid_validity', 'the carrier does not take the validity period')],
  [0x63, refuse('invalid_message_id', 'the carrier does not know the text that was asked for')],
  [0x64, retry('temporary_error', 'the carrier has a passing error')],
  [0x65, refuse('permanent_error', 'the receiving side has a lasting error')],
  [0x66, refuse('rejected', 'the receiving side rejected the message')],
  [0x67, retry('query_failed', 'the carrier could not answer the question')],
  [0xc0, refuse('invalid_options', 'the carrier can not read the optional parameters')],
  [0xc1, refuse('option_not_allowed', 'the carrier does not take one of the optional parameters')],
  [0xc2, refuse('invalid_option_length', 'the carrier does not take the length of an optional parameter')],
  [0xc3, refuse('option_missing', 'the carrier wants an optional parameter that is not there')],
  [0xc4, refuse('invalid_option', 'the carrier does not take the value of an optional parameter')],
  [0xfe, refuse('delivery_failed', 'the carrier could not deliver the message')],
  [0xff, retry('unknown_error', 'the carrier has an error that it does not name')],
  // From version 5.0, which some carriers of version 3.4 use as well.
  [0x100, refuse('service_not_authorised', 'the carrier does not allow us the service type')],
  [0x101, refuse('prohibited', 'the carrier does not allow us to do this')],
  [0x102, retry('service_unavailable', 'the service of the carrier is not there now')],
  [0x103, refuse('service_denied', 'the carrier denies the service')],
  [0x104, refuse('invalid_data_coding', 'the carrier does not take the data coding of the text')],
])

const vendorMin = 0x400
const vendorMax = 0x4ff

/** For the answer to a submit. */
export function judgeStatus(commandStatus: number): Judgement {
  const judgement = judgements.get(commandStatus)
  if (judgement !== undefined) return { ...judgement, text: `${judgement.text} (status ${hexOf(commandStatus)})` }

  const code = commandStatus.toString(16).padStart(2, '0')
  // Vendors use theirs for everything: no credit, no route, blocked. Most of it passes or is put right, and the tries
  // of a message are bounded.
  if (commandStatus >= vendorMin && commandStatus <= vendorMax) {
    return retry(
      `carrier_status_${code}`,
      `the carrier gave a status of its own, which its documentation explains (status ${hexOf(commandStatus)})`,
    )
  }
  return retry(
    `carrier_status_${code}`,
    `the carrier gave a status that SMPP does not know (status ${hexOf(commandStatus)})`,
  )
}

const bindProblems: ReadonlyMap<number, string> = new Map([
  [0x04, 'the carrier does not allow this kind of bind'],
  [0x05, 'the carrier says that as many binds as it allows are up already'],
  [0x0d, 'the carrier refused the bind; it may not know this address of ours, or allow no more binds'],
  [0x0e, 'the password is wrong'],
  [0x0f, 'the carrier does not know the system id'],
  [0x53, 'the system type is wrong'],
  [0x58, 'the carrier says that it is asked too often'],
  [0x64, 'the carrier has a passing error'],
])

/** Why a bind was refused, in words for an operator. */
export function bindProblem(commandStatus: number): string {
  const text = bindProblems.get(commandStatus) ?? judgements.get(commandStatus)?.text ?? 'the carrier refused the bind'
  return `${text} (status ${hexOf(commandStatus)})`
}

const hexOf = (commandStatus: number) => `0x${commandStatus.toString(16).toUpperCase().padStart(2, '0')}`

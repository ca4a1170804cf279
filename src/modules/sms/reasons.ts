import type { RefusedReason } from './model.ts'

/** Explanations of all reasons. They are also in the bodies of delivery report callbacks. */

/** The reason of a delivered message: nobody knows whether it arrived. */
export const noReceiptReason = 'no_receipt'

const ownReasons: Readonly<Record<string, string>> = {
  [noReceiptReason]: 'The carrier accepted the message. No delivery receipt was requested, so its arrival is unknown.',
  cancelled: 'The message was cancelled before it was sent. Its credit was returned.',
  expired: 'The message expired before its final status was known.',
  do_not_disturb: 'The recipient was put on the do-not-disturb list after the message was accepted.',
  opted_out: 'The recipient opted out after the message was accepted.',
  text_unreadable: 'The encrypted text could not be read, because the root secret of the server has changed.',
}

const carrierReasons: Readonly<Record<string, string>> = {
  // The simulated network.
  absent_subscriber: 'The phone is switched off or out of coverage.',
  refused_by_network: 'The network rejects this number.',
  chaos_refused: 'The simulated network rejected the message, because it is set to reject some.',
  busy: 'The carrier was too busy on every attempt.',
  carrier_away: 'The carrier was not reachable.',
  // SMPP status codes of a submit.
  already_bound: 'The carrier says that the connection is already bound.',
  bind_failed: 'The carrier rejected the bind.',
  cancel_failed: 'The carrier could not cancel the message.',
  delivery_failed: 'The carrier could not deliver the message.',
  invalid_command: 'The carrier does not support the command on this connection.',
  invalid_data_coding: 'The carrier rejects the data coding of the text.',
  invalid_destination: 'The carrier rejects the recipient number.',
  invalid_destination_plan: 'The carrier rejects the numbering plan of the recipient number.',
  invalid_destination_type: 'The carrier rejects the number type of the recipient.',
  invalid_length: 'The carrier rejects the length of the text.',
  invalid_message_class: 'The carrier rejects the message class.',
  invalid_message_count: 'The carrier rejects the number of messages.',
  invalid_message_id: 'The carrier rejects the message ID.',
  invalid_option: 'The carrier rejects the value of an optional parameter.',
  invalid_option_length: 'The carrier rejects the length of an optional parameter.',
  invalid_options: 'The carrier could not read the optional parameters.',
  invalid_password: 'The carrier rejects the password.',
  invalid_pdu: 'The carrier could not read the request.',
  invalid_priority: 'The carrier rejects the priority.',
  invalid_receipt_request: 'The carrier rejects the request for a delivery receipt.',
  invalid_replace: 'The carrier rejects the request to replace a message.',
  invalid_schedule: 'The carrier rejects the scheduled time.',
  invalid_sender: 'The carrier rejects the sender ID.',
  invalid_sender_plan: 'The carrier rejects the numbering plan of the sender ID.',
  invalid_sender_type: 'The carrier rejects the number type of the sender ID.',
  invalid_service_type: 'The carrier rejects the service type.',
  invalid_system_id: 'The carrier does not know the system ID.',
  invalid_system_type: 'The carrier rejects the system type.',
  invalid_validity: 'The carrier rejects the validity period.',
  not_bound: 'The carrier says that this connection may not submit messages.',
  option_missing: 'The carrier requires an optional parameter that is missing.',
  option_not_allowed: 'The carrier rejects one of the optional parameters.',
  permanent_error: 'The receiving network reported a permanent error.',
  prohibited: 'The carrier does not permit this operation.',
  query_failed: 'The carrier could not answer the query.',
  queue_full: 'The queue of the carrier was full on every attempt.',
  rejected: 'The receiving network rejected the message.',
  replace_failed: 'The carrier could not replace a message.',
  service_denied: 'The carrier denies the service.',
  service_not_authorised: 'The carrier does not permit the service type.',
  service_unavailable: 'The service of the carrier was unavailable on every attempt.',
  submit_failed: 'The carrier could not accept the message and gave no reason.',
  system_error: 'The carrier had an internal error on every attempt.',
  temporary_error: 'The carrier had a temporary error on every attempt.',
  throttled: 'The message exceeded the rate limit of the carrier.',
  unknown_error: 'The carrier reported an unknown error.',
  // No status code, or one that says too little; SMPP and HTTP.
  bad_answer: 'The response of the carrier could not be understood. The message may have been delivered.',
  no_answer: 'The carrier never confirmed the message. It may have been delivered.',
  refused_by_carrier: 'The carrier rejected the message and gave no reason.',
  undelivered: 'The carrier could not deliver the message and gave no reason.',
  unsendable: 'The message does not fit into a request to the carrier.',
  binary_not_supported: 'The carrier transmits text only, and the message is binary.',
  // Meanings that operators assign to the codes of a carrier.
  barred: 'The subscriber or the network does not accept these messages.',
  content_blocked: 'The carrier or the receiving network blocked the content.',
  carrier_credit: 'The account with the carrier has no credit.',
  invalid_number: 'The number is not a valid phone number.',
  memory_full: 'The memory of the phone is full.',
  network_error: 'The receiving network had an error.',
  unknown_subscriber: 'The number does not exist or is not in service.',
  // States of SMPP delivery receipts.
  carrier_deleted: 'The carrier deleted the message.',
  carrier_expired: 'The carrier tried to deliver the message until it expired.',
  carrier_rejected: 'The carrier rejected the message.',
  carrier_skipped: 'The carrier skipped the message.',
  carrier_undelivered: 'The carrier could not deliver the message.',
  carrier_unknown: 'The carrier does not know the status of the message.',
}

const recipientReasons: Readonly<Record<RefusedReason, string>> = {
  invalid_number: 'This is not a valid phone number.',
  duplicate_number: 'The number is in the request more than once. Only its first entry counts.',
  repeated_reference: 'Another number in the request has the same recipient_id or reference.',
  no_route: 'No route covers this number.',
  unknown_contact: 'No contact of the account has this id.',
  bad_text: 'The text is empty or too long once its placeholders are filled in.',
  opted_out: 'The recipient has opted out.',
  do_not_disturb: 'The recipient is on the do-not-disturb list of the operator.',
  no_consent: 'The recipient has not consented, and the account sends bulk messages only with a consent.',
}

export const explainRefused = (why: RefusedReason): string => recipientReasons[why]

/** Names the codes that only the carrier's documentation can explain. Null for no reason. */
export function explainReason(reason: string | null): string | null {
  if (reason === null) return null
  const known = ownReasons[reason] ?? carrierReasons[reason]
  if (known !== undefined) return known
  const [, status] = /^carrier_status_([0-9a-f]+)$/.exec(reason) ?? []
  if (status !== undefined) return `The carrier returned status 0x${status.toUpperCase()}. See its documentation.`
  const [, httpStatus] = /^http_(\d{3})$/.exec(reason) ?? []
  if (httpStatus !== undefined) return `The carrier responded with HTTP status ${httpStatus} and gave no reason.`
  const [, code] = /^code_([a-z0-9_]+)$/.exec(reason) ?? []
  if (code !== undefined) return `The carrier returned code ${code}. See its documentation.`
  const [, state = '', error] = /^(carrier_[a-z]+)_([a-z0-9]{1,5})$/.exec(reason) ?? []
  const words = carrierReasons[state]
  return words === undefined
    ? `The carrier gave the reason ${reason}.`
    : `${words.replace(/\.$/, '')} (error ${error}; see its documentation).`
}

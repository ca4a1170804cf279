import type { RefusedReason } from '../model.ts'

/** What every reason means, in words for people: the only place that has them. */

const ours: Readonly<Record<string, string>> = {
  cancelled: 'It was cancelled before it was sent; its credit was given back.',
  expired: 'Its validity ended before anything final was known about it.',
  opted_out: 'The recipient opted out after it was accepted.',
  text_unreadable: 'Its encrypted text could not be read: the root secret of the server has changed.',
}

const ofCarriers: Readonly<Record<string, string>> = {
  // Of the simulated network.
  absent_subscriber: 'The phone could not be reached: it is off, or out of coverage.',
  refused_by_network: 'The network refuses this number.',
  chaos_refused: 'The simulated network refused it, because it was set to refuse some.',
  busy: 'The carrier was too busy for it at every try.',
  carrier_away: 'The carrier was away.',
  // Answers to a submit over SMPP.
  already_bound: 'The carrier says that it is bound already.',
  bind_failed: 'The carrier refused the bind.',
  cancel_failed: 'The carrier could not cancel.',
  delivery_failed: 'The carrier could not deliver it.',
  invalid_command: 'The carrier does not know the command on this connection.',
  invalid_data_coding: 'The carrier does not take the data coding of the text.',
  invalid_destination: 'The carrier does not take the number.',
  invalid_destination_plan: 'The carrier does not take the numbering plan of the number.',
  invalid_destination_type: 'The carrier does not take the type of the number.',
  invalid_length: 'The carrier does not take a text of this length.',
  invalid_message_class: 'The carrier does not take the class of the message.',
  invalid_message_count: 'The carrier does not take the number of messages.',
  invalid_message_id: 'The carrier does not take the message id.',
  invalid_option: 'The carrier does not take the value of an optional parameter.',
  invalid_option_length: 'The carrier does not take the length of an optional parameter.',
  invalid_options: 'The carrier can not read the optional parameters.',
  invalid_password: 'The carrier does not take our password.',
  invalid_pdu: 'The carrier could not read what was sent.',
  invalid_priority: 'The carrier does not take the priority.',
  invalid_receipt_request: 'The carrier does not take the request for a receipt.',
  invalid_replace: 'The carrier does not take the request to replace a message.',
  invalid_schedule: 'The carrier does not take the scheduled time.',
  invalid_sender: 'The carrier does not take the sender.',
  invalid_sender_plan: 'The carrier does not take the numbering plan of the sender.',
  invalid_sender_type: 'The carrier does not take the type of number of the sender.',
  invalid_service_type: 'The carrier does not take the service type.',
  invalid_system_id: 'The carrier does not know our system id.',
  invalid_system_type: 'The carrier does not take the system type.',
  invalid_validity: 'The carrier does not take the validity period.',
  not_bound: 'The carrier says that this connection may not submit.',
  option_missing: 'The carrier wants an optional parameter that is not there.',
  option_not_allowed: 'The carrier does not take one of the optional parameters.',
  permanent_error: 'The receiving side has a lasting error.',
  prohibited: 'The carrier does not allow us to do this.',
  query_failed: 'The carrier could not answer the question.',
  queue_full: 'The queue of the carrier was full at every try.',
  rejected: 'The receiving side rejected it.',
  replace_failed: 'The carrier could not replace a message.',
  service_denied: 'The carrier denies the service.',
  service_not_authorised: 'The carrier does not allow us the service type.',
  service_unavailable: 'The service of the carrier was not there at any try.',
  submit_failed: 'The carrier could not take it, and does not say why.',
  system_error: 'The carrier had an error of its own at every try.',
  temporary_error: 'The carrier had a passing error at every try.',
  throttled: 'The carrier was sent more than it allows.',
  unknown_error: 'The carrier has an error that it does not name.',
  // Where there is no answer that says more, over SMPP or HTTP.
  bad_answer:
    'The answer of the carrier could not be understood, so nobody knows whether it took it: it may have arrived.',
  no_answer: 'The carrier never answered whether it took it: it may have arrived.',
  refused_by_carrier: 'The carrier refused it, and does not say why.',
  undelivered: 'The carrier could not deliver it, and does not say why.',
  unsendable: 'It can not be put into the form that the carrier takes messages in.',
  // The states of receipts over SMPP.
  carrier_deleted: 'The carrier says that it was deleted.',
  carrier_expired: 'The carrier tried until its validity ended.',
  carrier_rejected: 'The carrier says that it was rejected.',
  carrier_skipped: 'The carrier says that it was left out.',
  carrier_undelivered: 'The carrier could not deliver it.',
  carrier_unknown: 'The carrier does not know what became of it.',
}

const ofRecipients: Readonly<Record<RefusedReason, string>> = {
  invalid_number: 'It is no phone number in international format without +, such as 255712345678.',
  duplicate_number: 'The number is in the request more than once; its first entry counts.',
  repeated_reference: 'Its recipient_id was used before in the request, for another number.',
  no_route: 'No route leads to this number.',
  bad_text: 'With its values filled in the text is empty, or too long.',
  opted_out: 'The recipient has opted out.',
}

export const explainRefused = (why: RefusedReason): string => ofRecipients[why]

/** Null where there is nothing to explain. A code of the carrier's own is named: its documentation explains it. */
export function explainReason(reason: string | null): string | null {
  if (reason === null) return null
  const known = ours[reason] ?? ofCarriers[reason]
  if (known !== undefined) return known
  const [, status] = /^carrier_status_([0-9a-f]+)$/.exec(reason) ?? []
  if (status !== undefined)
    return `The carrier gave the status 0x${status.toUpperCase()}, which its documentation explains.`
  const [, httpStatus] = /^http_(\d{3})$/.exec(reason) ?? []
  if (httpStatus !== undefined) return `The carrier answered with the HTTP status ${httpStatus}, and does not say more.`
  const [, code] = /^code_([a-z0-9_]+)$/.exec(reason) ?? []
  if (code !== undefined) return `The carrier gave the code ${code}, which its documentation explains.`
  const [, state = '', error] = /^(carrier_[a-z]+)_([a-z0-9]{1,5})$/.exec(reason) ?? []
  const words = ofCarriers[state]
  return words === undefined
    ? `The carrier says ${reason}.`
    : `${words.replace(/\.$/, '')} (error ${error}, which its documentation explains).`
}

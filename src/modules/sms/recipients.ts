import type { Tx } from '../../engine/db/index.ts'
import type { Encoding } from '../../values/gsm.ts'
import type { Phone } from '../../values/phone.ts'

/** Recipients of a request: as the client sent them, sorted, and with the decision about each of them. */

export interface Recipient {
  readonly recipientId: string
  /**
   * A reference of the client by which the message is found, or an id of the server, such as that of a contact, which
   * may equal the reference of another recipient. Absent for ids of the specification.
   */
  readonly idOf?: 'client' | 'server'
  /** As the client sent it. Sorting decides whether it is a valid phone number. */
  readonly number: string
  /** Set if the number was typed by a person: the number that it stands for, or null if it is invalid. */
  readonly phone?: Phone | null
  /** A personal text; null when it cannot be sent. */
  readonly own?: OwnText | null
  /** The undelivered message that is sent again. */
  readonly resends?: number
}

/** The personal text of one message. */
export interface OwnText {
  readonly text: string
  readonly encoding: Encoding
  readonly segments: number
  /** For a quote: the segments with the other choice about smart encoding. */
  readonly otherSegments?: number
  /** For a quote: the placeholders without a value. */
  readonly missing?: readonly string[]
}

/** A recipient with a valid number and a route. */
export interface Candidate {
  readonly recipientId: string
  readonly phone: Phone
  readonly carrier: string
  readonly own?: OwnText
  /** The recipient id is a reference of the client by which the message is found. */
  readonly isLabelled?: true
  readonly resends?: number
}

/** Why no message was created for a recipient. */
export const refusedReasons = [
  'invalid_number',
  'duplicate_number',
  'repeated_reference',
  'no_route',
  'bad_text',
  'unknown_contact',
  'opted_out',
  'do_not_disturb',
  'no_consent',
] as const
export type RefusedReason = (typeof refusedReasons)[number]

/** A recipient without a message, with the number as the client sent it. */
export interface RefusedRecipient {
  readonly recipientId: string
  readonly number: string
  readonly why: RefusedReason
}

/** The first invalid recipient of a request, counted from 1. Duplicates and opt-outs are not invalid. */
export interface FirstInvalid {
  readonly place: number
  readonly why: RefusedReason
}

/** The recipients of a request, sorted without the database. */
export interface Sorted {
  readonly candidates: readonly Candidate[]
  readonly invalid: number
  readonly firstInvalid: FirstInvalid | null
  readonly duplicates: number
  /** The first 10,000 recipients without a message. */
  readonly refused: readonly RefusedRecipient[]
  /** At least as many recipients as have labels of their own. */
  readonly labelled: number
}

/** The recipients of a request without the excluded ones: each candidate becomes a message. */
export interface Plan extends Omit<Sorted, 'candidates'> {
  readonly accepted: readonly Candidate[]
  /** All excluded recipients, as in the answer to the client. */
  readonly optedOut: number
  readonly doNotDisturb: number
  readonly noConsent: number
}

/**
 * Runs in the transaction that stores a request, before its rows are inserted. When it returns false or throws a
 * refusal, the request is not stored. It may run again, if the transaction was rolled back.
 */
export type Take = (
  tx: Tx,
  request: { readonly requestId: number; readonly firstMessageId: number | null; readonly plan: Plan },
) => Promise<boolean>

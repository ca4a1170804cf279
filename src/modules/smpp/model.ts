import type { Fields, Pdu } from '../../engine/smpp/pdu.ts'
import type { BindMode } from '../../values/smpp.ts'
import type { SmppOptions } from '../accounts/index.ts'

export { type BindMode, bindModes } from '../../values/smpp.ts'

/** The nouns of this module. This file imports no other file of the module. */

/** A credential as sessions and deliveries use it, with the limits of its account. */
export interface SmppCredential extends SmppOptions {
  readonly id: number
  readonly accountId: number
  readonly systemId: string
  /** Null for any address. */
  readonly addresses: readonly string[] | null
  readonly privateUrls: boolean
  /** Of the country of the account, for national numbers. */
  readonly callingCode: string | null
  /** The daily limit of the account; null without one. */
  readonly messagesPerDay: number | null
}

/** A user name and password from somewhere. */
export interface Presented {
  readonly systemId: string
  readonly password: string
  readonly address: string
}

/**
 * `unknown` is a wrong system id or password, or an address that is not allowed. `slowed`: too many wrong passwords came from this address, or for this
 * system id, so the password was not checked.
 */
export type AuthenticationProblem = 'unknown' | 'slowed' | 'suspended'

/** Checks the passwords of customers. */
export interface Authenticator {
  authenticate(presented: Presented): Promise<SmppCredential | AuthenticationProblem>
  /**
   * The current state of a credential that was authenticated by this process. Null when it was revoked or its account
   * suspended; its sessions are then closed.
   */
  find(credentialId: number): SmppCredential | null
  /** Called after credentials or their accounts may have changed. */
  onChange(listener: () => void): void
  stop(): Promise<void>
}

/** A bind that a customer has with this process. */
export interface Bind {
  /** The current state of the credential; the last valid one while the bind is closed after a revocation. */
  readonly credential: SmppCredential
  readonly mode: BindMode
  /** The number of our requests without a response. */
  readonly unanswered: number
  /** Sends a deliver_sm. Resolves with the response in any status; rejects with a LinkProblem. */
  deliver(fields: Fields): Promise<Pdu>
}

/** The binds of this process. */
export interface Binds {
  /** The name of this process in `smpp_binds`. */
  readonly owner: string
  /** Binds of a credential that receive deliver_sm. */
  receiversOf(credentialId: number): readonly Bind[]
  /** Credentials with at least one bind that receives deliver_sm. */
  receivingCredentials(): Iterable<number>
  /** Called when a bind that receives was added, or has ended. */
  onReceiver(listener: () => void): void
}

/** An address with its type of number and numbering plan. */
export interface SmppAddress {
  readonly ton: number
  readonly npi: number
  readonly address: string
}

/** The values of a submit that its receipts need, as stored in `Origin.detail`. */
export interface SubmitDetail {
  readonly source: SmppAddress
  /** As the customer wrote them: one for a submit_sm, all of them for a submit_multi. */
  readonly destinations: readonly SmppAddress[]
  readonly serviceType: string
  /** The user_message_reference; absent when the customer sent none. */
  readonly reference?: number
  /**
   * The parts of a long message in their order, each with its own message id and its own wanted reports. Absent for
   * other messages, whose message id is the id of the request.
   */
  readonly parts?: readonly SubmitPart[]
}

export interface SubmitPart {
  readonly id: number
  /** The sum of the wanted `reportEvents`. */
  readonly reports: number
}

/** Writes a message id as the credential wants it. */
export const formatMessageId = (id: number, { messageIds }: Pick<SmppCredential, 'messageIds'>): string =>
  id.toString(messageIds === 'hex' ? 16 : 10)

/** The submitter of messages in `sms_messages` and `sms_reports`. */
export const submitterOf = (credentialId: number): string => `smpp/${credentialId}`

export const credentialIdOf = (submitter: string): number => Number(submitter.slice('smpp/'.length))

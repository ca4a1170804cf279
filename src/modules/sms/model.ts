import type { Binary, Lane, Receipt } from '../../carriers/carrier.ts'
import type { IdempotencyKey } from '../../engine/http/index.ts'
import type { WorkRow } from '../../engine/work/index.ts'
import type { Encoding } from '../../values/gsm.ts'
import type { Phone } from '../../values/phone.ts'
import type { CreditProduct } from '../balance/index.ts'
import { campaignOrigin } from '../campaigns/counts/index.ts'
import type { Exclusion } from '../consent/index.ts'
import type { PublishedEvents } from '../webhooks/index.ts'
import type { Plan, Recipient, RefusedRecipient, Sorted, Take } from './recipients.ts'

/**
 * The nouns of this module, in the order of a message's life: request, draft, plan, batch, submit result, delivery
 * receipt, final status. Everything here is data. This file imports no other file of the module but `recipients.ts`.
 */

export { type Lane, lanes } from '../../carriers/carrier.ts'
export { type Stage, stages } from '../../contract/account/messages.ts'
export {
  type Candidate,
  type FirstInvalid,
  type OwnText,
  type Plan,
  type Recipient,
  type RefusedReason,
  type RefusedRecipient,
  refusedReasons,
  type Sorted,
  type Take,
} from './recipients.ts'

/** The product of PINs, the only messages with a sealed text. */
export const sealedProduct = 'OTP'

/** Events of a message that its submitter can ask to be told about. Their sum is the mask of Kannel's dlr-mask. */
export const reportEvents = { delivered: 1, failed: 2, taken: 8, rejected: 16 } as const

/**
 * Who submitted a request by another protocol than the API, or gets its reports at a URL of its own; or the campaign
 * that counts its messages.
 */
export interface Origin {
  readonly kind: 'smpp' | 'kannel' | 'webhook' | typeof campaignOrigin
  /** The SMPP credential; for Kannel the account; for a callback URL its webhook endpoint; the campaign. */
  readonly id: number
  /** Reports of one kind, id and group are sent fairly beside others. For Kannel it stands for the host of the URL. */
  readonly group?: string
  /** The sum of the wanted `reportEvents`; 0 for none. A rejected message without `rejected` counts as failed. */
  readonly reports: number
  /** The values that the module with the protocol needs to write the reports. */
  readonly detail: unknown
}

/** Whether changes of the messages are reported to someone, or counted. */
export const isFollowed = (origin: Origin | undefined): boolean =>
  origin !== undefined && (origin.reports > 0 || origin.kind === campaignOrigin)

/** The submitter of messages in `sms_messages` and `sms_reports`. */
export const submitterOf = ({ kind, id, group }: Origin): string =>
  group === undefined ? `${kind}/${id}` : `${kind}/${id}/${group}`

/** Wakes the work that sends reports to submitters of a kind. */
export const reportsTopic = (kind: Origin['kind']) => `sms_reports/${kind}`

/**
 * The hours in which messages are sent, in minutes of the recipient's local day. A window that opens after it
 * closes spans midnight.
 */
export interface Window {
  readonly opensMinute: number
  readonly closesMinute: number
}

/**
 * Options of a request that its dispatch needs. SMPP carriers transmit the fields of `Submission` unchanged; carriers
 * that cannot do so ignore all but `binary`.
 */
export interface WireOptions {
  /** 0 is a flash message. */
  readonly messageClass?: number
  /** From 0 to 3. */
  readonly priority?: number
  /** TP-PID of GSM 03.40. */
  readonly protocolId?: number
  /** The text of the message is its bytes as hexadecimal digits. */
  readonly binary?: Binary
  /** No delivery receipt is requested. The message ends when a carrier accepts it. */
  readonly receipt?: false
  /** The sending hours of this request, in addition to those of the account for bulk messages. */
  readonly window?: Window
  /** The messages wait while this campaign is paused. */
  readonly campaign?: number
}

/** Undefined without options, so that a request is stored without them. */
export const wireUnlessEmpty = (wire: WireOptions): WireOptions | undefined =>
  Object.keys(wire).length === 0 ? undefined : wire

/** A request to send, as parsed. */
export interface SendRequest {
  readonly sender: string
  readonly text: string
  readonly encoding: Encoding
  readonly segments: number
  /** Null to send now. */
  readonly scheduledAt?: Date | null
  readonly jobName?: string | null
  readonly campaignTitle?: string | null
  readonly recipients: readonly Recipient[]
  /** Words by which the client finds the messages again, and its own name for the request. */
  readonly tags?: readonly string[]
  readonly reference?: string
  /** Absent for requests of the API. */
  readonly origin?: Origin
  readonly wire?: WireOptions
  /** The configured validity by default. */
  readonly validSeconds?: number
  /** The number of the request, from 1, when a large send becomes several. */
  readonly part?: number
  /** Numbers of the parts before. */
  readonly earlier?: ReadonlySet<Phone>
  /** Stored with the answer under the idempotency key. */
  readonly note?: unknown
  /** By the number of recipients by default. */
  readonly lane?: Lane
  /** Scheduled only so that it can be cancelled for some seconds: it joins the queue as it is now. */
  readonly isHeld?: boolean
  readonly take?: Take
}

/** The common properties of all messages of a request. */
export type SendContent = Omit<SendRequest, 'recipients' | 'part' | 'earlier'>

/** A request that is ready to be stored, if sender, balance and daily limit allow it. */
export interface Draft extends SendContent {
  readonly accountId: number
  readonly total: number
  readonly sorted: Sorted
  readonly lane: Lane
  /** The balance that pays for it. */
  readonly product: CreditProduct
  readonly key: IdempotencyKey | null
  /** Null without a limit. */
  readonly messagesPerDay: number | null
  /** The text for the recipient's eyes only; `text` is then its masked form. */
  readonly secretText?: string
}

/** How many recipients got no message, and how many of the excluded ones by which list. */
type NotSent = Pick<Plan, 'invalid' | 'duplicates' | 'optedOut'> &
  Partial<Pick<Plan, 'doNotDisturb' | 'noConsent' | 'firstInvalid'>>

/** The answer to the caller, also stored under the idempotency key. */
export interface Accepted extends NotSent {
  readonly requestId: number
  readonly valid: number
  readonly total: number
  /** The credit that was held. */
  readonly price?: string
  readonly currency?: string
  /** The recipients without a message, for submitters by another protocol, which answers for each recipient. */
  readonly refused?: readonly RefusedRecipient[]
  /** From the draft. */
  readonly note?: unknown
  /** The end of the hold of a held request, in ISO 8601. */
  readonly heldUntil?: string
  /** True when an earlier request with the same key got this answer. */
  readonly replayed: boolean
}

/** The common properties of the messages in a batch. */
export interface BatchKind {
  readonly accountId: number
  readonly carrier: string
  readonly lane: Lane
  readonly dueAt: Date
  readonly validUntil: Date
}

/** Messages of one account with consecutive ids. */
export interface AccountRange {
  readonly accountId: number
  readonly firstMessageId: number
  readonly lastMessageId: number
}

export interface NewBatch extends BatchKind, AccountRange {}

/** Messages in a range of ids that go to one carrier. */
export interface CarrierRange extends Omit<AccountRange, 'accountId'> {
  readonly carrier: string
}

/** A claimed row of `sms_batches` or `sms_expiries`: the messages that it covers. */
export interface MessageRange extends WorkRow, AccountRange {
  readonly carrier: string
  readonly validUntil: Date
}

/** A claimed row of `sms_batches`. */
export interface Batch extends MessageRange {
  /** Since when its messages have been waiting for the carrier. This defines the position in the queue, and its age. */
  readonly dueAt: Date
  /** Its messages were accepted before, and could not be delivered. */
  readonly again?: boolean
  /** Its messages, when this process has just accepted them. Otherwise, or when they waited, they are read. */
  readonly accepted?: { readonly messages: readonly OutgoingMessage[]; readonly atMs: number }
}

/** A message about to be submitted to a carrier. */
export interface OutgoingMessage {
  readonly id: number
  readonly phone: string
  readonly requestId: number
  readonly sender: string
  /** Masked where `sealedText` has the real text. */
  readonly text: string
  readonly sealedText: Buffer | null
  readonly encoding: Encoding
  readonly wire: WireOptions | null
  /** When it was due first; a batch that is retried is due later. */
  readonly dueAt: Date
  readonly attempts: number
  /** Set when the carrier was busy: the next submit happens no earlier. */
  readonly retryAt: Date | null
  /** Set when the recipient was excluded after the message was accepted. */
  readonly excludedBy: Exclusion | null
}

/** The carrier accepted a message. */
export interface AcceptedSubmit {
  readonly id: number
  readonly carrier: string
  readonly references: readonly string[]
  readonly at: Date
  /** No receipt was requested, so the message ends now. */
  readonly isLast?: true
}

/** The carrier was too busy for a message. It is retried later. */
export interface Busy {
  readonly id: number
  readonly retryAt: Date
  /** The attempts so far. Repeated writes of the same result have no effect. */
  readonly attempts: number
  /**
   * The carrier throttles the message. This does not count as an attempt, and stays visible on the message until it is
   * accepted.
   */
  readonly throttled: boolean
}

/** A delivery receipt and its carrier. */
export interface CarrierReceipt extends Receipt {
  readonly carrier: string
}

/** The final status of a message. Reports to submitters have `carrierReason` if there is one. */
export interface Final extends Pick<Receipt, 'status' | 'reason' | 'carrierReason' | 'at'> {
  readonly id: number
}

/** An event in a message's life after it was accepted. */
export type Progress =
  | ({ readonly kind: 'taken' } & AcceptedSubmit)
  /** Accepted once more, after a receipt that asked for another submit. */
  | ({ readonly kind: 'resubmitted' } & AcceptedSubmit)
  | ({ readonly kind: 'final' } & Final)
  | ({ readonly kind: 'busy' } & Busy)
  | ({ readonly kind: 'receipt' } & CarrierReceipt)

/** Messages that got the same final status from one statement. */
export interface Ended {
  readonly carrier: string
  readonly status: Receipt['status']
  readonly reason: string | null
  readonly ids: readonly number[]
  /** The time from the submit until now, for each delivered message. */
  readonly tookMs: readonly number[]
}

/** The effects of one statement that changed messages. */
export interface Changed {
  readonly ended: readonly Ended[]
  /** Events for webhook endpoints; null without changes. */
  readonly published: PublishedEvents | null
  /** The kinds of submitters that reports were stored for. */
  readonly reported: readonly Origin['kind'][]
  /** Whether receipts were waiting for a reference that it wrote. */
  readonly hasWaiting: boolean
}

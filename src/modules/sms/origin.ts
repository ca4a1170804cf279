import type { Binary } from '../../carriers/carrier.ts'
import { campaignOrigin } from '../campaigns/counts/index.ts'

/** Events of a message that its submitter can ask to be told about. The sum of them is the mask of Kannel's dlr-mask. */
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

import { type Lane, lanes } from '../values/sms.ts'
import type { CallbackAnswer, ProviderKind } from './provider-kind.ts'

/** The contract of a carrier. A carrier knows sockets and encodings, but no accounts, prices or database. */

export { type Lane, lanes }

/** An outgoing message, already split into the parts that the phone joins again. */
export interface Submission {
  /** Our id of the message. It is submitted again after a crash or a missing response. */
  readonly id: number
  readonly sender: string
  readonly phone: string
  readonly encoding: 'gsm' | 'ucs2'
  /** Hexadecimal digits for a binary message. */
  readonly parts: readonly string[]
  readonly binary?: Binary
  /** 0 is a flash message. Carriers ignore this and the next two fields if they cannot transmit them. */
  readonly messageClass?: number
  /** From 0 to 3. */
  readonly priority?: number
  /** TP-PID of GSM 03.40, such as 0x7F for the update of a SIM card. */
  readonly protocolId?: number
  /** False if no receipts are wanted. Carriers may send them anyway. */
  readonly receipt?: false
  /** Part of a carrier's rate is reserved for PINs. */
  readonly lane: Lane
  readonly validUntil: Date
  /**
   * Called right before the message is sent, which may be long after `submit`: another worker may have it by then, or
   * the carrier may be paused. Returning false rejects the submit as away. Without it, the message is always sent.
   */
  readonly isWanted?: () => boolean
}

/** A message of bytes, such as a ringtone or an update of a SIM card. Carriers that cannot transmit it reject it. */
export interface Binary {
  readonly dataCoding: number
  /** Whether the bytes begin with a user data header. */
  readonly hasHeader: boolean
  /** The other bytes are septets of the default alphabet. */
  readonly isSeptets?: boolean
}

/**
 * The carrier accepted the message. Its receipts refer to these references: one per part in order, or a single one for
 * the whole message.
 */
export interface Acceptance {
  readonly references: readonly string[]
  /**
   * Call this when the acceptance is committed or given up. Until then, the message takes a place in the window, so
   * that a crash repeats at most one window of messages. Absent for carriers without a window.
   */
  readonly written?: () => void
}

/** The final status of the message or part with this reference. */
export interface Receipt {
  readonly reference: string
  readonly status: 'DELIVERED' | 'UNDELIVERED'
  /** Null when it was delivered. */
  readonly reason: string | null
  /** The reason by the state and the code of the receipt, when the settings have another one. */
  readonly carrierReason?: string
  readonly at: Date
  /** Whether the message can be submitted again after this failure; absent without such rules in the settings. */
  readonly retry?: boolean
}

/** A message that was accepted earlier, perhaps by a process that no longer runs, and still misses receipts. */
export interface Submitted {
  readonly phone: string
  readonly references: readonly string[]
  readonly submittedAt: Date
}

/** An incoming message, or one part of it. */
export interface Incoming {
  /** The carrier's id, by which a repeated message is recognized; null when it sends none. */
  readonly id: string | null
  /** Digits, in international format. */
  readonly from: string
  /** The number or short code that the person wrote to. */
  readonly to: string
  readonly text: string
  /** Null for a complete message. */
  readonly part: IncomingPart | null
  /** When the person wrote it, as far as the carrier says so. */
  readonly at: Date
}

export interface IncomingPart {
  /** The same for all parts of a message. Carriers reuse it after a while. */
  readonly reference: number
  /** From 1. */
  readonly number: number
  readonly total: number
}

export interface CarrierEvents {
  /**
   * Resolves once the receipt is committed; only then is the carrier answered. When it rejects, the receipt must be
   * offered again.
   */
  receipt(receipt: Receipt): Promise<void>
  /** The same for an incoming message. */
  message(incoming: Incoming): Promise<void>
  /** `ready()` may have changed. */
  changed(): void
  /** The carrier throttled a message. */
  throttled(): void
  /** A connection that was up ended without our request. */
  lost(): void
}

export interface Carrier {
  readonly name: string
  start(events: CarrierEvents): Promise<void>
  /** Only for carriers whose connections are shared between processes. */
  readonly connections?: Connections
  /**
   * For carriers without shared connections: since when the carrier has been unreachable, including the pauses between
   * attempts; null while it is reachable.
   */
  awaySince?(): Date | null
  /**
   * Whether it can accept a message of this lane, or of any lane. Messages wait while it cannot, which does not count
   * as a failure.
   */
  ready(lane?: Lane): boolean
  /**
   * The window over all processes: after a crash, at most this many messages are sent twice. Absent for carriers
   * without a window.
   */
  outstandingMax?(): number
  /** Throws only ProviderFailures. */
  submit(submission: Submission): Promise<Acceptance>
  /**
   * Applies new settings without reconnecting. Returns false, and changes nothing, when more than the rate, the
   * window and the meaning of error codes differ.
   */
  change?(settings: unknown): boolean
  /** Requests the status of messages whose receipts may be lost. Absent when the carrier does not support it. */
  ask?(submitted: Submitted): Promise<readonly Receipt[]>
  /** Accepts nothing more. Resolves after outstanding responses have arrived. */
  stop(): Promise<void>
}

/**
 * The connections of a carrier, numbered from 1. Each is held by at most one process, and the carrier opens only those
 * that it is told to hold.
 */
export interface Connections {
  readonly count: number
  /**
   * Holds these connections until that time of `elapsedMs()`, unless called again. When it returns, nothing more is
   * sent over the others.
   */
  hold(places: ReadonlySet<number>, endsAtMs: number): void
  /**
   * Closes a connection for another process: stops sending over it, and resolves after outstanding responses are stored
   * and the connection has ended.
   */
  leave(place: number): Promise<void>
  /** The states of the held connections. */
  states(): readonly ConnectionState[]
}

export interface ConnectionState {
  readonly place: number
  readonly isUp: boolean
  /** Why it is down, or was lost the last time, for operators; null without a problem. */
  readonly problem: string | null
  /** How often it was lost in the last five minutes. */
  readonly losses: number
  /** The used places of its window. */
  readonly outstanding: number
  readonly window: number
}

/** A kind of carrier that operators configure by settings. */
export interface CarrierKind extends Pick<ProviderKind<Carrier>, 'description' | 'check'> {
  open(name: string, settings: unknown, secrets: Readonly<Record<string, string>>): Carrier
  /**
   * Returns readers for receipts and messages that a provider pushes over HTTP to any process. The secret `receipts`
   * protects both URLs. Absent for kinds without pushes.
   */
  openPushes?(settings: unknown): Pushes
  /** The meaning of the carrier's error codes by these settings. Absent for kinds whose codes are part of other settings. */
  listErrors?(settings: unknown): ErrorTable
}

/** Error codes with their meaning. */
export interface ErrorTable {
  /** In responses to a submit. */
  readonly statuses: readonly ListedError[]
  /** In delivery receipts. */
  readonly receipts: readonly ListedError[]
}

export interface ListedError {
  /** As carriers document it. */
  readonly code: string
  /** `throttle`: submitted again, at a lower rate. `retry`: submitted again later. `fail`: the message ends. */
  readonly action: 'fail' | 'retry' | 'throttle'
  readonly reason: string
  /** Whether the settings say so, and not the default. */
  readonly isOwn: boolean
  /** The meaning in SMPP, for operators; null without one, and where the settings give another reason. */
  readonly text: string | null
}

/** The readers of pushes; null for pushes that the settings do not describe. */
export type Pushes = Readonly<Record<PushedThing, ReadPush | null>>

export const pushedThings = ['receipts', 'messages'] as const
export type PushedThing = (typeof pushedThings)[number]

/** A request to a URL for pushes. */
export interface Push {
  /** The query string without the question mark. */
  readonly query: string
  readonly body: string
}

export interface PushReading {
  readonly receipts: readonly Receipt[]
  readonly messages: readonly Incoming[]
  /** Unreadable content, for operators. */
  readonly problems: readonly string[]
  /** The response to the provider after everything is committed. */
  readonly answer: CallbackAnswer
}

export type ReadPush = (push: Push, at: Date) => PushReading

/** The name of the secret in the URLs for pushes. */
export const receiptSecret = 'receipts'

export const pushPath = (carrier: string, things: PushedThing, secret: string) =>
  `/carriers/${carrier}/${things}/${secret}`

/** Thrown for invalid carrier settings. The message explains the problem to operators. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem'
}

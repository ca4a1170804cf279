import type { KindDescription } from '../values/kind-description.ts'
import { type Lane, lanes } from '../values/lane.ts'

/**
 * What every carrier is to the rest of the program. A carrier knows sockets and encodings; it knows no account, no
 * price and no database.
 */

export { type Lane, lanes }

/** One message on its way out, already cut into the parts that the phone will join again. */
export interface Submission {
  /** Our id of the message. The same id is submitted again after a crash, or when an answer did not come. */
  readonly id: number
  readonly sender: string
  readonly phone: string
  readonly encoding: 'gsm' | 'ucs2'
  readonly parts: readonly string[]
  /** Part of a carrier's rate is kept for PINs. */
  readonly lane: Lane
  readonly validUntil: Date
  /**
   * Asked right before it goes out, which may be long after it was submitted: whether it still may. Somebody else may
   * have it by then, or its carrier was paused. One that may not is given back as away. Left out: it always may.
   */
  readonly isWanted?: () => boolean
}

/**
 * The carrier took the message. Its receipts will name these references: one per part in order, or a single one for the
 * whole.
 */
export interface Acceptance {
  readonly references: readonly string[]
  /**
   * To be called when that is committed, or given up. Until then the message counts as under way: after a crash no more
   * is sent twice than a carrier lets be under way. Carriers without such a limit leave it out.
   */
  readonly written?: () => void
}

/** The carrier's last word on what it took under a reference. */
export interface Receipt {
  readonly reference: string
  readonly status: 'DELIVERED' | 'UNDELIVERED'
  /** Why it was not delivered; null when it was. */
  readonly reason: string | null
  readonly at: Date
}

/** A message taken earlier, perhaps by a process that is gone, whose receipts have not all come. */
export interface Submitted {
  readonly phone: string
  readonly references: readonly string[]
  readonly submittedAt: Date
}

/** What somebody wrote to one of our numbers; of a long message, one part. */
export interface Incoming {
  /** Digits, in international format. */
  readonly from: string
  /** The number or short code that it was written to. */
  readonly to: string
  readonly text: string
  /** Null when it is whole. */
  readonly part: IncomingPart | null
  readonly at: Date
}

export interface IncomingPart {
  /** The same for all parts of a message, for a while. */
  readonly reference: number
  /** From 1. */
  readonly number: number
  readonly total: number
}

export interface CarrierEvents {
  /**
   * Resolves once the receipt is committed; the carrier is answered only then. When it rejects, the receipt must be
   * offered again.
   */
  receipt(receipt: Receipt): Promise<void>
  /** The same for what somebody wrote. */
  message(incoming: Incoming): Promise<void>
  /** `ready()` may have changed. */
  changed(): void
  /** The carrier said that messages come too fast. */
  throttled(): void
}

export interface Carrier {
  readonly name: string
  start(events: CarrierEvents): Promise<void>
  /** Only where several processes must share it out among them. */
  readonly connections?: Connections
  /**
   * Where there are no such connections: since when it could not be reached, over all pauses between tries; null when
   * it can.
   */
  awaySince?(): Date | null
  /**
   * Whether it can take a message of this lane now, or of any. While it can't, messages wait: a carrier that is away is
   * no failure.
   */
  ready(lane?: Lane): boolean
  /**
   * How many messages may be under way at once, over all processes: so many of a process that dies may go out twice.
   * Carriers without a limit leave it out.
   */
  underWayMax?(): number
  /** Throws a CarrierError, and nothing else, when the message was not taken. */
  submit(submission: Submission): Promise<Acceptance>
  /**
   * Applies settings while it runs, without a new connection. False, and nothing is changed, where they differ in more
   * than the rate and the window.
   */
  change?(settings: unknown): boolean
  /** Asks for receipts that may have been lost. Carriers that can't be asked leave it out. */
  ask?(submitted: Submitted): Promise<readonly Receipt[]>
  /** Takes nothing more; resolves when what was under way has been answered. */
  stop(): Promise<void>
}

/**
 * The connections of a carrier that no two processes may have at the same time, numbered from 1. It has those that it
 * is told to hold, and no others.
 */
export interface Connections {
  readonly count: number
  /**
   * From now on these, until that time of the monotonic clock (`performance.now()`) unless it is told again. When it
   * returns, nothing more is sent over one that it does not hold any longer.
   */
  hold(places: ReadonlySet<number>, endsAtMs: number): void
  /**
   * Ends one for another process: nothing more is sent over it, and it resolves when it has ended, after what was under
   * way is answered and written.
   */
  leave(place: number): Promise<void>
  /** Of those that it holds. */
  states(): readonly ConnectionState[]
}

export interface ConnectionState {
  readonly place: number
  readonly isUp: boolean
  /** Why it is not up, or was lost last, in words for an operator; null when there was nothing wrong. */
  readonly problem: string | null
}

/** A way to speak to carriers that operators describe in settings. */
export interface CarrierKind {
  readonly description: KindDescription
  /**
   * Throws a SettingsProblem for settings that no carrier can be made of. `secrets` are the names of those there are.
   */
  check(settings: unknown, secrets: readonly string[]): void | Promise<void>
  open(name: string, settings: unknown, secrets: Readonly<Record<string, string>>): Carrier
  /**
   * How receipts are read that a provider pushes to us, over HTTP, to whichever process. Null where the settings know
   * of none; kinds without any leave it out. What guards the URL is the secret `receipts`.
   */
  openPushes?(settings: unknown): ReadPush | null
}

/** What came to the URL that a provider pushes its receipts to. */
export interface Push {
  /** What stands behind the ? of the URL. */
  readonly query: string
  readonly body: string
}

export interface PushReading {
  readonly receipts: readonly Receipt[]
  /** What was in it and is no receipt, in words for an operator. */
  readonly problems: readonly string[]
  /** What the provider is told once the receipts are committed. */
  readonly answer: { readonly status: number; readonly type: string; readonly body: string }
}

export type ReadPush = (push: Push, at: Date) => PushReading

/** The secret in the URL that receipts are pushed to. */
export const receiptSecret = 'receipts'

export const receiptPath = (carrier: string, secret: string) => `/carriers/${carrier}/receipts/${secret}`

/** Why settings are none. The message is all that a person needs. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem'
}

interface CarrierErrorDetails {
  /** Whether the same message may be tried again later. */
  readonly retryable: boolean
  /** A short code in snake case, kept on the message and explained to people. */
  readonly reason: string
  /** The carrier can't be reached: nothing was said about the message, and it does not count as an attempt. */
  readonly away?: boolean
  /** How long this message has to wait before it is submitted again; the caller decides when it is left out. */
  readonly retryMs?: number
}

/** Why a message was not taken, and whether to try again. */
export class CarrierError extends Error {
  readonly retryable: boolean
  readonly reason: string
  readonly away: boolean
  readonly retryMs: number | null

  constructor(message: string, details: CarrierErrorDetails) {
    super(message)
    this.name = 'CarrierError'
    this.retryable = details.retryable
    this.reason = details.reason
    this.away = details.away ?? false
    this.retryMs = details.retryMs ?? null
  }
}

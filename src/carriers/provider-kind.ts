import type { KindDescription } from '../values/kind-description.ts'

/** The parts of a provider that are the same for airtime, payments and chat. */

/** A kind of provider that operators configure by settings. */
export interface ProviderKind<Item> {
  readonly description: KindDescription
  /** Throws a SettingsProblem for invalid settings. `secrets` are the names of the stored secrets. */
  check(settings: unknown, secrets: readonly string[]): void | Promise<void>
  /** `callbackUrl` is null when providers of this kind do not call back, or when the public URL is not configured. */
  open(name: string, settings: unknown, secrets: Readonly<Record<string, string>>, callbackUrl: string | null): Item
  /** Whether a provider with these settings calls back. The secret `callbacks` then protects the URL. */
  takesCallbacks(settings: unknown): boolean
}

/** A provider that was opened from its settings. `Events` is how it reports to the module of its product. */
export interface OpenProvider<Events> {
  readonly name: string
  /** Built in, not configured by an operator. */
  readonly isSimulated?: boolean
  /** Called on every process, also on those that only serve requests. */
  start(events: Events): Promise<void>
  /**
   * Handles a request to the callback URL. Resolves after everything that it reports is committed; when it rejects, the
   * provider gets an error and calls again.
   */
  callback?(callback: Callback): Promise<CallbackAnswer>
  /** Accepts nothing more. Resolves after outstanding responses have arrived. */
  stop(): Promise<void>
}

/** A request of a provider to our callback URL. */
export interface Callback {
  readonly method: 'GET' | 'POST'
  /** The path after the callback URL, without the first slash; usually empty. */
  readonly rest: string
  /** The query string without the question mark. */
  readonly query: string
  /** By lowercase names. */
  readonly headers: Readonly<Record<string, string>>
  /** As received, because signatures are calculated over bytes. */
  readonly body: Buffer
  readonly at: Date
}

export interface CallbackAnswer {
  readonly status: number
  readonly type: string
  readonly body: string
}

export const textAnswer = (status: number, body: string): CallbackAnswer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body,
})

/** The name of the secret in the callback URL. */
export const callbackSecret = 'callbacks'

export const callbackPath = (provider: string, secret: string) => `/providers/${provider}/callbacks/${secret}`

interface FailureDetails {
  /** A short code in snake case, stored with messages and explained to people. */
  readonly reason?: string
  /** Whether the same message may be submitted again later; by default, if the provider did nothing. */
  readonly retryable?: boolean
  /** The provider is unreachable, or rejects all requests. This says nothing about the one that failed. */
  readonly away?: boolean
  /** The pause before the next attempt; by default the caller decides. */
  readonly retryMs?: number | null
  /** Only a person can find out the result: operators see it at once. */
  readonly needsOperator?: boolean
}

/**
 * A request without a result. refused: the provider will never do it. unstarted: it certainly did nothing, so that
 * another provider may. unclear: it may have done it. The message is a text for people.
 */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly stage: 'refused' | 'unstarted' | 'unclear'
  readonly reason: string
  readonly retryable: boolean
  readonly away: boolean
  readonly retryMs: number | null
  readonly needsOperator: boolean

  constructor(stage: ProviderFailure['stage'], message: string, details: FailureDetails = {}) {
    super(message)
    this.stage = stage
    this.reason = details.reason ?? 'unknown'
    this.retryable = details.retryable ?? stage === 'unstarted'
    this.away = details.away ?? false
    this.retryMs = details.retryMs ?? null
    this.needsOperator = details.needsOperator ?? false
  }
}

/** For a message that can never be put into a request. */
export const unsendable = (why: string) =>
  new ProviderFailure('refused', `cannot be sent: ${why}`, { reason: 'unsendable' })

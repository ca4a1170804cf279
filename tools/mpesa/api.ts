import type { FaultName, FaultScope } from '../emulator/faults.ts'
import type { CallbackAttempt } from './callbacks.ts'
import type { Outcome, Payment, ResultCode } from './payments.ts'
import type { Merchant } from './requests.ts'

export interface MpesaOptions extends Partial<Merchant> {
  readonly host?: string
  /** 0 picks a free port. */
  readonly port?: number
  /** In PEM format; plain HTTP by default. */
  readonly tls?: { readonly key: string; readonly cert: string }
  readonly consumerKey?: string
  readonly consumerSecret?: string
  readonly now?: () => Date
  /** Time that people take to answer the prompt. */
  readonly delayMs?: number
  /** `manual`: every prompt waits for `answer`. */
  readonly payers?: 'auto' | 'manual'
  /** Called with one line for each push, result and callback. */
  readonly onLog?: (line: string) => void
}

export interface Mpesa extends Merchant {
  /** The base URL, which takes the place of https://api.safaricom.co.ke. */
  readonly url: string
  readonly consumerKey: string
  readonly consumerSecret: string
  /** Pushes that were accepted, oldest first. */
  readonly payments: readonly Payment[]
  readonly callbacks: readonly CallbackAttempt[]
  /** Sets the reaction of the person with this phone, in place of the one that the last four digits choose. */
  setPayer(phone: string, outcome: Outcome): void
  /** The person answers the open prompt. Resolves after the callback. */
  answer(phone: string, code?: ResultCode): Promise<Payment>
  /** Sends a callback that says that the open payment was paid, to a wrong URL unless one is given. Returns the status. */
  forge(phone: string, url?: string): Promise<number | null>
  /** Makes all access tokens invalid. */
  expireTokens(): void
  /** CSV of successful payments. */
  statement(): string
  fault(name: FaultName, scope?: FaultScope): void
  clearFaults(): void
  /** Sends the answers that `slow` holds. */
  release(): void
  /** Resolves when `slow` holds an answer. */
  untilHeld(): Promise<void>
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Resolves when all requests are answered and their callbacks sent. */
  idle(): Promise<void>
  close(): Promise<void>
}

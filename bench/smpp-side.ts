import type { Processes } from './processor.ts'
import type { Round } from './smpp-customer.ts'

/** One side of the comparison, between customer and SMSC. */
export interface Side {
  readonly name: string
  /** Its own processes. */
  processes(): Processes
  /** Where and how a customer sends. */
  readonly target: Round['target']
  /** May be called twice. */
  stop(): Promise<void>
}

/** Options of both sides. */
export interface SideOptions {
  readonly smscPort: number
  readonly login: { readonly systemId: string; readonly password: string }
  /** Maximum unanswered submits of a bind. */
  readonly window: number
  readonly callbackPort: number
}

import type { Round } from './smpp-customer.ts'
import type { Processes } from './smpp-processor.ts'

/** One of those that are compared, between the customer and the SMSC. */
export interface Side {
  readonly name: string
  /** Those that work for it alone. */
  processes(): Processes
  /** How a customer writes to it. */
  readonly request: Pick<Round, 'port' | 'request' | 'acceptedStatus'>
  /** May be called twice. */
  stop(): Promise<void>
}

/** What both are told. */
export interface SideOptions {
  readonly smscPort: number
  readonly login: { readonly systemId: string; readonly password: string }
  /** How many submits of a bind may be unanswered. */
  readonly window: number
  readonly callbackPort: number
}

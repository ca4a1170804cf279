import { type Acceptance, CarrierError, type Lane } from '../carrier.ts'
import type { Fields } from './pdu.ts'

/** One message. It is settled when none of its parts waits or is under way. */
export interface Message {
  readonly id: number
  readonly lane: Lane
  readonly validUntilMs: number
  /** One per submit; null until it was taken, and empty when the carrier gave it no id. */
  readonly references: (string | null)[]
  /** What is to be sent, in order. */
  readonly waiting: Part[]
  isQueued: boolean
  underWay: number
  failure: CarrierError | null
  readonly resolve: (acceptance: Acceptance) => void
  readonly reject: (error: CarrierError) => void
}

export interface Part {
  readonly message: Message
  readonly index: number
  readonly fields: Fields
  /** How often no answer came. */
  losses: number
  /** How often it was told that it came too fast, and how often of these while others passed. */
  slowings: number
  slowingsAlone: number
  passesSeen: number
}

export const away = (text = 'the carrier is away') => new CarrierError(text, { retryable: true, reason: 'carrier_away', away: true })

export interface CheckoutSession {
  readonly id: number
  /** The client's own. */
  readonly transactionId: string
  readonly referenceNumber: string
  readonly amount: string
  readonly currency: string
  readonly phone: string | null
  readonly status: 'open' | 'paid' | 'cancelled' | 'expired'
  readonly provider: string
  readonly tries: number
  readonly hasSecureToken: boolean
  readonly createdAt: string
  readonly expiresAt: string
  /** While somebody is paying. */
  readonly startedAt: string | null
  readonly endedAt: string | null
}

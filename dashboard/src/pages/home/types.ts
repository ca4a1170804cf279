/** What one day was like, in GMT. What ended on it may have been sent the day before. */
export interface Day {
  readonly day: string
  readonly sent: number
  readonly delivered: number
  readonly failed: number
}

export interface Attention {
  readonly kind: string
  readonly text: string
  readonly page: string
}

export interface Overview {
  readonly today: Day
  /** The oldest first; today is the last. */
  readonly days: readonly Day[]
  readonly attention: readonly Attention[]
}

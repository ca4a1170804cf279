export const stages = ['scheduled', 'queued', 'submitted', 'delivered', 'undelivered', 'cancelled'] as const

export interface Message {
  readonly id: number
  readonly requestId: number
  readonly campaign: string | null
  readonly recipientId: string
  readonly phone: string
  readonly sender: string
  readonly text: string
  readonly stage: (typeof stages)[number]
  readonly reason: string | null
  /** Why it failed, in words. */
  readonly explanation: string | null
  /** When a message that the carrier did not take is sent again. */
  readonly retryAt: string | null
  readonly carrier: string
  readonly segments: number
  readonly price: string
  readonly createdAt: string
  readonly dueAt: string
  readonly validUntil: string
  readonly submittedAt: string | null
  readonly doneAt: string | null
}

export interface TimelineEntry {
  readonly at: string
  readonly event: string
  readonly text: string
  readonly detail: {
    readonly for?: string
    readonly status?: string | number | null
    readonly tookMs?: number
    readonly problem?: string | null
    readonly references?: readonly string[]
  }
}

export interface MessageWithTimeline extends Message {
  readonly timeline: readonly TimelineEntry[]
}

/** What was sent at once: one text, to one or many. */
export interface Request {
  readonly id: number
  readonly sender: string
  readonly text: string
  readonly campaign: string | null
  readonly segments: number
  readonly createdAt: string
  readonly dueAt: string
  readonly valid: number
  readonly invalid: number
  readonly duplicates: number
  readonly optedOut: number
}

export interface Recipient {
  readonly recipientId: string
  readonly number: string
  readonly outcome: 'message' | 'invalid' | 'duplicate' | 'opted_out'
  readonly explanation: string | null
}

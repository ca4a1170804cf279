import { fill, t, wordFor } from '../text.ts'

const failures: Readonly<Record<string, string>> = t.chat.notSent

interface ChatState {
  readonly state: string
  readonly reason: string | null
  /** Set if the channel took the message before it failed. */
  readonly failedAt?: string | null
}

/** The state of an outgoing chat message, and why it failed. */
export function describeChatState({ state, reason, failedAt = null }: ChatState): string {
  if (state !== 'failed') return state === 'received' ? '' : wordFor(t.chat.states, state)
  if (reason === null) return t.chat.notSentUnknown
  const known = failures[reason]
  if (known !== undefined) return known
  const words = reason.replaceAll('_', ' ')
  return fill(failedAt === null ? t.chat.notSentReason : t.chat.notDeliveredReason, { reason: words })
}

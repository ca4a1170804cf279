import type { Allows } from '../conversation-state/index.ts'

/** The user or program that reads and answers. */
export interface Caller {
  /** Null for a key, a token or the command line, which have no unread messages. */
  readonly userId: string | null
  readonly allows: Allows
}

/** A message of a member, or of a program. */
export interface ReplyText {
  readonly text: string
  /** The sender ID; undefined for the usual one. */
  readonly from?: string | undefined
  /** The replies that the caller has seen; undefined for any number. */
  readonly replies?: number | undefined
}

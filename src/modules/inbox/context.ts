import type { ChatContext } from '../chat/index.ts'
import type { SmsContext } from '../sms/index.ts'
import type { Allows } from './conversations/index.ts'

/** Replies are sent with the contexts of their products. */
export interface InboxContext extends SmsContext {
  readonly chat: ChatContext
}

/** The user or program that reads and answers. */
export interface Caller {
  /** Null for a key, a token or the command line, which have no unread messages. */
  readonly userId: string | null
  readonly allows: Allows
}

import type { ChatContext } from '../chat/index.ts'
import type { SmsContext } from '../sms/index.ts'

/** Replies are sent with the contexts of their products. */
export interface InboxContext extends SmsContext {
  readonly chat: ChatContext
}

import { smsChannel } from '../../contract/account/conversations.ts'
import type { IdempotencyKey } from '../../engine/http/index.ts'
import type { Phone } from '../../values/phone.ts'
import { type Author, noteOutgoing } from '../conversation-state/index.ts'
import type { InboxContext } from './context.ts'
import type { ReplyText } from './model.ts'
import { onceOf, type Replied } from './reply.ts'
import { sendText } from './send-text.ts'

/** Sends an SMS to a number, and opens the conversation with it. */
export const startConversation = (
  ctx: InboxContext,
  accountId: number,
  message: Pick<ReplyText, 'text' | 'from'> & { readonly phone: Phone },
  author: Author,
  key: IdempotencyKey | null,
): Promise<Replied> =>
  onceOf(ctx, key, () =>
    sendText(ctx, accountId, message, key, (tx, messageId) => {
      const address = { channel: smsChannel, business: '', phone: message.phone }
      return noteOutgoing(tx, address, { accountId, messageId, author, text: message.text }, ctx.clock.now())
    }),
  )

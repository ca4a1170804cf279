import type { IdempotencyKey } from '../../engine/http/index.ts'
import type { Phone } from '../../values/phone.ts'
import type { InboxContext } from './context.ts'
import type { Author, ReplyText } from './model.ts'
import { onceOf, type Replied } from './reply.ts'
import { sendText } from './send-text.ts'
import { startReply } from './store-replies.ts'

/** Sends an SMS to a number, and opens the conversation with it. */
export const startConversation = (
  ctx: InboxContext,
  accountId: number,
  message: Pick<ReplyText, 'text' | 'from'> & { readonly phone: Phone },
  author: Author,
  key: IdempotencyKey | null,
): Promise<Replied> =>
  onceOf(ctx, key, () =>
    sendText(ctx, accountId, message, key, (tx, messageId) =>
      startReply(tx, message.phone, { accountId, messageId, author, text: message.text }, ctx.clock.now()),
    ),
  )

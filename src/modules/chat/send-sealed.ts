import type { ChatContent } from '../../carriers/chat/channel.ts'
import type { Queryable } from '../../engine/db/index.ts'
import type { CreditProduct } from '../balance/index.ts'
import { acceptMessage } from './accept.ts'
import type { ChatContext } from './context.ts'
import { type ChatState, type MessageRequest, stateOf } from './rules.ts'
import { sealContent } from './sealed-content.ts'
import { findSame } from './send.ts'
import { setSealedContent } from './store.ts'
import { findProgress } from './store-progress.ts'

/** A message with a secret, such as a PIN. */
export interface SealedMessage {
  readonly accountId: number
  readonly service: string
  readonly business: string
  readonly phone: string
  readonly content: ChatContent
  /** The stored content, without the secret. */
  readonly shown: ChatContent
  /** Pays for the message. */
  readonly product: CreditProduct
  readonly validUntil: Date
  /** The same id returns the same message. */
  readonly transactionId?: string | null
}

/** Accepts a message whose content is sealed until the channel has it. Returns its id. */
export function sendSealed(ctx: ChatContext, message: SealedMessage): Promise<number> {
  const { accountId, service, business, phone, content, shown, product, validUntil, transactionId = null } = message
  const request: MessageRequest = { service, business, phone, content: shown, transactionId, callbackUrl: null }
  const now = ctx.clock.now()
  return ctx.db.transaction(async (tx) => {
    const known = await findSame(tx, accountId, request)
    if (known !== null) return known
    const accepted = { ...request, accountId, endpointId: null, product, expiresAt: validUntil }
    const id = await acceptMessage(ctx, tx, accepted, now)
    if (id === null) return (await findSame(tx, accountId, request)) ?? 0
    await setSealedContent(tx, accountId, id, sealContent(ctx, id, content))
    return id
  })
}

/** Null when the message does not exist, or was removed. */
export async function findChatState(db: Queryable, accountId: number, messageId: number): Promise<ChatState | null> {
  const found = await findProgress(db, accountId, messageId)
  return found === null ? null : stateOf(found)
}

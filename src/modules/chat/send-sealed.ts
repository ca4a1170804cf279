import type { ChatContent } from '../../carriers/chat/channel.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { answerOnce, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import type { SealedColumn } from '../../engine/secrets/index.ts'
import type { CreditProduct } from '../balance/index.ts'
import { acceptMessage } from './accept.ts'
import type { ChatContext } from './context.ts'
import { endMessage } from './end.ts'
import { type ChatState, type MessageRequest, stateOf } from './rules.ts'
import { findSame } from './send.ts'
import { setSealedContent } from './store.ts'
import { type Ending, listProgress, markCancelled } from './store-progress.ts'

const cancelled: Ending = { state: 'failed', reason: 'cancelled' }

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

/**
 * Accepts a message whose content is sealed until the channel has it. The answer is stored under the key in the same
 * transaction. Returns the answer for the id of the message.
 */
export function sendSealed<Answer>(
  ctx: ChatContext,
  message: SealedMessage,
  key: IdempotencyKey | null,
  answerWith: (id: number) => Answer,
): Promise<Once<Answer>> {
  const { accountId, service, business, phone, content, shown, product, validUntil, transactionId = null } = message
  const request: MessageRequest = { service, business, phone, content: shown, transactionId, callbackUrl: null }
  const now = ctx.clock.now()
  return answerOnce(ctx.db, key, now, async (tx) => {
    const known = await findSame(tx, accountId, request)
    if (known !== null) return answerWith(known)
    const accepted = { ...request, accountId, endpointId: null, product, expiresAt: validUntil }
    const id = await acceptMessage(ctx, tx, accepted, now)
    if (id === null) return answerWith((await findSame(tx, accountId, request)) ?? 0)
    await setSealedContent(tx, accountId, id, sealContent(ctx, id, content))
    return answerWith(id)
  })
}

/** The states of messages by their ids. Removed messages are left out. */
export async function findChatStates(
  db: Queryable,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly state: ChatState; readonly reason: string | null }>> {
  const found = ids.length === 0 ? [] : await listProgress(db, accountId, ids)
  return new Map(found.map((one) => [one.id, { state: stateOf(one), reason: one.reason }]))
}

/** Ends the messages that no channel can have yet, because their secret is worthless now. */
export const cancelSealed = (ctx: ChatContext, accountId: number, ids: readonly number[]): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    for (const id of await markCancelled(tx, accountId, ids)) await endMessage(ctx, tx, { id, accountId }, cancelled)
  })

const use = 'chat content'

/** The content is sealed with the id of its message, so it cannot be decrypted in another row. */
const sealContent = ({ secrets }: Pick<Context, 'secrets'>, id: number, content: ChatContent): Buffer =>
  secrets.seal(use, JSON.stringify(content), String(id))

/** Null when it cannot be decrypted. */
export function readContent({ secrets }: Pick<Context, 'secrets'>, id: number, sealed: Buffer): ChatContent | null {
  const text = secrets.read(use, sealed, String(id))
  return text === null ? null : JSON.parse(text)
}

/** Sealed contents are short-lived and cannot be restored, so an unreadable one ends its message. */
export const sealedChats: readonly SealedColumn[] = [
  {
    table: 'chat_messages',
    column: 'sealed_content',
    key: 'id',
    keyType: 'bigint',
    use,
    reads: [],
    bound: ({ key }) => key,
    examined: null,
  },
]

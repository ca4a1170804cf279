import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import { readIdempotencyKey } from '../../engine/http/index.ts'
import { readPage, showPage } from '../../values/page.ts'
import type { ChatContext } from './context.ts'
import { conversationMissing } from './errors.ts'
import { sessionEnd } from './rules.ts'
import { sendMessage } from './send.ts'
import {
  type Conversation,
  findConversation,
  getMessage,
  listConversations,
  listMessages,
  type Message,
} from './store-lists.ts'

/** Conversations, for members to read and answer. */
export function chatConsole(app: FastifyInstance, ctx: ChatContext): void {
  serve(
    app,
    'GET /accounts/:account/chat/conversations',
    { may: 'viewer', reads: 'chat.read' },
    async ({ query, accountId }) => {
      const page = readPage(query)
      const { items, total } = await listConversations(ctx.db, accountId, page)
      return showPage({ items: items.map((one) => show(one, ctx.clock.now())), total }, page)
    },
  )

  serve(
    app,
    'GET /accounts/:account/chat/conversations/:conversation',
    { may: 'viewer', reads: 'chat.read' },
    async ({ id, accountId }) => show(await getConversation(ctx, accountId, id('conversation')), ctx.clock.now()),
  )

  serve(
    app,
    'GET /accounts/:account/chat/conversations/:conversation/messages',
    { may: 'viewer', reads: 'chat.read' },
    async ({ query, id, accountId }) => {
      const page = readPage(query)
      const conversation = await getConversation(ctx, accountId, id('conversation'))
      return showPage(await listMessages(ctx.db, accountId, conversation.id, page), page)
    },
  )

  serve(
    app,
    'POST /accounts/:account/chat/conversations/:conversation/messages',
    { may: 'member', does: 'chat.reply' },
    async ({ accountId, id, body: { text }, request, reply }) => {
      const conversation = await getConversation(ctx, accountId, id('conversation'))
      const { channel: service, from: business, to: phone } = conversation
      const message = {
        service,
        business,
        phone,
        content: { type: 'text', text },
        transactionId: null,
        callbackUrl: null,
      } as const
      const key = readIdempotencyKey(request, accountId)
      const { answer, replayed } = await sendMessage(ctx, accountId, message, key, async (_tx, sent) => ({ id: sent }))
      if (replayed) reply.header('Idempotent-Replayed', 'true')
      request.auditDetail = { message: answer.id }
      return getAccepted(ctx, accountId, answer.id)
    },
  )
}

async function getConversation({ db }: ChatContext, accountId: number, id: number): Promise<Conversation> {
  const found = await findConversation(db, accountId, id)
  if (found === null) throw conversationMissing()
  return found
}

/** The message in its accepted state, so that a repeated request gets the same response, whatever happened since. */
const getAccepted = async ({ db }: ChatContext, accountId: number, id: number): Promise<Message> => ({
  ...(await getMessage(db, accountId, id)),
  state: 'queued',
  reason: null,
  doneAt: null,
  deliveredAt: null,
  readAt: null,
  failedAt: null,
})

/** `sessionUntil` is null when no session is open. */
function show(conversation: Conversation, now: Date) {
  const end = conversation.receivedAt === null ? null : sessionEnd(conversation.receivedAt)
  return { ...conversation, sessionUntil: end !== null && end > now ? end : null }
}

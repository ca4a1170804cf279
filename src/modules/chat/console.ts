import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { consoleArea, idIn, readIdempotencyKey } from '../../engine/http/index.ts'
import { type Query, readPage, showPage } from '../../values/page.ts'
import type { ChatContext } from './context.ts'
import { conversationMissing } from './errors.ts'
import { sessionEnd } from './rules.ts'
import { ReplyBody } from './schema.ts'
import { sendMessage } from './send.ts'
import {
  type Conversation,
  findConversation,
  getMessage,
  listConversations,
  listMessages,
  type Message,
} from './store-lists.ts'

const area = consoleArea
const conversations = '/console/v1/accounts/:account/chat/conversations'

/** Conversations for the people of an account: to read, and to answer in. */
export function chatConsole(app: FastifyInstance, ctx: ChatContext): void {
  app.get(conversations, { config: { area, may: 'viewer' } }, async ({ query, accountId }) => {
    const page = readPage(query as Query)
    const { items, total } = await listConversations(ctx.db, accountId ?? 0, page)
    return showPage({ items: items.map((one) => show(one, ctx.clock.now())), total }, page)
  })

  app.get(`${conversations}/:conversation`, { config: { area, may: 'viewer' } }, async ({ params, accountId }) =>
    show(await getConversation(ctx, accountId ?? 0, params), ctx.clock.now()),
  )

  app.get(
    `${conversations}/:conversation/messages`,
    { config: { area, may: 'viewer' } },
    async ({ query, params, accountId }) => {
      const page = readPage(query as Query)
      const { id } = await getConversation(ctx, accountId ?? 0, params)
      return showPage(await listMessages(ctx.db, accountId ?? 0, id, page), page)
    },
  )

  app.post(
    `${conversations}/:conversation/messages`,
    { config: { area, may: 'member', does: 'chat.reply' }, schema: { body: ReplyBody } },
    async (request, reply) => {
      const accountId = request.accountId ?? 0
      const { text } = request.body as Static<typeof ReplyBody>
      const { channel: service, from: business, to: phone } = await getConversation(ctx, accountId, request.params)
      const message = {
        service,
        business,
        phone,
        content: { type: 'text', text },
        transactionId: null,
        callbackUrl: null,
      } as const
      const key = readIdempotencyKey(request, accountId)
      const { answer, replayed } = await sendMessage(ctx, accountId, message, key, async (_tx, id) => ({ id }))
      if (replayed) reply.header('Idempotent-Replayed', 'true')
      request.auditDetail = { message: answer.id }
      return reply.code(201).send(await getAccepted(ctx, accountId, answer.id))
    },
  )
}

async function getConversation({ db }: ChatContext, accountId: number, params: unknown): Promise<Conversation> {
  const found = await findConversation(db, accountId, idIn(params, 'conversation'))
  if (found === null) throw conversationMissing()
  return found
}

/**
 * A message as it was when it was accepted, so that who asks again is answered the same, whatever became of it
 * meanwhile.
 */
const getAccepted = async ({ db }: ChatContext, accountId: number, id: number): Promise<Message> => ({
  ...(await getMessage(db, accountId, id)),
  state: 'queued',
  reason: null,
  doneAt: null,
})

/** `sessionUntil` is null when the session is over, or never was. */
function show(conversation: Conversation, now: Date) {
  const end = conversation.receivedAt === null ? null : sessionEnd(conversation.receivedAt)
  return { ...conversation, sessionUntil: end !== null && end > now ? end : null }
}

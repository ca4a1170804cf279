import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ChatContent, TemplateContent } from '../../carriers/chat/channel.ts'
import { serve } from '../../console-route.ts'
import type { Tx } from '../../engine/db/index.ts'
import { readIdempotencyKey } from '../../engine/http/index.ts'
import { readListPage, showList } from '../../values/page.ts'
import { readTypedPhone } from '../accounts/index.ts'
import { type Author, noteOutgoing } from '../conversation-state/index.ts'
import type { ChatContext } from './context.ts'
import { conversationMissing, oneContentNeeded } from './errors.ts'
import { openMedia } from './open-media.ts'
import { readTemplate } from './parse.ts'
import { type MessageRequest, summaryOf } from './rules.ts'
import { sendMessage } from './send.ts'
import { sendFile } from './send-file.ts'
import { sessionOf } from './sessions.ts'
import {
  type Conversation,
  findConversation,
  findConversationOf,
  getMessage,
  listConversations,
  listMessages,
  type Message,
} from './store-lists.ts'
import { listTemplates } from './store-templates.ts'
import { syncTemplates } from './sync-templates.ts'

/** Conversations, for members to read and answer. Their messages count as replies in the shared inbox. */
export function chatConsole(
  app: FastifyInstance,
  ctx: ChatContext,
  authorOf: (request: FastifyRequest) => Promise<Author>,
): void {
  async function replyNoteOf(accountId: number, message: MessageRequest, request: FastifyRequest) {
    const { service: channel, business, phone, content } = message
    const author = await authorOf(request)
    return (tx: Tx, messageId: number) =>
      noteOutgoing(
        tx,
        { channel, business, phone },
        { accountId, messageId, author, text: summaryOf(content) },
        ctx.clock.now(),
      )
  }

  /** `sessionUntil` is null when no session is open. */
  function show({ accountId, ...conversation }: Conversation) {
    const { channel: service, from: business, receivedAt } = conversation
    return { ...conversation, ...sessionOf(ctx, accountId, { service, business, receivedAt }) }
  }

  serve(
    app,
    'GET /v2/chat/conversations',
    { scope: 'chat:read', may: 'viewer', reads: 'chat.read' },
    async ({ query, accountId }) => {
      const page = readListPage(query)
      const { items, total } = await listConversations(ctx.db, accountId, page)
      return showList({ items: items.map(show), total }, page)
    },
  )

  serve(
    app,
    'GET /v2/chat/conversations/:conversation',
    { scope: 'chat:read', may: 'viewer', reads: 'chat.read' },
    async ({ id, accountId }) => show(await getConversation(ctx, accountId, id('conversation'))),
  )

  serve(
    app,
    'GET /v2/chat/conversations/:conversation/messages',
    { scope: 'chat:read', may: 'viewer', reads: 'chat.read' },
    async ({ query, id, accountId }) => {
      const page = readListPage(query)
      const conversation = await getConversation(ctx, accountId, id('conversation'))
      return showList(await listMessages(ctx.db, accountId, conversation.id, page), page)
    },
  )

  serve(
    app,
    'POST /v2/chat/conversations/:conversation/messages',
    { scope: 'chat:send', may: 'member', does: 'chat.reply', storesKey: true, isTraffic: true },
    async ({ accountId, id, body, request, reply }) => {
      const conversation = await getConversation(ctx, accountId, id('conversation'))
      const { channel: service, from: business, to: phone } = conversation
      const message = requestOf({ service, business, phone }, body)
      const key = readIdempotencyKey(request, accountId)
      const noteReply = await replyNoteOf(accountId, message, request)
      const { answer, replayed } = await sendMessage(ctx, accountId, message, key, async (tx, sent) => {
        await noteReply(tx, sent)
        return { id: sent }
      })
      if (replayed) reply.header('Idempotent-Replayed', 'true')
      request.auditDetail = { message: answer.id }
      return getAccepted(ctx, accountId, answer.id)
    },
  )

  serve(
    app,
    'POST /v2/chat/conversations',
    { scope: 'chat:send', may: 'member', does: 'chat.start', storesKey: true, isTraffic: true },
    async ({ accountId, body: { channel: service, from, to, text, template }, request, reply }) => {
      const phone = await readTypedPhone(ctx, accountId, to)
      const message = requestOf({ service, business: from.trim(), phone }, { text, template })
      const key = readIdempotencyKey(request, accountId)
      const noteReply = await replyNoteOf(accountId, message, request)
      const { answer, replayed } = await sendMessage(ctx, accountId, message, key, async (tx, sent) => {
        await noteReply(tx, sent)
        return { message: sent, conversation: await findConversationOf(tx, accountId, sent) }
      })
      if (replayed) reply.header('Idempotent-Replayed', 'true')
      request.auditDetail = answer
      return show(await getConversation(ctx, accountId, answer.conversation))
    },
  )

  serve(
    app,
    'GET /v2/chat/conversations/:conversation/messages/:message/media',
    { scope: 'chat:read', may: 'viewer', reads: 'chat.read' },
    async ({ accountId, id, reply }) =>
      sendFile(reply, await openMedia(ctx, accountId, id('message'), id('conversation'))),
  )

  serve(app, 'GET /v2/chat/addresses', { scope: 'chat:read', may: 'viewer' }, ({ accountId }) => ({
    data: ctx.channels.wouldChoose(accountId).flatMap((channel) =>
      (channel.addresses?.() ?? []).map(({ service, business }) => ({
        channel: service,
        from: business,
        hasSessions: channel.hasSessions ?? false,
      })),
    ),
  }))

  serve(app, 'GET /v2/chat/templates', { scope: 'chat:read', may: 'viewer' }, async ({ accountId, query }) => {
    const page = readListPage(query)
    return showList(await listTemplates(ctx.db, accountId, page), page)
  })

  serve(
    app,
    'POST /providers/chat/:provider/templates/sync',
    { may: 'operator', does: 'chat.sync_templates' },
    async ({ params, request }) => {
      const templates = await syncTemplates(ctx, params.provider)
      request.auditDetail = { templates }
      return { templates }
    },
  )
}

type Address = Pick<MessageRequest, 'service' | 'business' | 'phone'>
/** A template as in a body. */
type TemplateWish = Omit<TemplateContent, 'type'>

function requestOf(
  address: Address,
  { text, template }: { readonly text?: string | undefined; readonly template?: TemplateWish | undefined },
): MessageRequest {
  if ((text === undefined) === (template === undefined)) throw oneContentNeeded()
  const content: ChatContent = template === undefined ? { type: 'text', text: text ?? '' } : readTemplate(template)
  return { ...address, content, transactionId: null, callbackUrl: null }
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

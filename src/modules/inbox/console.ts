import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../console-route.ts'
import { parentActor } from '../../contract/console/audit.ts'
import { readIdempotencyKey } from '../../engine/http/index.ts'
import { readListPage, showList } from '../../values/page.ts'
import { readTypedPhone } from '../accounts/index.ts'
import { findUserName, listAnswerers } from '../users/index.ts'
import { changeConversation } from './change.ts'
import type { InboxContext } from './context.ts'
import { listEntries } from './entries.ts'
import { conversationMissing } from './errors.ts'
import { listFiltered } from './list.ts'
import type { Author, Caller } from './model.ts'
import { addNote } from './notes.ts'
import { readConversation } from './read.ts'
import { type Replied, reply as sendReply } from './reply.ts'
import { getConversation, showConversation, showConversations } from './show.ts'
import { startConversation } from './start.ts'
import { countConversations, findSmsConversation } from './store.ts'

const read = { scope: 'conversations:read', may: 'viewer', reads: 'inbox.read' } as const
const change = (does: string) => ({ scope: 'conversations:write', may: 'member', does }) as const
const send = (does: string) => ({ ...change(does), storesKey: true, isTraffic: true }) as const

/** The shared inbox: conversations of an account with people, by SMS and chat. */
export function inboxConsole(app: FastifyInstance, ctx: InboxContext): void {
  const { db } = ctx

  serve(app, 'GET /v2/conversations', read, async ({ accountId, query, request }) => {
    const page = readListPage(query)
    const caller = callerOf(request)
    const { items, ...rest } = await listFiltered(ctx, accountId, caller, query, page)
    return showList({ ...rest, items: await showConversations(ctx, accountId, caller, items) }, page)
  })

  serve(app, 'GET /v2/conversations/counts', { scope: read.scope, may: read.may }, ({ accountId, request }) =>
    countConversations(db, accountId, callerOf(request).userId),
  )

  serve(app, 'GET /v2/conversations/assignees', { ...read, reads: 'members.read' }, async ({ accountId }) => ({
    data: await listAnswerers(db, accountId),
  }))

  serve(app, 'GET /v2/conversations/:conversation', read, async ({ accountId, id, request }) =>
    show(accountId, id('conversation'), request),
  )

  serve(app, 'GET /v2/conversations/:conversation/entries', read, ({ accountId, id, query }) =>
    listEntries(ctx, accountId, id('conversation'), query),
  )

  serve(
    app,
    'PUT /v2/conversations/:conversation',
    change('conversation.change'),
    async ({ accountId, id, body, request }) => {
      const author = await authorOf(ctx, request)
      request.auditDetail = { ...body }
      const changed = await changeConversation(ctx, accountId, id('conversation'), body, author)
      return showConversation(ctx, accountId, author, changed)
    },
  )

  serve(
    app,
    'POST /v2/conversations/:conversation/notes',
    change('conversation.note'),
    async ({ accountId, id, body, request }) =>
      addNote(ctx, accountId, id('conversation'), body.text, await authorOf(ctx, request)),
  )

  // Changes only what the user sees, so that viewers can do it, and it is not in the audit log.
  serve(app, 'POST /v2/conversations/:conversation/read', { ...read, does: null }, ({ accountId, id, body, request }) =>
    readConversation(ctx, accountId, id('conversation'), callerOf(request), body.incoming),
  )

  serve(
    app,
    'POST /v2/conversations/:conversation/replies',
    send('conversation.reply'),
    async ({ accountId, id, body, request, reply }) => {
      const [author, key] = [await authorOf(ctx, request), readIdempotencyKey(request, accountId)]
      note(request, reply, await sendReply(ctx, accountId, id('conversation'), body, author, key))
      return show(accountId, id('conversation'), request)
    },
  )

  serve(app, 'POST /v2/conversations', send('conversation.start'), async ({ accountId, body, request, reply }) => {
    const phone = await readTypedPhone(ctx, accountId, body.phone)
    const [author, key] = [await authorOf(ctx, request), readIdempotencyKey(request, accountId)]
    note(request, reply, await startConversation(ctx, accountId, { ...body, phone }, author, key))
    const conversation = await findSmsConversation(db, accountId, phone)
    if (conversation === null) throw conversationMissing()
    return showConversation(ctx, accountId, author, conversation)
  })

  const show = async (accountId: number, id: number, request: FastifyRequest) =>
    showConversation(ctx, accountId, callerOf(request), await getConversation(ctx, accountId, id))
}

const callerOf = ({ actor }: FastifyRequest): Caller => ({ userId: actor?.userId ?? null })

/** Members of a sub-account must not learn the name of an owner of the parent. */
async function authorOf({ db }: InboxContext, { actor }: FastifyRequest): Promise<Author> {
  const { userId = null, name = '', byParent = false } = actor ?? {}
  if (byParent) return { userId, name: parentActor }
  return { userId, name: (userId === null ? null : await findUserName(db, userId)) ?? name }
}

function note(request: FastifyRequest, reply: FastifyReply, { detail, replayed }: Replied): void {
  request.auditDetail = detail
  if (replayed) reply.header('Idempotent-Replayed', 'true')
}

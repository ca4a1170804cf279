import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type ConsoleCall, serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { conversations, smsChannel } from '../../contract/account/conversations.ts'
import { parentActor } from '../../contract/console/audit.ts'
import { readIdempotencyKey } from '../../engine/http/index.ts'
import { showList } from '../../values/page.ts'
import { readTypedPhone, scopeMissing } from '../accounts/index.ts'
import { contentOf } from '../chat/index.ts'
import { findUserName, listAnswerers } from '../users/index.ts'
import { changeConversation } from './change.ts'
import type { Caller, InboxContext } from './context.ts'
import { type Author, isReadable, markRead, sendScopeOf } from './conversations/index.ts'
import { listEntries } from './entries.ts'
import { businessMissing, conversationMissing } from './errors.ts'
import { listFiltered } from './list.ts'
import { addNote } from './notes.ts'
import { type Replied, reply as sendReply, start } from './reply.ts'
import { getChangeable, getConversation, showConversation, showConversations } from './show.ts'
import { findConversation, findConversationAt, type StoredConversation } from './store.ts'
import { countConversations } from './store-list.ts'

/** The shared inbox: conversations of an account with people, by SMS and chat. */
export function inboxApi(app: FastifyInstance, ctx: InboxContext): void {
  const { db } = ctx

  serve(app, conversations.list, async ({ accountId, query, ...call }) => {
    const caller = callerOf(call)
    const page = await listFiltered(ctx, accountId, caller, query)
    return showList({ ...page, items: await showConversations(ctx, accountId, caller, page.items) })
  })

  serve(app, conversations.counts, ({ accountId, ...call }) => {
    const { userId, allows } = callerOf(call)
    return countConversations(db, accountId, userId, isReadable(allows, sql`c.channel`))
  })

  serve(app, conversations.assignees, async ({ accountId }) => ({ data: await listAnswerers(db, accountId) }))

  serve(app, conversations.get, async ({ accountId, id, ...call }) => {
    const caller = callerOf(call)
    const conversation = await getConversation(ctx, accountId, id('conversation'), caller)
    return showConversation(ctx, accountId, caller, conversation)
  })

  serve(app, conversations.entries, ({ accountId, id, query, ...call }) =>
    listEntries(ctx, accountId, id('conversation'), callerOf(call), query),
  )

  serve(app, conversations.update, async ({ accountId, id, body, ...call }) => {
    const author = await authorOf(ctx, call.request)
    call.request.auditDetail = { status: body.status, assigneeId: body.assigneeId }
    await getForChange(accountId, id('conversation'), call)
    const changed = await changeConversation(ctx, accountId, id('conversation'), body, author)
    return showConversation(ctx, accountId, callerOf(call), changed)
  })

  serve(app, conversations.note, async ({ accountId, id, body, ...call }) => {
    await getForChange(accountId, id('conversation'), call)
    return addNote(ctx, accountId, id('conversation'), body.text, await authorOf(ctx, call.request))
  })

  // Changes only what the user sees, so that viewers can do it, and it is not in the audit log. A program changes nothing.
  serve(app, conversations.read, async ({ accountId, id, body, ...call }) => {
    const caller = callerOf(call)
    await getConversation(ctx, accountId, id('conversation'), caller)
    if (caller.userId !== null) await markRead(db, accountId, id('conversation'), caller.userId, body.incoming)
  })

  serve(app, conversations.reply, async ({ accountId, id, body, reply, ...call }) => {
    const { request } = call
    const conversation = await getForChange(accountId, id('conversation'), call)
    const [author, key] = [await authorOf(ctx, request), readIdempotencyKey(request, accountId)]
    const message = { content: contentOf(body), from: body.from, replies: body.replies ?? null }
    note(request, reply, await sendReply(ctx, accountId, conversation, message, author, key))
    return show(accountId, await findConversation(db, accountId, conversation.id), call)
  })

  serve(app, conversations.start, async ({ accountId, body, reply, ...call }) => {
    const { request, allows } = call
    const { channel = smsChannel, from } = body
    const scope = sendScopeOf(channel)
    if (!allows(scope)) throw scopeMissing(scope, request.caller.credentialId ?? 0)
    const business = channel === smsChannel ? '' : (from?.trim() ?? '')
    if (channel !== smsChannel && business === '') throw businessMissing()
    const address = { channel, business, phone: await readTypedPhone(ctx, accountId, body.phone) }
    const [author, key] = [await authorOf(ctx, request), readIdempotencyKey(request, accountId)]
    note(request, reply, await start(ctx, accountId, address, { content: contentOf(body), from }, author, key))
    return show(accountId, await findConversationAt(db, accountId, address), call)
  })

  const getForChange = (accountId: number, id: number, call: Call) =>
    getChangeable(ctx, accountId, id, callerOf(call), call.request.caller?.credentialId ?? 0)

  async function show(accountId: number, conversation: StoredConversation | null, call: Call) {
    if (conversation === null) throw conversationMissing()
    return showConversation(ctx, accountId, callerOf(call), conversation)
  }
}

type Call = Pick<ConsoleCall<'GET /v2/conversations'>, 'request' | 'allows'>

const callerOf = ({ request: { actor }, allows }: Call): Caller => ({ userId: actor?.userId ?? null, allows })

/** Members of a sub-account must not learn the name of an owner of the parent. */
export async function authorOf({ db }: Context, { actor }: FastifyRequest): Promise<Author> {
  const { userId = null, name = '', byParent = false } = actor ?? {}
  if (byParent) return { userId, name: parentActor }
  return { userId, name: (userId === null ? null : await findUserName(db, userId)) ?? name }
}

function note(request: FastifyRequest, reply: FastifyReply, { detail, replayed }: Replied): void {
  request.auditDetail = detail
  if (replayed) reply.header('Idempotent-Replayed', 'true')
}

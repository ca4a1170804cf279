import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type ConsoleCall, serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import { smsChannel } from '../../contract/account/conversations.ts'
import { parentActor } from '../../contract/console/audit.ts'
import { readIdempotencyKey } from '../../engine/http/index.ts'
import { readTypedPhone, scopeMissing } from '../accounts/index.ts'
import { type Author, isReadable, sendScopeOf } from '../conversation-state/index.ts'
import { findUserName, listAnswerers } from '../users/index.ts'
import { changeConversation } from './change.ts'
import type { InboxContext } from './context.ts'
import { listEntries } from './entries.ts'
import { conversationMissing } from './errors.ts'
import { listFiltered } from './list.ts'
import type { Caller } from './model.ts'
import { addNote } from './notes.ts'
import { readPlace, writeCursor } from './place.ts'
import { readConversation } from './read.ts'
import { type Replied, reply as sendReply } from './reply.ts'
import { getChangeable, getConversation, showConversation, showConversations } from './show.ts'
import { startConversation } from './start.ts'
import { findConversation, findSmsConversation, type StoredConversation } from './store.ts'
import { countConversations } from './store-list.ts'

const read = { scope: 'conversations:read', may: 'viewer', reads: 'inbox.read' } as const
const change = (does: string) => ({ scope: 'conversations:write', may: 'member', does }) as const
const send = (does: string) => ({ ...change(does), storesKey: true, isTraffic: true }) as const

/** The shared inbox: conversations of an account with people, by SMS and chat. */
export function inboxConsole(app: FastifyInstance, ctx: InboxContext): void {
  const { db } = ctx

  serve(app, 'GET /v2/conversations', read, async ({ accountId, query, ...call }) => {
    const caller = callerOf(call)
    const { limit } = readPlace(query)
    const { items, next, total } = await listFiltered(ctx, accountId, caller, query)
    const data = await showConversations(ctx, accountId, caller, items)
    return { data, next: next === null ? null : writeCursor(next, limit), total }
  })

  serve(app, 'GET /v2/conversations/counts', { scope: read.scope, may: read.may }, ({ accountId, ...call }) => {
    const { userId, allows } = callerOf(call)
    return countConversations(db, accountId, userId, isReadable(allows, sql`c.channel`))
  })

  serve(app, 'GET /v2/conversations/assignees', { ...read, reads: 'members.read' }, async ({ accountId }) => ({
    data: await listAnswerers(db, accountId),
  }))

  serve(app, 'GET /v2/conversations/:conversation', read, async ({ accountId, id, ...call }) => {
    const caller = callerOf(call)
    const conversation = await getConversation(ctx, accountId, id('conversation'), caller)
    return showConversation(ctx, accountId, caller, conversation)
  })

  serve(app, 'GET /v2/conversations/:conversation/entries', read, ({ accountId, id, query, ...call }) =>
    listEntries(ctx, accountId, id('conversation'), callerOf(call), query),
  )

  serve(
    app,
    'PUT /v2/conversations/:conversation',
    change('conversation.change'),
    async ({ accountId, id, body, ...call }) => {
      const author = await authorOf(ctx, call.request)
      call.request.auditDetail = { status: body.status, assigneeId: body.assigneeId }
      await getForChange(accountId, id('conversation'), call)
      const changed = await changeConversation(ctx, accountId, id('conversation'), body, author)
      return showConversation(ctx, accountId, callerOf(call), changed)
    },
  )

  serve(
    app,
    'POST /v2/conversations/:conversation/notes',
    change('conversation.note'),
    async ({ accountId, id, body, ...call }) => {
      await getForChange(accountId, id('conversation'), call)
      return addNote(ctx, accountId, id('conversation'), body.text, await authorOf(ctx, call.request))
    },
  )

  // Changes only what the user sees, so that viewers can do it, and it is not in the audit log.
  serve(app, 'POST /v2/conversations/:conversation/read', { ...read, does: null }, ({ accountId, id, body, ...call }) =>
    readConversation(ctx, accountId, id('conversation'), callerOf(call), body.incoming),
  )

  serve(
    app,
    'POST /v2/conversations/:conversation/replies',
    send('conversation.reply'),
    async ({ accountId, id, body, reply, ...call }) => {
      const { request } = call
      const conversation = await getForChange(accountId, id('conversation'), call)
      const [author, key] = [await authorOf(ctx, request), readIdempotencyKey(request, accountId)]
      note(request, reply, await sendReply(ctx, accountId, conversation, body, author, key))
      return show(accountId, await findConversation(db, accountId, conversation.id), call)
    },
  )

  serve(app, 'POST /v2/conversations', send('conversation.start'), async ({ accountId, body, reply, ...call }) => {
    const { request, allows } = call
    const scope = sendScopeOf(smsChannel)
    if (!allows(scope)) throw scopeMissing(scope, request.caller.credentialId ?? 0)
    const message = { phone: await readTypedPhone(ctx, accountId, body.phone), text: body.text, from: body.from }
    const [author, key] = [await authorOf(ctx, request), readIdempotencyKey(request, accountId)]
    note(request, reply, await startConversation(ctx, accountId, message, author, key))
    return show(accountId, await findSmsConversation(db, accountId, message.phone), call)
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

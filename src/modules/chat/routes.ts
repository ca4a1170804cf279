import type { FastifyInstance } from 'fastify'
import type { ActiveUserDetails, ActiveUser as ActiveUserOnWire, ChatReply } from '../../contract/public/chat.ts'
import { idIn, readIdempotencyKey, skipSchemaValidation } from '../../engine/http/index.ts'
import { type Query, readPage, showPage } from '../../values/page.ts'
import type { ChatContext } from './context.ts'
import { activeUsersSchema, sendSchema } from './describe.ts'
import { invalidFormat } from './errors.ts'
import { openMedia } from './open-media.ts'
import { readMessage } from './parse.ts'
import { sessionsSince } from './rules.ts'
import { sendFile, sendMessage } from './send.ts'
import { type ActiveUser, listActiveUsers, listUserDetails } from './store-lists.ts'

const path = '/v1/chatapi'
const success: ChatReply = { message: 'success' }

/** Contact names by phone number. */
export type ListNames = (accountId: number, phones: readonly string[]) => Promise<ReadonlyMap<string, string>>

export function chatRoutes(app: FastifyInstance, ctx: ChatContext, listNames: ListNames): void {
  async function describeUsers(accountId: number, users: readonly ActiveUser[]): Promise<ActiveUserDetails[]> {
    const details = await listUserDetails(ctx.db, accountId, users)
    const names = await listNames(
      accountId,
      users.map(({ phone }) => phone),
    )
    return users.map(({ phone, receivedAt }, index) => ({
      sessionStartedAt: details[index]?.sessionStartedAt ?? receivedAt,
      name: names.get(phone) ?? '',
      text: details[index]?.text ?? '',
    }))
  }

  app.post(
    path,
    { ...skipSchemaValidation, config: { area: 'chat', malformedBody: invalidFormat }, schema: sendSchema },
    async (request, reply) => {
      const { accountId } = request.caller
      const key = readIdempotencyKey(request, accountId)
      const message = readMessage(request.body)
      const { answer, replayed } = await sendMessage(ctx, accountId, message, key, async () => success)
      if (replayed) reply.header('Idempotent-Replayed', 'true')
      return answer
    },
  )

  // Not in the OpenAPI document, because the answer is a file: docs/api/chat.md describes it.
  app.get(
    `${path}/media/:message`,
    { config: { area: 'chat' }, schema: { hide: true } as object, exposeHeadRoute: false },
    async (request, reply) =>
      sendFile(reply, await openMedia(ctx, request.caller.accountId, idIn(request.params, 'message'))),
  )

  app.get(
    `${path}/active-users`,
    { ...skipSchemaValidation, config: { area: 'chat' }, schema: activeUsersSchema },
    async ({ query, caller }) => {
      const page = readPage(query as Query)
      const { items, total } = await listActiveUsers(ctx.db, caller.accountId, sessionsSince(ctx.clock.now()), page)
      // The response schema drops the details unless they are requested, and then nothing is read for them.
      return {
        ...showPage({ items: items.map(toWire), total }, page),
        details: () => describeUsers(caller.accountId, items),
      }
    },
  )
}

const toWire = ({ phone, service, receivedAt }: ActiveUser): ActiveUserOnWire => ({
  from: phone,
  channel: service,
  last_message_at: receivedAt.toISOString(),
})

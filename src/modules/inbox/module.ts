import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { Core, Module } from '../../module.ts'
import type { ChatContext } from '../chat/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { authorOf, inboxApi } from './api.ts'
import { type Author, conversationsMark } from './conversations/index.ts'
import { data } from './data.ts'
import { unassign } from './store.ts'

interface App {
  readonly sms: SmsContext
  readonly chat: ChatContext
}

export const inbox = {
  name: 'inbox',
  open: ({ ctx }: Core) => ({
    authorOf: (request: FastifyRequest) => authorOf(ctx, request),
    releaseWork: async (accountId: number, userId: string, request: FastifyRequest) =>
      releaseConversations(ctx, accountId, userId, await authorOf(ctx, request)),
  }),
  routes: ({ sms, chat }: App, scope) => inboxApi(scope, { ...sms, chat }),
  data,
  liveMarks: { conversations: conversationsMark },
} satisfies Module

/** Conversations that are changed at once. Replies and incoming messages wait for as many. */
const stepSize = 1_000

/** Unassigns the open conversations of a member who cannot answer any more. Closed ones lose their assignee when they are opened. */
async function releaseConversations({ db, clock }: Context, accountId: number, userId: string, { name }: Author) {
  for (let changed = stepSize; changed === stepSize; )
    changed = await unassign(db, accountId, userId, name, clock.now(), stepSize)
}

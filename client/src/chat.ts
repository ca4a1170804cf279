import { has } from './answer.ts'
import { isPage, iteratePages, type Page, type Unpaged } from './pages.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

/** Somebody who wrote within the last 24 hours. */
export type ActiveUser = wire.ListChatUsersAnswer['data'][number]

const product = 'chat'

/** Chats on messaging services. */
export function chatOf(transport: Transport) {
  const activeUsersPage = (query?: wire.ListChatUsersQuery, options?: CallOptions): Promise<Page<ActiveUser>> =>
    transport.get({ product, path: '/v1/chatapi/active-users', query, options, isAnswer: isPage })

  return {
    /** Sends a message. What it is (`text`, `image` and so on) stands under the name of its `message_type`. */
    send(message: wire.SendChatMessageBody, options?: CreateOptions): Promise<wire.SendChatMessageAnswer> {
      return transport.create({ product, path: '/v1/chatapi', body: message, options, isAnswer: has('message') })
    },

    /**
     * Who wrote within the last 24 hours, the last of them first, fetched as needed. Who writes meanwhile moves to the
     * front: others may come twice, they not at all.
     */
    activeUsers(query?: Unpaged<wire.ListChatUsersQuery>, options?: CallOptions): AsyncIterable<ActiveUser> {
      return iteratePages<ActiveUser, wire.ListChatUsersQuery>(query, (one) => activeUsersPage(one, options))
    },

    /** One page of them, with its pagination; 10 on a page. */
    activeUsersPage,
  }
}

export type Chat = ReturnType<typeof chatOf>

import { has } from './answer.ts'
import { isPage, iteratePages, type Page, type Unpaged } from './pages.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

/** A person who wrote within the last 24 hours. */
export type ActiveUser = wire.ListChatUsersAnswer['data'][number]

const product = 'chat'

/** Chat messages, such as WhatsApp. */
export function chatOf(transport: Transport) {
  const activeUsersPage = (query?: wire.ListChatUsersQuery, options?: CallOptions): Promise<Page<ActiveUser>> =>
    transport.get({ product, path: '/v1/chatapi/active-users', query, options, isAnswer: isPage })

  return {
    /** Sends a message. The content is in the field with the name of its `message_type`, such as `text` or `image`. */
    send(message: wire.SendChatMessageBody, options?: CreateOptions): Promise<wire.SendChatMessageAnswer> {
      return transport.create({ product, path: '/v1/chatapi', body: message, options, isAnswer: has('message') })
    },

    /**
     * People who wrote within the last 24 hours, most recent first. Pages are fetched on demand. A person who writes
     * during the iteration moves to the front, so that person can be missing and others can appear twice.
     */
    activeUsers(query?: Unpaged<wire.ListChatUsersQuery>, options?: CallOptions): AsyncIterable<ActiveUser> {
      return iteratePages<ActiveUser, wire.ListChatUsersQuery>(query, (one) => activeUsersPage(one, options))
    },

    /** One page with its pagination. Default page size: 10. */
    activeUsersPage,
  }
}

export type Chat = ReturnType<typeof chatOf>

import { isPage, iteratePages, oldestFirst, type Page, type Unpaged } from './pages.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

type PageQuery = wire.ListSenderNamesQuery

/** A sender ID: the name or number that messages come from. */
export type SenderName = wire.ListSenderNamesAnswer['data'][number]

const product = 'sms'
const path = '/public/v1/sender-names'

/** Sender IDs. */
export function sendersOf(transport: Transport) {
  const page = (query?: PageQuery, options?: CallOptions): Promise<Page<SenderName>> =>
    transport.get({ product, path, query, options, isAnswer: isPage })

  return {
    /** All sender IDs, or those with a status, oldest first. Pages are fetched on demand. */
    list(query?: Unpaged<PageQuery>, options?: CallOptions): AsyncIterable<SenderName> {
      return iteratePages<SenderName, PageQuery>(oldestFirst(query), (one) => page(one, options))
    },

    /** One page with its pagination, newest first. Default page size: 10. */
    page,

    /** Requests a sender ID. You can use it when an operator has approved it and its status is `active`. */
    async request(sender: wire.RequestSenderNameBody, options?: CreateOptions): Promise<SenderName> {
      return (await transport.create<wire.RequestSenderNameAnswer>({ product, path, body: sender, options })).data
    },
  }
}

export type Senders = ReturnType<typeof sendersOf>

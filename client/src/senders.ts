import { isPage, iteratePages, oldestFirst, type Page, type Unpaged } from './pages.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

type PageQuery = wire.ListSenderNamesQuery

/** A name that messages come from. */
export type SenderName = wire.ListSenderNamesAnswer['data'][number]

const product = 'sms'
const path = '/public/v1/sender-names'

/** The names that messages come from. */
export function sendersOf(transport: Transport) {
  const page = (query?: PageQuery, options?: CallOptions): Promise<Page<SenderName>> =>
    transport.get({ product, path, query, options, isAnswer: isPage })

  return {
    /** All, or those of a status; the oldest first, fetched as needed. */
    list(query?: Unpaged<PageQuery>, options?: CallOptions): AsyncIterable<SenderName> {
      return iteratePages<SenderName, PageQuery>(oldestFirst(query), (one) => page(one, options))
    },

    /** One page, with its pagination; the newest first, 10 on a page. */
    page,

    /** Asks for a new one. It can be used when the operator has approved it, and its status is `active`. */
    async request(sender: wire.RequestSenderNameBody, options?: CreateOptions): Promise<SenderName> {
      return (await transport.create<wire.RequestSenderNameAnswer>({ product, path, body: sender, options })).data
    },
  }
}

export type Senders = ReturnType<typeof sendersOf>

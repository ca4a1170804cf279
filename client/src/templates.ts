import { has } from './answer.ts'
import { isPage, iteratePages, oldestFirst, type Page, type Unpaged } from './pages.ts'
import { pathTo } from './paths.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

type PageQuery = wire.ListTemplatesQuery

/** A text to be used again, perhaps with placeholders such as `{first_name}`. */
export type Template = wire.ListTemplatesAnswer['data'][number]

const product = 'sms'
const path = '/public/v1/sms-templates'

/** Texts to be used again. */
export function templatesOf(transport: Transport) {
  const page = (query?: PageQuery, options?: CallOptions): Promise<Page<Template>> =>
    transport.get({ product, path, query, options, isAnswer: isPage })

  return {
    /**
     * All of them, the oldest first, fetched as needed. Collect what you want to delete before you begin: what moves up
     * meanwhile is skipped.
     */
    list(query?: Unpaged<PageQuery>, options?: CallOptions): AsyncIterable<Template> {
      return iteratePages<Template, PageQuery>(oldestFirst(query), (one) => page(one, options))
    },

    /** One page, with its pagination; the newest first, 10 on a page. */
    page,

    /** Makes one. */
    async create(template: wire.CreateTemplateBody, options?: CreateOptions): Promise<Template> {
      return (await transport.create<wire.CreateTemplateAnswer>({ product, path, body: template, options })).data
    },

    /** Changes what is given, and leaves the rest. */
    async update(id: string, change: wire.UpdateTemplateBody, options?: CallOptions): Promise<Template> {
      return (
        await transport.put<wire.UpdateTemplateAnswer>({ product, path: pathTo(path, id), body: change, options })
      ).data
    },

    /** Deletes one. */
    async delete(id: string, options?: CallOptions): Promise<wire.DeleteTemplateAnswer> {
      return transport.delete({ product, path: pathTo(path, id), options, isAnswer: has('code') })
    },
  }
}

export type Templates = ReturnType<typeof templatesOf>

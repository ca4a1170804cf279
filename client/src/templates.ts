import { has } from './answer.ts'
import { isPage, iteratePages, oldestFirst, type Page, type Unpaged } from './pages.ts'
import { pathTo } from './paths.ts'
import type { CallOptions, CreateOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

type PageQuery = wire.ListTemplatesQuery

/** A reusable text, with placeholders such as `{first_name}`. */
export type Template = wire.ListTemplatesAnswer['data'][number]

const product = 'sms'
const path = '/public/v1/sms-templates'

/** SMS templates. */
export function templatesOf(transport: Transport) {
  const page = (query?: PageQuery, options?: CallOptions): Promise<Page<Template>> =>
    transport.get({ product, path, query, options, isAnswer: isPage })

  return {
    /**
     * All templates, oldest first. Pages are fetched on demand, so do not delete during the iteration: collect the IDs
     * first, or items are skipped.
     */
    list(query?: Unpaged<PageQuery>, options?: CallOptions): AsyncIterable<Template> {
      return iteratePages<Template, PageQuery>(oldestFirst(query), (one) => page(one, options))
    },

    /** One page with its pagination, newest first. Default page size: 10. */
    page,

    /** Creates a template. */
    async create(template: wire.CreateTemplateBody, options?: CreateOptions): Promise<Template> {
      return (await transport.create<wire.CreateTemplateAnswer>({ product, path, body: template, options })).data
    },

    /** Changes the given fields. */
    async update(id: string, change: wire.UpdateTemplateBody, options?: CallOptions): Promise<Template> {
      return (
        await transport.put<wire.UpdateTemplateAnswer>({ product, path: pathTo(path, id), body: change, options })
      ).data
    },

    /** Deletes a template. */
    async delete(id: string, options?: CallOptions): Promise<wire.DeleteTemplateAnswer> {
      return transport.delete({ product, path: pathTo(path, id), options, isAnswer: has('code') })
    },
  }
}

export type Templates = ReturnType<typeof templatesOf>

import { isFields } from './answer.ts'
import type { Pagination } from './wire.ts'

/** A page of a list, as the server answers it. */
export interface Page<Item> {
  data: Item[]
  pagination: Pagination
}

/** Whether an answer is a page: whoever else answers with 200 has no list that could be taken for an empty one. */
export const isPage = (body: unknown): boolean =>
  isFields(body) && Array.isArray(body.data) && isFields(body.pagination)

/** A query of the wire for all items; `limit` is how many are fetched at once. */
export type Unpaged<Query> = Omit<Query, 'page'>

const limitByDefault = 100

/**
 * Unless somebody says otherwise: what is added meanwhile then comes at the end, and moves nothing that was not read
 * yet.
 */
export function oldestFirst<Query extends { readonly sortOrder?: 'asc' | 'desc' | 'ASC' | 'DESC' | undefined }>(
  query: Query | undefined,
) {
  return { ...query, sortOrder: query?.sortOrder ?? 'asc' }
}

/**
 * All items, page by page, each fetched when it is needed. It can be gone through more than once, and asks anew each
 * time.
 */
export function iteratePages<Item, Query>(
  query: Unpaged<Query> | undefined,
  fetchPage: (query: Query) => Promise<Page<Item>>,
): AsyncIterable<Item> {
  return {
    async *[Symbol.asyncIterator]() {
      for (let page = 1; ; page += 1) {
        const { data, pagination } = await fetchPage({ limit: limitByDefault, ...query, page } as Query)
        yield* data
        if (data.length === 0 || page >= pagination.totalPages) return
      }
    },
  }
}

/** The same for lists that do not say how long they are: a page that is not full is the last. */
export function iterateFullPages<Item>(
  limit: number,
  fetchPage: (page: number) => Promise<Item[]>,
): AsyncIterable<Item> {
  return {
    async *[Symbol.asyncIterator]() {
      for (let page = 1; ; page += 1) {
        const items = await fetchPage(page)
        yield* items
        if (items.length < limit) return
      }
    },
  }
}

import { isFields } from './answer.ts'
import type { Pagination } from './wire.ts'

/** One page of a list. */
export interface Page<Item> {
  data: Item[]
  pagination: Pagination
}

/** Checks that an answer is a page, because a proxy can also answer with status 200. */
export const isPage = (body: unknown): boolean =>
  isFields(body) && Array.isArray(body.data) && isFields(body.pagination)

/** A query for all items; `limit` is the page size. */
export type Unpaged<Query> = Omit<Query, 'page'>

const defaultLimit = 100

/** Sorts oldest first by default, so that items added during the iteration come last and no item is skipped. */
export function oldestFirst<Query extends { readonly sortOrder?: 'asc' | 'desc' | 'ASC' | 'DESC' | undefined }>(
  query: Query | undefined,
) {
  return { ...query, sortOrder: query?.sortOrder ?? 'asc' }
}

/** Iterates over all items and fetches pages on demand. Each iteration starts from the first page. */
export function iteratePages<Item, Query>(
  query: Unpaged<Query> | undefined,
  fetchPage: (query: Query) => Promise<Page<Item>>,
): AsyncIterable<Item> {
  return {
    async *[Symbol.asyncIterator]() {
      for (let page = 1; ; page += 1) {
        const { data, pagination } = await fetchPage({ limit: defaultLimit, ...query, page } as Query)
        yield* data
        if (data.length === 0 || page >= pagination.totalPages) return
      }
    },
  }
}

/** For lists without a total: the first page that is not full is the last. */
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

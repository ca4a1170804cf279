import { isSoundText } from './json.ts'
import { Refusal } from './refusal.ts'

/** A page of a list, as it was asked for. */
export interface PageQuestion {
  readonly page: number
  readonly limit: number
}

/** The nine figures beside every list. */
export interface Pagination {
  readonly totalItems: number
  readonly currentPage: number
  readonly pageSize: number
  readonly totalPages: number
  readonly startPage: number
  readonly endPage: number
  readonly startIndex: number
  readonly endIndex: number
  readonly pages: readonly number[]
}

/** What stands behind the question mark of a path. */
export type Query = Readonly<Record<string, unknown>>

export type Direction = 'asc' | 'desc'

/** By what a list is sorted. */
export interface Sort<Field extends string> {
  readonly field: Field
  readonly direction: Direction
}

const limitMax = 1_000
const limitByDefault = 10
const windowMax = 10

export function readPage(query: Query): PageQuestion {
  return {
    page: readCount(query, 'page', 1, Number.MAX_SAFE_INTEGER),
    limit: readCount(query, 'limit', limitByDefault, limitMax),
  }
}

/** Where a list that has no numbers for its pages goes on. */
export const placeWanted = 'what the page before this one gave as next, for the same search'

/** `wanted` goes on after "is", such as "one of asc, desc". */
export const invalidParameter = (name: string, wanted: string) =>
  new Refusal(400, 104, `Invalid Parameter: ${name}`, { hint: `${name} is ${wanted}` })

const directions: readonly Direction[] = ['asc', 'desc']

/** An integer from 1 on in a query, or a refusal that names it. */
export function readCount(query: Query, name: string, fallback: number, max: number): number {
  const value = query[name]
  if (value === undefined) return fallback
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : 0
  if (count < 1 || count > max)
    throw invalidParameter(
      name,
      max === Number.MAX_SAFE_INTEGER ? 'an integer from 1 on' : `an integer from 1 to ${max}`,
    )
  return count
}

/** Newest first when nothing is said; by anything but the time of creation it begins with the smallest. */
export function readSort<Field extends string>(
  query: Query,
  fields: readonly (Field | 'created')[],
): Sort<Field | 'created'> {
  const { sortBy = 'created', sortOrder = sortBy === 'created' ? 'desc' : 'asc' } = query
  const field = fields.find((one) => one === sortBy)
  if (field === undefined) throw invalidParameter('sortBy', `one of ${fields.join(', ')}`)
  const direction = directions.find((one) => one === sortOrder || one.toUpperCase() === sortOrder)
  if (direction === undefined) throw invalidParameter('sortOrder', `one of ${directions.join(', ')}`)
  return { field, direction }
}

const searchLengthMax = 200

/**
 * What is searched for, as search columns are written: in lower case, and composed, so that an é is one character. Null
 * when nothing is. What the database could not be asked for is refused.
 */
export function readSearch(query: Query): string | null {
  const { q } = query
  if (q === undefined || q === '') return null
  if (typeof q !== 'string' || q.length > searchLengthMax || !isSoundText(q))
    throw invalidParameter('q', `a text of at most ${searchLengthMax} characters, given once`)
  return searchText(q)
}

/**
 * As texts are compared when case does not matter. Made here and not by the database, whose lower() depends on its
 * locale.
 */
export const searchText = (text: string) => text.normalize('NFC').toLowerCase()

/** A pattern for `like` that finds the text anywhere: what is special there is taken as it is. */
export const likeAnywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** How many items come before the page; never more than a bigint, because the database is asked with it. */
export const offsetOf = ({ page, limit }: PageQuestion) => Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)

/** What a page has, of how many items in all. */
export interface PageOf<T> {
  readonly items: readonly T[]
  readonly total: number
}

/** A list as it is answered. */
export const showPage = <T>({ items, total }: PageOf<T>, page: PageQuestion) => ({
  data: items,
  pagination: paginate(total, page),
})

/** At most ten pages around the current one; past the end, the last ten. */
export function paginate(totalItems: number, { page, limit }: PageQuestion): Pagination {
  const totalPages = Math.ceil(totalItems / limit)
  const current = Math.min(page, totalPages)
  const startPage = Math.max(Math.min(1, totalPages), Math.min(current - windowMax / 2, totalPages - windowMax + 1))
  const endPage = Math.min(totalPages, startPage + windowMax - 1)
  const startIndex = offsetOf({ page, limit })
  return {
    totalItems,
    currentPage: page,
    pageSize: limit,
    totalPages,
    startPage,
    endPage,
    startIndex,
    endIndex: Math.max(startIndex - 1, Math.min(startIndex + limit, totalItems) - 1),
    pages: Array.from({ length: totalPages === 0 ? 0 : endPage - startPage + 1 }, (_, index) => startPage + index),
  }
}

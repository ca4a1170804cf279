import { isSoundText } from './json.ts'
import { Refusal } from './refusal.ts'
import { toWireName } from './wire-names.ts'

/** The requested page of a list with numbered pages. */
export interface PageRequest {
  readonly page: number
  readonly limit: number
}

/** Query parameters. */
export type Query = Readonly<Record<string, unknown>>

export type Direction = 'asc' | 'desc'

export interface Sort<Field extends string> {
  readonly field: Field
  readonly direction: Direction
}

/** A sort key of 255 characters fits. */
export const cursorLengthMax = 2_000

const limitMax = 1_000
const limitByDefault = 10
const windowMax = 10

export function readPage(query: Query): PageRequest {
  return {
    page: readCount(query, 'page', 1, Number.MAX_SAFE_INTEGER),
    limit: readCount(query, 'limit', limitByDefault, limitMax),
  }
}

/** A page of a list with a cursor. A long list is not counted to its end, so its total is unknown. */
export const showList = <T>({ items, total, hasMore, next }: PageOf<T>) => ({
  data: items,
  next,
  total: hasMore ? null : total,
})

/** The same page with other items. */
export const mapItems = <T, Other>(page: PageOf<T>, toOther: (item: T) => Other): PageOf<Other> => ({
  ...page,
  items: page.items.map(toOther),
})

/** A page of a search that cannot match. */
export const noItems = { items: [], total: 0, next: null } as const

/** `wanted` completes the sentence "name is …", such as "one of asc, desc". */
export const invalidParameter = (name: string, wanted: string) =>
  new Refusal(400, 104, `Invalid Parameter: ${name}`, {
    hint: `${name} is ${wanted}`,
    problem: 'invalid_parameter',
    detail: `The parameter ${name} is invalid.`,
    errors: [{ field: name, message: `is ${wanted}` }],
  })

const directions: readonly Direction[] = ['asc', 'desc']

/** Reads a positive integer from a query, or throws a Refusal that names it. */
export function readCount(query: Query, name: string, fallback: number, max: number): number {
  const value = query[name]
  if (value === undefined) return fallback
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : 0
  if (count < 1 || count > max)
    throw invalidParameter(name, max === Number.MAX_SAFE_INTEGER ? 'a positive integer' : `an integer from 1 to ${max}`)
  return count
}

/** Sorts by creation time, newest first, by default; any other field is sorted in ascending order by default. */
export function readSort<Field extends string>(
  query: Query,
  fields: readonly (Field | 'created')[],
): Sort<Field | 'created'> {
  const { sortBy = 'created', sortOrder = sortBy === 'created' ? 'desc' : 'asc' } = query
  const field = fields.find((one) => one === sortBy || toWireName(one) === sortBy)
  if (field === undefined) throw invalidParameter('sortBy', `one of ${fields.map(toWireName).join(', ')}`)
  const direction = directions.find((one) => one === sortOrder || one.toUpperCase() === sortOrder)
  if (direction === undefined) throw invalidParameter('sortOrder', `one of ${directions.join(', ')}`)
  return { field, direction }
}

const searchLengthMax = 200

/**
 * Reads the search text in the form of the search columns: lower case and composed, so that é is one character. Null
 * when empty. Throws for text that PostgreSQL cannot process.
 */
export function readSearch(query: Query): string | null {
  const { q } = query
  if (q === undefined || q === '') return null
  if (typeof q !== 'string' || q.length > searchLengthMax || !isSoundText(q))
    throw invalidParameter('q', `a string of at most ${searchLengthMax} characters, given once`)
  return searchText(q)
}

/** Normalizes text for case-insensitive comparison. Not done by the database, whose lower() depends on the locale. */
export const searchText = (text: string) => text.normalize('NFC').toLowerCase()

/** A `like` pattern that finds the text anywhere, with special characters escaped. */
export const likeAnywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Number of items before the page, within the range of a bigint parameter. */
export const offsetOf = ({ page, limit }: PageRequest) => Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)

/** The items of a page and the total. */
export interface PageOf<T> {
  readonly items: readonly T[]
  readonly total: number
  /** There are more than the total says, because a long list is not counted to its end. */
  readonly hasMore?: boolean
  /** The cursor of the next page; null at the end, and with numbered pages. */
  readonly next: string | null
}

/** The response format of a list with numbered pages. */
export const showPage = <T>({ items, total }: Pick<PageOf<T>, 'items' | 'total'>, page: PageRequest) => ({
  data: items,
  pagination: paginate(total, page),
})

/** The pagination fields of every list. At most ten pages around the current one; past the end, the last ten. */
export function paginate(totalItems: number, { page, limit }: PageRequest) {
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

import {
  type BooksQuery,
  bookSortFields,
  type ContactsQuery,
  contactSortFields,
} from '../../contract/public/contacts.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { readTime } from '../../values/filters.ts'
import { parseId } from '../../values/id.ts'
import { readPage, readSearch, readSort } from '../../values/page.ts'
import { parseDay } from '../../values/time.ts'
import type { BookFilter } from './store-books.ts'
import type { ContactFilter } from './store-lists.ts'

const dayMs = 86_400_000
/** An id that no account and no book has. */
const nobody = 0

export function readContactFilter(query: Unvalidated<ContactsQuery>): ContactFilter {
  return {
    ...readPage(query),
    bookId: readIdOf(query.addressbook_id),
    search: readSearch(query),
    sort: readSort(query, contactSortFields),
  }
}

export function readBookFilter(query: Unvalidated<BooksQuery>, page: BookFilter['page']): BookFilter {
  const createdTo = readTime(query, 'created_to')
  return {
    page,
    search: readSearch(query),
    parentId: readIdOf(query.parent_vendor_id),
    createdFrom: clamp(readTime(query, 'created_from')?.getTime() ?? null),
    createdBefore: clamp(createdTo && createdTo.getTime() + (isDay(query.created_to) ? dayMs : 1)),
    sort: readSort(query, bookSortFields),
  }
}

/** Null when the parameter is missing. */
export const readIdOf = (value: unknown): number | null =>
  value === undefined || value === '' ? null : (parseId(value) ?? nobody)

const isDay = (value: unknown) => typeof value === 'string' && parseDay(value) !== null

const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** No book is older or newer than this, and outside of this range the two engines format times differently. */
const clamp = (time: number | null) => (time === null ? null : new Date(Math.min(Math.max(time, earliest), latest)))

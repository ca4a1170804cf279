import { parseId } from '../../values/id.ts'
import { invalidParameter, type Query, readPage, readSearch, readSort } from '../../values/page.ts'
import { parseDay, parseIsoTime, timeWanted } from '../../values/time.ts'
import { type BooksQuestion, bookFields } from './store-books.ts'
import { type ContactsQuestion, contactFields } from './store-lists.ts'

const dayMs = 86_400_000
/** No account and no book has it. */
const nobody = 0

export function readContactsQuestion(query: Query): ContactsQuestion {
  return {
    ...readPage(query),
    bookId: readIdOf(query.addressbook_id),
    search: readSearch(query),
    sort: readSort(query, contactFields),
  }
}

export function readBooksQuestion(query: Query): BooksQuestion {
  const createdTo = readTime(query, 'created_to')
  return {
    ...readPage(query),
    search: readSearch(query),
    parentId: readIdOf(query.parent_vendor_id),
    createdFrom: readTime(query, 'created_from'),
    createdBefore: createdTo === null ? null : clamp(createdTo.getTime() + (isDay(query.created_to) ? dayMs : 1)),
    sort: readSort(query, bookFields),
  }
}

/** Null when it was not asked for. */
const readIdOf = (value: unknown): number | null =>
  value === undefined || value === '' ? null : (parseId(value) ?? nobody)

const isDay = (value: unknown) => typeof value === 'string' && parseDay(value) !== null

function readTime(query: Query, name: string): Date | null {
  const value = query[name]
  if (value === undefined || value === '') return null
  const time = typeof value === 'string' ? parseIsoTime(value) : null
  if (time === null) throw invalidParameter(name, timeWanted)
  return clamp(time.getTime())
}

const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/**
 * Nothing was created before or will be after these, and beyond them the two engines write times in ways of their own.
 */
const clamp = (time: number) => new Date(Math.min(Math.max(time, earliest), latest))

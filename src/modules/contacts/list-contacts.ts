import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import type { FieldValue } from '../../values/custom-field.ts'
import { parseTypedPrefix } from '../../values/local-number.ts'
import { type Query, readSearch } from '../../values/page.ts'
import { idsAfter, type Place, readPlace, writeCursor } from '../../values/place.ts'
import { findCountry } from '../accounts/index.ts'
import { getBook } from './books.ts'
import type { ContactsContext } from './context.ts'
import { listFields } from './fields/store.ts'
import { readIdOf } from './lists.ts'
import type { Contact } from './rules.ts'
import { isMember } from './segments/conditions.ts'
import { type OpenSegment, openSegment, plainStepSize, startOf, type Walked, walkSegment } from './segments/walk.ts'
import { findContactTime, listContactsByIds } from './store.ts'
import { findContactsByNumber } from './store-find.ts'
import { type ContactsBefore, countContacts, indexedLengthMin, isFound, listContactsBefore } from './store-lists.ts'

/** Lists of contacts in the account API, newest first. */

interface ContactFilter extends ContactsBefore {
  readonly segmentId: number | null
}

/** A list stops searching after this long, and shows the contacts that it has found. */
const searchMs = 1_500
/** Searches for texts of one or two characters, which no index finds, stop earlier. */
const shortSearchMs = 50

export async function listAccountContacts(ctx: ContactsContext, accountId: number, query: Query) {
  const place = readPlace(query)
  const selection = readSelection(query, place, await findCountry(ctx, accountId))
  return ctx.reading(accountId, async () => {
    const { contacts, next } = await readContacts(ctx, accountId, selection)
    const isCounted = selection.searches === null && selection.segmentId === null
    const stoppedAt = contacts.length < selection.limit ? next : null
    return {
      data: await withOrderedFields(ctx.db, accountId, contacts),
      next: next === null ? null : writeCursor(place, [String(next)]),
      total: isCounted ? await countContacts(ctx.db, accountId, selection.bookId) : null,
      searchedTo: stoppedAt === null ? null : await findContactTime(ctx.db, accountId, stoppedAt),
    }
  })
}

async function readContacts(ctx: ContactsContext, accountId: number, selection: ContactFilter): Promise<Walked> {
  const { db } = ctx
  const { bookId, segmentId, searches, beforeId, limit } = selection
  const place = { from: beforeId, direction: 'desc', limit } as const
  if (bookId !== null) await getBook(db, accountId, bookId)
  if (segmentId !== null) {
    const segment = await openSegment(db, accountId, segmentId, ctx.clock.now())
    return walkSegment(db, accountId, narrowed(accountId, segment, selection), { ...place, msMax: searchMs })
  }
  if (searches !== null) {
    const everyone = { bookId: null, where: sql<boolean>`true`, stepSize: plainStepSize }
    // Common texts are found among the newest contacts. The index would find all of them first, and no short texts.
    const isIndexed = searches.every(({ length }) => length >= indexedLengthMin)
    const msMax = isIndexed ? 0 : shortSearchMs
    const recent = await walkSegment(db, accountId, narrowed(accountId, everyone, selection), { ...place, msMax })
    if (!isIndexed || recent.contacts.length === limit || recent.next === null) return recent
  }
  const contacts = await listContactsBefore(db, accountId, { bookId, searches, beforeId, limit })
  return { contacts, next: contacts.length < limit ? null : (contacts.at(-1)?.id ?? null) }
}

/** The contacts of a segment that are in the book and match the search. */
function narrowed(
  accountId: number,
  segment: OpenSegment,
  { bookId, searches }: Pick<ContactFilter, 'bookId' | 'searches'>,
): OpenSegment {
  const conditions = [
    segment.where,
    ...(bookId === null || bookId === segment.bookId ? [] : [isMember(accountId, bookId)]),
    ...(searches === null ? [] : [isFound(sql`c.search`, searches)]),
  ]
  return { ...segment, bookId: segment.bookId ?? bookId, where: sql`${sql.join(conditions, sql` and `)}` }
}

function readSelection(query: Query, place: Place, country: string): ContactFilter {
  const { book, segment, q } = query
  const search = readSearch(query)
  return {
    bookId: readIdOf(book),
    segmentId: readIdOf(segment),
    searches: search === null ? null : searchesOf(search, String(q), country),
    beforeId: idsAfter(place, 1)?.[0] ?? startOf('desc'),
    limit: place.limit,
  }
}

/** A local number is also searched in its international form, which has no plus. */
function searchesOf(search: string, typed: string, country: string): readonly string[] {
  const digits = parseTypedPrefix(typed, country)
  if (digits === null || digits === '') return [search]
  return search.includes('+') ? [digits] : [...new Set([search, digits])]
}

const sharersMax = 20

/** The contacts that have the number as their first or second one. */
export async function listContactsOf(db: Queryable, accountId: number, phone: string): Promise<readonly Contact[]> {
  const found = await findContactsByNumber(db, accountId, { at: 'start', digits: phone }, sharersMax)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const contacts = await listContactsByIds(db, accountId, ids)
  const exact = contacts
    .filter((contact) => contact.phone === phone || contact.phone2 === phone)
    .sort((a, b) => Number(b.phone === phone) - Number(a.phone === phone) || a.id - b.id)
  return withOrderedFields(db, accountId, exact)
}

/** Shows values in the order of the fields. Values of removed fields are deleted step by step, and not shown meanwhile. */
export async function withOrderedFields(db: Queryable, accountId: number, contacts: readonly Contact[]) {
  const keys = (await listFields(db, accountId)).map(({ key }) => key)
  return contacts.map((contact) => {
    const entries = keys.map((key) => [key, contact.fields[key]] as const)
    const known = entries.filter((entry): entry is [string, FieldValue] => entry[1] !== undefined)
    return { ...contact, fields: Object.fromEntries(known) }
  })
}

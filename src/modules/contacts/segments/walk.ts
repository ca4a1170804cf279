import { setImmediate as breathe } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { SegmentFilter } from '../../../contract/account/segments.ts'
import type { Queryable } from '../../../engine/db/index.ts'
import { refuse } from '../../../values/refusal.ts'
import { listFields } from '../fields/store.ts'
import type { Contact, PlainContact } from '../rules.ts'
import { contactColumns, plainColumns } from '../store.ts'
import { idMax, listBookIds } from '../store-books.ts'
import { countContacts } from '../store-lists.ts'
import { type Bounded, conditionOf, findFirstMessageSince } from './conditions.ts'
import { booksOf, type Resolved, resolveFilter } from './rules.ts'
import { getSegment } from './store.ts'

/**
 * Walks over the contacts of a segment. A statement checks a bounded number of contacts in the order of an index, so
 * that it takes milliseconds however few contacts match.
 */

/** A filter that is ready to be applied. Times in days are counted from the moment it was opened. */
export interface OpenSegment {
  /** Only contacts of this book can match. Null means all. */
  readonly bookId: number | null
  readonly where: RawBuilder<boolean>
  /** The number of contacts that one statement checks. */
  readonly stepSize: number
}

/** Contacts that one statement checks: by their own rows, or by messages in every partition. */
export const plainStepSize = 10_000
const activityLookupsMax = 1_000

/** Throws when the account has no such segment, or when a book in its filter was deleted. */
export async function openSegment(db: Queryable, accountId: number, id: number, now: Date): Promise<OpenSegment> {
  const { filter } = await getSegment(db, accountId, id)
  return openFilter(db, accountId, filter, now, () => refuse('segment_incomplete'))
}

export async function openFilter(
  db: Queryable,
  accountId: number,
  filter: SegmentFilter,
  now: Date,
  bookMissing = () => refuse('book_not_found'),
): Promise<OpenSegment> {
  await checkBooks(db, accountId, filter, bookMissing)
  const resolved = resolveFilter(filter, await listFields(db, accountId), now)
  const conditions: RawBuilder<boolean>[] = []
  for (const one of resolved) conditions.push(sql`(${conditionOf(accountId, await bound(db, one))})`)
  const lookups = resolved.reduce((sum, one) => sum + lookupsOf(one), 0)
  return {
    bookId: filter.match === 'all' ? (resolved.find(isInBook)?.bookId ?? null) : null,
    where: sql`(${sql.join(conditions, filter.match === 'all' ? sql` and ` : sql` or `)})`,
    stepSize: lookups === 0 ? plainStepSize : Math.floor(activityLookupsMax / lookups),
  }
}

/** The searches for messages of a contact. */
function lookupsOf(one: Resolved): number {
  if (one.on === 'message') return one.is === 'before' ? 2 : 1
  return one.on === 'reply' || one.on === 'click' ? 1 : 0
}

/** Without its book, a condition would select nobody or everybody. */
export async function checkBooks(
  db: Queryable,
  accountId: number,
  filter: SegmentFilter,
  bookMissing = () => refuse('book_not_found'),
): Promise<void> {
  if ((await findMissingBooks(db, accountId, [filter])).size > 0) throw bookMissing()
}

/** Books in filters that the account does not have. */
export async function findMissingBooks(db: Queryable, accountId: number, filters: readonly SegmentFilter[]) {
  const missing = new Set(filters.flatMap(booksOf))
  if (missing.size > 0) for (const id of await listBookIds(db, accountId, [...missing])) missing.delete(id)
  return missing
}

type InBook = Extract<Resolved, { on: 'book' }>
const isInBook = (one: Resolved): one is InBook => one.on === 'book' && one.isIn

async function bound(db: Queryable, one: Resolved): Promise<Bounded> {
  if (one.on !== 'message' || one.is === 'never') return one
  return { on: one.on, is: one.is, firstId: await findFirstMessageSince(db, one.time) }
}

type Direction = 'asc' | 'desc'

/** The first position of a walk. */
export const startOf = (direction: Direction) => (direction === 'asc' ? 0 : idMax)

/** A position and the number of contacts to check after it. */
interface Place {
  readonly from: number
  readonly size: number
  readonly direction: Direction
}

interface Window {
  /** Has the contact as `c`. */
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

/** The next contacts to check. */
function windowOf(
  accountId: number,
  bookId: number | null,
  { from, size, direction }: Place,
  columns: 'all' | 'id',
): Window {
  const end = startOf(direction === 'asc' ? 'desc' : 'asc')
  const [isAfter, isWithin] = direction === 'asc' ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`]
  const orderOf = (...keys: string[]) => sql.join(keys.map((key) => sql`${sql.ref(key)} ${sql.raw(direction)}`))
  if (bookId === null) {
    const order = orderOf('c.account_id', 'c.id')
    const window = sql`(
      select ${columns === 'all' ? sql`c.*` : sql`c.account_id, c.id`}
        from contacts c
       where (c.account_id, c.id) ${isAfter} (${accountId}::bigint, ${from}::bigint)
         and (c.account_id, c.id) ${isWithin} (${accountId}, ${end})
       order by ${order}
       limit ${size}) c`
    return { from: window, order }
  }
  const order = orderOf('m.account_id', 'm.book_id', 'm.contact_id')
  const window = sql`(
    select m.account_id, m.book_id, m.contact_id
      from contact_memberships m
     where (m.account_id, m.book_id, m.contact_id) ${isAfter} (${accountId}::bigint, ${bookId}::bigint, ${from}::bigint)
       and (m.account_id, m.book_id, m.contact_id) ${isWithin} (${accountId}, ${bookId}, ${end})
     order by ${order}
     limit ${size}) m`
  const contact =
    columns === 'all'
      ? sql`select * from contacts where id = m.contact_id and account_id + 0 = ${accountId} limit 1`
      : sql`select m.contact_id as id`
  return { from: sql`${window} cross join lateral (${contact}) c`, order }
}

export interface Walked<Found = Contact> {
  readonly contacts: readonly Found[]
  /** The position after which the walk continues; null at the end. */
  readonly next: number | null
}

export interface WalkOptions {
  readonly from: number
  readonly direction: Direction
  readonly limit: number
  /** The walk returns the contacts found until then. */
  readonly msMax: number
}

/** Reads the next contacts of a segment in the order of their ids. */
export function walkSegment(db: Queryable, accountId: number, segment: OpenSegment, options: WalkOptions) {
  return walk<Contact>(db, accountId, segment, options, contactColumns)
}

async function walk<Found extends PlainContact>(
  db: Queryable,
  accountId: number,
  segment: OpenSegment,
  { from, direction, limit, msMax }: WalkOptions,
  columns: RawBuilder<unknown>,
): Promise<Walked<Found>> {
  const endsAt = performance.now() + msMax
  const contacts: Found[] = []
  for (let position = from; ; ) {
    const place = { from: position, size: segment.stepSize, direction }
    const window = windowOf(accountId, segment.bookId, place, 'all')
    const { rows } = await sql<Found>`
      select ${columns}
        from ${window.from}
       where ${segment.where}
       order by ${window.order}
       limit ${limit - contacts.length}
    `.execute(db)
    contacts.push(...rows)
    if (contacts.length === limit) return { contacts, next: contacts.at(-1)?.id ?? null }
    const { last, checked } = await checkStep(db, accountId, segment, place, null)
    if (last === null || checked < segment.stepSize) return { contacts, next: null }
    if (performance.now() > endsAt) return { contacts, next: last }
    position = last
    await breathe()
  }
}

/** A scan may take this long, and a millisecond longer for each contact that it finds. */
const scanMs = 30_000

/**
 * Reads the next contacts of a segment in the order of creation, for complete scans. Fewer than the limit only at the
 * end. Throws when a limited scan takes too long.
 */
export type Scan = (afterId: number, limit: number, isLimited: boolean) => Promise<readonly PlainContact[]>

export function scanSegment(db: Queryable, accountId: number, segment: OpenSegment, msMax = scanMs): Scan {
  let msLeft = msMax
  return async (from, limit, isLimited) => {
    const startedAt = performance.now()
    const options = { from, direction: 'asc', limit, msMax: isLimited ? msLeft : Number.POSITIVE_INFINITY } as const
    const { contacts, next } = await walk<PlainContact>(db, accountId, segment, options, plainColumns)
    if (contacts.length < limit && next !== null) throw refuse('segment_too_slow')
    msLeft += contacts.length - (performance.now() - startedAt)
    return contacts
  }
}

interface Step {
  /** The last contact of the step; null when there is none. */
  readonly last: number | null
  readonly checked: number
  readonly matching: number
}

async function checkStep(
  db: Queryable,
  accountId: number,
  { bookId }: OpenSegment,
  place: Place,
  where: RawBuilder<boolean> | null,
): Promise<Step> {
  const { rows } = await sql<Step>`
    select ${place.direction === 'asc' ? sql`max` : sql`min`}(c.id) as last,
           count(*) as checked,
           count(*) filter (where ${where ?? sql`false`}) as matching
      from ${windowOf(accountId, bookId, place, where === null ? 'id' : 'all').from}
  `.execute(db)
  return rows[0] ?? { last: null, checked: 0, matching: 0 }
}

export interface SegmentCount {
  readonly count: number
  /** Not all contacts were checked, and the number for the rest is extrapolated. */
  readonly isEstimate: boolean
}

/** Counts the contacts of a segment. After `msMax`, estimates how many of the remaining contacts match. */
export async function countSegment(
  db: Queryable,
  accountId: number,
  segment: OpenSegment,
  msMax: number,
): Promise<SegmentCount> {
  const endsAt = performance.now() + msMax
  const size = segment.stepSize
  let checked = 0
  let matching = 0
  for (let from = startOf('asc'); ; ) {
    const step = await checkStep(db, accountId, segment, { from, size, direction: 'asc' }, segment.where)
    checked += step.checked
    matching += step.matching
    if (step.last === null || step.checked < size) return { count: matching, isEstimate: false }
    from = step.last
    if (performance.now() > endsAt) {
      const rest = (await countContacts(db, accountId, segment.bookId)) - checked
      const share = await sampleShare(db, accountId, segment, from)
      return { count: matching + Math.round(share * Math.max(rest, 0)), isEstimate: true }
    }
    await breathe()
  }
}

const samples = 20
/** Smaller samples of a rare share would be far off. */
const sampleSizeMin = 100

/** The share of matching contacts in samples that are spread evenly over the contacts after a position. */
async function sampleShare(db: Queryable, accountId: number, segment: OpenSegment, from: number): Promise<number> {
  const newest: Place = { from: startOf('desc'), size: 1, direction: 'desc' }
  const { last } = await checkStep(db, accountId, segment, newest, null)
  const distance = ((last ?? from) - from) / samples
  const size = Math.max(sampleSizeMin, Math.ceil(segment.stepSize / samples))
  let checked = 0
  let matching = 0
  for (let sample = 0; sample < samples; sample += 1) {
    const place: Place = { from: from + Math.floor(sample * distance), size, direction: 'asc' }
    const step = await checkStep(db, accountId, segment, place, segment.where)
    checked += step.checked
    matching += step.matching
  }
  return checked === 0 ? 0 : matching / checked
}

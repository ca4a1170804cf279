import type { Queryable } from '../../../engine/db/index.ts'
import {
  bookMissing,
  findBook,
  listContactsAfter,
  listPlainContactsByIds,
  openSegment,
  type PlainContact,
  scanSegment,
} from '../../contacts/index.ts'
import type { Order } from './read-order.ts'

/** The contacts per query. */
const stepSize = 1_000

/** A contact of a send, or the id of one that does not exist. */
export type FoundContact = (PlainContact & { readonly isMissing?: false }) | MissingContact

interface MissingContact {
  readonly id: number
  readonly isMissing: true
}

/** Contacts in the order of their ids, after an id. The part of the send starts after another one. */
type Source = (after: number, limit: number, start: number) => Promise<readonly FoundContact[]>

/**
 * Reads the contacts of all sources after an id, in the order of their ids, one at each call; null at the end. A
 * contact of several sources is returned several times in a row.
 */
export type ContactReader = (after: number) => () => Promise<FoundContact | null>

/** Null for an order without contacts. */
export async function openContactReader(
  db: Queryable,
  accountId: number,
  { contactIds, bookIds, segmentIds }: Pick<Order, 'contactIds' | 'bookIds' | 'segmentIds'>,
  now: Date,
): Promise<ContactReader | null> {
  const sources: Source[] = []
  if (contactIds.length > 0) sources.push(fromIds(db, accountId, contactIds))
  for (const bookId of bookIds) {
    if ((await findBook(db, accountId, bookId)) === null) throw bookMissing()
    sources.push((after, limit) => listContactsAfter(db, accountId, bookId, after, limit))
  }
  for (const segmentId of segmentIds) {
    const scan = scanSegment(db, accountId, await openSegment(db, accountId, segmentId, now))
    // A send that was accepted in part goes on.
    sources.push((after, limit, start) => scan(after, limit, start === 0))
  }
  return sources.length === 0 ? null : (after) => merge(sources.map((source) => startReading(source, after)))
}

function fromIds(db: Queryable, accountId: number, contactIds: readonly number[]): Source {
  const ids = [...contactIds].sort((a, b) => a - b)
  return async (after, limit) => {
    const wanted = ids.filter((id) => id > after).slice(0, limit)
    const found = new Map((await listPlainContactsByIds(db, accountId, wanted)).map((contact) => [contact.id, contact]))
    return wanted.map((id) => found.get(id) ?? { id, isMissing: true })
  }
}

/** A source with the contacts that were read and not yet returned. */
interface Reading {
  /** Null at the end. */
  peek(): FoundContact | null | Promise<FoundContact | null>
  skip(): void
}

function startReading(source: Source, start: number): Reading {
  let after = start
  let step: readonly FoundContact[] = []
  let place = 0
  let isOver = false
  async function refill(): Promise<FoundContact | null> {
    step = await source(after, stepSize, start)
    place = 0
    after = step.at(-1)?.id ?? after
    isOver = step.length === 0
    return step[0] ?? null
  }
  return {
    peek: () => (isOver ? null : (step[place] ?? refill())),
    skip() {
      place += 1
    },
  }
}

const merge = (readings: readonly Reading[]) => async (): Promise<FoundContact | null> => {
  let first: { readonly reading: Reading; readonly contact: FoundContact } | null = null
  for (const reading of readings) {
    const head = reading.peek()
    // Most contacts are in memory: waiting for each of a million would take longer than reading them.
    const contact = head instanceof Promise ? await head : head
    if (contact !== null && (first === null || contact.id < first.contact.id)) first = { reading, contact }
  }
  first?.reading.skip()
  return first?.contact ?? null
}

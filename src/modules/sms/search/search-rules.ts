import { referenceLengthMax, tagLengthMax } from '../../../contract/account/send.ts'
import { readOneOf, readText, readTime } from '../../../values/filters.ts'
import { parseId } from '../../../values/id.ts'
import { readNumber } from '../../../values/number-filter.ts'
import { invalidParameter, placeWanted, type Query } from '../../../values/page.ts'
import { senderLengthMax } from '../../../values/sender.ts'
import { type Stage, stages } from '../model.ts'
import type { MessageFilter, Span } from './store-requests.ts'
import type { RequestRange } from './store-search.ts'

/** Filters and cursors of a search. No function here needs the database. */

const campaignLengthMax = 1_000
const reasonLengthMax = 100
/** An id that no request has. */
const nothing = 0

/** A filter that cannot match returns nothing; a malformed one is rejected. Local numbers are of this country, if any. */
export function readFilter(query: Query, country: string | null): MessageFilter {
  return {
    phone: readNumber(query, country),
    tag: readText(query, 'tag', tagLengthMax),
    reference: readText(query, 'reference', referenceLengthMax),
    sender: readText(query, 'sender', senderLengthMax),
    reason: readText(query, 'reason', reasonLengthMax),
    requestId: isMissing(query.request) ? null : (parseId(query.request) ?? nothing),
    campaign: readText(query, 'campaign', campaignLengthMax),
    stage: readOneOf(query, 'status', stages),
    from: readTime(query, 'from'),
    to: readTime(query, 'to'),
  }
}

/** Filters of messages. Ignoring them in a list of requests would suggest that all listed requests match. */
export function refuseMessageFilters(query: Query): void {
  for (const name of ['number', 'status', 'reason', 'sender'])
    if (!isMissing(query[name])) throw invalidParameter(name, 'not supported here; it filters messages, not requests')
}

/** Filters whose index has the account. Ignoring them would find wrong messages. */
export function refuseAccountFilters(query: Query): void {
  for (const name of ['tag', 'reference', 'campaign'])
    if (!isMissing(query[name])) throw invalidParameter(name, 'not supported here; search the messages of one account')
}

const isMissing = (value: unknown): value is undefined | '' => value === undefined || value === ''

/** A cursor: the last message that was read, and in a search by requests, its request. */
export interface Place {
  /** Null in a search by number. */
  readonly requestId: number | null
  readonly messageId: number
}

export const formatPlace = ({ requestId, messageId }: Place) =>
  requestId === null ? String(messageId) : `${requestId}-${messageId}`

/** Null at the beginning. A cursor of a search by number is invalid in a search by requests, and vice versa. */
export function readPlace(query: Query, filter: MessageFilter): Place | null {
  const { cursor } = query
  if (isMissing(cursor)) return null
  const [first, second, ...rest] = typeof cursor === 'string' ? cursor.split('-').map(parseId) : []
  const isByNumber = filter.phone !== null
  if (first === undefined || first === null || rest.length > 0 || (second === undefined) !== isByNumber)
    throw invalidParameter('cursor', placeWanted)
  if (second === undefined) return { requestId: null, messageId: first }
  if (second === null) throw invalidParameter('cursor', placeWanted)
  return { requestId: first, messageId: second }
}

/** The cursor of a list of requests; null at the beginning. */
export function readRequestCursor({ cursor }: Query): number | null {
  if (isMissing(cursor)) return null
  const id = parseId(cursor)
  if (id === null) throw invalidParameter('cursor', placeWanted)
  return id
}

/** The next messages to read from a list of requests. */
export interface Cut {
  readonly ranges: readonly RequestRange[]
  /** Counts messages, and requests without messages to read. */
  readonly looked: number
  /** The cursor at the end; null when nothing was read. */
  readonly place: Place | null
  readonly searchedTo: Date | null
  /** Whether it covers all of the given requests. */
  readonly isWhole: boolean
}

/** The next messages of the requests after a cursor, at most `most`. The last messages of each request come first. */
export function cutSpans(
  spans: readonly Span[],
  {
    after,
    stage,
    now,
    most,
  }: { readonly after: Place | null; readonly stage: Stage | null; readonly now: Date; readonly most: number },
): Cut {
  const ranges: RequestRange[] = []
  let looked = 0
  let place: Place | null = null
  let searchedTo: Date | null = null
  for (const { id, firstMessageId, lastMessageId, createdAt, dueAt, isMeant } of spans) {
    if (looked >= most) return { ranges, looked, place, searchedTo, isWhole: false }
    searchedTo = createdAt
    const lastId = after?.requestId === id ? Math.min(lastMessageId ?? 0, after.messageId - 1) : (lastMessageId ?? 0)
    if (!isMeant || firstMessageId === null || lastId < firstMessageId || !canHave(stage, dueAt, now)) {
      looked += 1
      place = { requestId: id, messageId: 0 }
      continue
    }
    const firstId = Math.max(firstMessageId, lastId - (most - looked) + 1)
    ranges.push({ requestId: id, firstId, lastId })
    looked += lastId - firstId + 1
    place = { requestId: id, messageId: firstId }
    if (firstId > firstMessageId) return { ranges, looked, place, searchedTo, isWhole: false }
  }
  return { ranges, looked, place, searchedTo, isWhole: true }
}

/** Whether a request with this due time can have messages at the stage. */
function canHave(stage: Stage | null, dueAt: Date, now: Date): boolean {
  if (stage === 'scheduled') return dueAt > now
  return stage !== 'queued' || dueAt <= now
}

import { referenceLengthMax, tagLengthMax } from '../../../contract/account/send.ts'
import { readNumber, readOneOf, readText, readTime } from '../../../values/filters.ts'
import { parseId } from '../../../values/id.ts'
import { invalidParameter, type Query } from '../../../values/page.ts'
import { idsAfter, type Place, type SortKey } from '../../../values/place.ts'
import { senderLengthMax } from '../../../values/sms.ts'
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

/** The last message that was read, and in a search by requests, its request. */
export interface Position {
  /** Null in a search by number. */
  readonly requestId: number | null
  readonly messageId: number
}

export const keyOf = ({ requestId, messageId }: Position): SortKey =>
  requestId === null ? [String(messageId)] : [String(requestId), String(messageId)]

/** Null at the beginning. A cursor of a search by number is invalid in a search by requests, and vice versa. */
export function readPosition(place: Place, { phone }: Pick<MessageFilter, 'phone'>): Position | null {
  const ids = idsAfter(place, phone === null ? 2 : 1)
  if (ids === null) return null
  const [first = 0, second = first] = ids
  return { requestId: phone === null ? first : null, messageId: second }
}

/** The next messages to read from a list of requests. */
export interface Cut {
  readonly ranges: readonly RequestRange[]
  /** Counts messages, and requests without messages to read. */
  readonly looked: number
  /** The cursor at the end; null when nothing was read. */
  readonly place: Position | null
  readonly searchedTo: Date | null
  /** Whether it covers all of the given requests. */
  readonly isWhole: boolean
}

interface CutOptions {
  readonly after: Position | null
  readonly stage: Stage | null
  readonly now: Date
  readonly most: number
}

/** The next messages of the requests after a cursor, at most `most`. The last messages of each request come first. */
export function cutSpans(spans: readonly Span[], { after, stage, now, most }: CutOptions): Cut {
  const ranges: RequestRange[] = []
  let looked = 0
  let place: Position | null = null
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

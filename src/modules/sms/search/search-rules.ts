import { readOneOf, readText, readTime } from '../../../values/filters.ts'
import { parseId } from '../../../values/id.ts'
import { invalidParameter, placeWanted, type Query } from '../../../values/page.ts'
import { typedDigits } from '../../../values/phone.ts'
import { type Stage, stages } from '../model.ts'
import type { MessageFilter, Range, Span } from './store-search.ts'

/** What is searched for, and how far a search came. All of it is without a database. */

const campaignLengthMax = 1_000
/** Nothing has it. */
const nothing = 0

/** What can't exist is searched for and not found; what can't be understood is refused. */
export function readFilter(query: Query): MessageFilter {
  return {
    phone: readPhone(query),
    requestId: isLeftOut(query.request) ? null : (parseId(query.request) ?? nothing),
    campaign: readText(query, 'campaign', campaignLengthMax),
    stage: readOneOf(query, 'status', stages),
    from: readTime(query, 'from'),
    to: readTime(query, 'to'),
  }
}

const isLeftOut = (value: unknown): value is undefined | '' => value === undefined || value === ''

function readPhone({ phone }: Query): string | null {
  if (isLeftOut(phone)) return null
  const digits = typeof phone === 'string' ? typedDigits(phone) : ''
  return /^\d{1,15}$/.test(digits) ? digits : String(nothing)
}

/**
 * How far a search came: to this message, and where it goes by requests, to this request. Request and message are both
 * done with.
 */
export interface Place {
  /** Null where it goes by number. */
  readonly requestId: number | null
  readonly messageId: number
}

export const formatPlace = ({ requestId, messageId }: Place) =>
  requestId === null ? String(messageId) : `${requestId}-${messageId}`

/** Null at the beginning. A place of a search by number is none in one by requests, nor the other way round. */
export function readPlace(query: Query, filter: MessageFilter): Place | null {
  const { before } = query
  if (isLeftOut(before)) return null
  const [first, second, ...rest] = typeof before === 'string' ? before.split('-').map(parseId) : []
  const isByNumber = filter.phone !== null
  if (first === undefined || first === null || rest.length > 0 || (second === undefined) !== isByNumber)
    throw invalidParameter('before', placeWanted)
  if (second === undefined) return { requestId: null, messageId: first }
  if (second === null) throw invalidParameter('before', placeWanted)
  return { requestId: first, messageId: second }
}

/** The request that a list of requests came to; null at the beginning. */
export function readRequestBefore({ before }: Query): number | null {
  if (isLeftOut(before)) return null
  const id = parseId(before)
  if (id === null) throw invalidParameter('before', placeWanted)
  return id
}

/** What of some requests is looked at next. */
export interface Cut {
  readonly ranges: readonly Range[]
  /** Messages, and requests that there was nothing to look at in. */
  readonly looked: number
  /** Where it ends; null when there was nothing. */
  readonly place: Place | null
  readonly searchedTo: Date | null
  /** Whether all of the requests are in it. */
  readonly isWhole: boolean
}

/** The next messages of requests, from a place on: at most so many. The last of each request come first. */
export function cutSpans(
  spans: readonly Span[],
  {
    after,
    stage,
    now,
    most,
  }: { readonly after: Place | null; readonly stage: Stage | null; readonly now: Date; readonly most: number },
): Cut {
  const ranges: Range[] = []
  let looked = 0
  let place: Place | null = null
  let searchedTo: Date | null = null
  for (const { id, firstMessageId, lastMessageId, createdAt, dueAt } of spans) {
    if (looked >= most) return { ranges, looked, place, searchedTo, isWhole: false }
    searchedTo = createdAt
    const lastId = after?.requestId === id ? Math.min(lastMessageId ?? 0, after.messageId - 1) : (lastMessageId ?? 0)
    if (firstMessageId === null || lastId < firstMessageId || !canHave(stage, dueAt, now)) {
      looked += 1
      place = { requestId: id, messageId: 0 }
      continue
    }
    const firstId = Math.max(firstMessageId, lastId - (most - looked) + 1)
    ranges.push({ firstId, lastId })
    looked += lastId - firstId + 1
    place = { requestId: id, messageId: firstId }
    if (firstId > firstMessageId) return { ranges, looked, place, searchedTo, isWhole: false }
  }
  return { ranges, looked, place, searchedTo, isWhole: true }
}

/** Whether a request that is due then can have messages at a stage. */
function canHave(stage: Stage | null, dueAt: Date, now: Date): boolean {
  if (stage === 'scheduled') return dueAt > now
  return stage !== 'queued' || dueAt <= now
}

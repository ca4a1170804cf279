import { Readable } from 'node:stream'
import { csvLine } from '../../../values/csv.ts'
import type { SmsContext } from '../context.ts'
import { showMessage } from './message-view.ts'
import { cutSpans, type Position } from './search-rules.ts'
import { findRequest, type StoredMessage } from './store-messages.ts'
import { type ListedRequest, listRequests, listSpans, type MessageFilter } from './store-requests.ts'
import {
  findAcceptedAt,
  findLastRequest,
  listIdsToPhone,
  listInRanges,
  listMatching,
  type Range,
} from './store-search.ts'

/** The limits of a search. */
interface Bounds {
  /**
   * The maximum messages read before a search returns with a cursor. Otherwise, a rare match could mean reading
   * millions of messages.
   */
  readonly lookedMax: number
  /** After this time, too, if the search read at least `lookedMin`. */
  readonly msMax: number
  readonly lookedMin: number
  /** The maximum messages per statement. On the embedded database, everything else waits for it. */
  readonly stepMax: number
  readonly stepMin: number
}

const defaultBounds: Bounds = { lookedMax: 20_000, msMax: 40, lookedMin: 2_000, stepMax: 1_250, stepMin: 100 }

/** Tells whether a search that read this many messages must end. */
function createEnd({ lookedMax, msMax, lookedMin }: Omit<Bounds, 'stepMax' | 'stepMin'>) {
  const startedAt = performance.now()
  return (looked: number) => looked >= lookedMax || (looked >= lookedMin && performance.now() - startedAt >= msMax)
}

/** Ids grow with time, except for ids that were assigned at about the same time. */
const slackMs = 3_600_000

export interface Found<Item = StoredMessage, Next = Position> {
  readonly items: readonly Item[]
  /** The cursor to continue from; null at the end. */
  readonly next: Next | null
  /** How far back the search went, when it stopped before it found enough. */
  readonly searchedTo: Date | null
}

export interface Search {
  readonly filter: MessageFilter
  readonly after: Position | null
  readonly limit: number
  readonly bounds?: Bounds
}

/**
 * Messages of an account after a cursor, newest first; null means all accounts. A search by number is ordered by message id. Other searches are
 * ordered by request, by acceptance time and id. The order never changes, so a continued search finds every message
 * exactly once. A search of all accounts, for operators, is ordered by the ids of requests.
 */
export const searchMessages = (ctx: SmsContext, accountId: number | null, search: Search): Promise<Found> =>
  search.filter.phone === null
    ? searchByRequests(ctx, accountId, search)
    : searchByPhone(ctx, accountId, search.filter.phone, search)

async function searchByRequests(
  { db, clock }: Pick<SmsContext, 'db' | 'clock'>,
  accountId: number | null,
  { filter, after, limit, bounds = defaultBounds }: Search,
): Promise<Found> {
  const { lookedMax, stepMax, stepMin } = bounds
  const now = clock.now()
  const isEnd = createEnd(bounds)
  const found: StoredMessage[] = []
  let place = after ?? (accountId === null ? await firstPlace(db, filter) : null)
  const oldest = filter.from === null ? 0 : filter.from.getTime() - slackMs
  for (let looked = 0; ; ) {
    // One extra message shows whether there are more.
    const missing = limit + 1 - found.length
    // Most stages are frequent, and few messages are enough. Each further step looks at as many as all before.
    const wanted = isSparse(filter) ? Math.max(stepMin, 4 * limit, looked) : Math.max(stepMin, missing)
    const most = Math.min(stepMax, lookedMax - looked, wanted)
    // The first span may already be finished.
    const spans = await listSpans(db, accountId, filter, place?.requestId ?? null, most + 1)
    const cut = cutSpans(spans, { after: place, stage: filter.stage, now, most })
    found.push(...(await listInRanges(db, accountId, cut.ranges, { filter, now, limit: missing })))
    if (found.length > limit) return fullPage(found, limit, ({ requestId, id }) => ({ requestId, messageId: id }))
    // Over all accounts, requests from before the period are not left out of the list.
    const isPast = cut.searchedTo !== null && cut.searchedTo.getTime() < oldest
    if ((cut.isWhole && spans.length <= most) || isPast) return { items: found, next: null, searchedTo: null }
    place = cut.place
    looked += cut.looked
    if (isEnd(looked)) return { items: found, next: place, searchedTo: cut.searchedTo }
  }
}

/** Skips the requests after the period of a search over all accounts. */
async function firstPlace(db: SmsContext['db'], { requestId, to }: MessageFilter): Promise<Position | null> {
  if (to === null || requestId !== null) return null
  const last = await findLastRequest(db, new Date(to.getTime() + slackMs))
  return { requestId: last, messageId: Number.MAX_SAFE_INTEGER }
}

const requestBounds = { lookedMax: 2_000, msMax: 40, lookedMin: 200 }

/** Requests of an account, newest first. A page may be short, or even empty, although there are more. */
export async function searchRequests(
  { db }: Pick<SmsContext, 'db'>,
  accountId: number,
  filter: MessageFilter,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<Found<ListedRequest, number>> {
  const items: ListedRequest[] = []
  const isEnd = createEnd(requestBounds)
  let place = after
  let searchedTo: Date | null = null
  for (let looked = 0; !isEnd(looked); ) {
    const step = await listRequests(db, accountId, filter, place, limit + 1)
    for (const { isMeant, placeId, ...request } of step) {
      if (items.length === limit) return { items, next: place, searchedTo: null }
      if (isMeant) items.push(request)
      place = placeId
      searchedTo = request.createdAt
    }
    if (step.length <= limit) return { items, next: null, searchedTo: null }
    looked += step.length
  }
  return { items, next: place, searchedTo }
}

/** Whether many messages of the listed requests may not match. */
const isSparse = ({ stage, reason, sender }: MessageFilter) => stage !== null || reason !== null || sender !== null

async function searchByPhone(
  { db, clock }: Pick<SmsContext, 'db' | 'clock'>,
  accountId: number | null,
  phone: string,
  { filter, after, limit, bounds = defaultBounds }: Search,
): Promise<Found> {
  const now = clock.now()
  const isEnd = createEnd(bounds)
  const found: StoredMessage[] = []
  const range = await rangeOf(db, accountId, filter)
  let lastId = Math.min(range.lastId, after === null ? range.lastId : after.messageId - 1)
  // Without these filters every message to the number matches.
  const { phone: _, requestId: __, ...others } = filter
  const isFiltered = Object.values(others).some((one) => one !== null)
  for (let looked = 0; ; ) {
    const missing = limit + 1 - found.length
    const step = isFiltered ? bounds.stepMax : missing
    const ids = await listIdsToPhone(db, accountId, phone, { ...range, lastId }, step)
    const last = ids.at(-1)
    if (last === undefined) return { items: found, next: null, searchedTo: null }
    found.push(...(await listMatching(db, accountId, ids, { filter, now, limit: missing })))
    if (found.length > limit) return fullPage(found, limit, ({ id }) => ({ requestId: null, messageId: id }))
    if (ids.length < step) return { items: found, next: null, searchedTo: null }
    const searchedTo = await findAcceptedAt(db, accountId, last.request_id)
    if (filter.from !== null && searchedTo !== null && searchedTo.getTime() < filter.from.getTime() - slackMs)
      return { items: found, next: null, searchedTo: null }
    looked += ids.length
    if (isEnd(looked)) return { items: found, next: { requestId: null, messageId: last.id }, searchedTo }
    lastId = last.id - 1
  }
}

/** The message ids of a request, or of all requests without a filter. */
async function rangeOf(db: SmsContext['db'], accountId: number | null, { requestId }: MessageFilter): Promise<Range> {
  if (requestId === null) return { firstId: 0, lastId: Number.MAX_SAFE_INTEGER }
  const request = await findRequest(db, accountId, requestId)
  const firstId = request?.firstMessageId ?? 0
  return { firstId, lastId: firstId + (request?.valid ?? 0) - 1 }
}

function fullPage(found: readonly StoredMessage[], limit: number, placeOf: (message: StoredMessage) => Position) {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last === undefined ? null : placeOf(last), searchedTo: null }
}

/** The maximum lines in memory, not counting those buffered for the reader. */
const linesMax = 1_000
const waitingBytesMax = 65_536

/** Exports all matches as CSV, newest first. Reads one step at a time, as fast as the client reads. */
export const exportMessages = (ctx: SmsContext, accountId: number, filter: MessageFilter): Readable =>
  Readable.from(linesOf(ctx, accountId, filter), { objectMode: false, highWaterMark: waitingBytesMax })

async function* linesOf(ctx: SmsContext, accountId: number, filter: MessageFilter): AsyncGenerator<string> {
  yield csvLine(Object.keys(cells))
  let after: Position | null = null
  do {
    const { items, next }: Found = await searchMessages(ctx, accountId, { filter, after, limit: linesMax })
    const now = ctx.clock.now()
    let piece = ''
    for (const message of items) {
      piece += lineOf(showMessage(message, now))
      if (piece.length < waitingBytesMax) continue
      yield piece
      piece = ''
    }
    // Yields even an empty piece, because only a yield notices that the client disconnected.
    yield piece
    after = next
  } while (after !== null)
}

type Shown = ReturnType<typeof showMessage>

/** The columns by name. */
const cells: Readonly<Record<string, (message: Shown) => string | number | Date | null>> = {
  id: ({ id }) => id,
  request: ({ requestId }) => requestId,
  campaign: ({ campaign }) => campaign,
  sender: ({ sender }) => sender,
  number: ({ phone }) => phone,
  text: ({ text }) => text,
  parts: ({ parts }) => parts,
  price: ({ price }) => price,
  status: ({ stage }) => stage,
  reason: ({ explanation }) => explanation,
  carrier: ({ carrier }) => carrier,
  accepted: ({ createdAt }) => createdAt,
  due: ({ dueAt }) => dueAt,
  sent: ({ submittedAt }) => submittedAt,
  done: ({ doneAt }) => doneAt,
  format: ({ format }) => format,
  recipient: ({ recipientId }) => recipientId,
  reference: ({ reference }) => reference,
  tags: ({ tags }) => tags.join(', '),
}

const lineOf = (message: Shown) => csvLine(Object.values(cells).map((cellOf) => textOf(cellOf(message))))

const textOf = (value: string | number | Date | null) =>
  value instanceof Date ? value.toISOString() : String(value ?? '')

import type { Query } from '../../values/page.ts'
import { readPlace, writeCursor } from '../../values/place.ts'
import type { Entry, TimelineContext, TimelineEvent, TimelineSource } from '../table-data/index.ts'
import { end, keyOf, mergeNewest, readPositions } from './rules.ts'

const limitByDefault = 25
const limitMax = 100

/**
 * A page of the events of several sources, newest first. Each source is read from its own position, so no event is
 * skipped or repeated, even if ids and times of a source are not in the same order.
 */
export async function readTimeline<Asked>(
  ctx: TimelineContext,
  sources: readonly TimelineSource<Asked>[],
  asked: Asked,
  query: Query,
) {
  const place = readPlace(query, limitByDefault, limitMax)
  const { limit } = place
  const before = readPositions(place)
  const lists = await Promise.all(
    sources.map(async ({ name, list }) => {
      const position = before.get(name) ?? null
      return { name, events: position === end ? [] : await list(ctx, asked, position, limit + 1) }
    }),
  )
  const merged = mergeNewest(lists, limit)
  const positions = new Map(before)
  for (const { name, event } of merged) positions.set(name, event.position)
  for (const { name, events } of lists) if (events.length === 0) positions.set(name, end)
  const hasMore = lists.reduce((sum, { events }) => sum + events.length, 0) > merged.length
  return {
    data: merged.map(({ event }) => toEntry(event)),
    next: hasMore ? writeCursor(place, keyOf(positions)) : null,
    total: null,
  }
}

export const toEntry = ({ position, ...event }: TimelineEvent): Entry => ({
  direction: null,
  channel: null,
  from: null,
  text: null,
  content: null,
  textRemoved: false,
  status: null,
  reason: null,
  amount: null,
  currency: null,
  author: null,
  conversationId: null,
  ...event,
  id: `${event.kind}-${position}`,
})

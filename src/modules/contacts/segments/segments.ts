import { segmentsMax } from '../../../values/segment-filter.ts'
import { type ContactsContext, changeContacts } from '../context.ts'
import { listFields } from '../fields/store.ts'
import { segmentExists, segmentMissing, tooManySegments } from './errors.ts'
import { resolveFilter } from './rules.ts'
import {
  deleteSegment,
  findSegment,
  insertSegment,
  listSegments,
  type Segment,
  type SegmentRequest,
  updateSegment,
} from './store.ts'

/** Changes of segments hold the lock of the account's contacts, so that no custom field in a filter can disappear. */

export function createSegment(ctx: ContactsContext, accountId: number, request: SegmentRequest): Promise<Segment> {
  return changeContacts(ctx, accountId, async (tx, now) => {
    resolveFilter(request.filter, await listFields(tx, accountId), now)
    if ((await listSegments(tx, accountId)).length >= segmentsMax) throw tooManySegments(segmentsMax)
    const id = await insertSegment(tx, accountId, request, now)
    if (id === null) throw segmentExists(request.name)
    return { id, ...request, createdAt: now }
  })
}

/** Missing properties keep their value. */
export function changeSegment(
  ctx: ContactsContext,
  accountId: number,
  id: number,
  request: Partial<SegmentRequest>,
): Promise<Segment> {
  return changeContacts(ctx, accountId, async (tx, now) => {
    const segment = await findSegment(tx, accountId, id)
    if (segment === null) throw segmentMissing()
    const changed = { ...segment, ...request }
    resolveFilter(changed.filter, await listFields(tx, accountId), now)
    if (!(await updateSegment(tx, accountId, id, changed))) throw segmentExists(changed.name)
    return changed
  })
}

export function removeSegment(ctx: ContactsContext, accountId: number, id: number): Promise<void> {
  return changeContacts(ctx, accountId, async (tx) => {
    if (!(await deleteSegment(tx, accountId, id))) throw segmentMissing()
  })
}

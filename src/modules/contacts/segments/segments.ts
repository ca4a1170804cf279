import type { SegmentFilter } from '../../../contract/account/segments.ts'
import type { Tx } from '../../../engine/db/index.ts'
import { refuse } from '../../../values/refusal.ts'
import { segmentsMax } from '../../../values/segment-filter.ts'
import { findCountry } from '../../accounts/index.ts'
import { type ContactsContext, changeContacts } from '../context.ts'
import { readName } from '../fields/rules.ts'
import { listFields } from '../fields/store.ts'
import { readNumbers, resolveFilter } from './rules.ts'
import {
  deleteSegment,
  findSegment,
  insertSegment,
  listSegments,
  type Segment,
  type SegmentRequest,
  updateSegment,
} from './store.ts'
import { checkBooks } from './walk.ts'

/** Changes of segments hold the lock of the account's contacts, so that no custom field in a filter can disappear. */

export async function createSegment(ctx: ContactsContext, accountId: number, given: SegmentRequest): Promise<Segment> {
  const request = await readRequest(ctx, accountId, given)
  return changeContacts(ctx, accountId, async (tx, now) => {
    await checkFilter(tx, accountId, request.filter, now)
    if ((await listSegments(tx, accountId)).length >= segmentsMax) throw refuse('too_many_segments')
    const id = await insertSegment(tx, accountId, request, now)
    if (id === null) throw refuse('segment_exists')
    return { id, ...request, createdAt: now }
  })
}

/** Missing properties keep their value. */
export async function changeSegment(
  ctx: ContactsContext,
  accountId: number,
  id: number,
  given: Partial<SegmentRequest>,
): Promise<Segment> {
  const request = await readRequest(ctx, accountId, given)
  return changeContacts(ctx, accountId, async (tx, now) => {
    const segment = await findSegment(tx, accountId, id)
    if (segment === null) throw refuse('segment_not_found')
    const changed = { ...segment, ...request }
    await checkFilter(tx, accountId, changed.filter, now)
    if (!(await updateSegment(tx, accountId, id, changed))) throw refuse('segment_exists')
    return changed
  })
}

async function readRequest<Request extends Partial<SegmentRequest>>(
  ctx: ContactsContext,
  accountId: number,
  request: Request,
): Promise<Request> {
  const { name, filter } = request
  return {
    ...request,
    ...(name === undefined ? {} : { name: readName(name) }),
    ...(filter === undefined ? {} : { filter: readNumbers(filter, await findCountry(ctx, accountId)) }),
  }
}

async function checkFilter(tx: Tx, accountId: number, filter: SegmentFilter, now: Date): Promise<void> {
  await checkBooks(tx, accountId, filter)
  resolveFilter(filter, await listFields(tx, accountId), now)
}

export function removeSegment(ctx: ContactsContext, accountId: number, id: number): Promise<void> {
  return changeContacts(ctx, accountId, async (tx) => {
    if (!(await deleteSegment(tx, accountId, id))) throw refuse('segment_not_found')
  })
}

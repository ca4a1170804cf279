import type { FastifyInstance } from 'fastify'
import { serve } from '../../../api-route.ts'
import { type SegmentFilter, segments as segmentsRoutes } from '../../../contract/account/segments.ts'
import type { Tx } from '../../../engine/db/index.ts'
import { idKeyOf } from '../../../values/id.ts'
import { readSearch, showList } from '../../../values/page.ts'
import { cutList, readPlace } from '../../../values/place.ts'
import { refuse } from '../../../values/refusal.ts'
import { segmentsMax } from '../../../values/segment-filter.ts'
import { findCountry } from '../../accounts/index.ts'
import { type ContactsContext, changeContacts } from '../context.ts'
import { readName } from '../fields/rules.ts'
import { listFields } from '../fields/store.ts'
import { withOrderedFields } from '../list-contacts.ts'
import { nameKeyOf } from '../rules.ts'
import { booksOf, readNumbers, resolveFilter } from './rules.ts'
import {
  deleteSegment,
  getSegment,
  insertSegment,
  listSegments,
  type Segment,
  type SegmentRequest,
  updateSegment,
} from './store.ts'
import { checkBooks, countSegment, findMissingBooks, openFilter, openSegment, startOf, walkSegment } from './walk.ts'

/** After this long, a count becomes an estimate. */
const countMs = 2_000
const examplesMax = 5
const examplesMs = 500

/** Saved filters of contacts. */
export function segmentsApi(app: FastifyInstance, ctx: ContactsContext): void {
  const { db, clock } = ctx

  const showOne = async (accountId: number, segment: Segment) => ({
    ...segment,
    missingBookIds: [...(await findMissingBooks(db, accountId, [segment.filter]))],
  })

  serve(app, segmentsRoutes.list, async ({ accountId, query }) => {
    const search = readSearch(query) ?? ''
    const segments = await listSegments(db, accountId)
    const found = segments.filter(({ name }) => nameKeyOf(name).includes(search))
    const filters = found.map(({ filter }) => filter)
    const missing = await findMissingBooks(db, accountId, filters)
    const shown = found.map((segment) => ({
      ...segment,
      missingBookIds: booksOf(segment.filter).filter((id) => missing.has(id)),
    }))
    return showList(cutList(shown, readPlace(query), idKeyOf))
  })

  serve(app, segmentsRoutes.get, async ({ accountId, id }) =>
    showOne(accountId, await getSegment(db, accountId, id('segment'))),
  )

  serve(app, segmentsRoutes.count, ({ accountId, id }) =>
    ctx.reading(accountId, async () =>
      countSegment(db, accountId, await openSegment(db, accountId, id('segment'), clock.now()), countMs),
    ),
  )

  serve(app, segmentsRoutes.create, async ({ accountId, body, request }) => {
    const segment = await createSegment(ctx, accountId, body)
    request.auditDetail = { id: segment.id, name: segment.name }
    return showOne(accountId, segment)
  })

  serve(app, segmentsRoutes.preview, ({ accountId, body: { filter } }) =>
    ctx.reading(accountId, async () => {
      const read = readNumbers(filter, await findCountry(ctx, accountId))
      const segment = await openFilter(db, accountId, read, clock.now())
      const place = { from: startOf('desc'), direction: 'desc', limit: examplesMax, msMax: examplesMs } as const
      const { contacts } = await walkSegment(db, accountId, segment, place)
      return {
        ...(await countSegment(db, accountId, segment, countMs)),
        examples: await withOrderedFields(db, accountId, contacts),
      }
    }),
  )

  serve(app, segmentsRoutes.update, async ({ accountId, id, body, request }) => {
    const segment = await changeSegment(ctx, accountId, id('segment'), body)
    request.auditDetail = { name: segment.name }
    return showOne(accountId, segment)
  })

  serve(app, segmentsRoutes.delete, ({ accountId, id }) => removeSegment(ctx, accountId, id('segment')))
}

/** Changes of segments hold the lock of the account's contacts, so that no custom field in a filter can disappear. */

async function createSegment(ctx: ContactsContext, accountId: number, given: SegmentRequest): Promise<Segment> {
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
async function changeSegment(
  ctx: ContactsContext,
  accountId: number,
  id: number,
  given: Partial<SegmentRequest>,
): Promise<Segment> {
  const request = await readRequest(ctx, accountId, given)
  return changeContacts(ctx, accountId, async (tx, now) => {
    const changed = { ...(await getSegment(tx, accountId, id)), ...request }
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

function removeSegment(ctx: ContactsContext, accountId: number, id: number): Promise<void> {
  return changeContacts(ctx, accountId, async (tx) => {
    if (!(await deleteSegment(tx, accountId, id))) throw refuse('segment_not_found')
  })
}

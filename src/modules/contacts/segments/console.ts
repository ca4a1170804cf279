import type { FastifyInstance } from 'fastify'
import { serve } from '../../../console-route.ts'
import { readListPage, readSearch, showSlice } from '../../../values/page.ts'
import { findCountry } from '../../accounts/index.ts'
import type { ContactsContext } from '../context.ts'
import { withOrderedFields } from '../list-contacts.ts'
import { nameKeyOf } from '../rules.ts'
import { segmentMissing } from './errors.ts'
import { booksOf, readNumbers } from './rules.ts'
import { changeSegment, createSegment, removeSegment } from './segments.ts'
import { findSegment, listSegments, type Segment } from './store.ts'
import { countSegment, findMissingBooks, openFilter, openSegment, startOf, walkSegment } from './walk.ts'

const change = (does: string) => ({ scope: 'contacts:write', may: 'member', does }) as const
const read = { scope: 'contacts:read', may: 'viewer' } as const

/** After this long, a count becomes an estimate. */
const countMs = 2_000
const examplesMax = 5
const examplesMs = 500

/** Saved filters of contacts. */
export function segmentsConsole(app: FastifyInstance, ctx: ContactsContext): void {
  const { db, clock } = ctx

  const showOne = async (accountId: number, segment: Segment) => ({
    ...segment,
    missingBookIds: [...(await findMissingBooks(db, accountId, [segment.filter]))],
  })

  serve(app, 'GET /v2/segments', read, async ({ accountId, query }) => {
    const search = readSearch(query) ?? ''
    const segments = await listSegments(db, accountId)
    const found = segments.filter(({ name }) => nameKeyOf(name).includes(search))
    const missing = await findMissingBooks(
      db,
      accountId,
      found.map(({ filter }) => filter),
    )
    const shown = found.map((segment) => ({
      ...segment,
      missingBookIds: booksOf(segment.filter).filter((id) => missing.has(id)),
    }))
    return showSlice(shown, readListPage(query))
  })

  serve(app, 'GET /v2/segments/:segment', read, async ({ accountId, id }) => {
    const segment = await findSegment(db, accountId, id('segment'))
    if (segment === null) throw segmentMissing()
    return showOne(accountId, segment)
  })

  serve(app, 'GET /v2/segments/:segment/count', read, ({ accountId, id }) =>
    ctx.reading(accountId, async () =>
      countSegment(db, accountId, await openSegment(db, accountId, id('segment'), clock.now()), countMs),
    ),
  )

  serve(app, 'POST /v2/segments', change('segment.create'), async ({ accountId, body, request }) => {
    const segment = await createSegment(ctx, accountId, body)
    request.auditDetail = { id: segment.id, name: segment.name }
    return showOne(accountId, segment)
  })

  serve(
    app,
    'POST /v2/segments/preview',
    { ...read, does: null, reads: 'contacts.read' },
    ({ accountId, body: { filter } }) =>
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

  serve(app, 'PUT /v2/segments/:segment', change('segment.change'), async ({ accountId, id, body, request }) => {
    const segment = await changeSegment(ctx, accountId, id('segment'), body)
    request.auditDetail = { name: segment.name }
    return showOne(accountId, segment)
  })

  serve(app, 'DELETE /v2/segments/:segment', change('segment.remove'), ({ accountId, id }) =>
    removeSegment(ctx, accountId, id('segment')),
  )
}

import type { FastifyInstance } from 'fastify'
import { serve } from '../../../api-route.ts'
import { segments as segmentsRoutes } from '../../../contract/account/segments.ts'
import { idKeyOf } from '../../../values/id.ts'
import { readSearch, showList } from '../../../values/page.ts'
import { cutList, readPlace } from '../../../values/place.ts'
import { refuse } from '../../../values/refusal.ts'
import { findCountry } from '../../accounts/index.ts'
import type { ContactsContext } from '../context.ts'
import { withOrderedFields } from '../list-contacts.ts'
import { nameKeyOf } from '../rules.ts'
import { booksOf, readNumbers } from './rules.ts'
import { changeSegment, createSegment, removeSegment } from './segments.ts'
import { findSegment, listSegments, type Segment } from './store.ts'
import { countSegment, findMissingBooks, openFilter, openSegment, startOf, walkSegment } from './walk.ts'

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
    const missing = await findMissingBooks(
      db,
      accountId,
      found.map(({ filter }) => filter),
    )
    const shown = found.map((segment) => ({
      ...segment,
      missingBookIds: booksOf(segment.filter).filter((id) => missing.has(id)),
    }))
    return showList(cutList(shown, readPlace(query), idKeyOf))
  })

  serve(app, segmentsRoutes.get, async ({ accountId, id }) => {
    const segment = await findSegment(db, accountId, id('segment'))
    if (segment === null) throw refuse('segment_not_found')
    return showOne(accountId, segment)
  })

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

import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import { readTypedPhone } from '../accounts/index.ts'
import { readTimeline } from '../timeline/index.ts'
import type { NumbersContext } from './context.ts'
import { readKinds } from './rules.ts'
import { findNumberState } from './state.ts'

/** Who may read the data of a number. Keys and tokens see only the parts that they have a scope for. */
const read = { scope: 'search:read', may: 'viewer', reads: 'number.read' } as const

/** The state and the history of one phone number. */
export function numbersConsole(app: FastifyInstance, ctx: NumbersContext): void {
  serve(app, 'GET /v2/numbers/:phone', read, async ({ accountId, params, allows }) =>
    findNumberState(ctx, accountId, await readTypedPhone(ctx, accountId, params.phone), allows),
  )

  serve(app, 'GET /v2/numbers/:phone/timeline', read, async ({ accountId, params, query, allows }) => {
    const phone = await readTypedPhone(ctx, accountId, params.phone)
    const kinds = readKinds(
      query,
      ctx.sources.flatMap((source) => source.kinds),
    )
    const sources = ctx.sources.filter(
      (source) => allows(source.scope) && (kinds === null || source.kinds.some((kind) => kinds.includes(kind))),
    )
    return readTimeline(ctx.db, sources, { accountId, phone }, query)
  })
}

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../console-route.ts'
import type { Context } from '../context.ts'
import type { LiveTopic } from '../contract/live.ts'
import { columnsOf, prepared, type Queryable, type RowOf } from '../engine/db/index.ts'
import { createHints } from '../engine/http/index.ts'
import { creditMark } from '../modules/balance/index.ts'
import { importsMark } from '../modules/contacts/index.ts'
import { eventsMark } from '../modules/events/index.ts'
import { inboundMark } from '../modules/inbound/index.ts'
import { dayMark } from '../modules/sms/index.ts'
import { Refusal } from '../values/refusal.ts'

const type = 'text/event-stream'
const noStream = () => new Refusal(406, 406, 'This Is A Stream Of Events', { hint: `ask with Accept: ${type}` })

/** Hints for an account's pages: which of them show something old by now. */
export function liveConsole(app: FastifyInstance, { db, clock }: Context): void {
  const hints = createHints({ read: (accountIds) => readMarks(db, accountIds, clock.now()) })

  serve(
    app,
    'GET /accounts/:account/live',
    { may: 'viewer' },
    async ({ accountId, request: { method, headers }, reply }) => {
      const { accept = type } = headers
      if (!accept.includes(type) && !accept.includes('*/*')) throw noStream()
      reply.type(type)
      // Whoever only asks for the headers would leave it unread.
      if (method === 'HEAD') return reply.send()
      // Proxies would keep hints until there are enough of them.
      return reply.header('X-Accel-Buffering', 'no').send(await hints.open(accountId))
    },
  )

  // They never end by themselves as long as anybody would wait for them.
  app.addHook('preClose', async () => hints.close())
}

/**
 * Of each account the newest of everything, by an index: it does not matter how much there is. A message that costs
 * something is noticed when it is accepted, by what is held for it, and a free one when a carrier has it.
 */
async function readMarks(
  db: Queryable,
  accountIds: readonly number[],
  now: Date,
): Promise<Map<number, Readonly<Record<LiveTopic, string>>>> {
  const account = sql`a.id`
  const columns = columnsOf(
    { a: 'accounts' },
    {
      accountId: 'a.id',
      messages: sql<string>`concat_ws('; ', ${dayMark(account, now)}, ${creditMark(account, ['SMS', 'OTP'])})`,
      inbound: sql<string>`${inboundMark(account)}`,
      events: sql<string>`${eventsMark(account)}`,
      imports: sql<string>`${importsMark(account)}`,
    },
  )
  const { rows } = await sql<RowOf<typeof columns>>`
    ${prepared}
    select ${columns} from unnest(${accountIds}::bigint[]) as a(id)
  `.execute(db)
  return new Map(rows.map(({ accountId, ...marks }) => [accountId, marks]))
}

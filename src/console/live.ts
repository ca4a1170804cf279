import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../console-route.ts'
import type { Context } from '../context.ts'
import type { LiveTopic } from '../contract/live.ts'
import { columnsOf, prepared, type Queryable, type RowOf } from '../engine/db/index.ts'
import { createChangeStreams } from '../engine/http/index.ts'
import { creditMark } from '../modules/balance/index.ts'
import { importsMark } from '../modules/contacts/index.ts'
import { conversationsMark } from '../modules/conversation-state/index.ts'
import { eventsMark } from '../modules/events/index.ts'
import { inboundMark } from '../modules/inbound/index.ts'
import { dayMark } from '../modules/sms/index.ts'
import { Refusal } from '../values/refusal.ts'

const type = 'text/event-stream'
const noStream = () => new Refusal(406, 406, 'This Path Serves An Event Stream', { hint: `send Accept: ${type}` })

/** Tells the dashboard which data of an account has changed. */
export function liveConsole(app: FastifyInstance, { db, clock }: Context): void {
  const streams = createChangeStreams({ read: (accountIds) => readVersions(db, accountIds, clock.now()) })

  serve(
    app,
    'GET /accounts/:account/live',
    { may: 'viewer' },
    async ({ accountId, request: { method, headers, actor }, reply }) => {
      const { accept = type } = headers
      if (!accept.includes(type) && !accept.includes('*/*')) throw noStream()
      reply.type(type)
      // A HEAD request would leave the stream unread.
      if (method === 'HEAD') return reply.send()
      // Stops nginx from buffering events.
      return reply
        .header('X-Accel-Buffering', 'no')
        .send(await streams.open(accountId, actor?.userId ?? 'command line'))
    },
  )

  // The streams live for minutes, too long for a shutdown to wait.
  app.addHook('preClose', async () => streams.close())
}

/**
 * Reads the newest row of each topic through an index, so the cost does not grow with the data. A priced message shows
 * up when it is accepted, through its hold; a free message only when a carrier has accepted it.
 */
async function readVersions(
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
      conversations: sql<string>`${conversationsMark(account)}`,
    },
  )
  const { rows } = await sql<RowOf<typeof columns>>`
    ${prepared}
    select ${columns} from unnest(${accountIds}::bigint[]) as a(id)
  `.execute(db)
  return new Map(rows.map(({ accountId, ...versions }) => [accountId, versions]))
}

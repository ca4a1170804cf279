import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../api-route.ts'
import type { Context } from '../context.ts'
import { type LiveTopic, live } from '../contract/console/overview.ts'
import { prepared, type Queryable, run } from '../engine/db/index.ts'
import { createChangeStreams } from '../engine/http/index.ts'
import type { LiveMark, Module } from '../module.ts'
import { refuse } from '../values/refusal.ts'

const type = 'text/event-stream'

/** Tells the dashboard which data of an account has changed. */
export function liveConsole(app: FastifyInstance, { db, clock }: Context, modules: readonly Module[]): void {
  const marks = modules.flatMap(({ liveMarks = {} }) => Object.entries(liveMarks) as [LiveTopic, LiveMark][])
  const streams = createChangeStreams({ read: (accountIds) => readVersions(db, marks, accountIds, clock.now()) })

  serve(app, live.stream, async ({ accountId, request: { method, headers, actor }, reply }) => {
    const { accept = type } = headers
    if (!accept.includes(type) && !accept.includes('*/*')) throw refuse('no_event_stream')
    reply.type(type)
    // A HEAD request would leave the stream unread.
    if (method === 'HEAD') return reply.send()
    // Stops nginx from buffering events.
    return reply.header('X-Accel-Buffering', 'no').send(await streams.open(accountId, actor?.userId ?? 'command line'))
  })

  // The streams live for minutes, too long for a shutdown to wait.
  app.addHook('preClose', async () => streams.close())
}

/** Reads the newest row of each topic through an index, so the cost does not grow with the data. */
async function readVersions(
  db: Queryable,
  marks: readonly (readonly [LiveTopic, LiveMark])[],
  accountIds: readonly number[],
  now: Date,
): Promise<Map<number, Readonly<Record<LiveTopic, string>>>> {
  const account = sql`a.id`
  const columns = marks.map(([topic, mark]) => sql`${mark(account, now)} as ${sql.id(topic)}`)
  const accounts = await run.all<Readonly<Record<LiveTopic, string>> & { readonly accountId: number }>(db)`
    ${prepared}
    select a.id as "accountId", ${sql.join(columns)} from unnest(${accountIds}::bigint[]) as a(id)
  `
  return new Map(accounts.map(({ accountId, ...versions }) => [accountId, versions]))
}

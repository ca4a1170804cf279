import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run } from '../../engine/db/index.ts'
import type { Health } from './health-rules.ts'

export interface Outcomes {
  readonly taken: number
  /** Rejected messages. These are not the carrier's fault. */
  readonly refused: number
  readonly errors: number
  /** How often it throttled. */
  readonly throttled: number
  readonly receipts: number
  /** The lowest id of an accepted message; null without one. */
  readonly firstMessageId: number | null
}

/** `at` is the time of the first outcome. */
export async function addOutcomes(db: Queryable, outcomes: ReadonlyMap<string, Outcomes>, at: Date): Promise<void> {
  const rows = [...outcomes]
    .map(([carrier, one]) => ({ carrier, ...one }))
    .sort((a, b) => (a.carrier < b.carrier ? -1 : 1))
  await sql`
    insert into routing_outcomes (carrier, at, taken, refused, errors, throttled, receipts, first_message_id)
    select v.carrier, ${at}, v.taken, v.refused, v.errors, v.throttled, v.receipts, v."firstMessageId"
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as v(carrier text, taken integer, refused integer, errors integer, throttled integer, receipts integer, "firstMessageId" bigint)
        on conflict (carrier, at) do update
       set taken = routing_outcomes.taken + excluded.taken, refused = routing_outcomes.refused + excluded.refused,
           errors = routing_outcomes.errors + excluded.errors, throttled = routing_outcomes.throttled + excluded.throttled, receipts = routing_outcomes.receipts + excluded.receipts,
           first_message_id = least(routing_outcomes.first_message_id, excluded.first_message_id)
  `.execute(db)
}

/** The periods that count for a carrier: for responses, and for messages that await receipts. */
export interface CountedTimes {
  readonly name: string
  readonly since: Date
  readonly takenSince: Date
  readonly takenUntil: Date
}

export interface Counted {
  readonly taken: number
  readonly errors: number
  /** Whether any receipt arrived recently. */
  readonly bringsReceipts: boolean
  /** The lowest id of the messages that await receipts; null without any. */
  readonly fromId: number | null
}

export async function countOutcomes(db: Queryable, carriers: readonly CountedTimes[]): Promise<Map<string, Counted>> {
  const rows = await run.all<Counted & { name: string }>(db)`
    select v.name, coalesce(sum(o.taken) filter (where o.at >= v.since), 0)::int as taken, coalesce(sum(o.errors) filter (where o.at >= v.since), 0)::int as errors,
           sum(o.receipts) > 0 as "bringsReceipts", min(o.first_message_id) filter (where o.at >= v."takenSince" and o.at < v."takenUntil") as "fromId"
      from json_to_recordset(${JSON.stringify(carriers)}::json) as v(name text, since timestamptz, "takenSince" timestamptz, "takenUntil" timestamptz)
      join routing_outcomes o on o.carrier = v.name
     group by v.name
  `
  return new Map(rows.map(({ name, ...one }) => [name, one]))
}

export interface Minute {
  readonly at: Date
  readonly taken: number
  readonly refused: number
  /** Failures that are the carrier's fault, such as busy or no response. These messages are retried. */
  readonly errors: number
}

/** One row per minute, including minutes without results. */
export const listMinutes = (db: Queryable, carrier: string, first: Date, count: number) => run.all<Minute>(db)`
  select m.at, coalesce(sum(o.taken), 0)::int as taken, coalesce(sum(o.refused), 0)::int as refused, coalesce(sum(o.errors), 0)::int as errors
    from generate_series(${first}::timestamptz, ${first}::timestamptz + make_interval(mins => ${count - 1}), interval '1 minute') as m(at)
    left join routing_outcomes o on o.carrier = ${carrier} and o.at >= m.at and o.at < m.at + interval '1 minute'
   group by m.at
   order by m.at
`

const recentMinute = columnsOf(
  { o: 'routing_outcomes' },
  {
    carrier: 'o.carrier',
    at: sql<Date>`date_bin('1 minute', o.at, 'epoch')`,
    taken: sql<number>`sum(o.taken)::int`,
    refused: sql<number>`sum(o.refused)::int`,
    errors: sql<number>`sum(o.errors)::int`,
  },
)

/** The minutes of all carriers, without those that have no results. */
export const listRecentMinutes = (db: Queryable, since: Date) => run.all<RowOf<typeof recentMinute>>(db)`
  select ${recentMinute}
    from routing_outcomes o
   where o.at >= ${since}
   group by 1, 2
`

/** How often each carrier throttled. Carriers that did not are not in the map. */
export async function countThrottles(db: Queryable, since: Date) {
  const rows = await run.all<Row<'routing_outcomes', 'carrier'> & { readonly count: number }>(db)`
    select carrier, sum(throttled)::int as count
      from routing_outcomes
     where at >= ${since}
     group by carrier
    having sum(throttled) > 0
  `
  return new Map(rows.map(({ carrier, count }) => [carrier, count]))
}

/** The messages that a carrier accepted in the last minute, and how often it throttled in the last five. */
export interface Pace {
  readonly taken: number
  readonly throttles: number
}

export async function listPaces(db: Queryable, now: Date): Promise<ReadonlyMap<string, Pace>> {
  const rows = await run.all<Row<'routing_outcomes', 'carrier'> & Pace>(db)`
    select carrier, coalesce(sum(taken) filter (where at > ${now}::timestamptz - interval '1 minute'), 0)::int as taken,
           sum(throttled)::int as throttles
      from routing_outcomes
     where at > ${now}::timestamptz - interval '5 minutes'
     group by carrier
  `
  return new Map(rows.map(({ carrier, ...pace }) => [carrier, pace]))
}

export const deleteOutcomes = (db: Queryable, before: Date) => run.write(db)`
  delete from routing_outcomes where at < ${before}
`

export const putHealth = (db: Queryable, carrier: string, health: Health) => run.write(db)`
  insert into routing_health (carrier, state, cause, reason, since, until, times)
  select name, ${health.state}, ${health.cause}, ${health.reason}, ${health.since}, ${health.until}, ${health.times}
    from providers
   where name = ${carrier}
      on conflict (carrier) do update
     set state = excluded.state, cause = excluded.cause, reason = excluded.reason, since = excluded.since, until = excluded.until, times = excluded.times
`

import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import type { Health } from './health-rules.ts'

/** The SQL of what carriers answered, and of what follows from it. */

export interface Outcomes {
  readonly taken: number
  readonly errors: number
  readonly receipts: number
  /** The lowest id of a message that it took; null when it took none. */
  readonly firstMessageId: number | null
}

/** `at`: when the first of them came. */
export async function addOutcomes(db: Queryable, outcomes: ReadonlyMap<string, Outcomes>, at: Date): Promise<void> {
  const rows = [...outcomes].map(([carrier, one]) => ({ carrier, ...one })).sort((a, b) => (a.carrier < b.carrier ? -1 : 1))
  await sql`
    insert into routing_outcomes (carrier, at, taken, errors, receipts, first_message_id)
    select v.carrier, ${at}, v.taken, v.errors, v.receipts, v."firstMessageId"
      from json_to_recordset(${JSON.stringify(rows)}::json) as v(carrier text, taken integer, errors integer, receipts integer, "firstMessageId" bigint)
      join routing_carriers c on c.name = v.carrier
        on conflict (carrier, at) do update
       set taken = routing_outcomes.taken + excluded.taken, errors = routing_outcomes.errors + excluded.errors,
           receipts = routing_outcomes.receipts + excluded.receipts, first_message_id = least(routing_outcomes.first_message_id, excluded.first_message_id)
  `.execute(db)
}

/** From when on answers of a carrier count, and when the messages were taken whose receipts do. */
export interface CountedTimes {
  readonly name: string
  readonly since: Date
  readonly takenSince: Date
  readonly takenUntil: Date
}

export interface Counted {
  readonly taken: number
  readonly errors: number
  /** Whether it brings receipts at all: any came lately. */
  readonly bringsReceipts: boolean
  /** The lowest id of the messages whose receipts count; null when there are none. */
  readonly fromId: number | null
}

export async function countOutcomes(db: Queryable, carriers: readonly CountedTimes[]): Promise<Map<string, Counted>> {
  const { rows } = await sql<Counted & { name: string }>`
    select v.name, coalesce(sum(o.taken) filter (where o.at >= v.since), 0)::int as taken, coalesce(sum(o.errors) filter (where o.at >= v.since), 0)::int as errors,
           sum(o.receipts) > 0 as "bringsReceipts", min(o.first_message_id) filter (where o.at >= v."takenSince" and o.at < v."takenUntil") as "fromId"
      from json_to_recordset(${JSON.stringify(carriers)}::json) as v(name text, since timestamptz, "takenSince" timestamptz, "takenUntil" timestamptz)
      join routing_outcomes o on o.carrier = v.name
     group by v.name
  `.execute(db)
  return new Map(rows.map(({ name, ...one }) => [name, one]))
}

export async function deleteOutcomes(db: Queryable, before: Date): Promise<void> {
  await sql`delete from routing_outcomes where at < ${before}`.execute(db)
}

export async function putHealth(db: Queryable, carrier: string, { state, cause, reason, since, until, times }: Health): Promise<void> {
  await sql`
    insert into routing_health (carrier, state, cause, reason, since, until, times)
    select name, ${state}, ${cause}, ${reason}, ${since}, ${until}, ${times} from routing_carriers where name = ${carrier}
        on conflict (carrier) do update
       set state = excluded.state, cause = excluded.cause, reason = excluded.reason, since = excluded.since, until = excluded.until, times = excluded.times
  `.execute(db)
}

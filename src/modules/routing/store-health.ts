import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import type { Health } from './health-rules.ts'

/** The SQL of what carriers answered, and of what follows from it. */

export interface Outcomes {
  readonly taken: number
  readonly errors: number
}

const stepMs = 10_000

export async function addOutcomes(db: Queryable, outcomes: ReadonlyMap<string, Outcomes>, now: Date): Promise<void> {
  const at = new Date(Math.floor(now.getTime() / stepMs) * stepMs)
  const rows = [...outcomes].map(([carrier, one]) => ({ carrier, ...one })).sort((a, b) => (a.carrier < b.carrier ? -1 : 1))
  await sql`
    insert into routing_outcomes (carrier, at, taken, errors)
    select v.carrier, ${at}, v.taken, v.errors
      from json_to_recordset(${JSON.stringify(rows)}::json) as v(carrier text, taken integer, errors integer)
      join routing_carriers c on c.name = v.carrier
        on conflict (carrier, at) do update
       set taken = routing_outcomes.taken + excluded.taken, errors = routing_outcomes.errors + excluded.errors
  `.execute(db)
}

/** What each answered since its time. */
export async function countOutcomes(db: Queryable, carriers: readonly { readonly name: string; readonly since: Date }[]): Promise<Map<string, Outcomes>> {
  const { rows } = await sql<Outcomes & { name: string }>`
    select v.name, coalesce(sum(o.taken), 0)::int as taken, coalesce(sum(o.errors), 0)::int as errors
      from json_to_recordset(${JSON.stringify(carriers)}::json) as v(name text, since timestamptz)
      join routing_outcomes o on o.carrier = v.name and o.at >= v.since
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

import { sql } from 'kysely'
import type { Chaos } from '../../carriers/simulator/simulator.ts'
import { columnsOf, type Queryable, type RowOf, run } from '../../engine/db/index.ts'

/** SQL of the single settings row, which is missing until the first change. */

const columns = columnsOf('sandbox', 'name, moved_seconds, latency_ms, refusal_rate, disconnect_rate, rate_per_second')

type SandboxRow = RowOf<typeof columns>

export interface StoredSandbox extends Pick<SandboxRow, 'name' | 'movedSeconds'> {
  /** Null means the value of the settings. */
  readonly chaos: Pick<SandboxRow, keyof Chaos>
}

export async function listSandboxes(db: Queryable): Promise<StoredSandbox[]> {
  const { rows } = await sql<SandboxRow>`select ${columns} from sandbox`.execute(db)
  return rows.map(({ name, movedSeconds, ...chaos }) => ({ name, movedSeconds, chaos }))
}

/** Adds in place, so that concurrent moves both count. False when the sum would exceed the maximum. */
export const addSeconds = (db: Queryable, seconds: number, movedSecondsMax: number) => run.hasRows(db)`
    insert into sandbox as s (moved_seconds)
    values (${seconds})
        on conflict (name) do update
       set moved_seconds = s.moved_seconds + excluded.moved_seconds
     where s.moved_seconds + excluded.moved_seconds <= ${movedSecondsMax}
    returning name
  `

/** Missing fields keep their value. */
export async function putChaos(db: Queryable, chaos: Partial<Chaos>) {
  await sql`
    insert into sandbox as s (latency_ms, refusal_rate, disconnect_rate, rate_per_second)
    values (${chaos.latencyMs ?? null}, ${chaos.refusalRate ?? null}, ${chaos.disconnectRate ?? null}, ${chaos.ratePerSecond ?? null})
        on conflict (name) do update
       set latency_ms = coalesce(excluded.latency_ms, s.latency_ms),
           refusal_rate = coalesce(excluded.refusal_rate, s.refusal_rate),
           disconnect_rate = coalesce(excluded.disconnect_rate, s.disconnect_rate),
           rate_per_second = coalesce(excluded.rate_per_second, s.rate_per_second)
  `.execute(db)
}

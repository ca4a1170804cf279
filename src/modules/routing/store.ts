import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, selectPage, type Tx } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { Health, HealthSettings } from './health-rules.ts'
import type { Route } from './rules.ts'

/** Carriers and routes. They belong to the operator, but a route may apply to a single account. */

/** `owner` is the process that holds the connection; null when it is free. */
interface ConnectionRow extends Row<'routing_connections', 'place' | 'owner' | 'problem' | 'losses' | 'outstanding'> {
  readonly window: number
  readonly downSince: string | null
}

export interface StoredConnection extends Omit<ConnectionRow, 'downSince'> {
  /** Null while it is up. */
  readonly downSince: Date | null
}

/** A connection counts as up only while its lease lasts. */
const connectionsOf = sql<readonly ConnectionRow[]>`
  coalesce((
    select json_agg(json_build_object(
             'place', n.place,
             'owner', case when n.lease_until > clock_timestamp() then n.owner end,
             'downSince', case when n.is_up and n.lease_until > clock_timestamp() then null when n.is_up then n.lease_until else n.changed_at end,
             'problem', n.problem,
             'losses', case when n.lease_until > clock_timestamp() then n.losses else 0 end,
             'outstanding', case when n.is_up and n.lease_until > clock_timestamp() then n.outstanding else 0 end,
             'window', n.window_size) order by n.place)
      from routing_connections n
     where n.carrier = c.name
  ), '[]')
`

const carrierColumns = columnsOf(
  { c: 'routing_carriers' },
  {
    name: 'c.name',
    kind: 'c.kind',
    settings: 'c.settings',
    /** Sealed. */
    secrets: 'c.secrets',
    paused: 'c.paused',
    failoverSeconds: 'c.failover_seconds',
    healthSettings: 'c.health',
    createdAt: 'c.created_at',
    changedAt: 'c.changed_at',
  },
).narrow<{ settings: Readonly<Record<string, unknown>>; healthSettings: Partial<HealthSettings> }>()

const stateColumns = columnsOf(
  { h: 'routing_health?' },
  {
    state: sql<Health['state']>`coalesce(h.state, 'in')`,
    cause: 'h.cause',
    reason: 'h.reason',
    since: 'h.since',
    until: 'h.until',
    times: sql<number>`coalesce(h.times, 0)`,
    connections: connectionsOf,
  },
)

export interface StoredCarrier extends RowOf<typeof carrierColumns> {
  readonly health: Health
  readonly connections: readonly StoredConnection[]
}

export async function listCarriers(db: Queryable): Promise<StoredCarrier[]> {
  const columns = carrierColumns.and(stateColumns)
  const { rows } = await sql<RowOf<typeof columns>>`
    select ${columns}
      from routing_carriers c
      left join routing_health h on h.carrier = c.name
     order by c.name
  `.execute(db)
  return rows.map(({ state, cause, reason, since, until, times, ...row }) => ({
    ...row,
    health: { state, cause, reason, since: since ?? row.createdAt, until, times },
    connections: row.connections.map((one) => ({
      ...one,
      downSince: one.downSince === null ? null : new Date(one.downSince),
    })),
  }))
}

export async function listCarrierNames(db: Queryable): Promise<string[]> {
  const { rows } = await sql<Row<'routing_carriers', 'name'>>`select name from routing_carriers order by name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

export async function isCarrierName(db: Queryable, name: string): Promise<boolean> {
  return (await listCarrierNames(db)).includes(name)
}

export type NewCarrier = Pick<
  StoredCarrier,
  'name' | 'kind' | 'settings' | 'secrets' | 'failoverSeconds' | 'healthSettings'
>

/** Adjusts the number of connections. A paused carrier stays paused. */
export async function putCarrier(tx: Tx, carrier: NewCarrier, connections: number, now: Date): Promise<void> {
  const { name, kind, settings, secrets, failoverSeconds, healthSettings } = carrier
  await sql`
    insert into routing_carriers (name, kind, settings, secrets, failover_seconds, health, created_at, changed_at)
    values (${name}, ${kind}, ${JSON.stringify(settings)}::json, ${secrets}, ${failoverSeconds}, ${JSON.stringify(healthSettings)}::json, ${now}, ${now})
        on conflict (name) do update
       set kind = excluded.kind, settings = excluded.settings, secrets = excluded.secrets, failover_seconds = excluded.failover_seconds,
           health = excluded.health, changed_at = excluded.changed_at
  `.execute(tx)
  // A new connection was never up, so it must not look like the most recent failure.
  await sql`
    insert into routing_connections (carrier, place, changed_at)
    select ${name}, place, coalesce((select min(n.changed_at) from routing_connections n where n.carrier = ${name}), ${now}::timestamptz)
      from generate_series(1, ${connections}::int) as place
        on conflict (carrier, place) do nothing
  `.execute(tx)
  await sql`delete from routing_connections where carrier = ${name} and place > ${connections}`.execute(tx)
}

/** False for an unknown carrier. */
export async function markPaused(db: Queryable, name: string, paused: boolean, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update routing_carriers set paused = ${paused}, changed_at = ${now} where name = ${name} returning name
  `.execute(db)
  return rows.length > 0
}

/** Also deletes its routes, connections and results. False for an unknown carrier. */
export async function deleteCarrier(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await sql`
    with counted as (delete from routing_outcomes where carrier = ${name})
    delete from routing_carriers where name = ${name} returning name
  `.execute(db)
  return rows.length > 0
}

const routeColumns = columnsOf('routing_routes', {
  id: 'id',
  accountId: 'account_id',
  prefix: 'prefix',
  sender: 'sender',
  lane: 'lane',
  carrier: 'carrier',
  place: 'place',
  stop: 'stop',
  createdAt: 'created_at',
})

export type ShownRoute = RowOf<typeof routeColumns>

export async function listRoutes(db: Queryable): Promise<ShownRoute[]> {
  const { rows } = await sql<ShownRoute>`
    select ${routeColumns} from routing_routes order by account_id nulls last, length(prefix) desc, prefix, sender nulls last, lane nulls last, place, id
  `.execute(db)
  return rows
}

/** One page, in the order in which routes are tried. */
export function listRoutesPage(db: Queryable, page: PageQuestion): Promise<PageOf<ShownRoute>> {
  return selectPage(db, page, {
    columns: routeColumns,
    from: sql`routing_routes`,
    order: [
      [sql`account_id`, 'asc'],
      [sql`length(prefix)`, 'desc'],
      [sql`prefix`, 'asc'],
      [sql`sender`, 'asc'],
      [sql`lane`, 'asc'],
      [sql`place`, 'asc'],
      [sql`id`, 'asc'],
    ],
  })
}

export type NewRoute = Omit<Route, 'id' | 'createdAt'>

/** Null when an equal route exists. */
export async function insertRoute(
  db: Queryable,
  { accountId, prefix, sender, lane, carrier, place, stop }: NewRoute,
  now: Date,
): Promise<ShownRoute | null> {
  const { rows } = await sql<ShownRoute>`
    insert into routing_routes (account_id, prefix, sender, lane, carrier, place, stop, created_at)
    values (${accountId}, ${prefix}, ${sender}, ${lane}, ${carrier}, ${place}, ${stop}, ${now})
        on conflict do nothing
    returning ${routeColumns}
  `.execute(db)
  return rows[0] ?? null
}

/** Locks the route until the transaction ends. */
export async function lockRoute(tx: Tx, id: number): Promise<ShownRoute | null> {
  const { rows } =
    await sql<ShownRoute>`select ${routeColumns} from routing_routes where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** Null when an equal route exists. */
export async function updateRoute(tx: Tx, id: number, route: NewRoute): Promise<ShownRoute | null> {
  const { accountId, prefix, sender, lane, carrier, place, stop } = route
  const { rows } = await sql<ShownRoute>`
    update routing_routes
       set account_id = ${accountId}, prefix = ${prefix}, sender = ${sender}, lane = ${lane}, carrier = ${carrier}, place = ${place}, stop = ${stop}
     where id = ${id}
       and not exists (
             select from routing_routes o
              where o.id <> ${id}
                and (o.account_id, o.prefix, o.sender, o.lane, o.carrier)
                    is not distinct from (${accountId}::bigint, ${prefix}, ${sender}::text, ${lane}::text, ${carrier}))
    returning ${routeColumns}
  `.execute(tx)
  return rows[0] ?? null
}

export async function deleteRoute(db: Queryable, id: number): Promise<ShownRoute | null> {
  const { rows } = await sql<ShownRoute>`delete from routing_routes where id = ${id} returning ${routeColumns}`.execute(
    db,
  )
  return rows[0] ?? null
}

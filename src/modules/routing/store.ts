import { sql } from 'kysely'
import { failoverOf, type HealthSettings, withoutFailover } from '../../carriers/failover.ts'
import { columnsOf, type Queryable, type Row, type RowOf, run, selectPage, type Tx } from '../../engine/db/index.ts'
import type { Place } from '../../values/place.ts'
import type { Health } from './health-rules.ts'
import type { Route } from './rules.ts'

/** Routes, and the state of carriers. They belong to the operator, but a route may apply to a single account. */

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

const carrierColumns = columnsOf({ c: 'providers' }, 'c.name, c.kind, c.settings, c.created_at', {
  /** Sealed. */
  secrets: 'c.secrets',
  paused: sql<boolean>`not c.active`,
}).narrow<{ settings: Readonly<Record<string, unknown>> }>()

const stateColumns = columnsOf({ h: 'routing_health?' }, 'h.cause, h.reason, h.since, h.until', {
  state: sql<Health['state']>`coalesce(h.state, 'in')`,
  times: sql<number>`coalesce(h.times, 0)`,
  connections: connectionsOf,
})

/** A provider of SMS. `settings` are those of the carrier itself. */
export interface StoredCarrier extends RowOf<typeof carrierColumns> {
  readonly product: 'sms'
  readonly failoverSeconds: number
  readonly healthSettings: HealthSettings
  readonly health: Health
  readonly connections: readonly StoredConnection[]
}

export async function listCarriers(db: Queryable): Promise<StoredCarrier[]> {
  const columns = carrierColumns.and(stateColumns)
  const rows = await run.all<RowOf<typeof columns>>(db)`
    select ${columns}
      from providers c
      left join routing_health h on h.carrier = c.name
     where c.product = 'sms'
     order by c.name
  `
  return rows.map(({ state, cause, reason, since, until, times, ...row }) => ({
    ...row,
    product: 'sms',
    settings: withoutFailover(row.settings),
    ...failoverOf(row.settings),
    health: { state, cause, reason, since: since ?? row.createdAt, until, times },
    connections: row.connections.map((one) => ({
      ...one,
      downSince: one.downSince === null ? null : new Date(one.downSince),
    })),
  }))
}

export const listCarrierNames = (db: Queryable) => run.values<Row<'providers', 'name'>>(db)`
  select name from providers where product = 'sms' order by name
`

/** Adjusts the number of connections of a carrier. */
export async function putConnections(tx: Tx, name: string, connections: number, now: Date): Promise<void> {
  // A new connection was never up, so it must not look like the most recent failure.
  await sql`
    insert into routing_connections (carrier, place, changed_at)
    select ${name}, place, coalesce((select min(n.changed_at) from routing_connections n where n.carrier = ${name}), ${now}::timestamptz)
      from generate_series(1, ${connections}::int) as place
        on conflict (carrier, place) do nothing
  `.execute(tx)
  await sql`delete from routing_connections where carrier = ${name} and place > ${connections}`.execute(tx)
}

/** Results have no foreign key, because the simulated network has some too. */
export const deleteOutcomesOf = (tx: Tx, name: string) => run.write(tx)`
  delete from routing_outcomes where carrier = ${name}
`

const routeColumns = columnsOf(
  'routing_routes',
  'id, account_id, prefix, sender, lane, carrier, place, stop, created_at',
)

export type ShownRoute = RowOf<typeof routeColumns>

export const listRoutes = (db: Queryable) => run.all<ShownRoute>(db)`
  select ${routeColumns} from routing_routes order by account_id nulls last, length(prefix) desc, prefix, sender nulls last, lane nulls last, place, id
`

/** One page, in the order in which routes are tried. */
export const listRoutesPage = (db: Queryable, place: Place) =>
  selectPage(db, place, {
    columns: routeColumns,
    from: sql`routing_routes where true`,
    order: [
      [sql`account_id`, 'asc', 'nullable'],
      [sql`length(prefix)`, 'desc'],
      [sql`prefix`, 'asc'],
      [sql`sender`, 'asc', 'nullable'],
      [sql`lane`, 'asc', 'nullable'],
      [sql`place`, 'asc'],
      [sql`id`, 'asc'],
    ],
  })

export type NewRoute = Omit<Route, 'id' | 'createdAt'>

/** Null when an equal route exists. */
export const insertRoute = (db: Queryable, route: NewRoute, now: Date) => run.first<ShownRoute>(db)`
  insert into routing_routes (account_id, prefix, sender, lane, carrier, place, stop, created_at)
  values (${route.accountId}, ${route.prefix}, ${route.sender}, ${route.lane}, ${route.carrier}, ${route.place},
          ${route.stop}, ${now})
      on conflict do nothing
  returning ${routeColumns}
`

/** Locks the route until the transaction ends. */
export const lockRoute = (tx: Tx, id: number) => run.first<ShownRoute>(tx)`
  select ${routeColumns} from routing_routes where id = ${id} for update
`

/** Null when an equal route exists. */
export const updateRoute = (tx: Tx, id: number, route: NewRoute) => run.first<ShownRoute>(tx)`
  update routing_routes
     set account_id = ${route.accountId}, prefix = ${route.prefix}, sender = ${route.sender}, lane = ${route.lane},
         carrier = ${route.carrier}, place = ${route.place}, stop = ${route.stop}
   where id = ${id}
     and not exists (
           select from routing_routes o
            where o.id <> ${id}
              and (o.account_id, o.prefix, o.sender, o.lane, o.carrier)
                  is not distinct from (${route.accountId}::bigint, ${route.prefix}, ${route.sender}::text,
                                        ${route.lane}::text, ${route.carrier}))
  returning ${routeColumns}
`

export const deleteRoute = (db: Queryable, id: number) => run.first<ShownRoute>(db)`
  delete from routing_routes where id = ${id} returning ${routeColumns}
`

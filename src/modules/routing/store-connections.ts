import { sql } from 'kysely'
import type { ConnectionState } from '../../carriers/carrier.ts'
import { columnsOf, type Queryable, type RowOf, run } from '../../engine/db/index.ts'

/** Leases on carrier connections, measured by the clock of the database. */

const heldColumns = columnsOf(
  { n: 'routing_connections' },
  {
    carrier: 'n.carrier',
    place: 'n.place',
    /** Grows with every owner, so a previous owner notices that it lost the connection. */
    fence: 'n.fence',
  },
)

export type Held = RowOf<typeof heldColumns>

export type HeldState = Held & Omit<ConnectionState, 'place'>

const leaseOf = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`

/** Renews the leases that this process still owns, and publishes the state of the connections. */
export const renewConnections = (
  db: Queryable,
  owner: string,
  held: readonly HeldState[],
  leaseSeconds: number,
  now: Date,
) => run.all<Held>(db)`
  update routing_connections n
     set lease_until = ${leaseOf(leaseSeconds)}, is_up = v."isUp", problem = v.problem, losses = v.losses, outstanding = v.outstanding, window_size = v."window",
         changed_at = case when n.is_up = v."isUp" then n.changed_at else ${now}::timestamptz end
    from json_to_recordset(${JSON.stringify(held)}::json)
      as v(carrier text, place smallint, fence bigint, "isUp" boolean, problem text, losses integer, outstanding integer, "window" integer)
   where n.carrier = v.carrier
     and n.place = v.place
     and n.fence = v.fence
     and n.owner = ${owner}
  returning ${heldColumns}
`

/**
 * Claims free connections, up to the fair share of this process, and at most half of a carrier's connections at once,
 * so that processes that start together share them. Connections that this process has leased but no longer holds are
 * free for it, because it has closed them. Also records this process as a holder, visible to the others.
 */
export function takeConnections(
  db: Queryable,
  owner: string,
  carriers: readonly string[],
  held: readonly Held[],
  leaseSeconds: number,
  now: Date,
): Promise<Held[]> {
  const isFree = (n: string) => sql`
    (${sql.ref(`${n}.lease_until`)} is null or ${sql.ref(`${n}.lease_until`)} <= clock_timestamp() or ${sql.ref(`${n}.owner`)} = ${owner})
    and not exists (select from held where held.carrier = ${sql.ref(`${n}.carrier`)} and held.place = ${sql.ref(`${n}.place`)})
  `
  return run.all<Held>(db)`
    with held as (
      select *
        from json_to_recordset(${JSON.stringify(held)}::json) as v(carrier text, place smallint)
    ),
    seen as (
      insert into routing_holders (carrier, owner, seen_until)
      select r.name, ${owner}, ${leaseOf(leaseSeconds)}
        from providers r
       where r.name = any(${carriers}::text[])
          on conflict (carrier, owner) do update
         set seen_until = excluded.seen_until
    )
    update routing_connections n
       set owner = ${owner}, fence = n.fence + 1, lease_until = ${leaseOf(leaseSeconds)}, is_up = false, losses = 0,
           changed_at = case
             when not n.is_up then n.changed_at
             when n.lease_until <= clock_timestamp() then n.lease_until
             else ${now}::timestamptz
           end
      from unnest(${carriers}::text[]) as c(name)
     cross join lateral (
       select count(*) as count, (select count(*) from held where held.carrier = c.name) as ours
         from routing_connections a
        where a.carrier = c.name
     ) a
     cross join lateral (
       select count(*) as count
         from routing_holders h
        where h.carrier = c.name
          and h.owner <> ${owner}
          and h.seen_until > clock_timestamp()
     ) others
     cross join lateral (
       select f.place
         from routing_connections f
        where f.carrier = c.name
          and ${isFree('f')}
        order by f.place
        limit greatest(0, least((a.count + 1) / 2, (a.count + others.count) / (others.count + 1) - a.ours))
          for update skip locked
     ) free
     where n.carrier = c.name
       and n.place = free.place
       and ${isFree('n')}
    returning ${heldColumns}
  `
}

/**
 * Lists, per carrier, one connection to hand over: another process has at least two fewer, and none is free. Each
 * handover brings the processes closer together, so connections never move back and forth.
 */
export const listSurplus = (db: Queryable, owner: string) => run.all<Held>(db)`
  select ${heldColumns}
    from (select carrier, max(place) as place, count(*) as count
            from routing_connections
           where owner = ${owner}
           group by carrier
          having count(*) >= 2) ours
    join routing_connections n on n.carrier = ours.carrier and n.place = ours.place
   where ours.count >= 2 + (
           select min((select count(*)
                         from routing_connections o
                        where o.carrier = h.carrier
                          and o.owner = h.owner
                          and o.lease_until > clock_timestamp()))
             from routing_holders h
            where h.carrier = ours.carrier
              and h.owner <> ${owner}
              and h.seen_until > clock_timestamp())
     and not exists (
           select from routing_connections f
            where f.carrier = ours.carrier
              and (f.lease_until is null or f.lease_until <= clock_timestamp()))
`

/**
 * The time until the first lease on a connection ends; null without leases. A lease that has ended may be renewed late,
 * which nobody announces, so it counts as ending soon.
 */
export const findLeaseSeconds = (db: Queryable) => run.value<{ seconds: number | null }>(db)`
  select greatest(1, extract(epoch from min(lease_until) - clock_timestamp()))::float8 as seconds
    from routing_connections
   where lease_until > clock_timestamp() - interval '1 minute'
`

const released = (now: Date) => sql`
  owner = null, lease_until = null, is_up = false, losses = 0,
  changed_at = case when is_up then ${now}::timestamptz else changed_at end
`

/** Releases one connection for another process. */
export const releaseConnection = (db: Queryable, owner: string, held: Held, now: Date) => run.write(db)`
  update routing_connections
     set ${released(now)}
   where carrier = ${held.carrier}
     and place = ${held.place}
     and fence = ${held.fence}
     and owner = ${owner}
`

/** Releases all connections, so that other processes need not wait for the leases to end. */
export async function releaseConnections(db: Queryable, owner: string, now: Date): Promise<void> {
  await sql`
    update routing_connections
       set ${released(now)}
     where owner = ${owner}
  `.execute(db)
  // Also removes holders that crashed more than an hour ago.
  await sql`
    delete from routing_holders where owner = ${owner} or seen_until < clock_timestamp() - interval '1 hour'
  `.execute(db)
}

/** For the embedded database: it has one process, so earlier owners are gone. */
export async function releaseAllConnections(db: Queryable): Promise<void> {
  await sql`update routing_connections set owner = null, lease_until = null where owner is not null`.execute(db)
  await sql`delete from routing_holders`.execute(db)
}

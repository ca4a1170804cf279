import { sql } from 'kysely'
import { columnsOf, type Database, type Queryable, type Row, run, selectPage } from '../../../engine/db/index.ts'
import type { Place } from '../../../values/place.ts'
import type { BindMode, SmppCredential } from '../model.ts'

/** Leases on the binds of customers, measured by the clock of the database. */

export interface NewBind {
  readonly credential: SmppCredential
  readonly mode: BindMode
  readonly address: string
  readonly encrypted: boolean
}

const leaseOf = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`

/**
 * Stores a bind; null when the credential has its maximum or was revoked. The lock on the credential comes first, in a
 * statement of its own: the statement that counts must see the binds of the transaction that had the lock before.
 */
export function insertBind(
  db: Database,
  owner: string,
  { credential, mode, address, encrypted }: NewBind,
  leaseSeconds: number,
  now: Date,
): Promise<number | null> {
  return db.transaction(async (tx) => {
    const limit = await run.first<{ bindsMax: number }>(tx)`
      select (smpp ->> 'bindsMax')::int as "bindsMax"
        from credentials
       where id = ${credential.id}
         and revoked_at is null
         for no key update
    `
    if (limit === null) return null
    await sql`
      delete from smpp_binds where credential_id = ${credential.id} and lease_until <= clock_timestamp()
    `.execute(tx)
    const stored = await run.first<Row<'smpp_binds', 'id'>>(tx)`
      insert into smpp_binds (credential_id, account_id, mode, address, encrypted, owner, bound_at, lease_until)
      select ${credential.id}::bigint, ${credential.accountId}::bigint, ${mode}::text, ${address}::text, ${encrypted}::boolean, ${owner}::text,
             ${now}::timestamptz, ${leaseOf(leaseSeconds)}
       where (select count(*) from smpp_binds b where b.credential_id = ${credential.id}) < ${limit.bindsMax}
      returning id
    `
    return stored?.id ?? null
  })
}

/** Renews the leases of this process. Returns the ids that it still has. */
export async function renewBinds(db: Queryable, owner: string, ids: readonly number[], leaseSeconds: number) {
  const kept = await run.all<Row<'smpp_binds', 'id'>>(db)`
    update smpp_binds
       set lease_until = ${leaseOf(leaseSeconds)}
     where id = any(${ids}::bigint[])
       and owner = ${owner}
    returning id
  `
  return new Set(kept.map(({ id }) => id))
}

export async function deleteBinds(db: Queryable, ids: readonly number[]): Promise<void> {
  await sql`delete from smpp_binds where id = any(${ids}::bigint[])`.execute(db)
}

/**
 * Deletes those of the given binds whose leases are still over, and returns the other binds with ended leases. After an
 * outage all leases have ended until their owners renew them, so a bind must be seen twice.
 */
export async function deleteEndedBinds(db: Queryable, seen: readonly number[]): Promise<number[]> {
  const ended = await run.all<Row<'smpp_binds', 'id'>>(db)`
    with ended as (
      select id from smpp_binds where lease_until < clock_timestamp()
    ), deleted as (
      delete from smpp_binds using ended where smpp_binds.id = ended.id and ended.id = any(${seen}::bigint[])
    )
    select id from ended where id <> all(${seen}::bigint[])
  `
  return ended.map(({ id }) => id)
}

/** Only one process can open an embedded database, so all earlier owners are gone. */
export async function deleteAllBinds(db: Queryable): Promise<void> {
  await sql`delete from smpp_binds`.execute(db)
}

const bindColumns = columnsOf(
  { b: 'smpp_binds', c: 'credentials' },
  `b.id, b.account_id, b.credential_id, c.login as systemId, b.mode, b.address, b.encrypted, b.owner as process,
   b.bound_at`,
).narrow<{ systemId: string }>()

/** The current binds of an account, or of all accounts. */
export function listSmppBinds(db: Queryable, accountId: number | null, place: Place) {
  const ofAccount = accountId === null ? sql`true` : sql`b.account_id = ${accountId}`
  return selectPage(db, place, {
    columns: bindColumns,
    from: sql`smpp_binds b join credentials c on c.id = b.credential_id where b.lease_until > clock_timestamp() and ${ofAccount}`,
    order: [[sql`b.id`, 'desc']],
  })
}

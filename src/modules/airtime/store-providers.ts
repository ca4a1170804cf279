import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, type Tx } from '../../engine/db/index.ts'

const columns = columnsOf('providers', {
  name: 'name',
  settings: 'settings',
  /** Encrypted. */
  secrets: 'secrets',
  active: 'active',
  createdAt: 'created_at',
  changedAt: 'changed_at',
})

export type StoredProvider = RowOf<typeof columns>

export async function listProviders(db: Queryable): Promise<StoredProvider[]> {
  const { rows } =
    await sql<StoredProvider>`select ${columns} from providers where product = 'airtime' order by name`.execute(db)
  return rows
}

/** Locks the provider against changes and new transfers until the end of the transaction. */
export async function lockProvider(tx: Tx, name: string): Promise<StoredProvider | null> {
  const { rows } = await sql<StoredProvider>`select ${columns} from providers where name = ${name} for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Whether the provider accepts transfers. Prevents its removal until the end of the transaction. */
export async function holdProvider(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`select name from providers where name = ${name} and active for key share`.execute(tx)
  return rows.length > 0
}

export type NewProvider = Pick<StoredProvider, 'name' | 'settings' | 'secrets' | 'active'>

/** Only one provider is active: the others become inactive in the same transaction. */
export async function putProvider(tx: Tx, { name, settings, secrets, active }: NewProvider, now: Date): Promise<void> {
  // Two concurrent changes would deadlock on each other's rows.
  await sql`select pg_advisory_xact_lock(hashtext('ngoma airtime providers'))`.execute(tx)
  if (active)
    await sql`update providers set active = false, changed_at = ${now} where product = 'airtime' and active and name <> ${name}`.execute(
      tx,
    )
  await sql`
    insert into providers (product, name, settings, secrets, active, created_at, changed_at)
    values ('airtime', ${name}, ${JSON.stringify(settings)}::json, ${secrets}, ${active}, ${now}, ${now})
        on conflict (name) do update
       set settings = excluded.settings, secrets = excluded.secrets, active = excluded.active, changed_at = excluded.changed_at
  `.execute(tx)
}

export async function deleteProvider(tx: Tx, name: string): Promise<void> {
  await sql`delete from providers where name = ${name}`.execute(tx)
}

export async function countOpen(tx: Tx, provider: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from airtime_transfers where provider = ${provider} and state in ('accepted', 'submitted')
  `.execute(tx)
  return rows[0]?.count ?? 0
}

import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run, type Tx } from '../db/index.ts'
import type { Kept } from './roots.ts'

const rotationColumns = columnsOf(
  'secret_rotations',
  `id, state, from_fingerprint, to_fingerprint, from_made, to_made, place, after_key, resealed, resealed_in_pass,
   unreadable, started_at, finished_at`,
).narrow<{ state: 'preparing' | 'sealing' | 'done' }>()

export type Rotation = RowOf<typeof rotationColumns>

/** Returns the last rotation, which may still be running. */
export const findRotation = (db: Queryable) =>
  run.first<Rotation>(db)`select ${rotationColumns} from secret_rotations order by id desc limit 1`

const rootColumns = columnsOf('root_secret', { made: 'made', fingerprint: 'fingerprint', sealVersion: 'seal_version' })

export async function findKept(db: Queryable): Promise<Kept | null> {
  const root = await run.first<RowOf<typeof rootColumns>>(db)`select ${rootColumns} from root_secret`
  if (root === null) return null
  const last = await findRotation(db)
  return {
    ...root,
    rotation: last?.state === 'done' ? null : last,
    replaced: last?.fromFingerprint ?? null,
  }
}

/** Keeps the current secret until the transaction ends. `share` lets several processes start at once. */
export async function lockRoot(tx: Tx, mode: 'share' | 'update'): Promise<void> {
  await sql`select from root_secret for ${sql.raw(mode)}`.execute(tx)
}

/** Changes nothing when a root secret exists. */
export async function insertRoot(db: Queryable, made: string | null, fingerprint: Buffer): Promise<void> {
  await sql`insert into root_secret (made, fingerprint) values (${made}, ${fingerprint}) on conflict do nothing`.execute(
    db,
  )
}

/** Removes a generated secret once NGOMA_SECRET is required, because a backup must not contain its own key. */
export async function forgetMade(db: Queryable): Promise<void> {
  await sql`update root_secret set made = null`.execute(db)
}

/** From now on values name their root secret. */
export async function putRoot(tx: Tx, made: string | null, fingerprint: Buffer): Promise<void> {
  await sql`update root_secret set made = ${made}, fingerprint = ${fingerprint}, seal_version = 2`.execute(tx)
}

type NewRotation = Pick<Rotation, 'state' | 'fromFingerprint' | 'toFingerprint' | 'fromMade' | 'toMade'>

export async function insertRotation(tx: Tx, rotation: NewRotation, now: Date): Promise<void> {
  const { state, fromFingerprint, toFingerprint, fromMade, toMade } = rotation
  await sql`
    insert into secret_rotations (from_fingerprint, to_fingerprint, from_made, to_made, state, started_at, due_at)
    values (${fromFingerprint}, ${toFingerprint}, ${fromMade}, ${toMade}, ${state}, ${now}, ${now})
  `.execute(tx)
}

export async function markSealing(tx: Tx, id: number): Promise<void> {
  await sql`update secret_rotations set state = 'sealing' where id = ${id} and state = 'preparing'`.execute(tx)
}

/** Also deletes the generated secrets of the rotation. */
export async function markDone(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`
    update secret_rotations set state = 'done', finished_at = ${now}, from_made = null, to_made = null where id = ${id}
  `.execute(tx)
}

/** Ends running rotations, whose secrets are lost. */
export async function endRotations(tx: Tx, now: Date): Promise<void> {
  await sql`
    update secret_rotations
       set state = 'done', finished_at = ${now}, from_made = null, to_made = null, due_at = null
     where state <> 'done'
  `.execute(tx)
}

type Step = Pick<Rotation, 'id' | 'place' | 'afterKey' | 'resealed' | 'unreadable'>

/** Stores the progress. A new pass starts at place 0 without a key. */
export async function markStep(tx: Tx, { id, place, afterKey, resealed, unreadable }: Step): Promise<void> {
  const isNewPass = place === 0 && afterKey === null
  await sql`
    update secret_rotations
       set place = ${place}, after_key = ${afterKey}, resealed = resealed + ${resealed},
           resealed_in_pass = case when ${isNewPass} then 0 else resealed_in_pass + ${resealed} end,
           unreadable = case when ${isNewPass} then 0 else unreadable + ${unreadable} end
     where id = ${id}
  `.execute(tx)
}

/** Processes refresh every few seconds and count as stopped after this time. */
const liveSeconds = 15

const processColumns = columnsOf({ p: 'secret_processes' }, 'p.process as name, p.readable, p.seals_with')

type SecretProcess = RowOf<typeof processColumns>

/** Uses the clock of the database, which all processes share. */
export const listProcesses = (db: Queryable) => run.all<SecretProcess>(db)`
  select ${processColumns}
    from secret_processes p
   where p.seen_at > clock_timestamp() - make_interval(secs => ${liveSeconds})
   order by p.process
`

export async function putProcess(db: Queryable, { name, readable, sealsWith }: SecretProcess): Promise<void> {
  await sql`
    insert into secret_processes (process, readable, seals_with, seen_at)
    values (${name}, ${readable}::text[], ${sealsWith}, clock_timestamp())
        on conflict (process) do update
       set readable = excluded.readable, seals_with = excluded.seals_with, seen_at = excluded.seen_at
  `.execute(db)
}

/** Also deletes entries of long-dead processes. */
export async function deleteProcess(db: Queryable, name: string): Promise<void> {
  await sql`
    delete from secret_processes
     where process = ${name} or seen_at < clock_timestamp() - interval '1 day'
  `.execute(db)
}

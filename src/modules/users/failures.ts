import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { freeFailures, waitAfter } from './rules.ts'

/**
 * Wrong passwords, counted for an e-mail and an address together, and more patiently for the e-mail alone: guessing slows down, and somebody who guesses
 * from elsewhere does not soon keep the owner of the address out. Only hashes are kept: what is typed here is not always an e-mail.
 */
const keysOf = (email: string, address: string) => [
  { key: hash('sha256', `address ${address} ${email}`), free: freeFailures.byAddress },
  { key: hash('sha256', `email ${email}`), free: freeFailures.byEmail },
]

/** After this time without another failure everything is forgotten. */
const keptMinutes = 60

/** How many seconds to wait before the next try; 0 when it may be made now. */
export async function findWait(db: Queryable, email: string, address: string): Promise<number> {
  const keys = keysOf(email, address)
  const { rows } = await sql<{ key: string; failures: number; seconds: number }>`
    select key, failures, extract(epoch from clock_timestamp() - last_at)::float8 as seconds
      from sign_in_failures
     where key = any(${keys.map(({ key }) => key)}::text[])
       and last_at > clock_timestamp() - make_interval(mins => ${keptMinutes})
  `.execute(db)
  const waits = rows.map(({ key, failures, seconds }) => waitAfter(failures, keys.find((one) => one.key === key)?.free ?? 0) - seconds)
  return Math.max(0, Math.ceil(Math.max(0, ...waits)))
}

export async function noteFailure(db: Queryable, email: string, address: string): Promise<void> {
  await sql`
    insert into sign_in_failures as f (key, failures, last_at)
    select key, 1, clock_timestamp()
      from unnest(${keysOf(email, address).map(({ key }) => key)}::text[]) as key
     order by key
        on conflict (key) do update
       set failures = case when f.last_at > clock_timestamp() - make_interval(mins => ${keptMinutes}) then f.failures + 1 else 1 end,
           last_at = clock_timestamp()
  `.execute(db)
}

export async function forgetFailures(db: Queryable, email: string, address: string): Promise<void> {
  await sql`delete from sign_in_failures where key = any(${keysOf(email, address).map(({ key }) => key)}::text[])`.execute(db)
}

export async function deleteOldFailures(db: Queryable): Promise<void> {
  await sql`delete from sign_in_failures where last_at < clock_timestamp() - make_interval(mins => ${keptMinutes})`.execute(db)
}

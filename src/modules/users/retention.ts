import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { deleting, type RetentionRule } from '../retention/index.ts'
import { deviceDays } from './store-devices.ts'

/**
 * Entries have times of the database, and are never removed earlier by them: staging users can move the other clock, and
 * could hide their own changes.
 */
const entryDays = 30

const entriesOf = (owned: RawBuilder<unknown>) =>
  ({
    table: 'audit_entries',
    isOld: (before: Date) => sql`${owned} and at < ${before} and at < now() - make_interval(days => ${entryDays})`,
    order: sql`id`,
    idsGrowWith: 'at',
  }) as const

/** Sessions, invitations and counters of wrong passwords end by themselves and are no logs. */
export const usersRetention = (db: Queryable): RetentionRule[] => [
  { name: 'Audit entries', dataClass: 'logs', ...deleting(db, entriesOf(sql`account_id is not null`)) },
  {
    name: 'Audit entries of operators',
    dataClass: 'logs',
    scope: 'installation',
    ...deleting(db, entriesOf(sql`account_id is null`)),
  },
  {
    name: 'Sign-in devices',
    dataClass: 'logs',
    scope: 'installation',
    atMostDays: deviceDays,
    async remove({ before }, limit) {
      const { rows } = await sql`
        delete from auth_devices
         where (user_id, device_hash) in (select user_id, device_hash from auth_devices where seen_at < ${before} limit ${limit})
           and seen_at < ${before}
        returning 1
      `.execute(db)
      return rows.length
    },
    async count({ before }, max) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (select from auth_devices where seen_at < ${before} limit ${max}) old
      `.execute(db)
      return rows[0]?.count ?? 0
    },
  },
]

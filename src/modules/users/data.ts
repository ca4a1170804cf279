import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { dataOf, unsearched } from '../table-data/index.ts'
import { isShown, shownActor, shownDetail } from './store-audit.ts'
import { deviceDays } from './store-devices.ts'

/**
 * Entries have times of the database, and are never removed earlier by them: staging users can move the other clock, and
 * could hide their own changes.
 */
const entryDays = 30

const isOld = (isOwned: RawBuilder<unknown>) => sql`${isOwned} and t.at < now() - make_interval(days => ${entryDays})`

const entries = dataOf('audit_entries', {
  at: 'at',
  idsGrow: true,
  /** Entries that name the number. Erasing overwrites it in them. They never reveal who acts for the parent of an account. */
  person: {
    name: 'audit-entries',
    show: [
      'account_id',
      'at',
      columnsOf({ t: 'audit_entries' }, { actor: shownActor }),
      'action',
      'params',
      columnsOf({ t: 'audit_entries' }, { detail: shownDetail }),
    ],
    texts: ['params', 'detail'],
    where: ({ accountId }) => (accountId === null ? sql`true` : isShown),
  },
  keep: [
    { name: 'Audit entries', dataClass: 'logs', where: isOld(sql`t.account_id is not null`) },
    {
      name: 'Audit entries of operators',
      dataClass: 'logs',
      scope: 'installation',
      where: isOld(sql`t.account_id is null`),
    },
  ],
})

const devices = dataOf('auth_devices', {
  at: 'seen_at',
  keep: [{ name: 'Sign-in devices', dataClass: 'logs', scope: 'installation', atMostDays: deviceDays, key: 'ctid' }],
  unsearched: 'all',
})

/** Sessions, invitations and counters of wrong passwords end by themselves and are no logs. */
export const data = [
  entries,
  devices,
  ...unsearched(
    'auth_accounts',
    'auth_passkeys',
    'auth_rate_limits',
    'auth_sessions',
    'auth_two_factors',
    'auth_used_codes',
    'auth_users',
    'auth_verifications',
    'invitations',
    'members',
    'password_mails',
    'sign_in_failures',
  ),
]

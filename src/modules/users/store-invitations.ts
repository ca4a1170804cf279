import { hash } from 'node:crypto'
import { columnsOf, type Queryable, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import type { Role } from '../../values/scopes.ts'

const hashOf = (token: string) => hash('sha256', `invitation:${token}`, 'base64url')

const listColumns = columnsOf({ i: 'invitations' }, 'i.id, i.email, i.role, i.invited_at, i.expires_at')
const columns = columnsOf(
  { i: 'invitations', a: 'accounts' },
  'i.id, i.account_id, a.name as accountName, i.email, i.name, i.role',
)

export type PendingInvitation = RowOf<typeof columns>

interface NewInvitation {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly token: string
  readonly hours: number
}

/** Replaces an earlier invitation of the same email to the same account, and its token. */
export const putInvitation = (tx: Tx, accountId: number, added: NewInvitation) => run.write(tx)`
  insert into invitations (account_id, email, name, role, token_hash, invited_at, expires_at)
  values (${accountId}, ${added.email}, ${added.name}, ${added.role}, ${hashOf(added.token)}, now(),
          now() + make_interval(hours => ${added.hours}))
      on conflict (account_id, email) do update
     set name = excluded.name,
         role = excluded.role,
         token_hash = excluded.token_hash,
         invited_at = excluded.invited_at,
         expires_at = excluded.expires_at
`

/** A bound for the list; larger than any real number of open invitations. */
const invitationsMax = 1_000

export const listInvitations = (db: Queryable, accountId: number) => run.all<RowOf<typeof listColumns>>(db)`
  select ${listColumns}
    from invitations i
   where i.account_id = ${accountId}
     and i.expires_at > now()
   order by i.email
   limit ${invitationsMax}
`

export const findInvitation = (db: Queryable, token: string) => run.first<PendingInvitation>(db)`
  select ${columns}
    from invitations i
    join accounts a on a.id = i.account_id
   where i.token_hash = ${hashOf(token)}
     and i.expires_at > now()
`

/** False when it is already gone. */
export const deleteInvitation = (db: Queryable, accountId: number, id: number) => run.hasRows(db)`
  delete from invitations where account_id = ${accountId} and id = ${id} returning id
`

/** For a user who became a member in another way. */
export const deleteInvitationOf = (tx: Tx, accountId: number, email: string) => run.write(tx)`
  delete from invitations where account_id = ${accountId} and email = ${email}
`

export const deleteOldInvitations = (db: Queryable) => run.write(db)`delete from invitations where expires_at < now()`

import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '../../contract/console/users.ts'
import { columnsOf, type Queryable, type RowOf, type Tx } from '../../engine/db/index.ts'

const hashOf = (token: string) => hash('sha256', `invitation:${token}`, 'base64url')

const listColumns = columnsOf(
  { i: 'invitations' },
  { id: 'i.id', email: 'i.email', role: 'i.role', invitedAt: 'i.invited_at', expiresAt: 'i.expires_at' },
)
const columns = columnsOf(
  { i: 'invitations', a: 'accounts' },
  {
    id: 'i.id',
    accountId: 'i.account_id',
    accountName: 'a.name',
    email: 'i.email',
    name: 'i.name',
    role: 'i.role',
  },
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
export async function putInvitation(
  tx: Tx,
  accountId: number,
  { email, name, role, token, hours }: NewInvitation,
): Promise<void> {
  await sql`
    insert into invitations (account_id, email, name, role, token_hash, invited_at, expires_at)
    values (${accountId}, ${email}, ${name}, ${role}, ${hashOf(token)}, now(), now() + make_interval(hours => ${hours}))
        on conflict (account_id, email) do update
       set name = excluded.name,
           role = excluded.role,
           token_hash = excluded.token_hash,
           invited_at = excluded.invited_at,
           expires_at = excluded.expires_at
  `.execute(tx)
}

/** A bound for the list; larger than any real number of open invitations. */
const invitationsMax = 1_000

export async function listInvitations(db: Queryable, accountId: number): Promise<RowOf<typeof listColumns>[]> {
  const { rows } = await sql<RowOf<typeof listColumns>>`
    select ${listColumns}
      from invitations i
     where i.account_id = ${accountId}
       and i.expires_at > now()
     order by i.email
     limit ${invitationsMax}
  `.execute(db)
  return rows
}

export async function findInvitation(db: Queryable, token: string): Promise<PendingInvitation | null> {
  const { rows } = await sql<PendingInvitation>`
    select ${columns}
      from invitations i
      join accounts a on a.id = i.account_id
     where i.token_hash = ${hashOf(token)}
       and i.expires_at > now()
  `.execute(db)
  return rows[0] ?? null
}

/** False when it is already gone. */
export async function deleteInvitation(db: Queryable, accountId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from invitations where account_id = ${accountId} and id = ${id} returning id
  `.execute(db)
  return rows.length > 0
}

/** For a user who became a member in another way. */
export async function deleteInvitationOf(tx: Tx, accountId: number, email: string): Promise<void> {
  await sql`delete from invitations where account_id = ${accountId} and email = ${email}`.execute(tx)
}

export async function deleteOldInvitations(db: Queryable): Promise<void> {
  await sql`delete from invitations where expires_at < now()`.execute(db)
}

import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '../../contract/console/users.ts'
import { columnsOf, type Queryable, type Row, type RowOf, selectPage, type Tx } from '../../engine/db/index.ts'
import { likeAnywhere, type PageOf, type PageQuestion } from '../../values/page.ts'
import type { Standing } from './rules.ts'

const hasPassword = sql<boolean>`exists (select from auth_accounts a where a."userId" = u.id and a.password is not null)`

/** Also by a provider, without a password. */
const canSignIn = sql<boolean>`exists (select from auth_accounts a where a."userId" = u.id and (a.password is not null or a."providerId" <> 'credential'))`

const userColumns = columnsOf(
  { u: 'auth_users' },
  {
    id: 'u.id',
    email: 'u.email',
    name: 'u.name',
    operator: 'u.operator',
    twoFactor: sql<boolean>`coalesce(u."twoFactorEnabled", false)`,
    createdAt: 'u.createdAt',
    hasPassword,
    /** False until an invitation was accepted. */
    canSignIn,
  },
)

export type User = RowOf<typeof userColumns>

export async function findUser(db: Queryable, id: string): Promise<User | null> {
  const { rows } = await sql<User>`select ${userColumns} from auth_users u where u.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  const { rows } = await sql<User>`select ${userColumns} from auth_users u where u.email = ${email}`.execute(db)
  return rows[0] ?? null
}

export interface UsersQuestion {
  /** The one who has it; null: all. */
  readonly email: string | null
  /** Somewhere in the name or the e-mail; null: all. */
  readonly search: string | null
}

export function listUsers(db: Queryable, { email, search }: UsersQuestion, page: PageQuestion): Promise<PageOf<User>> {
  const found =
    search === null
      ? sql`true`
      : sql`(u.email like ${likeAnywhere(search)} or lower(u.name) like ${likeAnywhere(search)})`
  const where = email === null ? found : sql`u.email = ${email} and ${found}`
  return selectPage(db, page, {
    columns: userColumns,
    from: sql`auth_users u where ${where}`,
    order: [[sql`u.email`, 'asc']],
  })
}

/** False when somebody has the e-mail already. */
export async function insertUser(
  tx: Tx,
  user: { readonly id: string; readonly email: string; readonly name: string; readonly operator: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    insert into auth_users ("id", "name", "email", "emailVerified", operator)
    values (${user.id}, ${user.name}, ${user.email}, false, ${user.operator})
        on conflict ("email") do nothing
    returning "id"
  `.execute(tx)
  return rows.length > 0
}

/** As better-auth keeps it: the hash is its own. */
export async function insertPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await sql`
    insert into auth_accounts ("id", "accountId", "providerId", "userId", "password", "updatedAt")
    values (${userId}, ${userId}, 'credential', ${userId}, ${hash}, now())
  `.execute(tx)
}

/** As better-auth keeps it; another one after every change, also to the same password. Null when there is none. */
export async function findPasswordHash(db: Queryable, email: string): Promise<string | null> {
  const { rows } = await sql<Row<'auth_accounts', 'password'>>`
    select a.password
      from auth_accounts a
      join auth_users u on u.id = a."userId"
     where u.email = ${email}
       and a."providerId" = 'credential'
  `.execute(db)
  return rows[0]?.password ?? null
}

/** Once somebody has shown that they read the mail of the address. */
export async function markEmailVerified(tx: Tx, userId: string): Promise<void> {
  await sql`update auth_users set "emailVerified" = true where id = ${userId} and not "emailVerified"`.execute(tx)
}

export async function deleteSession(db: Queryable, token: string): Promise<void> {
  await sql`delete from auth_sessions where token = ${token}`.execute(db)
}

export async function deleteSessions(tx: Tx, userId: string): Promise<void> {
  await sql`delete from auth_sessions where "userId" = ${userId}`.execute(tx)
}

/** False when there is no such user. */
export async function deleteTwoFactor(tx: Tx, userId: string): Promise<boolean> {
  const { rows } =
    await sql`update auth_users set "twoFactorEnabled" = false where id = ${userId} returning id`.execute(tx)
  await sql`delete from auth_two_factors where "userId" = ${userId}`.execute(tx)
  return rows.length > 0
}

const membershipColumns = columnsOf(
  { m: 'members', a: 'accounts' },
  { accountId: 'm.account_id', accountName: 'a.name', role: 'm.role' },
)

export type Membership = RowOf<typeof membershipColumns>

export async function listMemberships(db: Queryable, userId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select ${membershipColumns}
      from members m
      join accounts a on a.id = m.account_id
     where m.user_id = ${userId}
     order by m.account_id
  `.execute(db)
  return rows
}

/**
 * What a user is to an account; null when there is no such user any more. Without an account it is only about being an
 * operator.
 */
export async function findStanding(db: Queryable, userId: string, accountId: number | null): Promise<Standing | null> {
  const columns = columnsOf(
    { u: 'auth_users', m: 'members?' },
    {
      operator: 'u.operator',
      role: 'm.role',
      accountExists: sql<boolean>`a.id is not null`,
      suspended: sql<boolean>`a.suspended_at is not null`,
    },
  )
  const { rows } = await sql<RowOf<typeof columns>>`
    select ${columns}
      from auth_users u
      left join accounts a on a.id = ${accountId}
      left join members m on m.account_id = a.id and m.user_id = u.id
     where u.id = ${userId}
  `.execute(db)
  return rows[0] ?? null
}

const memberColumns = columnsOf(
  { m: 'members', u: 'auth_users' },
  {
    userId: 'm.user_id',
    email: 'u.email',
    name: 'u.name',
    role: 'm.role',
    createdAt: 'm.created_at',
    hasPassword,
  },
)

export type Member = RowOf<typeof memberColumns>

/** More than people work in, so that no list is without an end. */
const membersMax = 1_000

export async function listMembers(db: Queryable, accountId: number): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select ${memberColumns}
      from members m
      join auth_users u on u.id = m.user_id
     where m.account_id = ${accountId}
     order by u.email
     limit ${membersMax}
  `.execute(db)
  return rows
}

/** Where the owners of an account get their e-mail. */
export async function listOwnerEmails(db: Queryable, accountId: number): Promise<string[]> {
  const { rows } = await sql<Row<'auth_users', 'email'>>`
    select u.email
      from members m
      join auth_users u on u.id = m.user_id
     where m.account_id = ${accountId}
       and m.role = 'owner'
     order by u.email
  `.execute(db)
  return rows.map(({ email }) => email)
}

/** False when the user is a member already. */
export async function insertMember(tx: Tx, accountId: number, userId: string, role: Role, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into members (account_id, user_id, role, created_at)
    values (${accountId}, ${userId}, ${role}, ${now})
        on conflict do nothing
    returning user_id
  `.execute(tx)
  return rows.length > 0
}

/**
 * Changes of who owns an account wait for each other: of two owners who remove each other at once, one stays. What is
 * sent meanwhile does not wait.
 */
export async function lockMembers(tx: Tx, accountId: number): Promise<void> {
  await sql`select id from accounts where id = ${accountId} for no key update`.execute(tx)
}

/** Whether whoever has the email is in the account. */
export async function isMember(tx: Tx, accountId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from members m
      join auth_users u on u.id = m.user_id
     where m.account_id = ${accountId}
       and u.email = ${email}
  `.execute(tx)
  return rows.length > 0
}

/** Null takes the member out. False when there is no such member. */
export async function updateMember(tx: Tx, accountId: number, userId: string, role: Role | null): Promise<boolean> {
  const where = sql`where account_id = ${accountId} and user_id = ${userId}`
  const { rows } = await (role === null
    ? sql`delete from members ${where} returning user_id`
    : sql`update members set role = ${role} ${where} returning user_id`
  ).execute(tx)
  return rows.length > 0
}

export async function countOwners(tx: Tx, accountId: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from members where account_id = ${accountId} and role = 'owner'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** All operators are locked on the way, in order, so that two who demote each other at once wait for each other. */
export async function updateOperator(
  tx: Tx,
  userId: string,
  operator: boolean,
): Promise<{ readonly found: boolean; readonly left: number }> {
  await sql`select id from auth_users where operator or id = ${userId} order by id for update`.execute(tx)
  const changed = await sql`update auth_users set operator = ${operator} where id = ${userId} returning id`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*) as count from auth_users where operator`.execute(tx)
  return { found: changed.rows.length > 0, left: rows[0]?.count ?? 0 }
}

/** Until the transaction ends nobody else hands out anything in the user's name. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await sql`select id from auth_users where id = ${userId} for no key update`.execute(tx)
}

/**
 * As better-auth keeps it and looks for it: a token that resets a password is as good as one, so only its hash is
 * there.
 */
const resetIdentifier = (token: string) => hash('sha256', `reset-password:${token}`, 'base64url')

export async function insertResetToken(tx: Tx, userId: string, token: string, expiresAt: Date): Promise<void> {
  await sql`
    insert into auth_verifications ("id", "identifier", "value", "expiresAt")
    values (${randomUUID()}, ${resetIdentifier(token)}, ${userId}, ${expiresAt})
  `.execute(tx)
}

/** Whose password a token resets; null when it is none, or used up. */
export async function findResetUser(db: Queryable, token: string): Promise<string | null> {
  const { rows } = await sql<Row<'auth_verifications', 'value'>>`
    select value
      from auth_verifications
     where identifier = ${resetIdentifier(token)}
       and "expiresAt" > now()
  `.execute(db)
  return rows[0]?.value ?? null
}

/**
 * What was handed out in a user's name and not used yet: tokens that reset the password, half-done sign-ins, devices
 * that need no code.
 */
export async function deleteVerifications(db: Queryable, userId: string): Promise<void> {
  await sql`delete from auth_verifications where value = ${userId}`.execute(db)
}

export async function deleteExpired(db: Queryable): Promise<void> {
  await sql`delete from auth_sessions where "expiresAt" < now()`.execute(db)
  await sql`delete from auth_verifications where "expiresAt" < now()`.execute(db)
}

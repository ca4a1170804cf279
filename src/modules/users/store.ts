import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, selectPage, type Tx } from '../../engine/db/index.ts'
import type { Language } from '../../values/languages.ts'
import { likeAnywhere, type PageOf, type PageQuestion } from '../../values/page.ts'

export const hasPassword = sql<boolean>`exists (select from auth_accounts a where a."userId" = u.id and a.password is not null)`

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
    passkeys: sql<number>`(select count(*) from auth_passkeys p where p."userId" = u.id)`,
    /** False until an invitation was accepted. */
    canSignIn,
    emailVerified: 'u.emailVerified',
    /** Null: the language of the browser. */
    language: 'u.language',
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

export async function updateUserLanguage(db: Queryable, userId: string, language: Language | null): Promise<void> {
  await sql`update auth_users set language = ${language} where id = ${userId}`.execute(db)
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

/**
 * For somebody whose address a provider has checked, and whom nobody has given another way to sign in: whoever has one
 * may be somebody else.
 */
export async function markUnclaimedVerified(db: Queryable, email: string): Promise<void> {
  await sql`
    update auth_users u
       set "emailVerified" = true
     where u.email = ${email}
       and not u."emailVerified"
       and not ${canSignIn}
  `.execute(db)
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
  await sql`delete from auth_passkeys where "userId" = ${userId}`.execute(tx)
  return rows.length > 0
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

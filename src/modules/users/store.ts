import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run, selectLongPage, type Tx } from '../../engine/db/index.ts'
import type { Language } from '../../values/languages.ts'
import { likeAnywhere, type PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'

export const hasPassword = sql<boolean>`exists (select from auth_accounts a where a."userId" = u.id and a.password is not null)`

/** With a password or through a provider. */
const canSignIn = sql<boolean>`exists (select from auth_accounts a where a."userId" = u.id and (a.password is not null or a."providerId" <> 'credential'))`

const userColumns = columnsOf({ u: 'auth_users' }, 'u.id, u.email, u.name, u.operator, u.createdAt, u.emailVerified', {
  twoFactor: sql<boolean>`coalesce(u."twoFactorEnabled", false)`,
  hasPassword,
  passkeys: sql<number>`(select count(*) from auth_passkeys p where p."userId" = u.id)`,
  /** False until an invitation is accepted. */
  canSignIn,
  /** Null: the language of the browser. */
  language: 'u.language',
})

export type User = RowOf<typeof userColumns>

export function findUser(db: Queryable, id: string): Promise<User | null> {
  return run.first<User>(db)`select ${userColumns} from auth_users u where u.id = ${id}`
}

/** The name of a user, or the email address without one; null when the user is gone. */
export async function findUserName(db: Queryable, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(name, ''), email) as name from auth_users where id = ${id}
  `.execute(db)
  return rows[0]?.name ?? null
}

export function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  return run.first<User>(db)`select ${userColumns} from auth_users u where u.email = ${email}`
}

export interface UsersQuery {
  /** The exact email; null means all. */
  readonly email: string | null
  /** A part of the name or email; null means all. */
  readonly search: string | null
}

export function listUsers(db: Queryable, { email, search }: UsersQuery, place: Place): Promise<PageOf<User>> {
  const found =
    search === null
      ? sql`true`
      : sql`(u.email like ${likeAnywhere(search)} or lower(u.name) like ${likeAnywhere(search)})`
  const where = email === null ? found : sql`u.email = ${email} and ${found}`
  return selectLongPage(db, place, {
    columns: userColumns,
    from: sql`auth_users u where ${where}`,
    order: [[sql`u.email`, 'asc']],
  })
}

export async function updateUserLanguage(db: Queryable, userId: string, language: Language | null): Promise<void> {
  await sql`update auth_users set language = ${language} where id = ${userId}`.execute(db)
}

/** False when the email is already in use. */
export function insertUser(
  tx: Tx,
  user: { readonly id: string; readonly email: string; readonly name: string; readonly operator: boolean },
): Promise<boolean> {
  return run.hasRows(tx)`
    insert into auth_users ("id", "name", "email", "emailVerified", operator)
    values (${user.id}, ${user.name}, ${user.email}, false, ${user.operator})
        on conflict ("email") do nothing
    returning "id"
  `
}

/** The hash is in the format of better-auth. */
export async function insertPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await sql`
    insert into auth_accounts ("id", "accountId", "providerId", "userId", "password", "updatedAt")
    values (${userId}, ${userId}, 'credential', ${userId}, ${hash}, now())
  `.execute(tx)
}

/**
 * The hash in the format of better-auth, which changes with every password change. Null when the user has no password.
 */
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

/** Called once the user has proved access to the mailbox. */
export async function markEmailVerified(tx: Tx, userId: string): Promise<void> {
  await sql`update auth_users set "emailVerified" = true where id = ${userId} and not "emailVerified"`.execute(tx)
}

/**
 * For a user whose email the provider verified and who has no other way to sign in. If the user has one, somebody else
 * may have set it up.
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

/** False for an unknown user. */
export async function deleteTwoFactor(tx: Tx, userId: string): Promise<boolean> {
  const { rows } =
    await sql`update auth_users set "twoFactorEnabled" = false where id = ${userId} returning id`.execute(tx)
  await sql`delete from auth_two_factors where "userId" = ${userId}`.execute(tx)
  await sql`delete from auth_passkeys where "userId" = ${userId}`.execute(tx)
  return rows.length > 0
}

/** Locks all operators in order, so that two operators who demote each other wait for each other. */
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

/** Prevents other tokens from being issued for this user until the transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await sql`select id from auth_users where id = ${userId} for no key update`.execute(tx)
}

/** The format of better-auth. A reset token is as powerful as a password, so only its hash is stored. */
const resetIdentifier = (token: string) => hash('sha256', `reset-password:${token}`, 'base64url')

export async function insertResetToken(tx: Tx, userId: string, token: string, expiresAt: Date): Promise<void> {
  await sql`
    insert into auth_verifications ("id", "identifier", "value", "expiresAt")
    values (${randomUUID()}, ${resetIdentifier(token)}, ${userId}, ${expiresAt})
  `.execute(tx)
}

/** The user whose password a token resets; null when it is invalid or used. */
export async function findResetUser(db: Queryable, token: string): Promise<string | null> {
  const { rows } = await sql<Row<'auth_verifications', 'value'>>`
    select value
      from auth_verifications
     where identifier = ${resetIdentifier(token)}
       and "expiresAt" > now()
  `.execute(db)
  return rows[0]?.value ?? null
}

/** Deletes the unused tokens, half-done sign-ins and trusted devices of a user. */
export async function deleteVerifications(db: Queryable, userId: string): Promise<void> {
  await sql`delete from auth_verifications where value = ${userId}`.execute(db)
}

export async function deleteExpired(db: Queryable): Promise<void> {
  await sql`delete from auth_sessions where "expiresAt" < now()`.execute(db)
  await sql`delete from auth_verifications where "expiresAt" < now()`.execute(db)
}

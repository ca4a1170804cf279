import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run, selectLongPage, type Tx } from '../../engine/db/index.ts'
import type { Language } from '../../values/languages.ts'
import { likeAnywhere } from '../../values/page.ts'
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

export const findUser = (db: Queryable, id: string) => run.first<User>(db)`
  select ${userColumns} from auth_users u where u.id = ${id}
`

/** The name of a user, or the email address without one; null when the user is gone. */
export const findUserName = (db: Queryable, id: string) => run.value<{ name: string }>(db)`
  select coalesce(nullif(name, ''), email) as name from auth_users where id = ${id}
`

export const findUserByEmail = (db: Queryable, email: string) => run.first<User>(db)`
  select ${userColumns} from auth_users u where u.email = ${email}
`

interface UsersQuery {
  /** The exact email; null means all. */
  readonly email: string | null
  /** A part of the name or email; null means all. */
  readonly search: string | null
}

export function listUsers(db: Queryable, { email, search }: UsersQuery, place: Place) {
  const pattern = search === null ? null : likeAnywhere(search)
  const wanted = [
    email === null ? sql`true` : sql`u.email = ${email}`,
    pattern === null ? sql`true` : sql`(u.email like ${pattern} or lower(u.name) like ${pattern})`,
  ]
  return selectLongPage(db, place, {
    columns: userColumns,
    from: sql`auth_users u where ${sql.join(wanted, sql` and `)}`,
    order: [[sql`u.email`, 'asc']],
  })
}

export const updateUserLanguage = (db: Queryable, userId: string, language: Language | null) => run.write(db)`
  update auth_users set language = ${language} where id = ${userId}
`

/** False when the email is already in use. */
export const insertUser = (tx: Tx, user: Pick<User, 'id' | 'email' | 'name' | 'operator'>) => run.hasRows(tx)`
  insert into auth_users ("id", "name", "email", "emailVerified", operator)
  values (${user.id}, ${user.name}, ${user.email}, false, ${user.operator})
      on conflict ("email") do nothing
  returning "id"
`

/** The hash is in the format of better-auth. */
export const insertPassword = (tx: Tx, userId: string, hash: string) => run.write(tx)`
  insert into auth_accounts ("id", "accountId", "providerId", "userId", "password", "updatedAt")
  values (${userId}, ${userId}, 'credential', ${userId}, ${hash}, now())
`

/**
 * The hash in the format of better-auth, which changes with every password change. Null when the user has no password.
 */
export const findPasswordHash = (db: Queryable, email: string) => run.value<Row<'auth_accounts', 'password'>>(db)`
  select a.password
    from auth_accounts a
    join auth_users u on u.id = a."userId"
   where u.email = ${email}
     and a."providerId" = 'credential'
`

/** Called once the user has proved access to the mailbox. */
export const markEmailVerified = (tx: Tx, userId: string) => run.write(tx)`
  update auth_users set "emailVerified" = true where id = ${userId} and not "emailVerified"
`

/**
 * For a user whose email the provider verified and who has no other way to sign in. If the user has one, somebody else
 * may have set it up.
 */
export const markUnclaimedVerified = (db: Queryable, email: string) => run.write(db)`
  update auth_users u
     set "emailVerified" = true
   where u.email = ${email}
     and not u."emailVerified"
     and not ${canSignIn}
`

export const deleteSession = (db: Queryable, token: string) => run.write(db)`
  delete from auth_sessions where token = ${token}
`

export const deleteSessions = (tx: Tx, userId: string) => run.write(tx)`
  delete from auth_sessions where "userId" = ${userId}
`

/** False for an unknown user. */
export async function deleteTwoFactor(tx: Tx, userId: string): Promise<boolean> {
  const found = await run.hasRows(tx)`
    update auth_users set "twoFactorEnabled" = false where id = ${userId} returning id
  `
  await sql`delete from auth_two_factors where "userId" = ${userId}`.execute(tx)
  await sql`delete from auth_passkeys where "userId" = ${userId}`.execute(tx)
  return found
}

/** Locks all operators in order, so that two operators who demote each other wait for each other. */
export async function updateOperator(tx: Tx, userId: string, operator: boolean) {
  await sql`select id from auth_users where operator or id = ${userId} order by id for update`.execute(tx)
  const found = await run.hasRows(tx)`update auth_users set operator = ${operator} where id = ${userId} returning id`
  return { found, left: await run.count(tx)`select count(*) as count from auth_users where operator` }
}

/** Prevents other tokens from being issued for this user until the transaction ends. */
export const lockUser = (tx: Tx, userId: string) => run.write(tx)`
  select id from auth_users where id = ${userId} for no key update
`

/** The format of better-auth. A reset token is as powerful as a password, so only its hash is stored. */
const resetIdentifier = (token: string) => hash('sha256', `reset-password:${token}`, 'base64url')

export const insertResetToken = (tx: Tx, userId: string, token: string, expiresAt: Date) => run.write(tx)`
  insert into auth_verifications ("id", "identifier", "value", "expiresAt")
  values (${randomUUID()}, ${resetIdentifier(token)}, ${userId}, ${expiresAt})
`

/** The user whose password a token resets; null when it is invalid or used. */
export const findResetUser = (db: Queryable, token: string) => run.value<Row<'auth_verifications', 'value'>>(db)`
  select value
    from auth_verifications
   where identifier = ${resetIdentifier(token)}
     and "expiresAt" > now()
`

/** Deletes the unused tokens, half-done sign-ins and trusted devices of a user. */
export const deleteVerifications = (db: Queryable, userId: string) => run.write(db)`
  delete from auth_verifications where value = ${userId}
`

export async function deleteExpired(db: Queryable): Promise<void> {
  await sql`delete from auth_sessions where "expiresAt" < now()`.execute(db)
  await sql`delete from auth_verifications where "expiresAt" < now()`.execute(db)
}

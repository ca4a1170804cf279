import { randomBytes, randomUUID } from 'node:crypto'
import type { Tx } from '../../engine/db/index.ts'
import { refuse } from '../../values/refusal.ts'
import type { Role } from '../../values/scopes.ts'
import type { UsersContext } from './context.ts'
import {
  deleteSessions,
  deleteTwoFactor,
  deleteVerifications,
  findUser,
  findUserByEmail,
  insertResetToken,
  insertUser,
  lockUser,
  type User,
  updateOperator,
} from './store.ts'
import { deleteInvitationOf } from './store-invitations.ts'
import { countOwners, insertMember, lockMembers, updateMember } from './store-members.ts'

/** Shown once. Its holder can choose the user's password. */
export interface Invitation {
  readonly token: string
  readonly expiresAt: Date
}

const tokenHours = 72

/** Creates one more token; existing tokens of the user stay valid. */
export async function makeToken(tx: Tx, userId: string, hours: number): Promise<Invitation> {
  const token = randomBytes(32).toString('hex')
  // Uses the machine clock, like better-auth.
  const expiresAt = new Date(Date.now() + hours * 3_600_000)
  await insertResetToken(tx, userId, token, expiresAt)
  return { token, expiresAt }
}

/**
 * Revokes earlier tokens of the user: they may be in the wrong hands, and the user may have gained access to more
 * accounts since.
 */
async function makeInvitation(tx: Tx, userId: string): Promise<Invitation> {
  await lockUser(tx, userId)
  await deleteVerifications(tx, userId)
  return makeToken(tx, userId, tokenHours)
}

export interface NewMember {
  readonly email: string
  readonly name: string
  readonly role: Role
}

/**
 * Adds a member to an account, for operators, who may know which users exist. A new user gets an invitation to choose a
 * password.
 */
export const addMember = (
  ctx: UsersContext,
  accountId: number,
  { email, name, role }: NewMember,
): Promise<{ user: User; invitation: Invitation | null }> =>
  ctx.db.transaction(async (tx) => {
    await insertUser(tx, { id: randomUUID(), email, name, operator: false })
    const user = await getUserByEmail(tx, email)
    if (!(await insertMember(tx, accountId, user.id, role, ctx.clock.now()))) throw refuse('already_member')
    await deleteInvitationOf(tx, accountId, email)
    return { user, invitation: user.canSignIn ? null : await makeInvitation(tx, user.id) }
  })

/** For a forgotten password or a lost invitation. Sessions end only when the token is used. */
export const resetPassword = (ctx: UsersContext, userId: string): Promise<{ user: User; invitation: Invitation }> =>
  ctx.db.transaction(async (tx) => {
    const user = await findUser(tx, userId)
    if (user === null) throw refuse('user_not_found')
    return { user, invitation: await makeInvitation(tx, userId) }
  })

/** For a user whose device is lost. Its sessions and half-done sign-ins end too. */
export const removeTwoFactor = (ctx: UsersContext, userId: string): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    if (!(await deleteTwoFactor(tx, userId))) throw refuse('user_not_found')
    await deleteVerifications(tx, userId)
    await deleteSessions(tx, userId)
  })

/**
 * Null removes the member from the account. A member who leaves becomes a viewer first: viewers get no work, so none is
 * left after it is released, which takes several transactions.
 */
export async function changeMember(
  ctx: UsersContext,
  accountId: number,
  userId: string,
  role: Role | null,
  releaseWork: () => Promise<void>,
): Promise<void> {
  if (role === null || role === 'viewer') {
    await setRole(ctx, accountId, userId, 'viewer')
    await releaseWork()
  }
  if (role !== 'viewer') await setRole(ctx, accountId, userId, role)
}

const setRole = (ctx: UsersContext, accountId: number, userId: string, role: Role | null): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    await lockMembers(tx, accountId)
    const owners = await countOwners(tx, accountId)
    if (!(await updateMember(tx, accountId, userId, role))) throw refuse('user_not_found')
    if (owners > 0 && (await countOwners(tx, accountId)) === 0) throw refuse('last_owner')
  })

export const changeOperator = (ctx: UsersContext, userId: string, operator: boolean): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const { found, left } = await updateOperator(tx, userId, operator)
    if (!found) throw refuse('user_not_found')
    if (left === 0) throw refuse('last_operator')
  })

async function getUserByEmail(tx: Tx, email: string): Promise<User> {
  const user = await findUserByEmail(tx, email)
  if (user === null) throw new Error('the user disappeared during the invitation')
  return user
}

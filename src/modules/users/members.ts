import { randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '../../contract/console/users.ts'
import type { Tx } from '../../engine/db/index.ts'
import type { UsersContext } from './context.ts'
import { alreadyMember, lastOperator, lastOwner, userMissing } from './errors.ts'
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

/** Shown once. Whoever has it chooses the user's password with it. */
export interface Invitation {
  readonly token: string
  readonly expiresAt: Date
}

const tokenHours = 72

/** A token beside those that the user may have. */
export async function makeToken(tx: Tx, userId: string, hours: number): Promise<Invitation> {
  const token = randomBytes(32).toString('hex')
  // By the clock of the machine, because that is the one better-auth looks at.
  const expiresAt = new Date(Date.now() + hours * 3_600_000)
  await insertResetToken(tx, userId, token, expiresAt)
  return { token, expiresAt }
}

/**
 * The only one of its user: an earlier one is with somebody who may not be meant to open what the user was given since.
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
 * Takes somebody into an account, for operators: they may know who signs in here. Who is new gets an invitation to
 * choose a password; who is not signs in as before.
 */
export function addMember(
  ctx: UsersContext,
  accountId: number,
  { email, name, role }: NewMember,
): Promise<{ user: User; invitation: Invitation | null }> {
  return ctx.db.transaction(async (tx) => {
    await insertUser(tx, { id: randomUUID(), email, name, operator: false })
    const user = await getUserByEmail(tx, email)
    if (!(await insertMember(tx, accountId, user.id, role, ctx.clock.now()))) throw alreadyMember()
    await deleteInvitationOf(tx, accountId, email)
    return { user, invitation: user.canSignIn ? null : await makeInvitation(tx, user.id) }
  })
}

/** For somebody who forgot a password, or lost an invitation. No session ends until it is used. */
export function resetPassword(ctx: UsersContext, userId: string): Promise<{ user: User; invitation: Invitation }> {
  return ctx.db.transaction(async (tx) => {
    const user = await findUser(tx, userId)
    if (user === null) throw userMissing()
    return { user, invitation: await makeInvitation(tx, userId) }
  })
}

/** For somebody whose device is lost. Whoever has it may be signed in with it, or half: that ends too. */
export function removeTwoFactor(ctx: UsersContext, userId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    if (!(await deleteTwoFactor(tx, userId))) throw userMissing()
    await deleteVerifications(tx, userId)
    await deleteSessions(tx, userId)
  })
}

/** Null takes the member out of the account. */
export function changeMember(ctx: UsersContext, accountId: number, userId: string, role: Role | null): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await lockMembers(tx, accountId)
    const owners = await countOwners(tx, accountId)
    if (!(await updateMember(tx, accountId, userId, role))) throw userMissing()
    if (owners > 0 && (await countOwners(tx, accountId)) === 0) throw lastOwner()
  })
}

export function changeOperator(ctx: UsersContext, userId: string, operator: boolean): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const { found, left } = await updateOperator(tx, userId, operator)
    if (!found) throw userMissing()
    if (left === 0) throw lastOperator()
  })
}

async function getUserByEmail(tx: Tx, email: string): Promise<User> {
  const user = await findUserByEmail(tx, email)
  if (user === null) throw new Error('a user vanished while being invited')
  return user
}

import { randomBytes, randomUUID } from 'node:crypto'
import type { Tx } from '../../engine/db/index.ts'
import { makeResetToken } from './auth.ts'
import type { UsersContext } from './context.ts'
import { alreadyMember, lastOperator, lastOwner, userMissing } from './errors.ts'
import type { Role } from './rules.ts'
import { countOwners, findUser, findUserByEmail, insertMember, insertUser, lockMembers, type User, updateMember, updateOperator } from './store.ts'

/** Shown once. Whoever has it chooses the user's password with it. */
export interface Invitation {
  readonly token: string
  readonly expiresAt: Date
}

const makeInvitation = async ({ auth }: UsersContext, userId: string): Promise<Invitation> => {
  const token = randomBytes(32).toString('hex')
  return { token, expiresAt: await makeResetToken(auth, userId, token) }
}

/** Takes somebody into an account. Who is new here gets an invitation to choose a password; who is not signs in as before. */
export async function inviteMember(
  ctx: UsersContext,
  accountId: number,
  { email, name, role }: { readonly email: string; readonly name: string; readonly role: Role },
): Promise<{ user: User; invitation: Invitation | null }> {
  const user = await ctx.db.transaction(async (tx) => {
    await insertUser(tx, { id: randomUUID(), email, name, operator: false })
    const found = await getUserByEmail(tx, email)
    if (!(await insertMember(tx, accountId, found.id, role, ctx.clock.now()))) throw alreadyMember()
    return found
  })
  return { user, invitation: user.hasPassword ? null : await makeInvitation(ctx, user.id) }
}

/** For somebody who forgot a password, or lost an invitation. Ends nothing until it is used. */
export async function resetPassword(ctx: UsersContext, userId: string): Promise<Invitation> {
  if ((await findUser(ctx.db, userId)) === null) throw userMissing()
  return makeInvitation(ctx, userId)
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

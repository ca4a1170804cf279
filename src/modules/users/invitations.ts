import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../api-route.ts'
import { invitations } from '../../contract/console/users.ts'
import { notFound } from '../../engine/http/index.ts'
import type { EmailMessage } from '../../engine/mail.ts'
import { refuse } from '../../values/refusal.ts'
import type { Account } from '../accounts/index.ts'
import type { UsersContext } from './context.ts'
import { invitationEmail } from './emails.ts'
import { tooManyInvitations } from './errors.ts'
import { findSession } from './guard.ts'
import { dashboardOrigin, linkPath } from './links.ts'
import type { NewMember } from './members.ts'
import { hashChosenPassword } from './passwords.ts'
import type { Actor } from './rules.ts'
import {
  deleteVerifications,
  findUserByEmail,
  insertPassword,
  insertUser,
  markEmailVerified,
  type User,
} from './store.ts'
import { takeInvitation } from './store-failures.ts'
import { deleteInvitation, findInvitation, listInvitations, putInvitation } from './store-invitations.ts'
import { insertMember, isMember } from './store-members.ts'

const linkHours = 72
/** For each account, because the recipients did not ask for these emails, which are sent in the operator's name. */
const invitationsPerHour = 20

interface InvitedTo {
  readonly account: Account
  readonly member: NewMember
}

/**
 * Emails an invitation on behalf of an owner. The response must not reveal whether the email has an account, so the
 * user is looked up only when the invitation is accepted, and the owner never sees the token.
 */
export async function mailOwnersInvitation(
  ctx: UsersContext,
  request: FastifyRequest,
  { account, member }: InvitedTo,
): Promise<boolean> {
  const { db, mailer } = ctx
  if (!mailer.canSend) throw refuse('mail_not_configured')
  const token = randomBytes(32).toString('hex')
  await db.transaction(async (tx) => {
    // Reveals nothing: the owner can list the members anyway.
    if (await isMember(tx, account.id, member.email)) throw refuse('already_member')
    if (!(await takeInvitation(tx, account.id, invitationsPerHour))) throw tooManyInvitations()
    await putInvitation(tx, account.id, { ...member, token, hours: linkHours })
  })
  return mailer.postSoon(async () =>
    composeInvitation(ctx, request, { account, member }, linkPath('invitation', token)),
  )
}

/** Returns whether the invitation was emailed. The operator gets the token in any case. */
export const mailOperatorsInvitation = async (
  ctx: UsersContext,
  request: FastifyRequest,
  { account, member, token }: InvitedTo & { readonly token: string },
): Promise<boolean> =>
  ctx.mailer.postSoon(async () =>
    (await takeInvitation(ctx.db, account.id, invitationsPerHour))
      ? composeInvitation(ctx, request, { account, member }, linkPath('reset-password', token))
      : null,
  )

function composeInvitation(
  { config }: UsersContext,
  request: FastifyRequest,
  { account: { name: account, language }, member: { email, role } }: InvitedTo,
  path: string,
): EmailMessage {
  const { actor } = request
  const inviter = actor?.userId == null || actor.byParent ? null : actor.name
  const source = { mailFrom: config.mailFrom, dashboard: dashboardOrigin(config, request) }
  return invitationEmail({ email, language, ...source }, { account, role, inviter }, path)
}

export function invitationRoutes(
  app: FastifyInstance,
  ctx: UsersContext,
  limitGuesses: (request: FastifyRequest) => Promise<void>,
): void {
  const { db } = ctx

  serve(app, invitations.list, async ({ accountId }) => ({
    data: await listInvitations(db, accountId),
  }))

  serve(app, invitations.delete, async ({ accountId, id }) => {
    if (!(await deleteInvitation(db, accountId, id('invitation')))) throw notFound()
  })

  serve(
    app,
    invitations.get,
    async ({ body: { token }, request }) => {
      const found = await findInvitation(db, token)
      if (found === null) throw refuse('invalid_token')
      const user = await findUserByEmail(db, found.email)
      const { accountName, email, role } = found
      const signInFirst = mustSignIn(user, await findSession(ctx, request))
      return { accountName, email, role, choosesPassword: !(user?.canSignIn ?? false), signInFirst }
    },
    { onRequest: limitGuesses },
  )

  serve(
    app,
    invitations.accept,
    async ({ body, request }) => {
      const actor = await findSession(ctx, request)
      request.auditDetail = await acceptInvitation(ctx, body.token, body.newPassword ?? null, actor)
      return { status: true }
    },
    {
      onRequest: limitGuesses,
      // For the audit log: the owners see who joined.
      preValidation: async (request) => {
        const { token } = (request.body ?? {}) as { token?: unknown }
        const invitation = typeof token === 'string' ? await findInvitation(db, token) : null
        request.accountId = invitation?.accountId ?? null
      },
    },
  )
}

/**
 * If the email of a user was never verified, somebody else may have chosen the password. Then the reader of the email
 * must also be signed in as that user.
 */
const mustSignIn = (user: User | null, actor: Actor | null) =>
  (user?.canSignIn ?? false) && user?.emailVerified === false && actor?.userId !== user.id

/** The token was sent by email, so it proves that the email address belongs to the user. */
async function acceptInvitation(
  { db, clock }: UsersContext,
  token: string,
  password: string | null,
  actor: Actor | null,
): Promise<Record<string, unknown>> {
  const invitation = await findInvitation(db, token)
  if (invitation === null) throw refuse('invalid_token')
  const { id, accountId, accountName, email, name, role } = invitation
  const known = await findUserByEmail(db, email)
  if (mustSignIn(known, actor)) throw refuse('not_authenticated')
  const passwordHash = known?.canSignIn ? null : await hashChosenPassword(password ?? '', email, [accountName])
  return db.transaction(async (tx) => {
    if (!(await deleteInvitation(tx, accountId, id))) throw refuse('invalid_token')
    await insertUser(tx, { id: randomUUID(), email, name, operator: false })
    const user = await findUserByEmail(tx, email)
    // The user chose or lost a password in the meantime: the page asks again.
    if (user === null || user.canSignIn !== (passwordHash === null)) throw refuse('invalid_token')
    if (passwordHash !== null) {
      // Older tokens of this user would also give access to this account.
      await deleteVerifications(tx, user.id)
      await insertPassword(tx, user.id, passwordHash)
    }
    await markEmailVerified(tx, user.id)
    await insertMember(tx, accountId, user.id, role, clock.now())
    return { user: user.id, email, role }
  })
}

import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../console-route.ts'
import { notFound } from '../../engine/http/index.ts'
import type { EmailMessage } from '../../engine/mail.ts'
import type { Account } from '../accounts/index.ts'
import type { UsersContext } from './context.ts'
import { invitationEmail } from './emails.ts'
import { alreadyMember, noMail, signInFirst, tokenRefused, tooManyInvitations } from './errors.ts'
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

const bodyBytesMax = 1_024
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
  if (!mailer.canSend) throw noMail()
  const token = randomBytes(32).toString('hex')
  await db.transaction(async (tx) => {
    // Reveals nothing: the owner can list the members anyway.
    if (await isMember(tx, account.id, member.email)) throw alreadyMember()
    if (!(await takeInvitation(tx, account.id, invitationsPerHour))) throw tooManyInvitations()
    await putInvitation(tx, account.id, { ...member, token, hours: linkHours })
  })
  return mailer.postSoon(async () =>
    composeInvitation(ctx, request, { account, member }, linkPath('invitation', token)),
  )
}

/** Returns whether the invitation was emailed. The operator gets the token in any case. */
export async function mailOperatorsInvitation(
  ctx: UsersContext,
  request: FastifyRequest,
  { account, member, token }: InvitedTo & { readonly token: string },
): Promise<boolean> {
  return ctx.mailer.postSoon(async () =>
    (await takeInvitation(ctx.db, account.id, invitationsPerHour))
      ? composeInvitation(ctx, request, { account, member }, linkPath('reset-password', token))
      : null,
  )
}

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
  const guarded = { may: 'anyone', bodyLimit: bodyBytesMax, onRequest: limitGuesses } as const

  serve(app, 'GET /accounts/:account/invitations', { may: 'viewer', reads: 'members.read' }, async ({ accountId }) => ({
    data: await listInvitations(db, accountId),
  }))

  serve(
    app,
    'DELETE /accounts/:account/invitations/:invitation',
    { may: 'owner', does: 'invitation.remove' },
    async ({ accountId, id }) => {
      if (!(await deleteInvitation(db, accountId, id('invitation')))) throw notFound()
    },
  )

  serve(app, 'POST /auth/invitation', { ...guarded, does: null }, async ({ body: { token }, request }) => {
    const found = await findInvitation(db, token)
    if (found === null) throw tokenRefused()
    const user = await findUserByEmail(db, found.email)
    const { accountName, email, role } = found
    const signInFirst = mustSignIn(user, await findSession(ctx, request))
    return { accountName, email, role, choosesPassword: !(user?.canSignIn ?? false), signInFirst }
  })

  serve(
    app,
    'POST /auth/accept-invitation',
    {
      ...guarded,
      does: 'invitation.accept',
      // For the audit log: the owners see who joined.
      preValidation: async (request) => {
        const { token } = (request.body ?? {}) as { token?: unknown }
        const invitation = typeof token === 'string' ? await findInvitation(db, token) : null
        request.accountId = invitation?.accountId ?? null
      },
    },
    async ({ body, request }) => {
      const actor = await findSession(ctx, request)
      request.auditDetail = await acceptInvitation(ctx, body.token, body.newPassword ?? null, actor)
      return { status: true }
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
  if (invitation === null) throw tokenRefused()
  const { id, accountId, accountName, email, name, role } = invitation
  const known = await findUserByEmail(db, email)
  if (mustSignIn(known, actor)) throw signInFirst()
  const passwordHash = known?.canSignIn ? null : await hashChosenPassword(password ?? '', email, [accountName])
  return db.transaction(async (tx) => {
    if (!(await deleteInvitation(tx, accountId, id))) throw tokenRefused()
    await insertUser(tx, { id: randomUUID(), email, name, operator: false })
    const user = await findUserByEmail(tx, email)
    // The user chose or lost a password in the meantime: the page asks again.
    if (user === null || user.canSignIn !== (passwordHash === null)) throw tokenRefused()
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

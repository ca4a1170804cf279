import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../console-route.ts'
import { parseEmail } from '../../values/email.ts'
import { type Query, readPage, readSearch, showPage } from '../../values/page.ts'
import { findAccountName } from '../accounts/index.ts'
import type { UsersContext } from './context.ts'
import { badEmail } from './errors.ts'
import { invitationLetter, offerLetter } from './letters.ts'
import { dashboardOrigin, linkLines } from './links.ts'
import { changeMember, changeOperator, inviteMember, removeTwoFactor, resetPassword } from './members.ts'
import type { Actor } from './rules.ts'
import { findUser, listUsers } from './store.ts'
import { type AuditAudience, listEntries } from './store-audit.ts'
import { takeInvitation } from './store-failures.ts'
import { listMembers, listMemberships } from './store-members.ts'

/** Mailed by an account: letters to people who did not ask for them go out in the operator's name. */
const invitationsPerHour = 20

/** The console's own view of who may do what: oneself, the members of an account, all users, and the audit log. */
export function usersConsole(app: FastifyInstance, ctx: UsersContext): void {
  const { db } = ctx

  serve(app, 'GET /me', { may: 'user' }, async ({ request }) => {
    const { userId = null, name = '', operator = false } = request.actor ?? {}
    if (userId === null) return { user: null, name, operator, accounts: [] }
    return { user: await findUser(db, userId), name, operator, accounts: await listMemberships(db, userId) }
  })

  serve(app, 'GET /accounts/:account/members', { may: 'viewer' }, async ({ accountId }) => ({
    data: await listMembers(db, accountId),
  }))

  serve(
    app,
    'POST /accounts/:account/members',
    { may: 'owner', does: 'member.invite' },
    async ({ accountId, body: { email: text, name, role }, request }) => {
      const email = parseEmail(text)
      if (email === null) throw badEmail()
      const { user, invitation } = await inviteMember(ctx, request.actor ?? nobody, accountId, {
        email,
        name: name ?? email,
        role,
      })
      request.auditDetail = { user: user.id, email, role }
      const mailed =
        invitation !== null && (await mailInvitation(ctx, request, { accountId, email, role, token: invitation.token }))
      // What else is known about somebody who is in other accounts too is none of this one's business.
      return { user: { id: user.id, email, name: user.name }, role, invitation, mailed }
    },
  )

  serve(
    app,
    'PUT /accounts/:account/members/:user',
    { may: 'owner', does: 'member.change' },
    async ({ accountId, params, body: { role }, request }) => {
      request.auditDetail = { role }
      await changeMember(ctx, accountId, params.user, role)
      return { role }
    },
  )

  serve(
    app,
    'DELETE /accounts/:account/members/:user',
    { may: 'owner', does: 'member.remove' },
    ({ accountId, params }) => changeMember(ctx, accountId, params.user, null),
  )

  serve(app, 'GET /accounts/:account/audit', { may: 'owner' }, ({ accountId, query, request: { actor } }) => {
    const seesParent = actor !== null && (actor.operator || actor.byParent)
    return readAudit(ctx, { accountId, seesParent }, query)
  })

  serve(app, 'GET /audit', { may: 'operator' }, ({ query }) => readAudit(ctx, null, query))

  serve(app, 'GET /users', { may: 'operator' }, async ({ query }) => {
    const page = readPage(query)
    const email = readEmail(query)
    return showPage(await listUsers(db, { email, search: readSearch(query) }, page), page)
  })

  serve(
    app,
    'POST /users/:user/password-reset',
    { may: 'operator', does: 'password.offer-reset' },
    async ({ params, request }) => {
      const { user, invitation } = await resetPassword(ctx, params.user)
      const link = linkLines(dashboardOrigin(ctx.config, request), invitation.token)
      const mailed = await ctx.letters.postSoon(async () => offerLetter(user.email, link))
      return { ...invitation, mailed }
    },
  )

  serve(app, 'DELETE /users/:user/two-factor', { may: 'operator', does: 'two-factor.remove' }, ({ params }) =>
    removeTwoFactor(ctx, params.user),
  )

  serve(
    app,
    'PUT /users/:user/operator',
    { may: 'operator', does: 'user.operator' },
    async ({ params, body: { operator }, request }) => {
      request.auditDetail = { operator }
      await changeOperator(ctx, params.user, operator)
      return { operator }
    },
  )
}

/** Whether it was mailed; whoever invites has the token all the same. */
async function mailInvitation(
  { db, config, letters }: UsersContext,
  request: FastifyRequest,
  {
    accountId,
    email,
    role,
    token,
  }: { readonly accountId: number; readonly email: string; readonly role: string; readonly token: string },
): Promise<boolean> {
  const link = linkLines(dashboardOrigin(config, request), token)
  const { userId = null, name = '', byParent = false } = request.actor ?? {}
  const inviter = userId === null || byParent ? null : name
  return letters.postSoon(async () => {
    if (!(await takeInvitation(db, accountId, invitationsPerHour))) return null
    const account = (await findAccountName(db, accountId)) ?? ''
    return invitationLetter(email, { account, role, inviter }, link)
  })
}

const nobody: Actor = { userId: null, name: '', operator: false, byParent: false }

/** Null when none is asked for. */
function readEmail({ email: text }: Query): string | null {
  if (text === undefined) return null
  const email = parseEmail(String(text))
  if (email === null) throw badEmail()
  return email
}

async function readAudit({ db }: UsersContext, audience: AuditAudience | null, query: Query) {
  const page = readPage(query)
  return showPage(await listEntries(db, audience, page), page)
}

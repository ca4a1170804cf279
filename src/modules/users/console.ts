import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { consoleArea } from '../../engine/http/index.ts'
import { parseEmail } from '../../values/email.ts'
import { type Query, readPage, readSearch, showPage } from '../../values/page.ts'
import { findAccountName } from '../accounts/index.ts'
import type { UsersContext } from './context.ts'
import { badEmail } from './errors.ts'
import { invitationLetter, offerLetter } from './letters.ts'
import { dashboardOrigin, linkLines } from './links.ts'
import { changeMember, changeOperator, inviteMember, removeTwoFactor, resetPassword } from './members.ts'
import type { Actor, Right } from './rules.ts'
import { InviteBody, OperatorBody, RoleBody } from './schema.ts'
import { findUser, listMembers, listMemberships, listUsers } from './store.ts'
import { listEntries } from './store-audit.ts'
import { takeInvitation } from './store-failures.ts'

/** Mailed by an account: letters to people who did not ask for them go out in the operator's name. */
const invitationsPerHour = 20

const to = (may: Right, does?: string) => ({ area: consoleArea, may, ...(does === undefined ? {} : { does }) })

/** The console's own view of who may do what: oneself, the members of an account, all users, and the audit log. */
export function usersConsole(app: FastifyInstance, ctx: UsersContext): void {
  const { db } = ctx

  app.get('/console/v1/me', { config: to('user') }, async ({ actor }) => {
    const { userId = null, name = '', operator = false } = actor ?? {}
    if (userId === null) return { user: null, name, operator, accounts: [] }
    return { user: await findUser(db, userId), name, operator, accounts: await listMemberships(db, userId) }
  })

  app.get('/console/v1/accounts/:account/members', { config: to('viewer') }, async ({ accountId }) => ({
    data: await listMembers(db, accountId ?? 0),
  }))

  app.post(
    '/console/v1/accounts/:account/members',
    { config: to('owner', 'member.invite'), schema: { body: InviteBody } },
    async (request, reply) => {
      const { email: text, name, role } = request.body as Static<typeof InviteBody>
      const email = parseEmail(text)
      if (email === null) throw badEmail()
      const { user, invitation } = await inviteMember(ctx, request.actor ?? nobody, request.accountId ?? 0, {
        email,
        name: name ?? email,
        role,
      })
      request.auditDetail = { user: user.id, email, role }
      const mailed =
        invitation !== null && (await mailInvitation(ctx, request, { email, role, token: invitation.token }))
      // What else is known about somebody who is in other accounts too is none of this one's business.
      return reply.code(201).send({ user: { id: user.id, email, name: user.name }, role, invitation, mailed })
    },
  )

  app.put(
    '/console/v1/accounts/:account/members/:user',
    { config: to('owner', 'member.change'), schema: { body: RoleBody } },
    async (request) => {
      const { role } = request.body as Static<typeof RoleBody>
      request.auditDetail = { role }
      await changeMember(ctx, request.accountId ?? 0, idIn(request.params), role)
      return { role }
    },
  )

  app.delete(
    '/console/v1/accounts/:account/members/:user',
    { config: to('owner', 'member.remove') },
    async (request, reply) => {
      await changeMember(ctx, request.accountId ?? 0, idIn(request.params), null)
      return reply.code(204).send()
    },
  )

  app.get('/console/v1/accounts/:account/audit', { config: to('owner') }, ({ accountId, query }) =>
    readAudit(ctx, accountId, query as Query),
  )

  app.get('/console/v1/audit', { config: to('operator') }, ({ query }) => readAudit(ctx, null, query as Query))

  app.get('/console/v1/users', { config: to('operator') }, async ({ query }) => {
    const page = readPage(query as Query)
    const email = readEmail(query as Query)
    return showPage(await listUsers(db, { email, search: readSearch(query as Query) }, page), page)
  })

  app.post(
    '/console/v1/users/:user/password-reset',
    { config: to('operator', 'password.offer-reset') },
    async (request, reply) => {
      const { user, invitation } = await resetPassword(ctx, idIn(request.params))
      const link = linkLines(dashboardOrigin(ctx.config, request), invitation.token)
      const mailed = await ctx.letters.postSoon(async () => offerLetter(user.email, link))
      return reply.code(201).send({ ...invitation, mailed })
    },
  )

  app.delete(
    '/console/v1/users/:user/two-factor',
    { config: to('operator', 'two-factor.remove') },
    async ({ params }, reply) => {
      await removeTwoFactor(ctx, idIn(params))
      return reply.code(204).send()
    },
  )

  app.put(
    '/console/v1/users/:user/operator',
    { config: to('operator', 'user.operator'), schema: { body: OperatorBody } },
    async (request) => {
      const { operator } = request.body as Static<typeof OperatorBody>
      request.auditDetail = { operator }
      await changeOperator(ctx, idIn(request.params), operator)
      return { operator }
    },
  )
}

/** Whether it was mailed; whoever invites has the token all the same. */
async function mailInvitation(
  { db, config, letters }: UsersContext,
  request: FastifyRequest,
  { email, role, token }: { readonly email: string; readonly role: string; readonly token: string },
): Promise<boolean> {
  const link = linkLines(dashboardOrigin(config, request), token)
  const inviter = request.actor?.userId == null ? null : request.actor.name
  return letters.postSoon(async () => {
    const accountId = request.accountId ?? 0
    if (!(await takeInvitation(db, accountId, invitationsPerHour))) return null
    const account = (await findAccountName(db, accountId)) ?? ''
    return invitationLetter(email, { account, role, inviter }, link)
  })
}

const nobody: Actor = { userId: null, name: '', operator: false }

/** Null when none is asked for. */
function readEmail({ email: text }: Query): string | null {
  if (text === undefined) return null
  const email = parseEmail(String(text))
  if (email === null) throw badEmail()
  return email
}

const idIn = (params: unknown) => (params as { user: string }).user

async function readAudit({ db }: UsersContext, accountId: number | null, query: Query) {
  const page = readPage(query)
  return showPage(await listEntries(db, accountId, page), page)
}

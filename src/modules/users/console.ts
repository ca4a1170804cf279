import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../api-route.ts'
import { members, users } from '../../contract/console/users.ts'
import { parseEmail } from '../../values/email.ts'
import { type Query, readSearch, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { getAccount } from '../accounts/index.ts'
import type { UsersContext } from './context.ts'
import { resetEmail, testEmail } from './emails.ts'
import { mailOperatorsInvitation, mailOwnersInvitation } from './invitations.ts'
import { dashboardOrigin, linkPath } from './links.ts'
import { addMember, changeMember, changeOperator, removeTwoFactor, resetPassword } from './members.ts'
import { findUser, listUsers, type User, updateUserLanguage } from './store.ts'
import { listMembers, listMemberships } from './store-members.ts'

/** Takes the work of other modules from a member who cannot do it any more. */
export type ReleaseWork = (accountId: number, userId: string, request: FastifyRequest) => Promise<void>

/** Routes for the signed-in user, the members of an account, and all users. */
export function usersConsole(app: FastifyInstance, ctx: UsersContext, releaseWork: ReleaseWork): void {
  const { db } = ctx

  serve(app, users.me, async ({ request }) => {
    const { userId = null, name = '', operator = false } = request.actor ?? {}
    const secondFactor = request.proof?.secondFactor ?? false
    const { operatorTwoFactor } = ctx.config
    if (userId === null) return { user: null, name, operator, operatorTwoFactor, secondFactor, accounts: [] }
    const [user, accounts] = [await findUser(db, userId), await listMemberships(db, userId)]
    const shown = accounts.map((one) => ({ ...one, country: one.country ?? ctx.config.country }))
    return { user, name, operator, operatorTwoFactor, secondFactor, accounts: shown }
  })

  serve(app, users.setLanguage, async ({ body: { language }, request }) => {
    request.auditDetail = { language }
    const userId = request.actor?.userId ?? null
    if (userId !== null) await updateUserLanguage(db, userId, language)
    return { language }
  })

  serve(app, members.list, async ({ accountId }) => ({
    data: await listMembers(db, accountId),
  }))

  serve(app, members.invite, async ({ accountId, body: { email: text, name, role }, request }) => {
    const email = parseEmail(text)
    if (email === null) throw refuse('invalid_email')
    const member = { email, name: name ?? email, role }
    request.auditDetail = { email, role }
    const account = await getAccount(ctx, accountId)
    if (!request.actor?.operator) {
      const mailed = await mailOwnersInvitation(ctx, request, { account, member })
      return { email, role, user: null, invitation: null, mailed }
    }
    const { user, invitation } = await addMember(ctx, accountId, member)
    request.auditDetail = { user: user.id, email, role }
    const { token } = invitation ?? {}
    const mailed = token !== undefined && (await mailOperatorsInvitation(ctx, request, { account, member, token }))
    return { email, role, user: { id: user.id, email, name: user.name }, invitation, mailed }
  })

  serve(app, members.update, async ({ accountId, params, body: { role }, request }) => {
    request.auditDetail = { role }
    await changeMember(ctx, accountId, params.user, role, () => releaseWork(accountId, params.user, request))
    return { role }
  })

  serve(app, members.remove, ({ accountId, params, request }) =>
    changeMember(ctx, accountId, params.user, null, () => releaseWork(accountId, params.user, request)),
  )

  serve(app, users.list, async ({ query }) => {
    const place = readPlace(query)
    const email = readEmail(query)
    return showList(await listUsers(db, { email, search: readSearch(query) }, place))
  })

  serve(app, users.resetPassword, async ({ params, request }) => {
    const { user, invitation } = await resetPassword(ctx, params.user)
    const mailed = await ctx.mailer.postSoon(async () =>
      resetEmail(recipientOf(ctx.config, user, request), linkPath('reset-password', invitation.token), 'offer'),
    )
    return { ...invitation, mailed }
  })

  serve(app, users.removeTwoFactor, ({ params }) => removeTwoFactor(ctx, params.user))

  serve(app, users.setOperator, async ({ params, body: { operator }, request }) => {
    request.auditDetail = { operator }
    await changeOperator(ctx, params.user, operator)
    return { operator }
  })
}

/** The test email to the user of the request; null for the command line. */
export async function composeTestEmail({ db, config }: UsersContext, request: FastifyRequest) {
  const userId = request.actor?.userId ?? null
  const user = userId === null ? null : await findUser(db, userId)
  return user === null ? null : testEmail(recipientOf(config, user, request))
}

const recipientOf = (config: UsersContext['config'], { email, language }: User, request: FastifyRequest) => ({
  email,
  language: language ?? config.language,
  mailFrom: config.mailFrom,
  dashboard: dashboardOrigin(config, request),
})

/** Null when the query has no email. */
function readEmail({ email: text }: Query): string | null {
  if (text === undefined) return null
  const email = parseEmail(String(text))
  if (email === null) throw refuse('invalid_email')
  return email
}

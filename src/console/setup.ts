import type { FastifyInstance } from 'fastify'
import { serve } from '../console-route.ts'
import { type Mail, MailError } from '../engine/mail.ts'
import type { RoutingContext } from '../modules/routing/index.ts'
import { firstSender } from '../modules/senders/index.ts'
import { composeTestEmail, type UsersContext } from '../modules/users/index.ts'
import { Refusal } from '../values/refusal.ts'
import { markSetup, readAccountSetup, readInstallationSetup } from './store-setup.ts'

const newDays = 30

const noServer = () =>
  new Refusal(409, 409, 'No Mail Server', { hint: 'set NGOMA_SMTP_URL and restart the server, then try again' })
const noRecipient = () =>
  new Refusal(409, 409, 'No Email Address', {
    hint: 'sign in to the dashboard: the test email goes to your own address',
  })

/** The first steps of accounts and of the installation. */
export function setupConsole(
  app: FastifyInstance,
  users: UsersContext,
  routed: RoutingContext,
  mail: Mail | null,
): void {
  const { db, clock, config } = users

  serve(app, 'GET /accounts/:account/setup', { may: 'viewer' }, ({ accountId }) =>
    readAccountSetup(
      db,
      accountId,
      new Date(clock.now().getTime() - newDays * 86_400_000),
      config.staging ? firstSender : null,
    ),
  )

  serve(app, 'GET /setup', { may: 'operator' }, async () => {
    const { carrierName, hasRoute, hasPrice, lastBackupAt, lastTestEmailAt } = await readInstallationSetup(db)
    const { routing } = routed
    // The simulated network has no state.
    const isConnected = routing.names().some((name) => routing.carrierState(name) !== null && routing.isUp(name))
    return {
      carrier: isConnected ? 'done' : carrierName !== null ? 'waiting' : 'open',
      carrierName,
      route: hasRoute ? 'done' : 'open',
      price: hasPrice ? 'done' : 'open',
      mail: mail === null ? 'open' : lastTestEmailAt === null ? 'waiting' : 'done',
      backup: lastBackupAt === null ? 'open' : 'done',
      lastBackupAt,
      lastTestEmailAt,
    }
  })

  serve(app, 'POST /setup/test-email', { may: 'operator', does: 'email.test' }, async ({ request }) => {
    if (mail === null) throw noServer()
    const email = await composeTestEmail(users, request)
    if (email === null) throw noRecipient()
    const [to = ''] = email.to
    try {
      await mail.send(email)
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      const problem = { kind: error.problem, detail: error.detail }
      request.auditDetail = { to, problem: problem.kind }
      return { to, problem }
    }
    request.auditDetail = { to }
    await markSetup(db, 'mail', clock.now())
    return { to, problem: null }
  })
}

import type { FastifyInstance } from 'fastify'
import { serve } from '../api-route.ts'
import { setup } from '../contract/console/setup.ts'
import { type Mail, MailError } from '../engine/mail.ts'
import type { RoutingContext } from '../modules/routing/index.ts'
import { firstSender } from '../modules/senders/index.ts'
import { composeTestEmail, type UsersContext } from '../modules/users/index.ts'
import { refuse } from '../values/refusal.ts'
import { markSetup, readAccountSetup, readInstallationSetup } from './store-setup.ts'

const newDays = 30

/** The first steps of accounts and of the installation. */
export function setupConsole(
  app: FastifyInstance,
  users: UsersContext,
  routed: RoutingContext,
  mail: Mail | null,
): void {
  const { db, clock, config } = users

  serve(app, setup.account, ({ accountId }) => {
    const newSince = new Date(clock.now().getTime() - newDays * 86_400_000)
    return readAccountSetup(db, accountId, newSince, config.staging ? firstSender : null)
  })

  serve(app, setup.installation, async () => {
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

  serve(app, setup.testEmail, async ({ request }) => {
    if (mail === null)
      throw refuse('mail_not_configured', { hint: 'set NGOMA_SMTP_URL and restart the server, then try again' })
    const email = await composeTestEmail(users, request)
    if (email === null) throw refuse('no_email_address')
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

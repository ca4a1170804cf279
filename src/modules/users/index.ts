import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { SharedRates } from '../../engine/flow/shared-rates.ts'
import type { Mail } from '../../engine/mail.ts'
import { addAudit } from './audit.ts'
import type { Auth } from './auth.ts'
import { type ReleaseWork, usersConsole } from './console.ts'
import { auditConsole } from './console-audit.ts'
import type { UsersContext } from './context.ts'
import { openMailer } from './emails.ts'
import { checkRoutes, disableCaching } from './guard.ts'
import { openOidc } from './oidc.ts'
import { signInRoutes } from './sign-in.ts'

export { composeTestEmail } from './console.ts'
export type { UsersContext } from './context.ts'
export { createFirstUser, type FirstUser } from './first-user.ts'
export { controlHeader, isControl, openGuard, refuseNul } from './guard.ts'
export { usersJobs } from './jobs.ts'
export { passkeyHost, publicDashboard } from './links.ts'
export { judgePassword } from './passwords.ts'
export { auditPersonSource } from './person.ts'
export { usersRetention } from './retention.ts'
export { findUserName, listUsers } from './store.ts'
export { type Answerer, listAnswerers, listAnswerersOf, listOwnerEmails, lockAnswerer } from './store-members.ts'

/** Without `mail`, no emails are sent. */
export function openUsers(ctx: Context, mail: Mail | null, rates: SharedRates): UsersContext {
  let auth: Promise<Auth> | null = null
  const oidc = openOidc(ctx)
  const load = async () => (await import('./auth.ts')).openAuth(ctx, oidc)
  return {
    ...ctx,
    rates,
    mailer: openMailer(mail, ctx.log),
    oidc,
    auth: () => {
      auth ??= load().catch((error: unknown) => {
        // Loading can fail for a moment during an upgrade of the packages: try again next time.
        auth = null
        throw error
      })
      return auth
    },
  }
}

/** Loads the sign-in library in steps: in one step it would block the event loop for more than half a second. */
export const authSteps = ({ auth }: UsersContext): readonly (() => Promise<unknown>)[] => [
  () => import('better-auth/crypto'),
  () => import('better-auth/db'),
  () => import('better-auth/api'),
  auth,
]

/** The longest of these imports, which cannot be divided: for the time before a server accepts requests. */
export const loadPasskeys = () => import('@better-auth/passkey')

/**
 * Must be registered before all other console routes, so that their declarations are checked and their changes are
 * audited.
 */
export function usersRoutes(app: FastifyInstance, ctx: UsersContext, releaseWork: ReleaseWork): void {
  checkRoutes(app)
  addAudit(app, ctx.db)
  disableCaching(app)
  signInRoutes(app, ctx)
  usersConsole(app, ctx, releaseWork)
  auditConsole(app, ctx)
}

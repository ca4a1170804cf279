import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { SharedRates } from '../../engine/flow/shared-rates.ts'
import type { Mail } from '../../engine/mail.ts'
import { addAudit } from './audit.ts'
import type { Auth } from './auth.ts'
import type { UsersContext } from './context.ts'
import { openMailer } from './emails.ts'
import { askProofOfFields, checkRoutes, disableCaching } from './guard.ts'
import { openOidc } from './oidc.ts'

export { composeTestEmail } from './console.ts'
export type { UsersContext } from './context.ts'
export { controlHeader, isControl, openGuard, refuseNul } from './guard.ts'
export { passkeyHost, publicDashboard } from './links.ts'
export { checkPasswordRules, createFirstUser, type FirstUser } from './passwords.ts'

export { findUserName, listUsers } from './store.ts'
export { type Answerer, listAnswerers, listAnswerersOf, lockAnswerer } from './store-members.ts'

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

/** The longest of these imports, which cannot be divided: for the time before a server accepts requests. */
export const loadPasskeys = () => import('@better-auth/passkey')

/**
 * Must be registered before all other console routes, so that their declarations are checked and their changes are
 * audited.
 */
export function guardRoutes(app: FastifyInstance, { db }: Pick<Context, 'db'>): void {
  checkRoutes(app)
  askProofOfFields(app)
  addAudit(app, db)
  disableCaching(app)
}

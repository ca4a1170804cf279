import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../api-route.ts'
import { passwords } from '../../contract/console/sign-in.ts'
import type { EmailMessage } from '../../engine/mail.ts'
import { parseEmail } from '../../values/email.ts'
import { refuse } from '../../values/refusal.ts'
import type { UsersContext } from './context.ts'
import { resetEmail } from './emails.ts'
import { addressOf } from './guard.ts'
import { dashboardOrigin, linkPath } from './links.ts'
import { makeToken } from './members.ts'
import { findUserByEmail } from './store.ts'
import { insertEntry, markEntry } from './store-audit.ts'
import { takeMail } from './store-failures.ts'

const linkHours = 1
const mailsPerHour = 3

/**
 * Emails a password reset link. The user is looked up after the response is sent, so that neither its text nor its
 * timing reveals whether the email has an account.
 */
export function passwordResetRoutes(
  app: FastifyInstance,
  ctx: UsersContext,
  limitGuesses: (request: FastifyRequest) => Promise<void>,
): void {
  serve(
    app,
    passwords.askReset,
    async ({ body, request, reply }) => {
      const email = parseEmail(body.email)
      if (email === null) throw refuse('invalid_email')
      const { mailer, config } = ctx
      if (mailer.canSend) {
        const origin = dashboardOrigin(config, { protocol: request.protocol, host: request.host, actor: null })
        const address = addressOf(request)
        // Also after an aborted request, so that it does not block the emails of others.
        const answered = finished(reply.raw).catch(() => {})
        void mailer.post(async () => {
          await answered
          return writeReset(ctx, email, origin, address)
        })
      }
      return { status: true }
    },
    { onRequest: limitGuesses },
  )
}

/**
 * Null when the email is unknown or the user has reached the email limit. Other tokens of the user stay valid, because
 * anyone can request a reset.
 */
const writeReset = (
  { db, config }: UsersContext,
  email: string,
  origin: string | null,
  address: string | null,
): Promise<EmailMessage | null> =>
  db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === null || !(await takeMail(tx, user.id, mailsPerHour))) return null
    const { token } = await makeToken(tx, user.id, linkHours)
    // Only for existing users: anyone can request a reset, and could otherwise fill the log.
    const entry = { actor: null, accountId: null, address, action: 'password.ask-reset', params: {} }
    const id = await insertEntry(tx, entry)
    await markEntry(tx, id, { status: 200, detail: { email }, accountId: null, signedIn: null })
    const { mailFrom } = config
    return resetEmail(
      { email, language: user.language ?? config.language, mailFrom, dashboard: origin },
      linkPath('reset-password', token),
    )
  })

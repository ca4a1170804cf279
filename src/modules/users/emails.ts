import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { composeEmail, type EmailContent, type EmailSource } from '../../catalogs/email.ts'
import type { Texts } from '../../catalogs/index.ts'
import { createConcurrencyLimit } from '../../engine/concurrency-limit.ts'
import { Idle } from '../../engine/flow/idle.ts'
import type { EmailMessage, Mail } from '../../engine/mail.ts'
import type { Language } from '../../values/languages.ts'
import type { Role } from '../../values/scopes.ts'

/** Sends emails to users in the background, because a mail server may be slow. */
export interface Mailer {
  readonly canSend: boolean
  /** Composes and sends an email. Never rejects: returns whether the server accepted it, and logs failures. */
  post(write: () => Promise<EmailMessage | null>): Promise<boolean>
  /** The same with a time limit for the caller: a slow email counts as not sent, and continues in the background. */
  postSoon(write: () => Promise<EmailMessage | null>): Promise<boolean>
  /** Waits a few seconds for pending emails, and logs how many are left. */
  idle(): Promise<void>
}

const atOnce = 4
const waitingMax = 1_000
const callerWaitMs = 3_000
const stopWaitMs = 5_000

export function openMailer(mail: Mail | null, log: Logger): Mailer {
  const limit = createConcurrencyLimit({ atOnce, waitingMax })
  const pending = new Idle()

  async function send(write: () => Promise<EmailMessage | null>): Promise<boolean> {
    try {
      return await limit(0, async () => {
        const email = mail === null ? null : await write()
        await (email && mail?.send(email))
        return email !== null
      })
    } catch (error) {
      log.error({ err: error }, 'failed to send an email to a user')
      return false
    }
  }

  const post = (write: () => Promise<EmailMessage | null>) => pending.during(send(write))

  return {
    canSend: mail !== null,
    post,
    postSoon: (write) => Promise.race([post(write), sleep(callerWaitMs, false, { ref: false })]),
    async idle() {
      await Promise.race([pending.wait(), sleep(stopWaitMs, null, { ref: false })])
      if (pending.count > 0) log.error({ letters: pending.count }, 'stopped with unsent emails to users')
    },
  }
}

/** Limits customer text in an email of the operator to one short line. */
const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 100)

interface Recipient extends EmailSource {
  readonly email: string
  readonly language: Language
}

/** `offer` is for a password reset that an operator started. */
export const resetEmail = (recipient: Recipient, path: string, kind: 'reset' | 'offer' = 'reset'): EmailMessage =>
  compose(recipient, ({ t: { emails }, fill }) => ({
    subject: emails.reset.subject,
    text: fill(emails[kind].text, recipient),
    link: { label: emails.reset.link, path },
    note: emails[kind].note,
  }))

/** The recipient may have a user already; an owner who invites does not learn that. */
export const invitationEmail = (recipient: Recipient, to: InvitedTo, path: string): EmailMessage =>
  compose(recipient, ({ t, fill }) => {
    const { subject, text, textFrom, link, note } = t.emails.invitation
    const values = { account: oneLine(to.account), role: t.roles[to.role] }
    return {
      subject: fill(subject, values),
      text: to.inviter === null ? fill(text, values) : fill(textFrom, { ...values, inviter: oneLine(to.inviter) }),
      link: { label: link, path },
      note: fill(note, recipient),
    }
  })

/** Tells the operator who asked for it that email works. */
export const testEmail = (recipient: Recipient): EmailMessage =>
  compose(recipient, ({ t: { emails } }) => ({
    subject: emails.test.subject,
    text: emails.test.text,
    facts: [[emails.test.from, recipient.mailFrom]],
    link: { label: emails.test.link, path: '/operator/overview' },
  }))

const compose = (recipient: Recipient, write: (texts: Texts) => EmailContent): EmailMessage => ({
  to: [recipient.email],
  ...composeEmail(recipient.language, write, recipient),
})

export interface InvitedTo {
  readonly account: string
  readonly role: Role
  /** Null: the command line. */
  readonly inviter: string | null
}

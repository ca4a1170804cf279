import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { texts } from '../../catalogs/index.ts'
import type { Role } from '../../contract/console/users.ts'
import { createConcurrencyLimit } from '../../engine/concurrency-limit.ts'
import { Idle } from '../../engine/flow/idle.ts'
import type { EmailMessage, Mail } from '../../engine/mail.ts'
import type { Language } from '../../values/languages.ts'

/** Emails to users. They are sent beside the requests that they are for, because a mail server may take its time. */
export interface Mailer {
  /** Whether there is a server to send them through. */
  readonly canSend: boolean
  /**
   * Writes a letter and sends it. Never fails: says whether the server took it, and logs why not. Null is no letter.
   */
  post(write: () => Promise<EmailMessage | null>): Promise<boolean>
  /** The same for somebody who waits: what takes longer than a moment counts as not sent, and goes on. */
  postSoon(write: () => Promise<EmailMessage | null>): Promise<boolean>
  /** Waits for those under way, for a while: what is left then is logged. */
  idle(): Promise<void>
}

const atOnce = 4
const waitingMax = 1_000
const momentMs = 3_000
const farewellMs = 5_000

export function openMailer(mail: Mail | null, log: Logger): Mailer {
  const limit = createConcurrencyLimit({ atOnce, waitingMax })
  const underWay = new Idle()

  async function send(write: () => Promise<EmailMessage | null>): Promise<boolean> {
    try {
      return await limit(0, async () => {
        const letter = mail === null ? null : await write()
        await (letter && mail?.send(letter))
        return letter !== null
      })
    } catch (error) {
      log.error({ err: error }, 'a letter to a user could not be sent')
      return false
    }
  }

  const post = (write: () => Promise<EmailMessage | null>) => underWay.during(send(write))

  return {
    canSend: mail !== null,
    post,
    postSoon: (write) => Promise.race([post(write), sleep(momentMs, false, { ref: false })]),
    async idle() {
      await Promise.race([underWay.wait(), sleep(farewellMs, null, { ref: false })])
      if (underWay.count > 0)
        log.error({ letters: underWay.count }, 'letters to users were not sent before the program ended')
    },
  }
}

/** What a customer wrote stands in a letter of the operator's: one line, and no long one. */
const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 100)

interface Recipient {
  readonly email: string
  readonly language: Language
}

export function resetEmail({ email, language }: Recipient, link: string): EmailMessage {
  const { t, fill } = texts[language]
  return { to: [email], subject: t.emails.resetSubject, text: fill(t.emails.resetText, { email, link }) }
}

/** For a password reset that an operator started. */
export function offerEmail({ email, language }: Recipient, link: string): EmailMessage {
  const { t, fill } = texts[language]
  return { to: [email], subject: t.emails.resetSubject, text: fill(t.emails.offerText, { email, link }) }
}

/** The recipient may have a user already; an owner who invites does not learn that. */
export function invitationEmail({ email, language }: Recipient, to: InvitedTo, link: string): EmailMessage {
  const { t, fill } = texts[language]
  const values = { account: oneLine(to.account), role: t.roles[to.role], email, link }
  return {
    to: [email],
    subject: fill(t.emails.invitationSubject, { account: values.account }),
    text:
      to.inviter === null
        ? fill(t.emails.invitationText, values)
        : fill(t.emails.invitationFromText, { ...values, inviter: oneLine(to.inviter) }),
  }
}

export interface InvitedTo {
  readonly account: string
  readonly role: Role
  /** Null: the command line. */
  readonly inviter: string | null
}

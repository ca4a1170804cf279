import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createConcurrencyLimit } from '../../engine/concurrency-limit.ts'
import { Idle } from '../../engine/flow/idle.ts'
import type { Letter, Mail } from '../../engine/mail.ts'

/** Emails to users. They are sent beside the requests that they are for, because a mail server may take its time. */
export interface Mailer {
  /** Whether there is a server to send them through. */
  readonly canSend: boolean
  /**
   * Writes a letter and sends it. Never fails: says whether the server took it, and logs why not. Null is no letter.
   */
  post(write: () => Promise<Letter | null>): Promise<boolean>
  /** The same for somebody who waits: what takes longer than a moment counts as not sent, and goes on. */
  postSoon(write: () => Promise<Letter | null>): Promise<boolean>
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

  async function send(write: () => Promise<Letter | null>): Promise<boolean> {
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

  const post = (write: () => Promise<Letter | null>) => underWay.during(send(write))

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

export const resetEmail = (email: string, link: string): Letter => ({
  to: [email],
  subject: 'Choose a new password',
  text: `Hello,

somebody asked for a new password for ${email}. If it was you, choose one here within an hour:

${link}

If it was not you, there is nothing to do: the password stays as it is.
`,
})

/** For what an operator offers. */
export const offerEmail = (email: string, link: string): Letter => ({
  to: [email],
  subject: 'Choose a new password',
  text: `Hello,

an operator made it possible to choose a new password for ${email}. Do it here within three days:

${link}

Until then the old one stays as it is.
`,
})

/** For a new user, or for somebody who may be one: whoever sent it was not told. */
export const invitationEmail = (email: string, { account, role, inviter }: InvitedTo, link: string): Letter => ({
  to: [email],
  subject: `You are invited to ${oneLine(account)}`,
  text: `Hello,

${inviter === null ? 'you are invited' : `${oneLine(inviter)} invites you`} to the account ${oneLine(account)}, as ${role}. Accept the invitation here within three days:

${link}

You sign in with ${email}.
`,
})

export interface InvitedTo {
  readonly account: string
  readonly role: string
  /** Null: the command line. */
  readonly inviter: string | null
}

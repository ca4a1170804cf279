import { consoleResource, route } from '../route.ts'
import { nullable, objectOf, oneOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** `waiting`: somebody else does the rest, such as the approval of a sender name. */
const StepState = oneOf(['open', 'waiting', 'done'])
export type StepState = Static<typeof StepState>

export type AccountSetup = Static<typeof AccountSetup>
const AccountSetup = objectOf({
  /** False for an account that has sent messages and is older than a month: it knows its way. */
  isNew: Type.Boolean(),
  steps: objectOf({
    /** A sender name of its own, other than that of every new account. */
    sender: StepState,
    credit: StepState,
    contacts: StepState,
    message: StepState,
    webhook: StepState,
  }),
})

export type InstallationSetup = Static<typeof InstallationSetup>
const InstallationSetup = objectOf({
  /** Waiting while no carrier is connected. */
  carrier: StepState,
  /** The name of a carrier; null without one. */
  carrierName: nullable(Type.String()),
  route: StepState,
  price: StepState,
  /** Waiting until a test email was accepted. */
  mail: StepState,
  backup: StepState,
  /** When the last complete backup of `ngoma backup` or of this API ended; other backups are unknown. */
  lastBackupAt: nullable(Time),
  lastTestEmailAt: nullable(Time),
})

const mailProblems = ['unreachable', 'encryption', 'sign_in', 'sender', 'recipient', 'refused'] as const

export const setup = consoleResource('setup', {
  account: route('GET /accounts/:account/setup', 'viewer', 'Get the first steps of an account', {
    command: null,
    answer: AccountSetup,
  }),
  installation: route('GET /setup', 'operator', 'Get the first steps of the installation', {
    command: null,
    answer: InstallationSetup,
  }),
  testEmail: route('POST /setup/test-email', 'operator', 'Send a test email to your own address', {
    command: null,
    does: 'email.test',
    answer: objectOf({
      to: Type.String(),
      /** Null when the mail server accepted the email. */
      problem: nullable(
        objectOf({
          kind: oneOf(mailProblems),
          /** The error code, or the answer of the mail server and the command. */
          detail: Type.String(),
        }),
      ),
    }),
  }),
})

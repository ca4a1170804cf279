import type { SenderStatus } from '../../contract/account/senders.ts'
import { sampleLengthMax } from '../../contract/public/senders.ts'
import { invalidParameter } from '../../values/page.ts'
import { bodyHint, Refusal } from '../../values/refusal.ts'
import { type Decision, decisionsFor } from './rules.ts'

export const invalidFormat = (hint = bodyHint) =>
  new Refusal(400, 113, 'Invalid Request Format', {
    hint: `${hint}; its fields are senderid and sample_content, both strings`,
  })
export const invalidSenderFormat = () =>
  new Refusal(400, 121, 'Invalid Sender ID Format', {
    hint: 'a sender ID has 1 to 11 letters, digits, spaces and GSM punctuation marks, or is a number of up to 20 digits',
    problem: 'invalid_sender',
  })
export const invalidSample = () =>
  invalidParameter(
    'sample_content',
    `a string of at most ${sampleLengthMax} characters, such as a message you plan to send`,
  )

export const senderMissing = () =>
  new Refusal(404, 404, 'Sender Not Found', {
    hint: 'list the sender IDs of an account with npx ngoma sender list, or on the Sender names page',
  })

const standings: Readonly<Record<SenderStatus, string>> = {
  pending: 'is pending: the operator has to approve it',
  active: 'is active and can be used',
  rejected: 'is rejected: ask the operator to approve it',
  inactive: 'is inactive: ask the operator to approve it',
}

/** Also for rejected and inactive sender IDs: the customer asks the operator again, a program cannot. */
export const senderExists = (sender: string, status: SenderStatus) =>
  new Refusal(409, 122, 'Sender ID Already Exists', {
    hint: `sender ID "${sender}" ${standings[status]}`,
    hintRepeats: true,
    problem: 'sender_exists',
  })

const outcomes: Readonly<Record<Decision, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  deactivate: 'Deactivated',
}

export const wrongDecision = (decision: Decision, status: SenderStatus) =>
  new Refusal(409, 409, `Sender Cannot Be ${outcomes[decision]}`, {
    hint: `it is ${status}: it can be ${decisionsFor(status)
      .map((one) => outcomes[one].toLowerCase())
      .join(' or ')}`,
  })

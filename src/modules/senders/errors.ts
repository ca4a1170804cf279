import type { SenderStatus } from '../../contract/account/senders.ts'
import { sampleLengthMax } from '../../contract/public/senders.ts'
import { invalidParameter } from '../../values/page.ts'
import { bodyHint, Refusal, refuse } from '../../values/refusal.ts'
import { type Decision, decisionsFor } from './rules.ts'

export const invalidFormat = (hint = bodyHint) =>
  new Refusal(400, 113, 'Invalid Request Format', {
    hint: `${hint}; its fields are senderid and sample_content, both strings`,
  })
export const invalidSenderFormat = () =>
  refuse('invalid_sender', {
    v1: [121, 'Invalid Sender ID Format'],
    hint: 'a sender ID has 1 to 11 letters, digits, spaces and GSM punctuation marks, or is a number of up to 20 digits',
  })
export const invalidSample = () =>
  invalidParameter(
    'sample_content',
    `a string of at most ${sampleLengthMax} characters, such as a message you plan to send`,
  )

const standings: Readonly<Record<SenderStatus, string>> = {
  pending: 'is pending: the operator has to approve it',
  active: 'is active and can be used',
  rejected: 'is rejected: ask the operator to approve it',
  inactive: 'is inactive: ask the operator to approve it',
}

/** Also for rejected and inactive sender IDs: the customer asks the operator again, a program cannot. */
export const senderExists = (sender: string, status: SenderStatus) =>
  refuse('sender_exists', {
    v1: [122, 'Sender ID Already Exists'],
    hint: `sender ID "${sender}" ${standings[status]}`,
    hintRepeats: true,
  })

const outcomes: Readonly<Record<Decision, string>> = {
  approve: 'approved',
  reject: 'rejected',
  deactivate: 'deactivated',
}

export const wrongDecision = (decision: Decision, status: SenderStatus) =>
  refuse('sender_state', {
    detail: `The sender ID is ${status}, so it cannot be ${outcomes[decision]}.`,
    hint: `it is ${status}: it can be ${decisionsFor(status)
      .map((one) => outcomes[one])
      .join(' or ')}`,
  })

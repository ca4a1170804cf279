import { Refusal } from '../../values/refusal.ts'
import { type Decision, decisionsFor, type SenderStatus } from './rules.ts'

export const invalidFormat = () => new Refusal(400, 113, 'Invalid Request Format')
export const invalidSenderFormat = () =>
  new Refusal(400, 121, 'Invalid Sender ID Format', {
    hint: 'a sender has 1 to 11 letters, digits, spaces and signs of the GSM alphabet, or is a number of up to 20 digits',
  })
export const senderMissing = () => new Refusal(404, 404, 'Sender Not Found')

const standings: Readonly<Record<SenderStatus, string>> = {
  pending: 'is pending: the operator has to approve it',
  active: 'is active, and can be used',
  rejected: 'is rejected: the operator can approve it',
  inactive: 'is inactive: the operator can approve it',
}

/** Whatever became of it: a sender that was turned down is asked for again by talking to the operator, and not by a program. */
export const senderExists = (sender: string, status: SenderStatus) =>
  new Refusal(409, 122, 'Sender ID Already Exists', { hint: `sender ${sender} ${standings[status]}` })

const outcomes: Readonly<Record<Decision, string>> = { approve: 'Approved', reject: 'Rejected', deactivate: 'Deactivated' }

export const wrongDecision = (decision: Decision, status: SenderStatus) =>
  new Refusal(409, 409, `Sender Can Not Be ${outcomes[decision]}`, {
    hint: `it is ${status}: it can be ${decisionsFor(status)
      .map((one) => outcomes[one].toLowerCase())
      .join(' or ')}`,
  })

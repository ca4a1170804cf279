import type { SenderStatus } from '../../contract/account/senders.ts'

const lengthMax = 11
const number = /^\+?\d{1,20}$/

/** Whether the text has the shape of a sender ID: up to 11 characters, or a number of up to 20 digits. */
export function isSenderShape(sender: string): boolean {
  return sender !== '' && (sender.length <= lengthMax || number.test(sender))
}

/** The keyboard characters of the GSM alphabet that take one septet: phones garble others, or networks reject them. */
const gsmCharacters = /^[A-Za-z0-9 !"#$%&'()*+,./:;<=>?@_-]+$/

/** The trimmed sender ID; null when it is invalid. */
export function parseSender(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const sender = value.trim()
  return isSenderShape(sender) && gsmCharacters.test(sender) ? sender : null
}

/** A decision of an operator. */
export type Decision = 'approve' | 'reject' | 'deactivate'

const outcomes: Readonly<Record<Decision, { readonly to: SenderStatus; readonly from: readonly SenderStatus[] }>> = {
  approve: { to: 'active', from: ['pending', 'rejected', 'inactive'] },
  // A sender ID that is or was active cannot be rejected any more.
  reject: { to: 'rejected', from: ['pending'] },
  deactivate: { to: 'inactive', from: ['active'] },
}

/** The resulting status, or the same for a repeated decision. Null when the decision is not possible. */
export function decide(status: SenderStatus, decision: Decision): SenderStatus | null {
  const { to, from } = outcomes[decision]
  return status === to || from.includes(status) ? to : null
}

/** The decisions that would change the status. */
export const decisionsFor = (status: SenderStatus) =>
  (Object.keys(outcomes) as Decision[]).filter((decision) => outcomes[decision].from.includes(status))

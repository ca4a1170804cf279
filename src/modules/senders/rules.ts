import type { SenderStatus } from '../../contract/console/senders.ts'

const lengthMax = 11
const number = /^\+?\d{1,20}$/

/** Whether it could be a sender at all: up to 11 characters, or a number of up to 20 digits. */
export function isSenderShape(sender: string): boolean {
  return sender !== '' && (sender.length <= lengthMax || number.test(sender))
}

/**
 * What one septet of the GSM alphabet carries and a keyboard has: phones show anything else as something else, or the
 * network refuses it.
 */
const letters = /^[A-Za-z0-9 !"#$%&'()*+,./:;<=>?@_-]+$/

/** A sender that may be asked for, without the white space around it. Null when there can be no such sender. */
export function parseSender(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const sender = value.trim()
  return isSenderShape(sender) && letters.test(sender) ? sender : null
}

/** What an operator can say about a sender. */
export type Decision = 'approve' | 'reject' | 'deactivate'

const outcomes: Readonly<Record<Decision, { readonly to: SenderStatus; readonly from: readonly SenderStatus[] }>> = {
  approve: { to: 'active', from: ['pending', 'rejected', 'inactive'] },
  // Of one that is in use, or was, it is too late to say that it was never granted.
  reject: { to: 'rejected', from: ['pending'] },
  deactivate: { to: 'inactive', from: ['active'] },
}

/** The status that a decision leads to: the same when it was taken before. Null when it can't be taken. */
export function decide(status: SenderStatus, decision: Decision): SenderStatus | null {
  const { to, from } = outcomes[decision]
  return status === to || from.includes(status) ? to : null
}

/** The decisions that would change something. */
export const decisionsFor = (status: SenderStatus) =>
  (Object.keys(outcomes) as Decision[]).filter((decision) => outcomes[decision].from.includes(status))

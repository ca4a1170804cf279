import type { Receipt } from '../carrier.ts'

/** What the simulated network does with a message. The number alone decides, so that every failure can be asked for. */
export interface Outcome {
  readonly refused: boolean
  /** How many times the network says that it is busy before it takes the message. */
  readonly busyTimes: number
  readonly status: Receipt['status']
  readonly reason: string | null
  /** How often each receipt comes; a number can ask for none, or for two. */
  readonly receiptTimes: number
  /** How long after the acceptance the receipt comes; null is the network's own delay, a setting. */
  readonly delayMs: number | null
  readonly beforeAnswer: boolean
}

const delivered: Outcome = {
  refused: false,
  busyTimes: 0,
  status: 'DELIVERED',
  reason: null,
  receiptTimes: 1,
  delayMs: null,
  beforeAnswer: false,
}

const outcomeByEnd: ReadonlyMap<string, Outcome> = new Map([
  ['0000', { ...delivered, refused: true, receiptTimes: 0 }],
  ['0001', { ...delivered, busyTimes: 2 }],
  ['0002', { ...delivered, receiptTimes: 0 }],
  ['0003', { ...delivered, status: 'UNDELIVERED', reason: 'absent_subscriber' }],
  ['0004', { ...delivered, delayMs: 30_000 }],
  ['0005', { ...delivered, receiptTimes: 2 }],
  ['0006', { ...delivered, delayMs: 0, beforeAnswer: true }],
])

export function outcomeOf(phone: string): Outcome {
  return outcomeByEnd.get(phone.slice(-4)) ?? delivered
}

/**
 * What the receipts of a message taken at `submittedAt` say; null while they are still to come, and for ever when none
 * comes.
 */
export function receiptBy(
  phone: string,
  submittedAt: Date,
  now: Date,
  deliveryDelayMs: number,
): Omit<Receipt, 'reference'> | null {
  const { receiptTimes, status, reason, delayMs } = outcomeOf(phone)
  const dueAt = submittedAt.getTime() + (delayMs ?? deliveryDelayMs)
  if (receiptTimes === 0 || dueAt > now.getTime()) return null
  return { status, reason, at: new Date(dueAt) }
}

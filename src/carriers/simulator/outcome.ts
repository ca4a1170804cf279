import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import type { Receipt } from '../carrier.ts'

/** The behaviour of the simulated network. Only the number decides, so that tests can request every failure. */
export interface Outcome {
  readonly refused: boolean
  /** How many times the network is busy before it accepts the message. */
  readonly busyTimes: number
  readonly status: Receipt['status']
  readonly reason: string | null
  /** How many times each receipt arrives: none, one or two. */
  readonly receiptTimes: number
  /** The time from acceptance to receipt; null for the configured delay. */
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

/** The receipts of a message accepted at `submittedAt`; null until they are due, or when none ever comes. */
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

/**
 * Counts how many times each message was told "busy", and returns true until the given number is reached. Beyond
 * `idsMax`, the oldest messages are dropped.
 */
export function createBusyTimes(idsMax: number): (id: number, times: number) => boolean {
  const busyTimes = new BoundedMap<number, number>(idsMax)
  return (id, times) => {
    if (times === 0) return false
    const before = busyTimes.get(id) ?? 0
    if (before >= times) {
      busyTimes.delete(id)
      return false
    }
    busyTimes.set(id, before + 1)
    return true
  }
}

/** Reproducible random numbers from 0 to 1 by seed (mulberry32). Chaos that cannot be repeated cannot be debugged. */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

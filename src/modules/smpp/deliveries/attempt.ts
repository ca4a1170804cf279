import type { Fields } from '../../../engine/smpp/pdu.ts'
import type { Lease } from '../../../engine/work/index.ts'
import type { Position } from './ordering.ts'

/** Short, because customers of a killed process bind to another one at once. */
export const leaseSeconds = 5

/** A row to deliver. */
export interface Delivery extends Position {
  readonly credentialId: number
  /** Deliveries of one table about one number arrive in the order of their positions. */
  readonly table: string
  readonly phone: string
  readonly due: Date
  readonly attempts: number
  /** From earlier attempts: a 1 for each answered PDU. Null without one. */
  readonly answered: string | null
  readonly pdus: readonly Fields[]
  readonly lease: Lease
}

/** A number with deliveries that wait, as they are stored. */
export interface WaitingNumber {
  readonly table: string
  readonly phone: string
  readonly first: Position
  /** The latest due time of those that wait. */
  readonly until: Date
}

/**
 * The end of a delivery. `refused`: try again at that time, without the answered PDUs. `held`: earlier deliveries
 * of the number wait, so it gets their due time. `gone`: this process has no bind for it, or may no longer deliver.
 */
export type Delivered =
  | { readonly kind: 'done' | 'gone' }
  | { readonly kind: 'held'; readonly until: Date }
  | { readonly kind: 'refused'; readonly until: Date; readonly answered: string | null }

/** A delivery with the state of its PDUs. */
export interface Attempt {
  readonly delivery: Delivery
  /** The number, for this customer and table. */
  readonly number: string
  readonly isAnswered: boolean[]
  /** The next PDU to send. */
  next: number
  /** Whether a PDU was sent. */
  isBegun: boolean
  /** Sent PDUs without an answer. */
  outstanding: number
  /** When to try it again, because a PDU was refused. */
  refusedUntil: Date | null
  /** Counts the binds that it was assigned to: answers of earlier ones are ignored. */
  round: number
  readonly end: (result: Delivered) => void
}

export const numberOf = ({ credentialId, table, phone }: Pick<Delivery, 'credentialId' | 'table' | 'phone'>): string =>
  `${credentialId} ${table} ${phone}`

export function newAttempt(delivery: Delivery, end: (result: Delivered) => void): Attempt {
  const { pdus, answered } = delivery
  // Settings of the credential may have changed the number of PDUs.
  const isKnown = answered?.length === pdus.length
  const attempt: Attempt = {
    delivery,
    number: numberOf(delivery),
    isAnswered: pdus.map((_, index) => isKnown && answered[index] === '1'),
    next: 0,
    isBegun: false,
    outstanding: 0,
    refusedUntil: null,
    round: 0,
    end,
  }
  restart(attempt)
  return attempt
}

/** All PDUs without an answer are sent again. */
export function restart(attempt: Attempt): void {
  attempt.round += 1
  attempt.outstanding = 0
  attempt.next = -1
  advance(attempt)
}

export function advance(attempt: Attempt): void {
  do attempt.next += 1
  while (attempt.isAnswered[attempt.next])
}

export const isAllSent = ({ next, delivery, refusedUntil }: Attempt): boolean =>
  refusedUntil !== null || next >= delivery.pdus.length

export function endOf({ refusedUntil, isAnswered }: Attempt): Delivered {
  if (refusedUntil === null) return { kind: 'done' }
  const answered = isAnswered.includes(true) ? isAnswered.map(Number).join('') : null
  return { kind: 'refused', until: refusedUntil, answered }
}

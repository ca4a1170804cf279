import type { Order, Result } from '../../carriers/airtime/provider.ts'
import type { TransferState } from '../../contract/console/airtime.ts'
import type { TransferStatus } from '../../contract/public/airtime.ts'
import { formatMoney, type Money } from '../../values/money.ts'
import { airtimeBody, disbursed } from '../webhooks/index.ts'

export { type TransferState, transferStates } from '../../contract/console/airtime.ts'

/** What airtime is paid from. It costs what it is worth. */
export const airtimeProduct = 'AIRTIME'

/** A transfer as it was asked for. */
export interface TransferRequest {
  readonly phone: string
  readonly amount: Money
  /** As it was written. */
  readonly amountText: string
  readonly referenceId: string
  readonly productId: number | null
}

export interface Transfer extends TransferRequest {
  readonly id: number
  readonly accountId: number
  readonly currency: string
  readonly provider: string
  readonly providerReference: string | null
  readonly state: TransferState
  readonly reason: string | null
  readonly createdAt: Date
  readonly submittedAt: Date | null
  readonly triedAt: Date | null
  readonly confirmedAt: Date | null
  readonly doneAt: Date | null
  readonly overdueAt: Date | null
}

/** 10 and 10.00 are the same money. */
export const isSame = (one: TransferRequest, other: TransferRequest) =>
  one.phone === other.phone && one.amount === other.amount

const hourMs = 3_600_000
export const dayMs = 24 * hourMs
/** How long after its day a transfer is still asked about. */
const overdueMs = 7 * dayMs
const waitMsMin = 2_000
const waitMsMax = hourMs
/** After this long an order to pay is not on its way any more. */
const settledMs = 15 * 60_000

/** What nobody took in a day is not wanted any more, and what nobody has a last word on is for the operator to see. */
export const isLate = ({ createdAt }: Pick<Transfer, 'createdAt'>, now: Date) =>
  now.getTime() >= createdAt.getTime() + dayMs
/** From here on only the operator ends it, or the provider of its own accord. */
export const isHopeless = ({ createdAt }: Pick<Transfer, 'createdAt'>, now: Date) =>
  now.getTime() >= createdAt.getTime() + dayMs + overdueMs
export const isSettled = (triedAt: Date | null, now: Date) =>
  triedAt === null || now.getTime() - triedAt.getTime() >= settledMs

/**
 * The wait grows with the age: half of it, from two seconds to an hour. The look at the end of the day is never missed.
 */
export function nextLook({ createdAt, submittedAt }: Pick<Transfer, 'createdAt' | 'submittedAt'>, now: Date): Date {
  const age = now.getTime() - (submittedAt ?? createdAt).getTime()
  const next = now.getTime() + Math.min(Math.max(age / 2, waitMsMin), waitMsMax)
  const dayEnd = createdAt.getTime() + dayMs
  return new Date(now.getTime() < dayEnd ? Math.min(next, dayEnd) : next)
}

/** As a provider is told it: without zeros that say nothing, and with two places or none. */
export function plainAmount(amount: Money): string {
  return formatMoney(amount).slice(0, -2).replace(/\.00$/, '')
}

export const orderOf = ({ id, phone, amount, currency, productId }: Transfer): Order => ({
  id,
  phone,
  amount: plainAmount(amount),
  currency,
  productId,
})

const reasonLengthMax = 200

/** Others write reasons, and they go into tables, answers and screens. */
export function soundReason(reason: string | null): string {
  const text = (reason ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim()
  return text === '' ? 'no reason was given' : [...text].slice(0, reasonLengthMax).join('')
}

export const reasonOf = (result: Result): string | null =>
  result.state === 'failed' ? soundReason(result.reason) : null

export const inProgress = { code: 200, message: 'Disbursement is in progress' } as const

/** The body of the callback, and the answer to a status request. */
export const statusOf = (transfer: Transfer): TransferStatus =>
  airtimeBody({ ...transfer, ...resultOf(transfer), at: transfer.doneAt ?? transfer.createdAt })

function resultOf({ state, reason }: Transfer): Pick<TransferStatus, 'code' | 'message'> {
  if (state === 'successful') return disbursed
  return state === 'failed' ? { code: 101, message: `Disbursement failed: ${reason}` } : inProgress
}

import type { Order, Provider, Result } from '../../carriers/airtime/provider.ts'
import type { TransferStatus } from '../../contract/public/airtime.ts'
import { formatMoney, type Money } from '../../values/money.ts'
import { soundReason } from '../../values/reason.ts'
import { airtimeBody, disbursed } from '../webhooks/index.ts'
import type { Transfer } from './store.ts'

export { transferStates } from '../../contract/account/airtime.ts'

/** The product that airtime is charged to, at face value. */
export const airtimeProduct = 'AIRTIME'

/** A requested transfer. */
export type TransferRequest = Pick<Transfer, 'phone' | 'amount' | 'amountText' | 'referenceId' | 'productId'>

/** 10 and 10.00 are the same amount. */
export const isSame = (one: TransferRequest, other: TransferRequest) =>
  one.phone === other.phone && one.amount === other.amount

/** Whether a configured provider supports the product of a transfer. */
export const suits =
  (productId: number | null) =>
  ({ isSimulated, knows }: Pick<Provider, 'isSimulated' | 'knows'>): boolean =>
    !isSimulated && (productId === null || knows(productId))

const hourMs = 3_600_000
export const dayMs = 24 * hourMs
/** How long a transfer is queried after its first day. */
const overdueMs = 7 * dayMs
const waitMsMin = 2_000
const waitMsMax = hourMs
/** After this long, an order can no longer be in transit. */
const settledMs = 15 * 60_000

/** After a day, unsubmitted transfers fail, and unresolved ones are shown to the operator. */
export const isLate = ({ createdAt }: Pick<Transfer, 'createdAt'>, now: Date) =>
  now.getTime() >= createdAt.getTime() + dayMs
/** From then on, only the operator or the provider ends it. */
export const isHopeless = ({ createdAt }: Pick<Transfer, 'createdAt'>, now: Date) =>
  now.getTime() >= createdAt.getTime() + dayMs + overdueMs
export const isSettled = (triedAt: Date | null, now: Date) =>
  triedAt === null || now.getTime() - triedAt.getTime() >= settledMs

/** The wait is half of the age, from two seconds to an hour. One check falls exactly on the end of the first day. */
export function nextCheck({ createdAt, submittedAt }: Pick<Transfer, 'createdAt' | 'submittedAt'>, now: Date): Date {
  const age = now.getTime() - (submittedAt ?? createdAt).getTime()
  const next = now.getTime() + Math.min(Math.max(age / 2, waitMsMin), waitMsMax)
  const dayEnd = createdAt.getTime() + dayMs
  return new Date(now.getTime() < dayEnd ? Math.min(next, dayEnd) : next)
}

/** The amount for a provider: with two decimal places or none. */
export const plainAmount = (amount: Money): string => formatMoney(amount).slice(0, -2).replace(/\.00$/, '')

export const orderOf = ({ id, phone, amount, currency, productId }: Transfer): Order => ({
  id,
  phone,
  amount: plainAmount(amount),
  currency,
  productId,
})

export const reasonOf = (result: Result): string | null =>
  result.state === 'failed' ? soundReason(result.reason) : null

export const inProgress = { code: 200, message: 'Disbursement is in progress' } as const

/** The body of the callback and of the status response. */
export const statusOf = (transfer: Transfer): TransferStatus =>
  airtimeBody({ ...transfer, ...resultOf(transfer), at: transfer.doneAt ?? transfer.createdAt })

function resultOf({ state, reason }: Transfer): Pick<TransferStatus, 'code' | 'message'> {
  if (state === 'successful') return disbursed
  return state === 'failed' ? { code: 101, message: `Disbursement failed: ${reason}` } : inProgress
}

import { randomBytes } from 'node:crypto'
import { DarajaProblem, newRequestId } from './errors.ts'
import type { Merchant, Push } from './requests.ts'

/** Result codes with their descriptions. */
const results = {
  0: 'The service request is processed successfully.',
  1: 'The balance is insufficient for the transaction.',
  3: 'Declined due to limit rule: greater than the maximum transaction amount.',
  1019: 'Transaction has expired',
  1032: 'Request cancelled by user',
  1037: 'DS timeout user cannot be reached',
  2001: 'The initiator information is invalid.',
  2028: 'The request is not permitted according to product assignment',
} as const

export type ResultCode = keyof typeof results
export const resultCodes = Object.keys(results).map(Number) as ResultCode[]
export const describeResult = (code: ResultCode): string => results[code]

/** The reaction of the person to the prompt: a result, or nothing until somebody decides. */
export type Outcome = ResultCode | 'waits'

export interface Payment extends Push {
  readonly merchantRequestId: string
  readonly checkoutRequestId: string
  readonly at: Date
  /** Null while the prompt is open. */
  result: { readonly code: ResultCode; readonly receipt: string | null; readonly at: Date } | null
}

const amountMax = 250_000

/** The last four digits of the phone decide, unless the test or the developer does. */
export function outcomeOf(phone: string): Outcome {
  const ending = Number(phone.slice(-4))
  if (phone.endsWith('9999')) return 'waits'
  return resultCodes.find((code) => code === ending) ?? 0
}

/** The result when M-Pesa itself refuses the payment; null otherwise. */
export function ruleResult(push: Push, { shortCode, till }: Merchant): ResultCode | null {
  const receiver = push.transactionType === 'CustomerPayBillOnline' ? shortCode : till
  if (push.partyB !== receiver) return 2028
  return push.amount > amountMax ? 3 : null
}

/** Local time in Kenya as YYYYMMDDHHmmss. */
export const localDigits = (time: Date) =>
  new Date(time.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14)

const receiptLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const newReceipt = () => `T${[...randomBytes(9)].map((byte) => receiptLetters[byte % receiptLetters.length]).join('')}`

export interface Payments {
  readonly all: readonly Payment[]
  find(checkoutRequestId: string): Payment | null
  /** Throws a DarajaProblem when the phone already has an open prompt. */
  open(push: Push): Payment
  /** Keeps the first result. False when the payment had one. */
  end(payment: Payment, code: ResultCode): boolean
}

export function createPayments(now: () => Date): Payments {
  const all: Payment[] = []
  return {
    all,
    find: (id) => all.find(({ checkoutRequestId }) => checkoutRequestId === id) ?? null,
    open(push) {
      if (all.some(({ phone, result }) => phone === push.phone && result === null))
        throw new DarajaProblem(
          500,
          '500.001.1001',
          'Unable to lock subscriber, a transaction is already in process for the current subscriber',
        )
      const local = localDigits(now())
      const day = local.slice(6, 8) + local.slice(4, 6) + local.slice(0, 4)
      const part = String(all.length % 1000).padStart(3, '0')
      const payment: Payment = {
        ...push,
        merchantRequestId: newRequestId(),
        checkoutRequestId: `ws_CO_${day}${local.slice(8)}${part}${push.phone.slice(3)}`,
        at: now(),
        result: null,
      }
      all.push(payment)
      return payment
    },
    end(payment, code) {
      if (payment.result !== null) return false
      payment.result = { code, receipt: code === 0 ? newReceipt() : null, at: now() }
      return true
    },
  }
}

import type { CreditProduct } from '../../contract/account/balance.ts'
import type { Product } from '../../contract/console/accounts.ts'
import type { Money } from '../../values/money.ts'

export { type CreditProduct, creditProducts, type EntryKind, entryKinds } from '../../contract/account/balance.ts'

/** The products whose credentials may read a balance. Top-up is the product of all balances. */
export const readersOf = (product: CreditProduct): readonly Product[] => ['topup', ...(spenders[product] ?? [])]

/** Whether a credential with these products may read a balance. Without products, its scopes decide. */
export const mayReadCredit = (products: readonly string[] | null, product: CreditProduct): boolean =>
  products === null || products.length === 0 || readersOf(product).some((one) => products.includes(one))

const spenders: Readonly<Partial<Record<CreditProduct, readonly Product[]>>> = {
  SMS: ['sms'],
  OTP: ['otp'],
  AIRTIME: ['airtime'],
  CHAT: ['chat'],
  CONVERSATIONS: ['chat'],
  PAYMENTS: ['checkout'],
}

/** Subjects of chat messages, as a pattern. PINs over chat channels are paid for like those over SMS. */
export const chatSubjects = 'chat message %'

/** Money reserved for a subject. The subject identifies the hold when it ends. */
export interface Charge {
  readonly accountId: number
  readonly product: CreditProduct
  readonly amount: Money
  readonly subject: string
  /** The credit that was read before, if any. */
  readonly credit?: SpendableCredit
}

/**
 * The spendable credit of an account for a product. Only a snapshot: the final check happens when the money is
 * reserved.
 */
export interface SpendableCredit {
  readonly currency: string
  readonly spendable: Money
  /** Whether the account has reminders for low credit. */
  readonly reminds: boolean
}

export type ReadCredit = Required<Pick<Charge, 'accountId' | 'product' | 'credit'>>

/** The end of holds: the spent and the released amounts. */
export interface Settlement extends Omit<Charge, 'amount' | 'credit'> {
  readonly spent: Money
  readonly released: Money
}

/** A transfer of credit between an account and one of its sub-accounts. */
export interface TransferOrder {
  readonly parentId: number
  readonly childId: number
  readonly toChild: boolean
  readonly product: CreditProduct
  readonly amount: Money
  /** Shown in the statements of both accounts. */
  readonly note: string
  readonly actor: string
  /** Operators can also move the credit of a suspended sub-account. */
  readonly byOperator: boolean
}

/**
 * The lowest allowed balance: the negative overdraft limit, or the current balance if that is lower, so that a lowered
 * limit only stops further spending.
 */
export function floorOf(available: Money, allowPostpaid: boolean, postpaidLimit: Money): Money {
  const wanted = allowPostpaid ? -postpaidLimit : 0n
  return (available < wanted ? available : wanted) as Money
}

import type { CreditProduct } from '../../contract/console/balance.ts'
import type { Money } from '../../values/money.ts'

export { type CreditProduct, creditProducts, type EntryKind, entryKinds } from '../../contract/console/balance.ts'

/** Money that is set aside for something, under the name by which it is found again. */
export interface Charge {
  readonly accountId: number
  readonly product: CreditProduct
  readonly amount: Money
  readonly subject: string
  /** What it is taken from, when that was looked at before. */
  readonly credit?: SpendableCredit
}

/**
 * What an account had for a product a moment ago. It is only a look: what holds is the check when the money is taken.
 */
export interface SpendableCredit {
  readonly currency: string
  readonly spendable: Money
  /** Whether somebody wants to be told when it is low. */
  readonly reminds: boolean
}

/** Holds that end: what was paid for, and what is given back. */
export interface Settlement {
  readonly accountId: number
  readonly product: CreditProduct
  readonly spent: Money
  readonly released: Money
  readonly subject: string
}

/** Credit that moves between an account and one of its sub-accounts. */
export interface TransferOrder {
  readonly parentId: number
  readonly childId: number
  readonly toChild: boolean
  readonly product: CreditProduct
  readonly amount: Money
  /** Stands in the statements of both accounts. */
  readonly note: string
  readonly actor: string
  /** Operators also move the credit of a suspended sub-account. */
  readonly byOperator: boolean
}

export interface Balance {
  readonly product: CreditProduct
  readonly currency: string
  readonly available: Money
  readonly held: Money
  readonly allowPostpaid: boolean
  readonly postpaidLimit: Money
  readonly creditLevel: Money
  readonly smsReminder: boolean
  readonly emailReminder: boolean
  readonly reminderPhone: string
}

/**
 * How far what is available may go: below zero by the limit, and not higher than it is already, so that a lowered limit
 * only stops further spending.
 */
export function floorOf(available: Money, allowPostpaid: boolean, postpaidLimit: Money): Money {
  const wanted = allowPostpaid ? -postpaidLimit : 0n
  return (available < wanted ? available : wanted) as Money
}

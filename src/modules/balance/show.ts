import { formatMoney } from '../../values/money.ts'
import type { Balance } from './rules.ts'

const amounts = ['available', 'held', 'postpaidLimit', 'creditLevel'] as const

/** A balance in the console: amounts are decimals with four places. */
export type ShownBalance = Omit<Balance, (typeof amounts)[number]> & Readonly<Record<(typeof amounts)[number], string>>

export const showBalance = (balance: Balance): ShownBalance => ({
  ...balance,
  available: formatMoney(balance.available),
  held: formatMoney(balance.held),
  postpaidLimit: formatMoney(balance.postpaidLimit),
  creditLevel: formatMoney(balance.creditLevel),
})

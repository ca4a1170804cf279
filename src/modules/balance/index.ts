import { NOTHING } from '../../values/money.ts'
import type { SpendableCredit } from './rules.ts'

export type { LedgerCheck } from './check.ts'
export { checkSubjects } from './check-subjects.ts'
export {
  chargeAnyway,
  chargeAtOnce,
  findSpendableCredit,
  hold,
  holdParts,
  isCreditShort,
  selectChangedCredit,
  settle,
  settleParts,
} from './ledger.ts'
export type { PriceList, PriceOf } from './prices.ts'
export {
  type Charge,
  type CreditProduct,
  chatSubjects,
  mayReadCredit,
  type ReadCredit,
  type SpendableCredit,
} from './rules.ts'
export { changeCredit, creditMark, listShort, listShortAccounts, listSmsCredit, type SmsCredit } from './store.ts'
export type { Wrong } from './store-check.ts'

/** For an account without a balance for the product. */
export const noCredit: SpendableCredit = { currency: '', spendable: NOTHING, reminds: false }

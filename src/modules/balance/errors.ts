import { showAmount } from '../../values/amount.ts'
import { Refusal } from '../../values/refusal.ts'
import type { BadRow } from './price-file.ts'

const rowsInHint = 3

export const invalidPrice = (hint: string) => new Refusal(400, 400, 'Invalid Price', { hint })
export const priceMissing = () =>
  new Refusal(404, 404, 'Price Not Found', { hint: 'npx ngoma price list shows the prices with their ids' })
export const priceAccountMissing = () =>
  new Refusal(404, 404, 'Account Not Found', { hint: 'npx ngoma account list shows the accounts with their ids' })
export const columnMissing = (column: string) =>
  new Refusal(400, 400, `No Column For The ${column}`, {
    hint: 'the first line names the columns: product, prefix and price, and account, currency and valid_from if you like',
  })

/** Nothing of the file was taken. The rows that are named are the first of them. */
export function badRows(rows: readonly BadRow[], count: number): Refusal {
  const message = `${count.toLocaleString('en')} ${count === 1 ? 'Row Is' : 'Rows Are'} Wrong`
  const named = rows.slice(0, rowsInHint).map(({ row, reason }) => `row ${row}: ${reason}`)
  const hint = `${named.join('; ')}${count > rowsInHint ? `; and ${count - rowsInHint} more` : ''}`
  return new Refusal(400, 400, message, { body: { code: 400, message, invalid: count, rows }, hint })
}

export const operatorsOnly = () =>
  new Refusal(403, 403, 'Only Operators May Ask For Others', {
    hint: 'user_id is for keys and tokens with operator rights: leave it out to ask for your own account',
  })
export const userMissing = () =>
  new Refusal(404, 404, 'User Not Found', { hint: 'user_id is the id of an account: leave it out to ask for your own' })

/** In the console. */
export const balanceMissing = () =>
  new Refusal(404, 404, 'Balance Not Found', {
    hint: 'npx ngoma credit show lists the products that credit can be for',
  })
export const badAmount = (name: string) =>
  new Refusal(400, 400, `Invalid Amount: ${name}`, { hint: 'a number with at most four decimals, such as 1000 or 0.5' })
export const badPhone = () =>
  new Refusal(400, 400, 'Invalid Phone Number', { hint: 'digits only, beginning with the country code' })
export const phoneNeeded = () =>
  new Refusal(400, 400, 'Reminders By SMS Need A Phone Number', {
    hint: 'give a number in international format, such as 255712345678, or turn reminders by SMS off',
  })
export const notEnough = (available: string) =>
  new Refusal(409, 409, 'Insufficient Balance', { hint: `at most ${available} can be taken away` })
export const subAccountMissing = () =>
  new Refusal(404, 404, 'Sub-Account Not Found', {
    hint: 'credit moves between an account and its own sub-accounts; the page Credit lists them',
  })
export const subAccountSuspended = () =>
  new Refusal(409, 409, 'Sub-Account Is Suspended', { hint: 'an operator can resume it, or move its credit' })
export const currenciesDiffer = (own: string, childs: string) =>
  new Refusal(409, 409, 'Currencies Differ', {
    hint: `the account has ${own} and the sub-account ${childs}: credit moves within one currency`,
  })
export const notEnoughToMove = (available: string, currency: string) =>
  new Refusal(409, 409, 'Insufficient Balance', { hint: `at most ${showAmount(available)} ${currency} can be moved` })
export const tooMuch = () =>
  new Refusal(400, 400, 'The Balance Would Be Too Large', {
    hint: 'a balance has at most 14 digits before the point: add less',
  })
export const checkUnderWay = () =>
  new Refusal(409, 409, 'The Ledger Is Being Checked', { hint: 'wait until it is finished, and try again' })

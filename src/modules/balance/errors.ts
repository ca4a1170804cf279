import { showAmount } from '../../values/amount.ts'
import { countOf } from '../../values/count.ts'
import { Refusal } from '../../values/refusal.ts'
import type { BadRow } from './price-file.ts'

const rowsInHint = 3

export const invalidPrice = (hint: string) => new Refusal(400, 400, 'Invalid Price', { hint })
export const priceMissing = () =>
  new Refusal(404, 404, 'Price Not Found', { hint: 'npx ngoma price list shows all prices and their IDs' })
export const priceAccountMissing = () =>
  new Refusal(404, 404, 'Account Not Found', { hint: 'npx ngoma account list shows all accounts and their IDs' })
export const columnMissing = (column: string) =>
  new Refusal(400, 400, `No ${column} Column`, {
    hint: 'the first line names the columns: product, prefix and price are required; account, currency and valid_from are optional',
  })

/** No row of the file was saved. The hint names the first invalid rows. */
export function badRows(rows: readonly BadRow[], count: number): Refusal {
  const message = countOf(count, 'Invalid Row')
  const named = rows.slice(0, rowsInHint).map(({ row, reason }) => `row ${row}: ${reason}`)
  const hint = `${named.join('; ')}${count > rowsInHint ? `; and ${count - rowsInHint} more` : ''}`
  return new Refusal(400, 400, message, { body: { code: 400, message, invalid: count, rows }, hint })
}

export const operatorsOnly = () =>
  new Refusal(403, 403, 'Only Operators May Ask For Others', {
    hint: 'user_id needs a key or token with operator rights: leave it out to read your own account',
  })
export const userMissing = () =>
  new Refusal(404, 404, 'User Not Found', {
    hint: 'user_id is the ID of an account: leave it out to read your own account',
  })

/** Refusals of the console. */
export const balanceMissing = () =>
  new Refusal(404, 404, 'Balance Not Found', {
    hint: 'npx ngoma credit show lists the products that have credit',
    problem: 'balance_not_found',
  })
export const badAmount = (name: string) =>
  new Refusal(400, 400, `Invalid Amount: ${name}`, {
    hint: 'use a number with at most four decimal places, such as 1000 or 0.5',
    errors: [{ field: name, message: 'must be a number with at most four decimal places' }],
  })
export const phoneNeeded = () =>
  new Refusal(400, 400, 'SMS Reminders Need A Phone Number', {
    hint: 'add a number, or turn off SMS reminders',
    problem: 'reminder_phone_missing',
  })
export const notEnough = (available: string) =>
  new Refusal(409, 409, 'Insufficient Balance', { hint: `at most ${available} can be removed` })
export const subAccountMissing = () =>
  new Refusal(404, 404, 'Sub-Account Not Found', {
    hint: 'credit moves only between an account and its own sub-accounts; the Credit page lists them',
  })
export const subAccountSuspended = () =>
  new Refusal(409, 409, 'Sub-Account Is Suspended', {
    hint: 'ask an operator to resume the sub-account or to move its credit',
  })
export const currenciesDiffer = (own: string, childs: string) =>
  new Refusal(409, 409, 'Currencies Differ', {
    hint: `the account uses ${own} and the sub-account ${childs}: credit moves only within one currency`,
  })
export const notEnoughToMove = (available: string, currency: string) =>
  new Refusal(409, 409, 'Insufficient Balance', { hint: `at most ${showAmount(available)} ${currency} can be moved` })
export const tooMuch = () =>
  new Refusal(400, 400, 'The Balance Would Be Too Large', {
    hint: 'a balance has at most 14 digits before the decimal point: add a smaller amount',
  })
export const checkRunning = () =>
  new Refusal(409, 409, 'The Ledger Is Being Checked', { hint: 'wait until the check is finished, then try again' })

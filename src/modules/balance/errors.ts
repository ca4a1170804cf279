import { showAmount } from '../../values/money.ts'
import { Refusal, refuse } from '../../values/refusal.ts'
import type { BadRow } from './price-file.ts'

const rowsInHint = 3

export const invalidPrice = (hint: string) => refuse('invalid_price', { hint })
export const columnMissing = (column: string) =>
  refuse('column_missing', {
    detail: `The file has no column ${column}.`,
    hint: 'the first line names the columns: product, prefix and price are required; account, currency and valid_from are optional',
  })

export function badRows(rows: readonly BadRow[], count: number): Refusal {
  const named = rows.slice(0, rowsInHint).map(({ row, reason }) => `row ${row}: ${reason}`)
  return refuse('invalid_rows', {
    more: { invalid: count, rows },
    hint: `${named.join('; ')}${count > rowsInHint ? `; and ${count - rowsInHint} more` : ''}`,
  })
}

export const operatorsOnly = () =>
  new Refusal(403, 403, 'Only Operators May Ask For Others', {
    hint: 'user_id needs a key or token with operator rights: leave it out to read your own account',
  })
export const userMissing = () =>
  new Refusal(404, 404, 'User Not Found', {
    hint: 'user_id is the ID of an account: leave it out to read your own account',
  })

export const badAmount = (name: string) =>
  refuse('invalid_amount', {
    hint: 'use a number with at most four decimal places, such as 1000 or 0.5',
    errors: [{ field: name, message: 'must be a number with at most four decimal places' }],
  })
export const notEnough = (available: string) =>
  refuse('credit_too_low', { hint: `at most ${available} can be removed` })
export const currenciesDiffer = (own: string, childs: string) =>
  refuse('currencies_differ', {
    hint: `the account uses ${own} and the sub-account ${childs}: credit moves only within one currency`,
  })
export const notEnoughToMove = (available: string, currency: string) =>
  refuse('credit_too_low', { hint: `at most ${showAmount(available)} ${currency} can be moved` })

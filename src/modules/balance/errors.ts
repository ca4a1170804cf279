import { Refusal } from '../../values/refusal.ts'
import type { BadRow } from './price-file.ts'

const rowsInHint = 3

export const invalidPrice = (hint: string) => new Refusal(400, 400, 'Invalid Price', { hint })
export const priceMissing = () => new Refusal(404, 404, 'Price Not Found')
export const priceAccountMissing = () => new Refusal(404, 404, 'Account Not Found')
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

import { AmountText, Balance, creditProducts, Price } from '../account/balance.ts'
import { CsvFile, consoleResource, route } from '../route.ts'
import { described, IdNumber, nullable, objectOf, oneOf, optional, pagesOf, Switch, withDefault } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export type LedgerFault = Static<typeof LedgerFault>
const LedgerFault = objectOf({
  accountId: Type.Integer(),
  product: oneOf(creditProducts),
  currency: Type.String(),
  what: Type.String(),
  expected: Type.String(),
  found: Type.String(),
})

export type LedgerState = Static<typeof LedgerState>
const LedgerState = objectOf({
  clean: Type.Boolean(),
  balances: Type.Integer(),
  entries: Type.Integer(),
  wrong: Type.Array(LedgerFault),
})

/** Includes the name of the account, for operators. */
export type PriceOfAccount = Static<typeof PriceOfAccount>
const PriceOfAccount = objectOf({ ...Price.properties, accountName: nullable(Type.String()) })

const Note = optional(Type.String({ maxLength: 500, pattern: '^[^\\u0000]*$' }), 'shown in the statement')

export const credit = consoleResource('credit', {
  change: route('POST /accounts/:account/credit', 'operator', 'Add or remove credit', {
    command: 'credit add',
    done: 'Available for {product}: {available} {currency}.',
    does: 'credit.change',
    asksProof: true,
    body: objectOf({
      product: described(withDefault(oneOf(creditProducts), 'SMS'), 'the product of the balance'),
      amount: described(AmountText, 'with at most four decimals; a negative amount removes credit'),
      note: Note,
    }),
    answer: Balance,
  }),
  transfer: route(
    'POST /accounts/:account/sub-accounts/:child/transfer',
    'owner',
    'Move credit to or from a sub-account',
    {
      done: 'Available: {balance.available} {balance.currency}, and {subAccountBalance.available} in the sub-account.',
      does: 'credit.transfer',
      asksProof: true,
      /** `to` moves credit to the sub-account, `from` moves it back. Both statements show the note. */
      body: objectOf({
        direction: described(oneOf(['to', 'from']), '`to` moves credit to the sub-account, `from` moves it back'),
        product: described(withDefault(oneOf(creditProducts), 'SMS'), 'the product of the balances'),
        amount: described(AmountText, 'with at most four decimals'),
        note: Note,
      }),
      answer: objectOf({ id: Type.Integer(), balance: Balance, subAccountBalance: Balance }),
    },
  ),
  setPostpaid: route(
    'PUT /accounts/:account/balances/:product/postpaid',
    'operator',
    'Set the overdraft limit of a balance',
    {
      columns: 'available, currency',
      does: 'balance.postpaid',
      asksProof: true,
      /** Missing settings keep their value. */
      body: objectOf({
        allowPostpaid: optional(Type.Boolean(), 'whether the balance may fall below zero'),
        postpaidLimit: optional(AmountText, 'how far it may fall below zero'),
      }),
      answer: Balance,
    },
  ),
})

export const ledger = consoleResource('ledger', {
  check: route('GET /ledger/check', 'operator', 'Check the ledger', { command: null, answer: LedgerState }),
})

export const pricesBytesMax = 16 * 2 ** 20

export const consolePrices = consoleResource('prices', {
  listAll: route('GET /prices', 'operator', 'List prices', {
    empty: { accountId: 'default', prefix: 'all' },
    command: 'price list --all',
    columns: 'id, product, accountId, accountName, prefix, amount, currency, validFrom',
    ...pagesOf(PriceOfAccount, 'product', 'prefix', 'account'),
  }),
  set: route('PUT /prices', 'operator', 'Set a price', {
    empty: { accountId: 'default', prefix: 'all' },
    done: 'Price {id}: {amount} {currency} for {product}, prefix {prefix}, account {accountId}, from {validFrom}.',
    does: 'price.set',
    body: objectOf({
      product: described(withDefault(Type.String({ maxLength: 50 }), 'SMS'), 'the product that it is for'),
      accountId: Type.Optional(nullable(described(IdNumber, 'only for this account; null for the default of all'))),
      prefix: described(
        withDefault(Type.String({ maxLength: 50 }), ''),
        'the first digits of phone numbers; empty for all',
      ),
      currency: optional(
        Type.String({ minLength: 1, maxLength: 50 }),
        'ISO 4217; by default that of the account or the server',
      ),
      amount: Type.String({ maxLength: 50, description: 'the price of one part of a message, or of another unit' }),
      validFrom: optional(Type.String({ minLength: 1, maxLength: 50 }), 'in ISO 8601; now by default'),
    }),
    /** `unchanged` when the same price applies at that time already, so that none was added. */
    answer: objectOf({ ...Price.properties, unchanged: Type.Optional(Type.Literal(true)) }),
  }),
  delete: route('DELETE /prices/:price', 'operator', 'Delete a price', { does: 'price.remove' }),
  import: route('POST /prices/import', 'operator', 'Import prices from a CSV file', {
    done: 'Prices imported: {rows}. Removed: {removed}.',
    does: 'prices.load',
    bodyLimit: pricesBytesMax,
    query: objectOf({ replace: Switch }),
    body: CsvFile,
    answer: objectOf({ rows: Type.Integer(), removed: Type.Integer() }),
  }),
})

import { AmountText, Balance, creditProducts, Price } from '../account/balance.ts'
import { CsvFile, consoleResource, Nothing, route } from '../route.ts'
import { described, IdNumber, listPageOf, nullable, objectOf, oneOf, queryOf, Switch, withDefault } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** A difference that the ledger check found. */
export type LedgerFault = Static<typeof LedgerFault>
const LedgerFault = objectOf({
  accountId: Type.Integer(),
  product: oneOf(creditProducts),
  currency: Type.String(),
  what: Type.String(),
  expected: Type.String(),
  found: Type.String(),
})

/** The result of a ledger check. */
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

const Note = Type.Optional(
  Type.String({ maxLength: 500, pattern: '^[^\\u0000]*$', description: 'shown in the statement' }),
)

const CreditBody = objectOf({
  product: described(withDefault(oneOf(creditProducts), 'SMS'), 'the product of the balance'),
  amount: described(AmountText, 'with at most four decimals; a negative amount removes credit'),
  note: Note,
})

/** `to` moves credit to the sub-account, `from` moves it back. Both statements show the note. */
const TransferBody = objectOf({
  direction: described(oneOf(['to', 'from']), '`to` moves credit to the sub-account, `from` moves it back'),
  product: described(withDefault(oneOf(creditProducts), 'SMS'), 'the product of the balances'),
  amount: described(AmountText, 'with at most four decimals'),
  note: Note,
})

const Transferred = objectOf({ id: Type.Integer(), balance: Balance, subAccountBalance: Balance })

/** Missing settings keep their value. */
const PostpaidBody = objectOf({
  allowPostpaid: Type.Optional(Type.Boolean({ description: 'whether the balance may fall below zero' })),
  postpaidLimit: Type.Optional(described(AmountText, 'how far it may fall below zero')),
})

/** `unchanged` when the same price applies at that time already, so that none was added. */
const SetPrice = objectOf({ ...Price.properties, unchanged: Type.Optional(Type.Literal(true)) })

const PriceBody = objectOf({
  product: described(withDefault(Type.String({ maxLength: 50 }), 'SMS'), 'the product that it is for'),
  accountId: Type.Optional(nullable(described(IdNumber, 'only for this account; null for the default of all'))),
  prefix: described(
    withDefault(Type.String({ maxLength: 50 }), ''),
    'the first digits of phone numbers; empty for all',
  ),
  currency: Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, description: 'ISO 4217; by default that of the account or the server' }),
  ),
  amount: Type.String({ maxLength: 50, description: 'the price of one part of a message, or of another unit' }),
  validFrom: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: 'in ISO 8601; now by default' })),
})

export const credit = consoleResource('credit', {
  change: route('POST /accounts/:account/credit', 'operator', 'Add or remove credit', {
    command: 'credit add',
    done: 'Available for {product}: {available} {currency}.',
    columns: [],
    does: 'credit.change',
    asksProof: true,
    body: CreditBody,
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
      body: TransferBody,
      answer: Transferred,
    },
  ),
  setPostpaid: route(
    'PUT /accounts/:account/balances/:product/postpaid',
    'operator',
    'Set the overdraft limit of a balance',
    {
      columns: ['available', 'currency'],
      does: 'balance.postpaid',
      asksProof: true,
      body: PostpaidBody,
      answer: Balance,
    },
  ),
})

export const ledger = consoleResource('ledger', {
  check: route('GET /ledger/check', 'operator', 'Check the ledger', { command: null, answer: LedgerState }),
})

/** The size of a file of prices. */
export const pricesBytesMax = 16 * 2 ** 20

export const consolePrices = consoleResource('prices', {
  listAll: route('GET /prices', 'operator', 'List prices', {
    empty: { accountId: 'default', prefix: 'all' },
    command: 'price list --all',
    columns: ['id', 'product', 'accountId', 'accountName', 'prefix', 'amount', 'currency', 'validFrom'],
    query: queryOf('cursor', 'limit', 'product', 'prefix', 'account'),
    answer: listPageOf(PriceOfAccount),
  }),
  set: route('PUT /prices', 'operator', 'Set a price', {
    empty: { accountId: 'default', prefix: 'all' },
    done: 'Price {id}: {amount} {currency} for {product}, prefix {prefix}, account {accountId}, from {validFrom}.',
    does: 'price.set',
    body: PriceBody,
    answer: SetPrice,
  }),
  delete: route('DELETE /prices/:price', 'operator', 'Delete a price', {
    does: 'price.remove',
    status: 204,
    answer: Nothing,
  }),
  import: route('POST /prices/import', 'operator', 'Import prices from a CSV file', {
    done: 'Prices imported: {rows}. Removed: {removed}.',
    columns: [],
    does: 'prices.load',
    bodyLimit: pricesBytesMax,
    query: objectOf({ replace: Switch }),
    body: CsvFile,
    answer: objectOf({ rows: Type.Integer(), removed: Type.Integer() }),
  }),
})

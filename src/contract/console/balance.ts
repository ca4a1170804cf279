import { type Static, Type } from 'typebox'
import { AmountText, Balance, creditProducts, Price } from '../account/balance.ts'
import { CsvFile, Nothing, type RouteShapes } from '../route.ts'
import { IdNumber, longPageOf, nullable, objectOf, oneOf, queryOf } from '../shapes.ts'

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

const Note = Type.Optional(Type.String({ maxLength: 500, pattern: '^[^\\u0000]*$' }))

const CreditBody = objectOf({ product: oneOf(creditProducts), amount: AmountText, note: Note })

/** `to` moves credit to the sub-account, `from` moves it back. Both statements show the note. */
const TransferBody = objectOf({
  direction: oneOf(['to', 'from']),
  product: oneOf(creditProducts),
  amount: AmountText,
  note: Note,
})

const Transferred = objectOf({ id: Type.Integer(), balance: Balance, subAccountBalance: Balance })

/** Missing settings keep their value. */
const PostpaidBody = objectOf({
  allowPostpaid: Type.Optional(Type.Boolean()),
  postpaidLimit: Type.Optional(AmountText),
})

/** `unchanged` when the same price applies at that time already, so that none was added. */
const SetPrice = objectOf({ ...Price.properties, unchanged: Type.Optional(Type.Literal(true)) })

const PriceBody = objectOf({
  product: Type.String({ maxLength: 50 }),
  accountId: Type.Optional(nullable(IdNumber)),
  prefix: Type.String({ maxLength: 50 }),
  currency: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  amount: Type.String({ maxLength: 50 }),
  validFrom: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
})

export const balanceRoutes = {
  'POST /accounts/:account/credit': { body: CreditBody, answer: Balance },
  'POST /accounts/:account/sub-accounts/:child/transfer': { body: TransferBody, answer: Transferred },
  'PUT /accounts/:account/balances/:product/postpaid': { body: PostpaidBody, answer: Balance },
  'GET /ledger/check': { answer: LedgerState },
  'GET /prices': {
    query: queryOf('page', 'limit', 'product', 'prefix', 'account'),
    answer: longPageOf(PriceOfAccount),
  },
  'PUT /prices': { body: PriceBody, answer: SetPrice },
  'DELETE /prices/:price': { status: 204, answer: Nothing },
  'POST /prices/import': {
    query: queryOf('replace'),
    body: CsvFile,
    answer: objectOf({ rows: Type.Integer(), removed: Type.Integer() }),
  },
} as const satisfies RouteShapes

import { type Static, Type } from 'typebox'
import { Amount, answerOf, IdNumber, listOf, longPageOf, nullable, oneOf, pageOf, queryOf, Time } from '../shapes.ts'
import { CsvFile, File, Nothing, type RouteShapes } from './route.ts'

/**
 * The products with credit, by the names of the specification. PAYMENTS and CONVERSATIONS have configurable names in
 * the public API.
 */
export const creditProducts = [
  'AIRTIME',
  'USSD',
  'SMS',
  'OTP',
  'CHAT',
  'BROADCAST',
  'EMG',
  'PAYMENTS',
  'CONVERSATIONS',
] as const
export type CreditProduct = (typeof creditProducts)[number]

export const entryKinds = ['credit', 'debit', 'hold', 'spend', 'release'] as const
export type EntryKind = (typeof entryKinds)[number]

/** The balance of an account for one product. */
export type Balance = Static<typeof Balance>
const Balance = answerOf({
  product: oneOf(creditProducts),
  currency: Type.String(),
  available: Amount,
  /** Reserved for pending messages. */
  held: Amount,
  allowPostpaid: Type.Boolean(),
  /** The overdraft limit, in effect while `allowPostpaid` is true. */
  postpaidLimit: Amount,
  /** Reminders are sent when the balance falls below this amount. */
  creditLevel: Amount,
  smsReminder: Type.Boolean(),
  emailReminder: Type.Boolean(),
  reminderPhone: Type.String(),
})

/** One ledger entry of an account. */
export type Entry = Static<typeof Entry>
const Entry = answerOf({
  id: Type.Integer(),
  at: Time,
  product: oneOf(creditProducts),
  currency: Type.String(),
  kind: oneOf(entryKinds),
  amount: Amount,
  subject: Type.String(),
  note: Type.String(),
  actor: Type.String(),
})

/** A difference that the ledger check found. */
export type LedgerFault = Static<typeof LedgerFault>
const LedgerFault = answerOf({
  accountId: Type.Integer(),
  product: oneOf(creditProducts),
  currency: Type.String(),
  what: Type.String(),
  expected: Type.String(),
  found: Type.String(),
})

/** The result of a ledger check. */
export type LedgerState = Static<typeof LedgerState>
const LedgerState = answerOf({
  clean: Type.Boolean(),
  balances: Type.Integer(),
  entries: Type.Integer(),
  wrong: Type.Array(LedgerFault),
})

export type Price = Static<typeof Price>
const Price = answerOf({
  id: Type.Integer(),
  product: oneOf(creditProducts),
  /** Null for default prices. */
  accountId: nullable(Type.Integer()),
  /** The first digits of phone numbers; empty for all numbers. */
  prefix: Type.String(),
  currency: Type.String(),
  amount: Amount,
  validFrom: Time,
  createdAt: Time,
})

/** Includes the name of the account, for operators. */
export type PriceOfAccount = Static<typeof PriceOfAccount>
const PriceOfAccount = answerOf({ ...Price.properties, accountName: nullable(Type.String()) })

const StatementQuery = queryOf('page', 'limit', 'product', 'kind', 'from', 'to')
const PricesQuery = queryOf('page', 'limit', 'product', 'prefix')

const AmountText = Type.String({ maxLength: 32 })

const Note = Type.Optional(Type.String({ maxLength: 500, pattern: '^[^\\u0000]*$' }))

const CreditBody = Type.Object({ product: oneOf(creditProducts), amount: AmountText, note: Note })

/** `to` moves credit to the sub-account, `from` moves it back. Both statements show the note. */
const TransferBody = Type.Object({
  direction: oneOf(['to', 'from']),
  product: oneOf(creditProducts),
  amount: AmountText,
  note: Note,
})

const Transferred = answerOf({ id: Type.Integer(), balance: Balance, subAccountBalance: Balance })

/** Missing settings keep their value. */
const PostpaidBody = Type.Object({
  allowPostpaid: Type.Optional(Type.Boolean()),
  postpaidLimit: Type.Optional(AmountText),
})

/** Missing settings keep their value. */
const RemindersBody = Type.Object({
  creditLevel: Type.Optional(AmountText),
  smsReminder: Type.Optional(Type.Boolean()),
  emailReminder: Type.Optional(Type.Boolean()),
  reminderPhone: Type.Optional(Type.String({ maxLength: 20 })),
})

const PriceBody = Type.Object({
  product: Type.String({ maxLength: 50 }),
  accountId: Type.Optional(nullable(IdNumber)),
  prefix: Type.String({ maxLength: 50 }),
  currency: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  amount: Type.String({ maxLength: 50 }),
  validFrom: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
})

export const balanceRoutes = {
  'GET /accounts/:account/balances': { answer: listOf(Balance) },
  'POST /accounts/:account/credit': { body: CreditBody, answer: Balance },
  'POST /accounts/:account/sub-accounts/:child/transfer': { body: TransferBody, answer: Transferred },
  'PUT /accounts/:account/balances/:product/postpaid': { body: PostpaidBody, answer: Balance },
  'PUT /accounts/:account/balances/:product/reminders': { body: RemindersBody, answer: Balance },
  'GET /accounts/:account/statement': { query: StatementQuery, answer: longPageOf(Entry) },
  'GET /accounts/:account/statement.csv': { query: queryOf('product', 'kind', 'from', 'to'), answer: File },
  'GET /ledger/check': { answer: LedgerState },
  'GET /prices': {
    query: queryOf('page', 'limit', 'product', 'prefix', 'account'),
    answer: longPageOf(PriceOfAccount),
  },
  'GET /accounts/:account/prices': { query: PricesQuery, answer: pageOf(Price) },
  'PUT /prices': { body: PriceBody, answer: Price },
  'DELETE /prices/:price': { status: 204, answer: Nothing },
  'POST /prices/import': {
    query: queryOf('replace'),
    body: CsvFile,
    answer: answerOf({ rows: Type.Integer(), removed: Type.Integer() }),
  },
} as const satisfies RouteShapes

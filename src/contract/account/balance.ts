import { type Static, Type } from 'typebox'
import { File, type RouteShapes } from '../route.ts'
import { Amount, listOf, listPageOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

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
export const Balance = objectOf({
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
const Entry = objectOf({
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

/** An entry in a statement. */
export type StatementEntry = Static<typeof StatementEntry>
const StatementEntry = objectOf({
  ...Entry.properties,
  /** The available credit after the entry; null for entries with more than 100,000 newer ones. */
  balance: nullable(Amount),
})

export type Price = Static<typeof Price>
export const Price = objectOf({
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

const StatementQuery = queryOf('cursor', 'limit', 'product', 'kind', 'from', 'to')
const PricesQuery = queryOf('cursor', 'limit', 'product', 'prefix')

export const AmountText = Type.String({ maxLength: 32 })

/** Missing settings keep their value. */
const RemindersBody = objectOf({
  creditLevel: Type.Optional(AmountText),
  smsReminder: Type.Optional(Type.Boolean()),
  emailReminder: Type.Optional(Type.Boolean()),
  reminderPhone: Type.Optional(Type.String({ maxLength: 20 })),
})

export const balanceRoutes = {
  'GET /v2/balances': { answer: listOf(Balance) },
  'PUT /v2/balances/:product/reminders': { body: RemindersBody, answer: Balance },
  'GET /v2/statement': { query: StatementQuery, answer: listPageOf(StatementEntry) },
  'GET /v2/statement.csv': { query: queryOf('product', 'kind', 'from', 'to'), answer: File },
  'GET /v2/prices': { query: PricesQuery, answer: listPageOf(Price) },
} as const satisfies RouteShapes

import { File, resource, route } from '../route.ts'
import { Amount, listOf, nullable, objectOf, oneOf, optional, pagesOf, queryOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

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

export const AmountText = Type.String({ maxLength: 32 })

export const balances = resource('balances', 'balances', {
  list: route('GET /v2/balances', 'viewer', 'List balances', {
    command: 'credit show',
    columns: 'product, available, held, currency, allowPostpaid, postpaidLimit, creditLevel',
    answer: listOf(Balance),
  }),
  setReminders: route('PUT /v2/balances/:product/reminders', 'owner', 'Set reminders about a low balance', {
    command: 'credit set-reminders',
    does: 'balance.reminders',
    /** Missing settings keep their value. */
    body: objectOf({
      creditLevel: optional(AmountText, 'reminders are sent below this amount'),
      smsReminder: optional(Type.Boolean(), 'whether reminders are sent by SMS'),
      emailReminder: optional(Type.Boolean(), 'whether reminders are sent by email'),
      reminderPhone: optional(Type.String({ maxLength: 20 }), 'the number that gets reminders by SMS'),
    }),
    example: { creditLevel: '5000', emailReminder: true },
    answer: Balance,
    problems: ['invalid_amount', 'invalid_phone', 'reminder_phone_missing'],
  }),
})

export const statement = resource('statement', 'balances', {
  list: route('GET /v2/statement', 'viewer', 'List ledger entries, newest first', {
    columns: 'id, at, product, kind, amount, currency, balance, subject, note, actor',
    ...pagesOf(StatementEntry, 'product', 'kind', 'from', 'to'),
  }),
  export: route('GET /v2/statement.csv', 'viewer', 'Export ledger entries as CSV', {
    does: 'statement.export',
    query: queryOf('product', 'kind', 'from', 'to'),
    answer: File,
  }),
})

export const prices = resource('prices', 'balances', {
  list: route('GET /v2/prices', 'viewer', 'List prices', {
    empty: { accountId: 'default', prefix: 'all' },
    columns: 'id, product, accountId, prefix, amount, currency, validFrom',
    ...pagesOf(Price, 'product', 'prefix'),
  }),
})

import { sql } from 'kysely'
import { columnsOf, namesOf } from '../../engine/db/index.ts'
import { dataOf, erasedPhone } from '../table-data/index.ts'

/** How long the transaction id of an ended session stays reserved. Sessions contain payment data. */
const days = { atLeastDays: 90, daysWithoutLimit: 90 }

/** Sessions and payments are kept for their amounts, without the number. */
const sessions = dataOf('checkout_sessions', {
  at: 'created_at',
  idsGrow: true,
  pending: sql`t.state = 'open'`,
  final: sql`t.ended_at is not null and t.due_at is null`,
  person: {
    name: 'checkout',
    show: namesOf('account_id, transaction_id, reference_number, phone, amount, currency, state, created_at, ended_at'),
    overwrite: { phone: erasedPhone },
  },
  keep: [{ name: 'Checkout sessions', dataClass: 'messages', since: 'ended_at', ...days }],
  archive: {
    name: 'checkout',
    columns: namesOf(
      `id, account_id, transaction_id, reference_number, phone, amount, currency, fee, provider, state,
       created_at, ended_at`,
    ),
    references: ['transaction_id', 'reference_number'],
  },
  unsearched: ['amount_text', 'phone'],
  pendingMentions: 'pending',
})

const payments = dataOf('checkout_payments', {
  at: 'started_at',
  idsGrow: true,
  joins: sql`left join checkout_sessions s on s.id = t.session_id`,
  // A refund needs the number.
  pending: sql`(t.ended_at is null or t.refund is not distinct from 'due')`,
  final: sql`t.ended_at is not null and t.refund is distinct from 'due'`,
  person: {
    name: 'payments',
    show: [
      ...namesOf('account_id, session_id'),
      // A payer may have typed a number that the session does not have.
      columnsOf(
        { s: 'checkout_sessions?' },
        { transactionId: 's.transaction_id', referenceNumber: 's.reference_number' },
      ),
      ...namesOf('provider, phone, amount, currency, reference, receipt, state, started_at, ended_at, refund'),
    ],
    // M-Pesa puts a part of the number into its reference.
    overwrite: { phone: erasedPhone, reference: null },
  },
  keep: [{ name: 'Payments', dataClass: 'messages', since: 'ended_at', where: sql`t.due_at is null`, ...days }],
  archive: {
    name: 'payments',
    columns: namesOf(
      `id, account_id, session_id, try, payment_id, provider, method, phone, amount, currency, reference,
       receipt, state, started_at, ended_at, refund, refunded_at`,
    ),
    references: ['payment_id', 'reference', 'receipt'],
  },
  history: {
    kind: 'payment',
    scope: 'checkout:read',
    columns: ['amount', 'currency', 'state', 'reason'],
    show: ({ state, ...row }) => ({ ...row, direction: 'in', status: state }),
  },
  unsearched: ['phone'],
  pendingMentions: {
    is: sql`t.ended_at is null or t.refund is not distinct from 'due'`,
    found: sql`(t.ended_at is null or t.refund = 'due')`,
  },
})

export const data = [sessions, payments]

import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { erasableSource, erasedPhone, isAccount, type PersonQuestion, type PersonSource } from '../person/index.ts'

const isPayer = ({ accountId, phone }: PersonQuestion, alias: 's' | 'p') =>
  sql`${isAccount(`${alias}.account_id`, accountId)} and ${sql.ref(`${alias}.phone`)} = ${phone}`

/** Sessions and payments are kept for their amounts, without the number. */
export const checkoutPersonSources: readonly PersonSource[] = [
  erasableSource({
    name: 'checkout',
    columns: columnsOf(
      { s: 'checkout_sessions' },
      {
        accountId: 's.account_id',
        transactionId: 's.transaction_id',
        referenceNumber: 's.reference_number',
        phone: 's.phone',
        amount: 's.amount',
        currency: 's.currency',
        state: 's.state',
        createdAt: 's.created_at',
        endedAt: 's.ended_at',
      },
    ),
    from: sql`checkout_sessions s`,
    id: sql`s.id`,
    idType: 'bigint',
    where: (question) => isPayer(question, 's'),
    table: 'checkout_sessions',
    isPending: sql`s.state = 'open'`,
    // Servers of the previous version store the reference of the provider here.
    overwrite: sql`phone = ${erasedPhone}, provider_reference = null`,
  }),
  erasableSource({
    name: 'payments',
    columns: columnsOf(
      { p: 'checkout_payments', s: 'checkout_sessions?' },
      {
        accountId: 'p.account_id',
        sessionId: 'p.session_id',
        /** A payer may have typed a number that the session does not have. */
        transactionId: 's.transaction_id',
        referenceNumber: 's.reference_number',
        provider: 'p.provider',
        phone: 'p.phone',
        amount: 'p.amount',
        currency: 'p.currency',
        reference: 'p.reference',
        receipt: 'p.receipt',
        state: 'p.state',
        startedAt: 'p.started_at',
        endedAt: 'p.ended_at',
        refund: 'p.refund',
      },
    ),
    from: sql`checkout_payments p left join checkout_sessions s on s.id = p.session_id`,
    id: sql`p.id`,
    idType: 'bigint',
    where: (question) => isPayer(question, 'p'),
    table: 'checkout_payments',
    // A refund needs the number.
    isPending: sql`(p.ended_at is null or p.refund is not distinct from 'due')`,
    // M-Pesa puts a part of the number into its reference.
    overwrite: sql`phone = ${erasedPhone}, reference = null`,
  }),
]

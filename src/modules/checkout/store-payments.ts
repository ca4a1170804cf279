import { sql } from 'kysely'
import type { PaymentMethod } from '../../carriers/payment/provider.ts'
import type { PaymentState, RefundState } from '../../contract/console/payments.ts'
import { columnsOf, type Queryable, type RowOf, run, runAs, type Tx } from '../../engine/db/index.ts'
import { formatMoney, getMoney, type Money } from '../../values/money.ts'
import { makePaymentId } from './rules.ts'
import { type Session, takenBack } from './store.ts'

export const paymentColumns = columnsOf(
  { w: 'checkout_payments' },
  `w.account_id, w.session_id, w.try, w.provider, w.method, w.phone, w.amount, w.currency, w.reference,
   w.receipt, w.state, w.reason, w.started_at, w.unknown_at, w.ended_at, w.refund, w.refunded_at, w.refunded_by,
   w.refund_note, w.payment_id`,
).narrow<{ method: PaymentMethod; state: PaymentState; refund: RefundState | null }>()

export const columns = columnsOf({ w: 'checkout_payments' }, { id: 'w.id' }).and(paymentColumns)

export type PaymentRow = RowOf<typeof columns>

/** An attempt to pay for a session. `paymentId` is our id towards the provider. */
export interface StoredPayment extends Omit<PaymentRow, 'amount'> {
  readonly amount: Money
}

export const fromRow = (row: PaymentRow): StoredPayment => ({ ...row, amount: getMoney(row.amount) })

export const payments = runAs(fromRow)

type NewPayment = Pick<StoredPayment, 'provider' | 'method' | 'phone'>

/** In the transaction that starts the attempt. */
export async function insertPayment(
  tx: Tx,
  { accountId, id, tries, amount, currency }: Pick<Session, 'accountId' | 'id' | 'tries' | 'amount' | 'currency'>,
  { provider, method, phone }: NewPayment,
  now: Date,
  askAt: Date,
): Promise<StoredPayment> {
  const [stored] = await payments.all(tx)`
    insert into checkout_payments as w (session_id, account_id, try, payment_id, provider, method, phone, amount, currency, started_at, due_at)
    values (${id}, ${accountId}, ${tries}, ${makePaymentId()}, ${provider}, ${method}, ${phone}, ${formatMoney(amount)}::numeric, ${currency}, ${now}, ${askAt})
    returning ${columns}
  `
  return stored as StoredPayment
}

type Attempt = Pick<StoredPayment, 'accountId' | 'id'>

const isUnended = ({ accountId, id }: Attempt) =>
  sql`w.account_id = ${accountId} and w.id = ${id} and w.state in ('started', 'pending')`

/** Null when another payment of the provider has it. */
const unusedReference = (reference: string | null) => sql`(
  select ${reference}::text
   where not exists (select from checkout_payments o where o.provider = w.provider and o.reference = ${reference}::text)
)`

/** Gives an attempt that no provider has received to another provider. Null when it has ended or changed. */
export const moveStarted = (
  tx: Tx,
  { accountId, id }: Attempt,
  { provider, phone }: Pick<NewPayment, 'provider' | 'phone'>,
  askAt: Date,
) => payments.first(tx)`
  update checkout_payments w
     set provider = ${provider}, phone = ${phone}, due_at = ${askAt}, ${takenBack}
   where w.account_id = ${accountId}
     and w.id = ${id}
     and w.state = 'started'
     and w.reference is null
  returning ${columns}
`

/**
 * The provider has answered, and its reference replaces that of a callback. A reference that another payment has is not
 * stored.
 */
export const markPending = (tx: Tx, attempt: Attempt, reference: string | null, askAt: Date) => run.write(tx)`
  update checkout_payments w
     set state = 'pending', due_at = ${askAt}, ${takenBack},
         reference = coalesce(${unusedReference(reference)}, w.reference)
   where ${isUnended(attempt)}
`

/** Keeps what a callback says, and asks the provider soon. A running question would set a later time. */
export const keepHint = (
  db: Queryable,
  attempt: Attempt,
  { reference, receipt }: Pick<StoredPayment, 'reference' | 'receipt'>,
  askAt: Date,
) => run.write(db)`
  update checkout_payments w
     set due_at = least(w.due_at, ${askAt}::timestamptz), receipt = coalesce(w.receipt, ${receipt}),
         reference = coalesce(w.reference, ${unusedReference(reference)}), ${takenBack}
   where ${isUnended(attempt)}
`

/** Shortly after the payer comes back to the page. Rarer for older payments, because the page reloads itself. */
export const hurryStatusQuery = (db: Queryable, session: Pick<Session, 'accountId' | 'id'>, now: Date) => run.write(db)`
  update checkout_payments
     set due_at = ${now}
   where account_id = ${session.accountId}
     and session_id = ${session.id}
     and state = 'pending'
     and due_at > ${now}
     and lease_owner is null
     and coalesce(asked_at, started_at) < ${now}::timestamptz - greatest(interval '5 seconds', (${now}::timestamptz - started_at) / 10)
`

interface AskedPayment extends Pick<StoredPayment, 'reason'> {
  /** Kept where none is known. */
  readonly reference: string | null
  readonly isUnknown: boolean
}

/** Notes a question without a final answer. True when operators see the payment from now on. */
export async function markAsked(
  db: Queryable,
  { accountId, id }: Attempt,
  { reference, reason, isUnknown }: AskedPayment,
  now: Date,
): Promise<boolean> {
  const isNew = await run.value<{ isNew: boolean }>(db)`
    with old as (select id, unknown_at from checkout_payments where account_id = ${accountId} and id = ${id})
    update checkout_payments w
       set asked_at = ${now}, reason = ${reason}, reference = coalesce(w.reference, ${unusedReference(reference)}),
           unknown_at = ${isUnknown ? sql`coalesce(w.unknown_at, ${now})` : sql`w.unknown_at`}
      from old
     where w.account_id = ${accountId}
       and w.id = old.id
       and w.state in ('started', 'pending')
    returning old.unknown_at is null and w.unknown_at is not null as "isNew"
  `
  return isNew ?? false
}

/** Null when it had already ended: the where clause is the only guard, so that concurrent ends are safe. */
export const markPaymentEnded = (
  tx: Tx,
  { accountId, id }: Attempt,
  end: Pick<StoredPayment, 'reason' | 'receipt'> & { readonly state: 'paid' | 'failed' },
  now: Date,
) => payments.first(tx)`
  update checkout_payments w
     set state = ${end.state}, reason = ${end.reason}, receipt = ${end.state === 'paid' ? sql`coalesce(${end.receipt}, w.receipt)` : null}, ended_at = ${now}, due_at = null, ${takenBack}
   where w.account_id = ${accountId}
     and w.id = ${id}
     and ${end.state === 'paid' ? sql`w.state <> 'paid'` : sql`w.state in ('started', 'pending')`}
  returning ${columns}
`

/** The receipt of a payment that was known to be paid before. */
export const addReceipt = (tx: Tx, { accountId, id }: Attempt, receipt: string) => run.write(tx)`
  update checkout_payments set receipt = ${receipt} where account_id = ${accountId} and id = ${id} and receipt is null
`

export const markRefundDue = (tx: Tx, { accountId, id }: Attempt) => run.write(tx)`
  update checkout_payments set refund = 'due' where account_id = ${accountId} and id = ${id} and refund is null
`

/** For a provider, which knows only the id of an attempt. */
export const findAttempt = (db: Queryable, provider: string, paymentId: string) => payments.first(db)`
  select ${columns} from checkout_payments w where w.payment_id = ${paymentId} and w.provider = ${provider}
`

/** For a provider, by its own id. */
export const findByReference = (db: Queryable, provider: string, reference: string) => payments.first(db)`
  select ${columns} from checkout_payments w where w.provider = ${provider} and w.reference = ${reference}
`

export const findTry = (db: Queryable, session: Pick<Session, 'accountId' | 'id' | 'tries'>) => payments.first(db)`
  select ${columns}
    from checkout_payments w
   where w.account_id = ${session.accountId} and w.session_id = ${session.id} and w.try = ${session.tries}
`

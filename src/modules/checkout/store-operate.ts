import { sql } from 'kysely'
import type { PaymentList, StatementLine } from '../../contract/console/payments.ts'
import { type Queryable, run, selectPage } from '../../engine/db/index.ts'
import { mapItems, type PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import { parsePaymentId } from './rules.ts'
import { columns, fromRow, type PaymentRow, payments, type StoredPayment } from './store-payments.ts'

/** Statements for operators, who see the payments of all accounts. */

export const findPayment = (
  db: Queryable,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
) => payments.first(db)`
  select ${columns} from checkout_payments w where w.id = ${id} ${lock ? sql`for update` : sql``}
`

export interface PaymentFilter {
  readonly list: PaymentList
  readonly provider: string | null
  /** The start of the payment; from is included, to is not. */
  readonly from: Date | null
  readonly to: Date | null
}

const lists = {
  all: sql`true`,
  open: sql`w.ended_at is null`,
  unknown: sql`w.ended_at is null and w.unknown_at is not null`,
  refunds: sql`w.refund = 'due'`,
  paid: sql`w.state = 'paid'`,
}

export async function listPayments(
  db: Queryable,
  { list, provider, from, to }: PaymentFilter,
  place: Place,
): Promise<PageOf<StoredPayment>> {
  const conditions = [
    lists[list],
    ...(provider === null ? [] : [sql`w.provider = ${provider}`]),
    ...(from === null ? [] : [sql`w.started_at >= ${from}`]),
    ...(to === null ? [] : [sql`w.started_at < ${to}`]),
  ]
  const found = await selectPage(db, place, {
    columns,
    from: sql`checkout_payments w where ${sql.join(conditions, sql` and `)}`,
    order: [[sql`w.id`, 'desc']],
  })
  return mapItems(found, fromRow)
}

export const markRefunded = (
  db: Queryable,
  id: number,
  { by, note, now }: { readonly by: string; readonly note: string; readonly now: Date },
) => payments.first(db)`
  update checkout_payments w
     set refund = 'done', refunded_at = ${now}, refunded_by = ${by}, refund_note = ${note}
   where w.id = ${id}
     and w.refund = 'due'
  returning ${columns}
`

/** The payments of statement lines, in the same order. The receipt counts before the reference, and that before our id. */
export async function matchLines(
  db: Queryable,
  provider: string,
  lines: readonly StatementLine[],
): Promise<(StoredPayment | null)[]> {
  const ids = lines.map(({ paymentId }) => (paymentId === undefined ? null : parsePaymentId(paymentId)))
  const { rows } = await sql<PaymentRow & { line: number }>`
    select l.line, ${columns}
      from unnest(${lines.map(({ receipt }) => receipt ?? null)}::text[], ${lines.map(({ reference }) => reference ?? null)}::text[],
                  ${ids}::text[])
           with ordinality as l(receipt, reference, payment_id, line)
     cross join lateral (
       select m.id
         from (
           select id, 1 as rank from checkout_payments where provider = ${provider} and receipt = l.receipt
            union all
           select id, 2 from checkout_payments where provider = ${provider} and reference = l.reference
            union all
           select id, 3 from checkout_payments where provider = ${provider} and payment_id = l.payment_id
         ) m
        order by m.rank, m.id
        limit 1
     ) best
      join checkout_payments w on w.id = best.id
  `.execute(db)
  const byLine = new Map(rows.map(({ line, ...row }) => [Number(line), fromRow(row)]))
  return lines.map((_, index) => byLine.get(index + 1) ?? null)
}

/** Payments that only this provider can finish. */
export const countOpenPayments = (db: Queryable, provider: string) => run.count(db)`
  select count(*) as count from checkout_payments where provider = ${provider} and ended_at is null
`

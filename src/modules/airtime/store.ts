import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run, runAs, selectPage, type Tx } from '../../engine/db/index.ts'
import { formatMoney, getMoney, type Money } from '../../values/money.ts'
import { mapItems } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'

/** Without the id, which the work queue adds. `amount_text` is exactly as the client wrote it. */
export const workColumns = columnsOf(
  { w: 'airtime_transfers' },
  `w.account_id, w.reference_id, w.phone, w.amount, w.amount_text, w.currency, w.product_id, w.provider,
   w.provider_reference, w.state, w.reason, w.created_at, w.submitted_at, w.tried_at, w.confirmed_at, w.done_at,
   w.overdue_at`,
)
const columns = columnsOf({ w: 'airtime_transfers' }, { id: 'w.id' }).and(workColumns)

export type TransferRow = RowOf<typeof columns>

export interface Transfer extends Omit<TransferRow, 'amount'> {
  readonly amount: Money
}

export const readRow = ({ amount, ...row }: TransferRow): Transfer => ({ ...row, amount: getMoney(amount) })

const transfers = runAs(readRow)

export type NewTransfer = Omit<
  Transfer,
  'providerReference' | 'state' | 'reason' | 'submittedAt' | 'triedAt' | 'confirmedAt' | 'doneAt' | 'overdueAt'
>

/** False when the account has already used the reference. A concurrent duplicate waits for the first commit. */
export const insertTransfer = (tx: Tx, transfer: NewTransfer) => run.hasRows(tx)`
  insert into airtime_transfers
    (id, account_id, reference_id, phone, amount, amount_text, currency, product_id, provider, created_at, due_at)
  values (${transfer.id}, ${transfer.accountId}, ${transfer.referenceId}, ${transfer.phone},
          ${formatMoney(transfer.amount)}, ${transfer.amountText}, ${transfer.currency}, ${transfer.productId},
          ${transfer.provider}, ${transfer.createdAt}, ${transfer.createdAt})
      on conflict (account_id, reference_id) do nothing
  returning id
`

export const findByReference = (db: Queryable, accountId: number, referenceId: string) => transfers.first(db)`
  select ${columns} from airtime_transfers w where w.account_id = ${accountId} and w.reference_id = ${referenceId}
`

export const findTransfer = (db: Queryable, accountId: number, id: number) => transfers.first(db)`
  select ${columns} from airtime_transfers w where w.account_id = ${accountId} and w.id = ${id}
`

/** For operators: the transfer of any account. */
export const findAnyTransfer = (db: Queryable, id: number) => transfers.first(db)`
  select ${columns} from airtime_transfers w where w.id = ${id}
`

/** The newest open transfer with this provider reference; providers may reuse references. */
export const findByProviderReference = (db: Queryable, provider: string, reference: string) => transfers.first(db)`
  select ${columns}
    from airtime_transfers w
   where w.provider = ${provider}
     and w.provider_reference = ${reference}
     and w.state = 'submitted'
   order by w.id desc
   limit 1
`

/** Transfers that only this provider can finish. */
export const countOpenTransfers = (db: Queryable, provider: string) => run.count(db)`
  select count(*) as count from airtime_transfers where provider = ${provider} and state in ('accepted', 'submitted')
`

/** Gives a transfer that was not submitted to another provider. False when it changed meanwhile. */
export const markMoved = (tx: Tx, { id, provider }: Pick<Transfer, 'id' | 'provider'>, other: string) => run.hasRows(
  tx,
)`
  update airtime_transfers
     set provider = ${other}
   where id = ${id}
     and state = 'accepted'
     and provider = ${provider}
  returning id
`

/** False when another worker was faster: this reference will not be paid. */
export const markSubmitted = (db: Queryable, transfer: Transfer, reference: string, now: Date) => run.hasRows(db)`
  update airtime_transfers
     set state = 'submitted', provider_reference = ${reference}, submitted_at = ${now}, tried_at = ${now}
   where id = ${transfer.id}
     and provider = ${transfer.provider}
     and state = 'accepted'
  returning id
`

/**
 * Stored before the provider is told to pay again. False when that is no longer needed, or another worker has just done
 * it.
 */
export const markTried = (db: Queryable, { id, triedAt }: Pick<Transfer, 'id' | 'triedAt'>, now: Date) => run.hasRows(
  db,
)`
  update airtime_transfers
     set tried_at = ${now}
   where id = ${id}
     and state = 'submitted'
     and confirmed_at is null
     and tried_at = ${triedAt}
  returning id
`

/** The provider has accepted the order. Its reference may be known only now. */
export const markConfirmed = (db: Queryable, id: number, reference: string | null, now: Date) => run.write(db)`
  update airtime_transfers
     set confirmed_at = ${now}, provider_reference = coalesce(${reference}, provider_reference)
   where id = ${id}
     and state = 'submitted'
     and confirmed_at is null
`

/** False when it was already overdue. */
export const markOverdue = (db: Queryable, id: number, now: Date) => run.hasRows(db)`
  update airtime_transfers
     set overdue_at = ${now}
   where id = ${id}
     and state = 'submitted'
     and overdue_at is null
  returning id
`

export interface Ending extends Pick<Transfer, 'id' | 'state' | 'reason'> {
  /** Ends the transfer only if it did not change since it was read. */
  readonly unchangedSince?: Pick<Transfer, 'state' | 'triedAt'>
}

/** Compare and swap: a transfer ends once. A worker that holds its lease loses it, so that late writes fail. */
export function markEnded(tx: Tx, { id, state, reason, unchangedSince }: Ending, now: Date) {
  const unchanged = unchangedSince
    ? sql`and w.state = ${unchangedSince.state} and w.tried_at is not distinct from ${unchangedSince.triedAt}::timestamptz`
    : sql``
  return transfers.first(tx)`
    update airtime_transfers w
       set state = ${state}, reason = ${reason}, done_at = ${now}, due_at = null, lease_until = null, lease_owner = null
     where w.id = ${id}
       and w.state in ('accepted', 'submitted')
       ${unchanged}
    returning ${columns}
  `
}

export async function listTransfers(
  db: Queryable,
  accountId: number,
  place: Place,
  /** Null for all. */
  { state, phone }: { readonly state: string | null; readonly phone: string | null },
) {
  const found = await selectPage(db, place, {
    columns,
    from: sql`airtime_transfers w
      where w.account_id = ${accountId}
        ${state === null ? sql`` : sql`and w.state = ${state}`}
        ${phone === null ? sql`` : sql`and w.phone = ${phone}`}`,
    order: [[sql`w.id`, 'desc']],
  })
  return mapItems(found, readRow)
}

/** Of all accounts, oldest first. */
export async function listOverdue(db: Queryable, place: Place) {
  const found = await selectPage(db, place, {
    columns,
    from: sql`airtime_transfers w where w.overdue_at is not null and w.done_at is null`,
    order: [[sql`w.id`, 'asc']],
  })
  return mapItems(found, readRow)
}

export const countOverdue = (db: Queryable) => run.count(db)`
  select count(*) as count from airtime_transfers w where w.overdue_at is not null and w.done_at is null
`

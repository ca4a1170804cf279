import { sql } from 'kysely'
import {
  columnsOf,
  type Queryable,
  type RowOf,
  run,
  runAs,
  selectPage,
  type Tables,
  type Tx,
} from '../../engine/db/index.ts'
import type { WorkRow } from '../../engine/work/index.ts'
import { formatMoney, getMoney, type Money } from '../../values/money.ts'
import { mapItems } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import { type EndState, type State, triesMax, type Wanted } from './rules.ts'

export const watchedColumns = columnsOf(
  { w: 'checkout_sessions' },
  'w.account_id, w.phone, w.provider, w.state, w.tries, w.expires_at, w.started_at',
)

export type WatchedSession = WorkRow & RowOf<typeof watchedColumns>

const columns = watchedColumns.and(
  columnsOf(
    { w: 'checkout_sessions' },
    `w.id, w.transaction_id, w.reference_number, w.amount, w.amount_text, w.currency, w.redirect_to,
     w.created_at, w.failed_at, w.ended_at, w.token_hash, w.token_header, w.paid_try`,
    {
      /** A subquery, so that it also works in `returning`. */
      accountName: sql<Tables['accounts']['name']>`(select a.name from accounts a where a.id = w.account_id)`,
      language: sql<Tables['accounts']['language']>`(select a.language from accounts a where a.id = w.account_id)`,
      shopUrl: sql<Tables['accounts']['shop_url']>`(select a.shop_url from accounts a where a.id = w.account_id)`,
      /** Encrypted; null when the client sent none, or the session has ended. */
      secureToken: 'w.secure_token',
    },
  ),
)

type SessionRow = RowOf<typeof columns>

export interface Session extends Omit<SessionRow, 'amount'> {
  readonly amount: Money
}

const fromRow = (row: SessionRow): Session => ({ ...row, amount: getMoney(row.amount) })

const sessions = runAs(fromRow)

export interface NewSession
  extends Omit<Wanted, 'secureToken'>,
    Pick<Session, 'accountId' | 'secureToken' | 'tokenHash' | 'createdAt' | 'expiresAt'> {
  readonly pageHash: Buffer
  readonly provider: string
}

/** Uses the currency of the account. False when the account has a session with that transaction id. */
export const insertSession = (db: Queryable, session: NewSession) => run.hasRows(db)`
  insert into checkout_sessions
    (account_id, transaction_id, reference_number, amount, amount_text, currency, phone, secure_token, token_hash,
     token_header, page_hash, provider, created_at, expires_at, due_at)
  select a.id, ${session.transactionId}, ${session.referenceNumber}, ${formatMoney(session.amount)}::numeric,
         ${session.amountText}, a.currency, ${session.phone}, ${session.secureToken}::bytea, ${session.tokenHash}::bytea,
         ${session.tokenHeader}, ${session.pageHash}::bytea, ${session.provider}, ${session.createdAt}::timestamptz,
         ${session.expiresAt}::timestamptz, ${session.expiresAt}::timestamptz
    from accounts a
   where a.id = ${session.accountId}
      -- Two identical requests at once have the same page, too, and its index may report the conflict first.
      on conflict do nothing
  returning id
`

export const findByTransactionId = (db: Queryable, accountId: number, transactionId: string) => sessions.first(db)`
  select ${columns} from checkout_sessions w where w.account_id = ${accountId} and w.transaction_id = ${transactionId}
`

export const findSession = (db: Queryable, accountId: number, id: number) => sessions.first(db)`
  select ${columns} from checkout_sessions w where w.account_id = ${accountId} and w.id = ${id}
`

/** For a payer, who has only the address of a page. */
export const findByPage = (db: Queryable, pageHash: Buffer) => sessions.first(db)`
  select ${columns} from checkout_sessions w where w.page_hash = ${pageHash}::bytea
`

export async function listSessions(
  db: Queryable,
  accountId: number,
  /** Null for all. */
  { state, phone }: { readonly state: State | null; readonly phone: string | null },
  place: Place,
) {
  // Payments have the index. A session without one has no payer yet.
  const paidBy = sql`w.id in (select p.session_id from checkout_payments p where p.account_id = ${accountId} and p.phone = ${phone})`
  const found = await selectPage(db, place, {
    columns,
    from: sql`checkout_sessions w
      where w.account_id = ${accountId}
        ${state === null ? sql`` : sql`and w.state = ${state}`}
        ${phone === null ? sql`` : sql`and ${paidBy}`}`,
    order: [[sql`w.id`, 'desc']],
  })
  return mapItems(found, fromRow)
}

type Named = Pick<Session, 'accountId' | 'id'>

/** Ends the lease of a worker, because its data is stale. */
export const takenBack = sql`lease_until = null, lease_owner = null, attempts = 0`

/**
 * Must precede every call of the provider. Null unless the session is open, not expired and has no running attempt: of
 * concurrent requests, one starts. The attempt is due from now on, not the session.
 */
export const markStarted = (tx: Tx, { accountId, id }: Named, provider: string, now: Date) => sessions.first(tx)`
  update checkout_sessions w
     set started_at = ${now}, tries = w.tries + 1, provider = ${provider}, redirect_to = null, due_at = null, ${takenBack}
   where w.account_id = ${accountId}
     and w.id = ${id}
     and w.state = 'open'
     and w.started_at is null
     and w.expires_at > ${now}
     and w.tries < ${triesMax}
  returning ${columns}
`

/** An attempt, by the session and its number. */
type PaymentAttempt = Pick<Session, 'accountId' | 'id' | 'tries'>

const isRunning = ({ accountId, id, tries }: PaymentAttempt) => sql`
  account_id = ${accountId} and id = ${id} and state = 'open' and tries = ${tries} and started_at is not null
`

/** The provider of a running attempt, and where the payer continues. */
export const updateRunning = (
  tx: Tx,
  attempt: PaymentAttempt,
  { provider, redirectTo }: { readonly provider: string; readonly redirectTo: string | null },
) => run.write(tx)`
  update checkout_sessions
     set provider = ${provider}, redirect_to = coalesce(${redirectTo}, redirect_to)
   where ${isRunning(attempt)}
`

/** Ends an attempt, so that another may start; a newer attempt is not changed. */
export const markFailed = (tx: Tx, attempt: PaymentAttempt, now: Date) => run.write(tx)`
  update checkout_sessions
     set started_at = null, failed_at = ${now}, redirect_to = null, due_at = expires_at, ${takenBack}
   where ${isRunning(attempt)}
`

/**
 * Null when the session has already ended: the where clause is the only guard, so that concurrent ends are safe. A
 * running payment cannot be cancelled.
 */
export const markEnded = (
  tx: Tx,
  { accountId, id }: Named,
  state: EndState,
  paidTry: number | null,
  now: Date,
) => sessions.first(tx)`
  update checkout_sessions w
     set state = ${state}, paid_try = ${paidTry}, ended_at = ${now}, redirect_to = null, due_at = null, ${takenBack}
   where w.account_id = ${accountId}
     and w.id = ${id}
     and w.state = 'open'
     and ${state === 'cancelled' ? sql`w.started_at is null and w.expires_at > ${now}` : sql`true`}
  returning ${columns}
`

export const updateFee = (tx: Tx, { accountId, id }: Named, fee: Money) => run.write(tx)`
  update checkout_sessions set fee = ${formatMoney(fee)} where account_id = ${accountId} and id = ${id}
`

/** No further callbacks need it. */
export const deleteToken = (tx: Tx, { accountId, id }: Named) => run.write(tx)`
  update checkout_sessions set secure_token = null where account_id = ${accountId} and id = ${id}
`

import { sql } from 'kysely'
import { columnsOf, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import { formatMoney } from '../../values/money.ts'
import type { TransferOrder } from './rules.ts'
import { type Wrong, wrongColumns } from './store-check.ts'

/** Locks the parent link and the suspension of the sub-account until the transaction ends. */
export const lockSubAccount = (tx: Tx, parentId: number, childId: number) => run.first<{ suspended: boolean }>(tx)`
  select suspended_at is not null as suspended
    from accounts
   where id = ${childId}
     and parent_id = ${parentId}
     for share
`

/** The subjects of the ledger entries of transfer `t`. A sub-account sees only the second. */
const parentSubject = sql<string>`'transfer ' || t.id || case when t.to_child then ' to account ' else ' from account ' end || t.child_id`
const childSubject = sql<string>`'transfer ' || t.id`

const columns = columnsOf({ t: 'credit_transfers' }, { id: 't.id', parentSubject, childSubject })

export async function insertTransfer(
  tx: Tx,
  { parentId, childId, toChild, product, amount }: TransferOrder,
  currency: string,
  now: Date,
) {
  const [stored] = await run.all<RowOf<typeof columns>>(tx)`
    insert into credit_transfers as t (parent_id, child_id, to_child, product, currency, amount, at)
    values (${parentId}, ${childId}, ${toChild}, ${product}, ${currency}, ${formatMoney(amount)}::numeric, ${now})
    returning ${columns}
  `
  return stored as RowOf<typeof columns>
}

/** Every transfer has two entries of the same amount, and every such entry has a transfer. */
export const listBadTransfers = (tx: Tx, limit: number) => run.all<Wrong>(tx)`
  with wanted as (
    select s.account_id, t.product, t.currency, s.kind, s.subject, t.amount
      from credit_transfers t
     cross join lateral (
       values (t.parent_id, case when t.to_child then 'debit' else 'credit' end, ${parentSubject}),
              (t.child_id, case when t.to_child then 'credit' else 'debit' end, ${childSubject})
     ) as s(account_id, kind, subject)
  ),
  entered as (
    select account_id, product, currency, kind, subject, sum(amount) as amount
      from ledger_entries
     where kind in ('credit', 'debit')
       and subject like 'transfer %'
     group by account_id, product, currency, kind, subject
  )
  select ${wrongColumns}
    from wanted w
    full join entered e using (account_id, product, currency, kind, subject)
   cross join lateral (
     select kind || ' for ' || subject as what, coalesce(w.amount, 0) as expected, coalesce(e.amount, 0) as found
   ) v
   where v.expected <> v.found
   order by account_id, product, currency, v.what
   limit ${limit}
`

import { sql } from 'kysely'
import type { RowOutcome } from '../../../contract/account/contacts.ts'
import { columnsOf, type Queryable, type RowOf, run, selectPage, type Tx } from '../../../engine/db/index.ts'
import type { PageOf } from '../../../values/page.ts'
import type { Place } from '../../../values/place.ts'
import { searchOf } from '../rules.ts'
import { jsonColumns, plainColumns, textColumns, textsInJson } from '../store.ts'
import type { KnownContact, NewContact, ReportRow } from './rules.ts'
import type { Import } from './store.ts'

/** SQL of the report of an import. */

/**
 * Like `listContactsByPhone`, without the books, which an import does not need. One lookup for each number, because
 * without statistics during an import the planner would scan the whole table.
 */
export function listKnownContacts(tx: Tx, accountId: number, phones: readonly string[]): Promise<KnownContact[]> {
  return run.all<RowOf<typeof plainColumns>>(tx)`
    select k.*
      from unnest(${phones}::text[]) as wanted(phone)
     cross join lateral (
       select ${plainColumns}
         from contacts c
        where c.account_id = ${accountId}
          and c.phone = wanted.phone
        limit 1
     ) k
  `
}

const withSearch = (contact: NewContact) => ({
  ...contact,
  search: searchOf({ firstName: '', lastName: '', phone2: '', ...contact }),
})

/**
 * Inserts new contacts directly into a book. The caller holds the lock and has checked for duplicates; checking again,
 * as `insertContacts` and `insertMemberships` do, would take a fifth of the import time.
 */
export async function insertNewContacts(
  tx: Tx,
  accountId: number,
  bookId: number,
  contacts: readonly NewContact[],
  now: Date,
): Promise<void> {
  await sql`
    with added as (
      insert into contacts (account_id, ${textColumns}, fields, search, created_at)
      select ${accountId}, ${textsInJson}, coalesce(fields, '{}'), search, ${now}
        from json_to_recordset(${JSON.stringify(contacts.map(withSearch))}::json) as v(${jsonColumns})
      returning id
    ),
    joined as (
      insert into contact_memberships (account_id, book_id, contact_id)
      select ${accountId}, ${bookId}, id
        from added
    ),
    counted as (
      update contact_accounts
         set contacts_count = contacts_count + ${contacts.length}
       where account_id = ${accountId}
    )
    update contact_books
       set contacts_count = contacts_count + ${contacts.length}
     where account_id = ${accountId}
       and id = ${bookId}
  `.execute(tx)
}

/** The rows of a report are numbered without gaps. */
export async function insertReportRows(tx: Tx, accountId: number, importId: number, report: readonly ReportRow[]) {
  const firstRow = report[0]?.row ?? 0
  const [outcomes, phones, whys] = [
    report.map(({ outcome }) => outcome),
    report.map(({ phone }) => phone),
    report.map(({ why }) => why),
  ]
  await sql`
    insert into contact_import_rows (import_id, account_id, row, outcome, phone, why)
    select ${importId}, ${accountId}, ${firstRow}::integer + v.place - 1, v.outcome, v.phone, v.why
      from unnest(${outcomes}::text[], ${phones}::text[], ${whys}::text[]) with ordinality as v(outcome, phone, why, place)
  `.execute(tx)
}

const columns = columnsOf({ r: 'contact_import_rows' }, 'r.row, r.outcome, r.phone, r.why')

/** The import has the number of rows. */
export const listReportRows = async (
  db: Queryable,
  accountId: number,
  { id }: Import,
  outcome: RowOutcome | null,
  place: Place,
): Promise<PageOf<ReportRow>> =>
  selectPage(db, place, {
    columns,
    // A literal instead of a parameter, so that the planner can use the partial index.
    from: sql`contact_import_rows r where r.account_id = ${accountId} and r.import_id = ${id} ${outcome === null ? sql`` : sql`and r.outcome = ${sql.lit(outcome)}`}`,
    order: [[sql`r.row`, 'asc']],
    total: sql`(select ${sql.ref(outcome ?? 'rows_done')} from contact_imports where account_id = ${accountId} and id = ${id})`,
  })

export const listReportRowsAfter = (
  db: Queryable,
  accountId: number,
  importId: number,
  row: number,
  limit: number,
) => run.all<RowOf<typeof columns>>(db)`
    select ${columns}
      from contact_import_rows r
     where r.account_id = ${accountId}
       and r.import_id = ${importId}
       and r.row > ${row}
     order by r.row
     limit ${limit}
  `

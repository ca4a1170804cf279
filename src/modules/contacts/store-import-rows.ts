import { sql } from 'kysely'
import { type Queryable, selectPage, type Tx } from '../../engine/db/index.ts'
import { offsetOf, type PageOf, type PageQuestion } from '../../values/page.ts'
import type { KnownContact, Outcome, ReportRow } from './import-rules.ts'
import type { Import } from './store-import.ts'

/** The SQL of what became of each row of a file. */

/** Like `listContactsByPhone`, without the books: an import does not need them, and asks a thousand times. */
export async function listKnownContacts(tx: Tx, accountId: number, phones: readonly string[]): Promise<KnownContact[]> {
  const { rows } = await sql<KnownContact>`
    select id, phone, phone2, title, first_name as "firstName", last_name as "lastName", gender, email, country, city, area,
           coalesce(birth_date::text, '') as "birthDate"
      from contacts
     where account_id = ${accountId}
       and phone = any(${phones}::text[])
  `.execute(tx)
  return rows
}

export async function insertReportRows(tx: Tx, accountId: number, importId: number, report: readonly ReportRow[]): Promise<void> {
  await sql`
    insert into contact_import_rows (import_id, account_id, row, outcome, phone, why)
    select ${importId}, ${accountId}, v.row, v.outcome, v.phone, v.why
      from json_to_recordset(${JSON.stringify(report)}::json) as v(row integer, outcome text, phone text, why text)
  `.execute(tx)
}

const columns = sql`r.row, r.outcome, r.phone, r.why`

/** How many lines there are stands with the import. Without a choice of outcome the rows are numbered from 1 without a gap, and a page is found by its numbers. */
export async function listReportRows(
  db: Queryable,
  accountId: number,
  { id, rowsDone, ...counts }: Import,
  outcome: Outcome | null,
  page: PageQuestion,
): Promise<PageOf<ReportRow>> {
  if (outcome === null) {
    return { items: await listReportRowsAfter(db, accountId, id, offsetOf(page), page.limit), total: rowsDone }
  }
  return selectPage(db, page, {
    columns,
    // Said so that the index on the invalid rows can be used, whatever the value of a parameter is.
    from: sql`contact_import_rows r where r.account_id = ${accountId} and r.import_id = ${id} and r.outcome = ${sql.lit(outcome)}`,
    order: [[sql`r.row`, 'asc']],
    total: counts[outcome],
  })
}

export async function listReportRowsAfter(db: Queryable, accountId: number, importId: number, row: number, limit: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select ${columns}
      from contact_import_rows r
     where r.account_id = ${accountId}
       and r.import_id = ${importId}
       and r.row > ${row}
     order by r.row
     limit ${limit}
  `.execute(db)
  return rows
}

/** Says how many there were. */
export async function deleteReportRows(db: Queryable, importId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with removed as (
      delete from contact_import_rows
       where import_id = ${importId}
         and row in (select row from contact_import_rows where import_id = ${importId} order by row limit ${limit})
      returning row
    )
    select count(*) as count from removed
  `.execute(db)
  return rows[0]?.count ?? 0
}

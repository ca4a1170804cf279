import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../engine/db/index.ts'
import type { PersonQuestion, PersonRecord, PersonSource } from '../person/index.ts'

/**
 * Limits a table to the rows of a number in one account, or in all. Every account is looked up by its id, because the
 * tables have no index by number alone.
 */
const rowsOf = (table: 'sms_optouts' | 'consents', { accountId, phone }: PersonQuestion): RawBuilder<unknown> => sql`
  (select r.*
     from accounts a
     join ${sql.table(table)} r on r.account_id = a.id and r.phone = ${phone}
    where ${accountId === null ? sql`true` : sql`a.id = ${accountId}`}) r
`

async function list(db: Queryable, statement: RawBuilder<unknown>): Promise<PersonRecord[]> {
  const { rows } = await (statement as RawBuilder<PersonRecord>).execute(db)
  return rows
}

async function countErased(tx: Tx, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await statement.execute(tx)
  return rows.length
}

const iso = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** An account has at most one opt-out of a number, so the account's id identifies it. */
const optOuts: PersonSource = {
  name: 'opt-outs',
  columns: ['id', 'account', 'phone', 'source', 'created_at'],
  list: (db, question, afterId, limit) =>
    list(
      db,
      sql`
        select r.account_id::text as id, r.account_id as account, r.phone, r.source, ${iso(sql`r.created_at`)} as created_at
          from ${rowsOf('sms_optouts', question)}
         where r.account_id > ${afterId ?? '0'}::bigint
         order by r.account_id
         limit ${limit}
      `,
    ),
  erase: (tx, question, limit) =>
    countErased(
      tx,
      sql`
        delete from sms_optouts o
         using (select r.account_id from ${rowsOf('sms_optouts', question)} limit ${limit}) r
         where o.account_id = r.account_id
           and o.phone = ${question.phone}
        returning 1
      `,
    ),
}

const consents: PersonSource = {
  name: 'consents',
  columns: ['id', 'account', 'phone', 'status', 'source', 'at', 'text', 'recorded_at'],
  list: (db, question, afterId, limit) =>
    list(
      db,
      sql`
        select r.id::text as id, r.account_id as account, r.phone, case when r.given then 'given' else 'withdrawn' end as status,
               r.source, ${iso(sql`r.at`)} as at, r.text, ${iso(sql`r.recorded_at`)} as recorded_at
          from ${rowsOf('consents', question)}
         where r.id > ${afterId ?? '0'}::bigint
         order by r.id
         limit ${limit}
      `,
    ),
  erase: (tx, question, limit) =>
    countErased(
      tx,
      sql`delete from consents c using (select r.id from ${rowsOf('consents', question)} limit ${limit}) r where c.id = r.id returning 1`,
    ),
}

/** The list belongs to the installation, not to an account. */
const doNotDisturb: PersonSource = {
  name: 'do-not-disturb',
  columns: ['id', 'phone', 'source', 'note', 'created_at'],
  list: async (db, { accountId, phone }, afterId, limit) =>
    accountId !== null || afterId !== null
      ? []
      : list(
          db,
          sql`
            select phone as id, phone, source, note, ${iso(sql`created_at`)} as created_at
              from do_not_disturb
             where phone = ${phone}
             limit ${limit}
          `,
        ),
  erase: async (tx, { accountId, phone }) =>
    accountId === null ? countErased(tx, sql`delete from do_not_disturb where phone = ${phone} returning 1`) : 0,
}

/** The data that this module stores about a number. */
export const consentPersonSources: readonly PersonSource[] = [optOuts, consents, doNotDisturb]

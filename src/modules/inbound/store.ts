import { type RawBuilder, sql } from 'kysely'
import {
  columnsOf,
  hasNumberPart,
  type Queryable,
  type Row,
  type RowOf,
  run,
  selectPage,
  type Tx,
} from '../../engine/db/index.ts'
import type { PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import { sendersOfNumber } from '../../values/sms.ts'
import type { Words } from './rules.ts'

/** Numbers, keywords, command words and incoming messages. */

const keywordColumns = columnsOf('inbound_keywords', { accountId: 'account_id', keyword: 'keyword' })

export type Keyword = RowOf<typeof keywordColumns>

const numberColumns = columnsOf(
  { n: 'inbound_numbers' },
  {
    number: 'n.number',
    /** Null for a shared number. */
    accountId: 'n.account_id',
    createdAt: 'n.created_at',
    keywords: sql<readonly Keyword[]>`
      coalesce((select json_agg(json_build_object('keyword', k.keyword, 'accountId', k.account_id) order by k.keyword)
                  from inbound_keywords k where k.number = n.number), '[]')
    `,
  },
)

export function listNumbers(db: Queryable, prefix: string, place: Place) {
  return selectPage(db, place, {
    columns: numberColumns,
    from: sql`inbound_numbers n where n.number like ${`${prefix}%`}`,
    order: [[sql`n.number`, 'asc']],
  })
}

export async function putNumber(db: Queryable, number: string, accountId: number | null, now: Date): Promise<void> {
  await sql`
    insert into inbound_numbers (number, account_id, created_at)
    values (${number}, ${accountId}, ${now})
        on conflict (number) do update set account_id = excluded.account_id
  `.execute(db)
}

/** Deletes the keywords of the number too. */
export function deleteNumber(db: Queryable, number: string): Promise<boolean> {
  return run.hasRows(db)`delete from inbound_numbers where number = ${number} returning number`
}

/** False for an unknown number. */
export function putKeyword(db: Queryable, number: string, keyword: string, accountId: number, now: Date) {
  return run.hasRows(db)`
    insert into inbound_keywords (number, keyword, account_id, created_at)
    select number, ${keyword}, ${accountId}, ${now} from inbound_numbers where number = ${number}
        on conflict (number, keyword) do update set account_id = excluded.account_id
    returning number
  `
}

export function deleteKeyword(db: Queryable, number: string, keyword: string): Promise<boolean> {
  return run.hasRows(db)`
    delete from inbound_keywords where number = ${number} and keyword = ${keyword} returning number
  `
}

/** The first of these words that is a keyword of the account on any number; null without one. */
export async function findKeywordOf(db: Queryable, accountId: number, words: readonly string[]) {
  const found = await run.first<Row<'inbound_keywords', 'keyword'>>(db)`
    select keyword from inbound_keywords where account_id = ${accountId} and keyword = any(${words}::text[]) order by keyword limit 1
  `
  return found?.keyword ?? null
}

/**
 * Finds keywords of all accounts. This and the next two functions determine the account, so they do not filter by one.
 */
export function listKeywords(tx: Tx, number: string, words: readonly string[]): Promise<Keyword[]> {
  return run.all<Keyword>(tx)`
    select ${keywordColumns} from inbound_keywords where number = ${number} and keyword = any(${words}::text[])
  `
}

/** The account that has the number exclusively. */
export async function findNumberOwner(tx: Tx, number: string): Promise<number | null> {
  const found = await run.first<Row<'inbound_numbers', 'account_id'>>(tx)`
    select account_id from inbound_numbers where number = ${number} and account_id is not null
  `
  return found?.account_id ?? null
}

const sharersMax = 1_000
const lastMessagesMax = 200

/**
 * Finds the account that last wrote to the person from a shared number, among the accounts that may use it as a sender
 * ID. Compares submission times, because each process allocates ids in blocks, so ids of two accounts are not in order.
 * Passing the account ids as an array makes the database scan each partition of messages once for all accounts.
 */
export async function findLastWriter(tx: Tx, number: string, phone: string): Promise<number | null> {
  const senders = sendersOfNumber(number)
  const sharers = await run.all<Row<'senders', 'account_id'>>(tx)`
    select s.account_id
      from senders s
     where s.sender = any(${senders}::text[])
       and s.status = 'active'
       and exists (select from inbound_numbers where number = ${number} and account_id is null)
     order by s.account_id
     limit ${sharersMax}
  `
  if (sharers.length === 0) return null
  const last = await run.first<Row<'sms_messages', 'account_id'>>(tx)`
    select m.account_id
      from (select id
              from sms_messages
             where account_id = any(${sharers.map(({ account_id }) => account_id)}::bigint[])
               and phone = ${phone}
             order by id desc
             limit ${lastMessagesMax}) last
      join sms_messages m on m.id = last.id
      join sms_requests r on r.id = m.request_id and r.account_id = m.account_id
     where r.sender = any(${senders}::text[])
       and m.submitted_at is not null
     order by m.submitted_at desc
     limit 1
  `
  return last?.account_id ?? null
}

const wordsColumns = columnsOf('inbound_words', 'stop, start, help, help_reply')

export function findWords(db: Queryable, accountId: number): Promise<Words | null> {
  return run.first<RowOf<typeof wordsColumns>>(db)`
    select ${wordsColumns} from inbound_words where account_id = ${accountId}
  `
}

export async function putWords(db: Queryable, accountId: number, words: Words, now: Date): Promise<void> {
  await sql`
    insert into inbound_words (account_id, stop, start, help, help_reply, changed_at)
    values (${accountId}, ${words.stop}::text[], ${words.start}::text[], ${words.help}::text[], ${words.helpReply}, ${now})
        on conflict (account_id) do update
       set stop = excluded.stop, start = excluded.start, help = excluded.help, help_reply = excluded.help_reply, changed_at = excluded.changed_at
  `.execute(db)
}

const messageColumns = columnsOf(
  'inbound_messages',
  'id, account_id, carrier, phone, number, text, text_removed, kind, received_at',
)

export type InboundMessage = RowOf<typeof messageColumns>

export interface NewMessage extends Omit<InboundMessage, 'id' | 'textRemoved'> {
  /** When STOP or HELP is due to be carried out. */
  readonly dueAt?: Date | null
  /** The accounts whose opt-outs are confirmed to the person. */
  readonly confirms?: readonly number[]
}

export async function insertMessage(
  tx: Tx,
  { accountId, carrier, phone, number, text, kind, receivedAt, dueAt = null, confirms }: NewMessage,
): Promise<number> {
  const stored = await run.first<Row<'inbound_messages', 'id'>>(tx)`
    insert into inbound_messages (account_id, carrier, phone, number, text, kind, received_at, due_at, confirms)
    values (${accountId}, ${carrier}, ${phone}, ${number}, ${text}, ${kind}, ${receivedAt}, ${dueAt}, ${confirms ?? null}::bigint[])
    returning id
  `
  return stored?.id ?? 0
}

/** False for an id that the carrier sent before. */
export function insertId(tx: Tx, carrier: string, id: string, now: Date): Promise<boolean> {
  return run.hasRows(tx)`
    insert into inbound_ids (carrier, id, created_at)
    values (${carrier}, ${id}, ${now})
        on conflict (carrier, id) do nothing
    returning id
  `
}

export async function deleteIds(db: Queryable, before: Date): Promise<void> {
  await sql`delete from inbound_ids where created_at < ${before}`.execute(db)
}

/** Newest first. Null lists unassigned messages. */
export function listMessages(
  db: Queryable,
  accountId: number | null,
  place: Place,
  /** The first digits of the senders; empty for all. */
  prefix = '',
): Promise<PageOf<InboundMessage>> {
  return selectPage(db, place, {
    columns: messageColumns,
    // Written as two conditions so that the index on the account is used.
    from:
      accountId === null
        ? sql`inbound_messages where account_id is null`
        : sql`inbound_messages where account_id = ${accountId} ${prefix === '' ? sql`` : sql`and ${hasNumberPart({ at: 'start', digits: prefix })}`}`,
    order: [[sql`id`, 'desc']],
  })
}

/** The numbers that people last wrote to, by their own number. */
export async function listLastNumbers(db: Queryable, accountId: number, phones: readonly string[]) {
  const rows = await run.all<Row<'inbound_messages', 'phone' | 'number'>>(db)`
    select v.phone, i.number
      from unnest(${phones}::text[]) as v(phone)
     cross join lateral (
       select number from inbound_messages where account_id = ${accountId} and phone = v.phone order by id desc limit 1
     ) i
  `
  return new Map(rows.map(({ phone, number }) => [phone, number]))
}

/** A text that changes with every incoming message of the account. */
export const inboundMark = (accountId: RawBuilder<unknown>) => sql`(
  select id::text from inbound_messages where account_id = ${accountId} order by id desc limit 1
)`

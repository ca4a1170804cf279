import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, selectPage, type Tx } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { Words } from './rules.ts'

/** The SQL of numbers, keywords and words, and of what people wrote. */

const keywordColumns = columnsOf('inbound_keywords', { accountId: 'account_id', keyword: 'keyword' })

export type Keyword = RowOf<typeof keywordColumns>

const numberColumns = columnsOf(
  { n: 'inbound_numbers' },
  {
    number: 'n.number',
    /** Null: shared. */
    accountId: 'n.account_id',
    createdAt: 'n.created_at',
    keywords: sql<readonly Keyword[]>`
      coalesce((select json_agg(json_build_object('keyword', k.keyword, 'accountId', k.account_id) order by k.keyword)
                  from inbound_keywords k where k.number = n.number), '[]')
    `,
  },
)

export type InboundNumber = RowOf<typeof numberColumns>

/** All of them, or those that begin with some digits. */
export function listNumbers(db: Queryable, prefix: string, page: PageQuestion): Promise<PageOf<InboundNumber>> {
  return selectPage(db, page, {
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

/** Its keywords go with it. */
export async function deleteNumber(db: Queryable, number: string): Promise<boolean> {
  const { rows } = await sql`delete from inbound_numbers where number = ${number} returning number`.execute(db)
  return rows.length > 0
}

/** False when there is no such number. */
export async function putKeyword(
  db: Queryable,
  number: string,
  keyword: string,
  accountId: number,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into inbound_keywords (number, keyword, account_id, created_at)
    select number, ${keyword}, ${accountId}, ${now} from inbound_numbers where number = ${number}
        on conflict (number, keyword) do update set account_id = excluded.account_id
    returning number
  `.execute(db)
  return rows.length > 0
}

export async function deleteKeyword(db: Queryable, number: string, keyword: string): Promise<boolean> {
  const { rows } =
    await sql`delete from inbound_keywords where number = ${number} and keyword = ${keyword} returning number`.execute(
      db,
    )
  return rows.length > 0
}

/** Which of these words is a keyword of the account, on whichever number; null when none is. */
export async function findKeywordOf(
  db: Queryable,
  accountId: number,
  words: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<Row<'inbound_keywords', 'keyword'>>`
    select keyword from inbound_keywords where account_id = ${accountId} and keyword = any(${words}::text[]) order by keyword limit 1
  `.execute(db)
  return rows[0]?.keyword ?? null
}

/** The accounts of those words that are keywords of the number. This and the next two know no account: they find it. */
export async function listKeywords(tx: Tx, number: string, words: readonly string[]): Promise<Keyword[]> {
  const { rows } = await sql<Keyword>`
    select ${keywordColumns} from inbound_keywords where number = ${number} and keyword = any(${words}::text[])
  `.execute(tx)
  return rows
}

/** The account that has the number for itself. */
export async function findNumberOwner(tx: Tx, number: string): Promise<number | null> {
  const { rows } = await sql<Row<'inbound_numbers', 'account_id'>>`
    select account_id from inbound_numbers where number = ${number} and account_id is not null
  `.execute(tx)
  return rows[0]?.account_id ?? null
}

const sharersMax = 1_000
const lastMessagesMax = 200

/**
 * The account that last wrote to the person from a shared number: of those that may use it as a sender, and by the time
 * that a carrier took the message. Ids come in blocks to each process, so those of two accounts say nothing about which
 * was first; and what is still to be sent nobody can answer. The accounts are named one by one in the question, so that
 * each partition of messages is asked once for all of them.
 */
export async function findLastWriter(tx: Tx, number: string, phone: string): Promise<number | null> {
  const { rows: sharers } = await sql<Row<'senders', 'account_id'>>`
    select s.account_id
      from senders s
     where s.sender = ${number}
       and s.status = 'active'
       and exists (select from inbound_numbers where number = ${number} and account_id is null)
     order by s.account_id
     limit ${sharersMax}
  `.execute(tx)
  if (sharers.length === 0) return null
  const { rows } = await sql<Row<'sms_messages', 'account_id'>>`
    select m.account_id
      from (select id
              from sms_messages
             where account_id = any(${sharers.map(({ account_id }) => account_id)}::bigint[])
               and phone = ${phone}
             order by id desc
             limit ${lastMessagesMax}) last
      join sms_messages m on m.id = last.id
      join sms_requests r on r.id = m.request_id and r.account_id = m.account_id
     where r.sender = ${number}
       and m.submitted_at is not null
     order by m.submitted_at desc
     limit 1
  `.execute(tx)
  return rows[0]?.account_id ?? null
}

const wordsColumns = columnsOf('inbound_words', {
  stop: 'stop',
  start: 'start',
  help: 'help',
  helpReply: 'help_reply',
})

export async function findWords(db: Queryable, accountId: number): Promise<Words | null> {
  const { rows } = await sql<RowOf<typeof wordsColumns>>`
    select ${wordsColumns} from inbound_words where account_id = ${accountId}
  `.execute(db)
  return rows[0] ?? null
}

export async function putWords(
  db: Queryable,
  accountId: number,
  { stop, start, help, helpReply }: Words,
  now: Date,
): Promise<void> {
  await sql`
    insert into inbound_words (account_id, stop, start, help, help_reply, changed_at)
    values (${accountId}, ${stop}::text[], ${start}::text[], ${help}::text[], ${helpReply}, ${now})
        on conflict (account_id) do update
       set stop = excluded.stop, start = excluded.start, help = excluded.help, help_reply = excluded.help_reply, changed_at = excluded.changed_at
  `.execute(db)
}

const messageColumns = columnsOf('inbound_messages', {
  id: 'id',
  accountId: 'account_id',
  carrier: 'carrier',
  phone: 'phone',
  number: 'number',
  text: 'text',
  kind: 'kind',
  receivedAt: 'received_at',
})

export type InboundMessage = RowOf<typeof messageColumns>

export interface NewMessage extends Omit<InboundMessage, 'id'> {
  /** When it is to be followed: by a reply, or a cancel. Null: by nothing. */
  readonly dueAt: Date | null
}

export async function insertMessage(
  tx: Tx,
  { accountId, carrier, phone, number, text, kind, receivedAt, dueAt }: NewMessage,
): Promise<number> {
  const { rows } = await sql<Row<'inbound_messages', 'id'>>`
    insert into inbound_messages (account_id, carrier, phone, number, text, kind, received_at, due_at)
    values (${accountId}, ${carrier}, ${phone}, ${number}, ${text}, ${kind}, ${receivedAt}, ${dueAt})
    returning id
  `.execute(tx)
  return rows[0]?.id ?? 0
}

/** Newest first. Null: those that belong to nobody. */
export function listMessages(
  db: Queryable,
  accountId: number | null,
  page: PageQuestion,
): Promise<PageOf<InboundMessage>> {
  return selectPage(db, page, {
    columns: messageColumns,
    // Written so that the index of the account is used.
    from:
      accountId === null
        ? sql`inbound_messages where account_id is null`
        : sql`inbound_messages where account_id = ${accountId}`,
    order: [[sql`id`, 'desc']],
  })
}

/** Another text after every message to an account. */
export const inboundMark = (accountId: RawBuilder<unknown>) => sql`(
  select id::text from inbound_messages where account_id = ${accountId} order by id desc limit 1
)`

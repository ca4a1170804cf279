import { type RawBuilder, sql } from 'kysely'
import { findFirstSince, type Queryable, type Row } from '../../../engine/db/index.ts'
import type { FieldValue } from '../../../values/custom-field.ts'
import type { Operator } from '../../../values/segment-filter.ts'
import { idMax } from '../store-books.ts'
import type { ComparedField, Resolved } from './rules.ts'

/** SQL conditions on a contact `c`. They may be null, which counts as false. */

/** A condition whose times are ids of messages. */
export type Bounded =
  | Exclude<Resolved, { is: 'before' | 'after' }>
  | { on: 'message'; is: 'before' | 'after'; firstId: number }

export function conditionOf(accountId: number, condition: Bounded): RawBuilder<boolean> {
  switch (condition.on) {
    case 'field':
      return compare(condition.field, condition.operator, condition.value)
    case 'book':
      return sql`${condition.isIn ? sql`` : sql`not `}${isMember(accountId, condition.bookId)}`
    case 'reply':
      return sql`${condition.hasResponded ? sql`` : sql`not `}${hasReply(accountId, condition.since)}`
    case 'click':
      return sql`${condition.hasResponded ? sql`` : sql`not `}${hasClick(accountId, condition.since)}`
    case 'message':
      if (condition.is === 'never') return sql`not ${hasMessage(accountId, null)}`
      if (condition.is === 'after') return hasMessage(accountId, condition.firstId)
      return sql`not ${hasMessage(accountId, condition.firstId)} and ${hasMessage(accountId, null)}`
  }
}

export const isMember = (accountId: number, bookId: number): RawBuilder<boolean> => sql`exists (
  select
    from contact_memberships m
   where m.account_id = ${accountId}
     and m.book_id = ${bookId}
     and m.contact_id = c.id
  offset 0)`

const signs = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function compare(field: ComparedField, operator: Operator, value: FieldValue | null): RawBuilder<boolean> {
  const { own, given } = comparable(field, value)
  const withEach = (write: (one: RawBuilder<unknown>) => RawBuilder<unknown>, word: 'and' | 'or') =>
    sql<boolean>`(${sql.join(given.map(write), sql.raw(` ${word} `))})`
  if (operator === 'set') return sql`${own} is not null`
  if (operator === 'not_set') return sql`${own} is null`
  // Contacts without a value differ from every value.
  if (operator === 'neq') return withEach((one) => sql`${own} is distinct from ${one}`, 'and')
  if (operator === 'contains') return withEach((one) => sql`strpos(${own}, ${one}) > 0`, 'or')
  return withEach((one) => sql`${own} ${sql.raw(signs[operator])} ${one}`, 'or')
}

interface Comparable {
  /** The value of the contact; null when it has none. */
  readonly own: RawBuilder<unknown>
  /** The value of the condition; several for a text with letters whose case the database does not know. */
  readonly given: readonly RawBuilder<unknown>[]
}

/**
 * Texts are compared without case. In this collation, lower() handles only ASCII; in others it depends on the locale of
 * the database. Other letters are compared as in Élodie, ÉLODIE and élodie.
 */
function comparable(field: ComparedField, value: FieldValue | null): Comparable {
  const lower = (text: RawBuilder<unknown>) => sql`lower(${text} collate "C")`
  const texts = (value === null ? [] : casesOf(String(value))).map((one) => sql`${one}::text`)
  if ('standard' in field) {
    if (field.standard === 'birth_date') return { own: sql`c.birth_date`, given: [sql`${value}::date`] }
    return { own: lower(sql`nullif(${sql.ref(`c.${field.standard}`)}, '')`), given: texts }
  }
  // Numbers are compared as JSON, which needs no conversion.
  if (field.type === 'number')
    return { own: sql`(c.fields -> ${field.key}::text)`, given: [sql`${JSON.stringify(value)}::jsonb`] }
  const own = sql`(c.fields ->> ${field.key}::text)`
  // Choices are stored as they are defined, and dates as yyyy-mm-dd.
  return field.type === 'text'
    ? { own: lower(own), given: texts }
    : { own: sql`${own} collate "C"`, given: [sql`${value}::text`] }
}

/** The usual forms of a text, with small ASCII letters. */
function casesOf(text: string): readonly string[] {
  const small = text.toLowerCase()
  const titled = small.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  const forms = [text, small, text.toUpperCase(), titled]
  return [...new Set(forms.map((form) => form.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))]
}

/**
 * Messages to and from a contact. `offset 0` keeps PostgreSQL from joining: a walk checks few contacts at a time, each
 * with a lookup in an index. The index of messages has another collation than the number of a contact.
 */

const phone = sql`(c.phone collate "default")`

/**
 * Whether the account sent a message to the contact, of all messages or of those from an id on. PINs and messages
 * that ended without being sent do not count. Waiting messages do, so that the next send selects other contacts.
 */
const hasMessage = (accountId: number, firstId: number | null): RawBuilder<boolean> => sql`exists (
  select
    from sms_messages m
   where m.account_id = ${accountId}
     and m.phone = ${phone}
     and m.product = 'SMS'
     and (m.status = 'PENDING' or m.submitted_at is not null)
     ${firstId === null ? sql`` : sql`and m.id >= ${firstId}`}
  offset 0)`

/** Whether the contact wrote to the account. STOP, START and HELP do not count. */
const hasReply = (accountId: number, since: Date | null): RawBuilder<boolean> => sql`exists (
  select
    from inbound_messages i
   where i.account_id = ${accountId}
     and i.phone = ${phone}
     and i.kind = 'message'
     ${since === null ? sql`` : sql`and i.received_at >= ${since}`}
  offset 0)`

/** Whether the contact clicked a link of a campaign. */
const hasClick = (accountId: number, since: Date | null): RawBuilder<boolean> => sql`exists (
  select
    from sms_messages m
    join campaign_responses r on r.message_id = m.id
   where m.account_id = ${accountId}
     and m.phone = ${phone}
     and m.submitter like 'campaign/%'
     and r.account_id = ${accountId}
     and r.kind = 'click'
     ${since === null ? sql`` : sql`and r.happened_at >= ${since}`}
  offset 0)`

/** Approximately the first message that was accepted since a time. Exact to about a minute. */
export async function findFirstMessageSince(db: Queryable, time: Date): Promise<number> {
  const requestId = await findFirstSince(db, 'sms_requests', 'created_at', time)
  const { rows } = await sql<Row<'sms_requests', 'first_message_id'>>`
    select first_message_id
      from sms_requests
     where id >= ${requestId}
       and first_message_id is not null
     order by id
     limit 1
  `.execute(db)
  return rows[0]?.first_message_id ?? idMax
}

import { type RawBuilder, sql } from 'kysely'
import type { FieldValue } from '../../../values/custom-field.ts'
import type { Operator } from '../../../values/segment-filter.ts'
import type { ComparedField, Resolved } from './rules.ts'
import { hasClick, hasMessage, hasReply } from './store-activity.ts'

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

import type { Condition } from '../contract/account/segments.ts'
import type { Operator } from '../values/segment-filter.ts'
import { badUsage } from './command.ts'

/** Conditions of segments as people write them, such as `points >= 100`. */

/** Address books have names, which the server does not know. */
export type Where = Exclude<Condition, { book: number }> | { readonly bookName: string; readonly op: 'in' | 'not_in' }

const signs: Readonly<Record<string, Operator>> = {
  '>=': 'gte',
  '<=': 'lte',
  '!=': 'neq',
  '=': 'eq',
  '>': 'gt',
  '<': 'lt',
  '~': 'contains',
}

export const whereNotes = `A condition compares a field, with = != > >= < <= or ~ for "contains", or says "set" or "not set". Fields are phone, first_name, last_name, title, gender, email, country, city, area and birth_date, and the keys of "ngoma field list". Other conditions are "in book NAME", "not in book NAME", "never messaged", "last message before 30 days", "last message after 2030-01-31", "replied", "replied in 30 days", "not replied" and the same with "clicked".`

export function parseWhere(text: string): Where {
  const words = text.trim().replace(/\s+/g, ' ')
  const where = parseBook(words) ?? parseActivity(words) ?? parseComparison(words)
  if (where === null)
    throw badUsage(
      `unknown condition ${JSON.stringify(text)}. Examples: "points >= 100", "city = Arusha", "in book Customers".`,
    )
  return where
}

function parseBook(words: string): Where | null {
  const [, not, bookName] = /^(not )?in book (.+)$/i.exec(words) ?? []
  return bookName === undefined ? null : { bookName, op: not === undefined ? 'in' : 'not_in' }
}

function parseActivity(words: string): Where | null {
  if (/^never messaged$/i.test(words)) return { lastMessage: 'never' }
  const [, not, done, within] = /^(not )?(replied|clicked)(?: in (\d+) days?)?$/i.exec(words) ?? []
  if (done !== undefined) {
    const isDone = not === undefined
    const what = done.toLowerCase() === 'replied' ? { replied: isDone } : { clicked: isDone }
    return { ...what, ...(within === undefined ? {} : { days: Number(within) }) }
  }
  const [, is, days, at] = /^last message (before|after) (?:(\d+) days?|(\S+))$/i.exec(words) ?? []
  if (is === undefined) return null
  const lastMessage = is.toLowerCase() === 'before' ? 'before' : 'after'
  return days === undefined ? { lastMessage, at: at ?? '' } : { lastMessage, days: Number(days) }
}

function parseComparison(words: string): Where | null {
  const [, known, not] = /^([a-z]\w*) (not )?set$/i.exec(words) ?? []
  if (known !== undefined) return { field: known, op: not === undefined ? 'set' : 'not_set' }
  const [, field, sign = '', value = ''] = /^([a-z]\w*) ?(>=|<=|!=|=|>|<|~) ?(.+)$/i.exec(words) ?? []
  const op = signs[sign]
  return field === undefined || op === undefined ? null : { field, op, value }
}

/** A condition in the same words. Address books are shown by ID. */
export function describeCondition(condition: Condition): string {
  if ('book' in condition) return `${condition.op === 'in' ? 'in' : 'not in'} book ${condition.book}`
  if ('lastMessage' in condition) {
    if (condition.lastMessage === 'never') return 'never messaged'
    return `last message ${condition.lastMessage} ${condition.at ?? `${condition.days} days`}`
  }
  if ('replied' in condition || 'clicked' in condition) {
    const [done, isDone] = 'replied' in condition ? ['replied', condition.replied] : ['clicked', condition.clicked]
    return `${isDone ? '' : 'not '}${done}${condition.days === undefined ? '' : ` in ${condition.days} days`}`
  }
  if (condition.op === 'set' || condition.op === 'not_set')
    return `${condition.field} ${condition.op.replace('_', ' ')}`
  const sign = Object.entries(signs).find(([, op]) => op === condition.op)?.[0]
  return `${condition.field} ${sign} ${condition.value}`
}

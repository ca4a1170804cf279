import type { ContactField } from '../../../../src/contract/account/contact-fields.ts'
import type { Condition } from '../../../../src/contract/account/segments.ts'
import type { FieldType } from '../../../../src/values/custom-field.ts'
import { type Operator, operatorsOf, standardFields, takesValue } from '../../../../src/values/segment-filter.ts'

/** A condition while it is edited: all inputs are texts. */
export interface Draft {
  /** Unique in the filter. */
  readonly id: number
  /** The name of a field, or one of the other subjects. */
  readonly subject: string
  readonly operator: string
  readonly value: string
}

/** Subjects that are not fields. No field can have these names. */
export const otherSubjects = ['*book', '*message', '*reply', '*click'] as const
export type OtherSubject = (typeof otherSubjects)[number]

const otherOperators: Readonly<Record<OtherSubject, readonly string[]>> = {
  '*book': ['in', 'not_in'],
  '*message': ['after', 'before', 'after_at', 'before_at', 'never'],
  '*reply': ['yes', 'no', 'yes_days', 'no_days'],
  '*click': ['yes', 'no', 'yes_days', 'no_days'],
}

export const isOther = (subject: string): subject is OtherSubject => otherSubjects.some((one) => one === subject)

/** The type of a field; text for an unknown one. */
export function typeOf(field: string, fields: readonly ContactField[]): FieldType {
  const standard: Readonly<Record<string, FieldType>> = standardFields
  return standard[field] ?? fields.find(({ key }) => key === field)?.type ?? 'text'
}

export const operatorsFor = (subject: string, fields: readonly ContactField[]): readonly string[] =>
  isOther(subject) ? otherOperators[subject] : operatorsOf[typeOf(subject, fields)]

/** The input that an operator needs. */
export type InputKind = 'text' | 'number' | 'date' | 'choice' | 'book' | 'days' | 'none'

export function inputFor({ subject, operator }: Draft, fields: readonly ContactField[]): InputKind {
  if (subject === '*book') return 'book'
  if (isOther(subject)) {
    if (operator.endsWith('_at')) return 'date'
    return operator.endsWith('_days') || operator === 'after' || operator === 'before' ? 'days' : 'none'
  }
  return takesValue(operator as Operator) ? typeOf(subject, fields) : 'none'
}

/** Another subject or operator keeps as much of the draft as fits. */
export function changed(draft: Draft, change: Partial<Draft>, fields: readonly ContactField[]): Draft {
  const next = { ...draft, ...change }
  const operators = operatorsFor(next.subject, fields)
  const fitting = operators.includes(next.operator) ? next : { ...next, operator: operators[0] ?? '' }
  const isSame = inputFor(fitting, fields) === inputFor(draft, fields) && fitting.subject === draft.subject
  return isSame || change.value !== undefined ? fitting : { ...fitting, value: '' }
}

/** Null while the condition is incomplete. */
export function conditionOf(draft: Draft, fields: readonly ContactField[]): Condition | null {
  const { subject, operator, value } = draft
  const kind = inputFor(draft, fields)
  if (kind !== 'none' && value.trim() === '') return null
  if (kind === 'days' && !/^[1-9]\d{0,3}$/.test(value.trim())) return null
  const days = kind === 'days' ? { days: Number(value) } : {}
  if (subject === '*book') return { book: Number(value), op: operator === 'in' ? 'in' : 'not_in' }
  if (subject === '*reply') return { replied: operator.startsWith('yes'), ...days }
  if (subject === '*click') return { clicked: operator.startsWith('yes'), ...days }
  if (subject === '*message') {
    if (operator === 'never') return { lastMessage: 'never' }
    const lastMessage = operator.startsWith('after') ? 'after' : 'before'
    return kind === 'date' ? { lastMessage, at: value } : { lastMessage, ...days }
  }
  const op = operator as Operator
  return kind === 'none' ? { field: subject, op } : { field: subject, op, value: value.trim() }
}

export function draftOf(condition: Condition, id: number): Draft {
  if ('book' in condition) return { id, subject: '*book', operator: condition.op, value: String(condition.book) }
  if ('replied' in condition || 'clicked' in condition) {
    const { days } = condition
    const [subject, isDone] = 'replied' in condition ? ['*reply', condition.replied] : ['*click', condition.clicked]
    const operator = `${isDone ? 'yes' : 'no'}${days === undefined ? '' : '_days'}`
    return { id, subject, operator, value: days === undefined ? '' : String(days) }
  }
  if ('lastMessage' in condition) {
    const { lastMessage, days, at } = condition
    const operator = at === undefined ? lastMessage : `${lastMessage}_at`
    return { id, subject: '*message', operator, value: at?.slice(0, 10) ?? (days === undefined ? '' : String(days)) }
  }
  const { field, op, value } = condition
  return { id, subject: field, operator: op, value: value === undefined ? '' : String(value) }
}

import type { ContactField } from '../../../../src/contract/account/contact-fields.ts'
import type { Condition, SegmentFilter } from '../../../../src/contract/account/segments.ts'
import { fromWireName } from '../../../../src/values/wire-names.ts'
import { fill, t } from '../../text.ts'
import { typeOf } from './condition-draft.ts'

/** The label of a field by its name in the API. A deleted field is shown by its key. */
export function fieldLabel(name: string, fields: readonly ContactField[]): string {
  const labels: Readonly<Record<string, string>> = t.contacts.fields
  return labels[fromWireName(name)] ?? fields.find(({ key }) => key === name)?.name ?? name
}

const words = t.segments.inWords

function describe(condition: Condition, fields: readonly ContactField[], bookName: (id: number) => string): string {
  if ('book' in condition)
    return fill(condition.op === 'in' ? words.inBook : words.notInBook, { book: bookName(condition.book) })
  if ('replied' in condition) {
    const { replied, days } = condition
    if (days === undefined) return replied ? words.replied : words.notReplied
    return fill(replied ? words.repliedWithin : words.notRepliedWithin, { count: days })
  }
  if ('clicked' in condition) {
    const { clicked, days } = condition
    if (days === undefined) return clicked ? words.clicked : words.notClicked
    return fill(clicked ? words.clickedWithin : words.notClickedWithin, { count: days })
  }
  if ('lastMessage' in condition) {
    const { lastMessage, days = 0, at } = condition
    if (lastMessage === 'never') return words.never
    if (at !== undefined) return fill(lastMessage === 'after' ? words.afterAt : words.beforeAt, { at: at.slice(0, 10) })
    return fill(lastMessage === 'after' ? words.after : words.before, { count: days })
  }
  const operators: Readonly<Record<string, string>> = t.segments.operators[typeOf(condition.field, fields)]
  const field = fieldLabel(condition.field, fields)
  const operator = operators[condition.op] ?? condition.op
  return condition.value === undefined
    ? fill(words.noValue, { field, operator })
    : fill(words.value, { field, operator, value: String(condition.value) })
}

/** A filter as one sentence. */
export function describeFilter(
  { match, conditions }: SegmentFilter,
  fields: readonly ContactField[],
  bookName: (id: number) => string,
): string {
  const join = match === 'all' ? words.and : words.or
  return conditions
    .map((condition) => describe(condition, fields, bookName))
    .reduce((one, other) => fill(join, { one, other }))
}

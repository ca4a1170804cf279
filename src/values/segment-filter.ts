import type { FieldType } from './custom-field.ts'

/** Filters of contacts: the fields and operators that a condition may have, for the server and for the dashboard. */

export const operators = ['eq', 'neq', 'contains', 'gt', 'gte', 'lt', 'lte', 'set', 'not_set'] as const
export type Operator = (typeof operators)[number]

const compared = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'set', 'not_set'] as const

/** The operators for each type of field. */
export const operatorsOf: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: ['eq', 'neq', 'contains', 'set', 'not_set'],
  choice: ['eq', 'neq', 'set', 'not_set'],
  number: compared,
  date: compared,
}

/** Whether the operator compares with a value. */
export const takesValue = (operator: Operator) => operator !== 'set' && operator !== 'not_set'

/** The fields of every contact, under their names in the account API. */
export const standardFields = {
  phone: 'text',
  phone2: 'text',
  title: 'text',
  first_name: 'text',
  last_name: 'text',
  gender: 'text',
  email: 'text',
  country: 'text',
  city: 'text',
  area: 'text',
  birth_date: 'date',
} as const satisfies Readonly<Record<string, FieldType>>

export type StandardFieldName = keyof typeof standardFields

export const bookOperators = ['in', 'not_in'] as const
export const messageOperators = ['before', 'after', 'never'] as const
export const matches = ['all', 'any'] as const

export const conditionsMax = 20
/** Conditions on messages and replies take the longest. */
export const activitiesMax = 3
export const segmentsMax = 200
/** Ten years. */
export const daysMax = 3_650

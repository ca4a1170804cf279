import type { FieldValue, FieldValues } from '../../values/custom-field.ts'
import { searchText } from '../../values/page.ts'
import type { Phone } from '../../values/phone.ts'
import { type StandardFieldName, standardFields } from '../../values/segment-filter.ts'
import { fromWireName } from '../../values/wire-names.ts'

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

export type StandardField = Camel<StandardFieldName>

/** The columns of the standard fields, and the fields in the same order. */
export const standardColumns = Object.keys(standardFields) as readonly StandardFieldName[]
export const standardFieldNames = standardColumns.map(fromWireName) as readonly StandardField[]

/** The fields of a contact. Unknown values are empty; `email` may have several addresses, separated by commas. */
export interface ContactFields extends Readonly<Record<StandardField, string>> {
  readonly phone: Phone
  /** The values of custom fields. */
  readonly fields: FieldValues
}

/** Changes of a contact; missing fields keep their value. Null removes the value of a custom field. */
export type ContactChanges = { readonly [Field in StandardField]?: ContactFields[Field] | undefined } & {
  readonly fields?: FieldChanges
}

export type FieldChanges = Readonly<Record<string, FieldValue | null>>

/** A contact with its id, without its books: sends, exports and imports read millions of them. */
export interface PlainContact extends ContactFields {
  readonly id: number
}

export interface Contact extends PlainContact {
  /** Never empty. */
  readonly bookIds: readonly number[]
  readonly createdAt: Date
}

const noTexts = Object.fromEntries(standardFieldNames.map((name) => [name, ''])) as Record<StandardField, string>

export const newContact = (phone: Phone, changes: ContactChanges): ContactFields =>
  changed({ ...noTexts, phone, fields: {} }, changes)

/** Applies changes, and drops all properties that are not fields. */
export function changed(contact: ContactFields, changes: ContactChanges): ContactFields {
  const texts = Object.fromEntries(standardFieldNames.map((name) => [name, changes[name] ?? contact[name]]))
  return { ...texts, fields: changedFields(contact.fields, changes.fields ?? {}) } as unknown as ContactFields
}

function changedFields(fields: FieldValues, changes: FieldChanges): FieldValues {
  const all = Object.entries({ ...fields, ...changes })
  return Object.fromEntries(all.filter((entry): entry is [string, FieldValue] => entry[1] !== null))
}

/** The text that a search matches. Line breaks separate the values, so that no match spans two of them. */
export const searchOf = (contact: Pick<ContactFields, 'firstName' | 'lastName' | 'phone' | 'phone2'>) =>
  searchText(`${contact.firstName} ${contact.lastName}\n${contact.phone}\n${contact.phone2}`)

export interface Book {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly isDefault: boolean
  readonly contactsCount: number
  readonly createdAt: Date
}

export const defaultBookName = 'Default'

/** Book names are compared without case. */
export const nameKeyOf = searchText

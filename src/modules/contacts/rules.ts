import type { FieldValue, FieldValues } from '../../values/custom-field.ts'
import { searchText } from '../../values/page.ts'
import type { Phone } from '../../values/phone.ts'

/** The fields of a contact. Unknown values are empty. */
export interface ContactFields {
  readonly phone: Phone
  readonly phone2: string
  readonly title: string
  readonly firstName: string
  readonly lastName: string
  readonly gender: string
  /** One address, or several separated by commas. */
  readonly email: string
  readonly country: string
  readonly city: string
  readonly area: string
  /** As yyyy-mm-dd. */
  readonly birthDate: string
  /** The values of custom fields. */
  readonly fields: FieldValues
}

export type StandardField = Exclude<keyof ContactFields, 'fields'>

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

const unknown: Omit<ContactFields, 'phone'> = {
  phone2: '',
  title: '',
  firstName: '',
  lastName: '',
  gender: '',
  email: '',
  country: '',
  city: '',
  area: '',
  birthDate: '',
  fields: {},
}

export const newContact = (phone: Phone, changes: ContactChanges): ContactFields =>
  changed({ ...unknown, phone }, changes)

/** Applies changes, and drops all properties that are not fields. */
export function changed(contact: ContactFields, changes: ContactChanges): ContactFields {
  const { fields: _, ...standard } = unknown
  const names = ['phone', ...Object.keys(standard)] as StandardField[]
  const texts = Object.fromEntries(names.map((name) => [name, changes[name] ?? contact[name]]))
  return { ...texts, fields: changedFields(contact.fields, changes.fields ?? {}) } as unknown as ContactFields
}

function changedFields(fields: FieldValues, changes: FieldChanges): FieldValues {
  const all = Object.entries({ ...fields, ...changes })
  return Object.fromEntries(all.filter((entry): entry is [string, FieldValue] => entry[1] !== null))
}

/** The text that a search matches. Line breaks separate the values, so that no match spans two of them. */
export const searchOf = ({
  firstName,
  lastName,
  phone,
  phone2,
}: Pick<ContactFields, 'firstName' | 'lastName' | 'phone' | 'phone2'>) =>
  searchText(`${firstName} ${lastName}\n${phone}\n${phone2}`)

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

import { searchText } from '../../values/page.ts'
import type { Phone } from '../../values/phone.ts'

/** What is known of a person. What is not known is empty. */
export interface ContactFields {
  readonly phone: Phone
  readonly phone2: string
  readonly title: string
  readonly firstName: string
  readonly lastName: string
  readonly gender: string
  /** One address, or several with commas between them. */
  readonly email: string
  readonly country: string
  readonly city: string
  readonly area: string
  /** As yyyy-mm-dd. */
  readonly birthDate: string
}

/** What somebody wants to be known; what is left out stays as it is. */
export type ContactChanges = { readonly [Field in keyof ContactFields]?: ContactFields[Field] | undefined }

export interface Contact extends ContactFields {
  readonly id: number
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
}

export const newContact = (phone: Phone, changes: ContactChanges): ContactFields =>
  changed({ ...unknown, phone }, changes)

/** A contact with its changes, and nothing else of what it was read with. */
export function changed(contact: ContactFields, changes: ContactChanges): ContactFields {
  const now = { ...unknown, phone: contact.phone }
  const names = Object.keys(now) as (keyof ContactFields)[]
  return Object.fromEntries(names.map((name) => [name, changes[name] ?? contact[name]])) as unknown as ContactFields
}

/**
 * What a contact is found by. On lines of their own, because nobody searches for the end of a name and the beginning of
 * a number.
 */
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

/** Book names are the same when only their case differs. */
export const nameKeyOf = searchText

/**
 * What can be filled into a text for a contact, by the name in its placeholder: the fields of the wire, old and new,
 * and the whole name.
 */
const placeholders: Readonly<Record<string, (contact: ContactFields) => string>> = {
  name: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
  mob_no: ({ phone }) => phone,
  mob_no2: ({ phone2 }) => phone2,
  title: ({ title }) => title,
  first_name: ({ firstName }) => firstName,
  fname: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  lname: ({ lastName }) => lastName,
  gender: ({ gender }) => gender,
  email: ({ email }) => email,
  address_country: ({ country }) => country,
  country: ({ country }) => country,
  address_city: ({ city }) => city,
  city: ({ city }) => city,
  address_area: ({ area }) => area,
  area: ({ area }) => area,
  dob: ({ birthDate }) => birthDate,
  birth_date: ({ birthDate }) => birthDate,
}

export const placeholderNames: readonly string[] = Object.keys(placeholders)

/** Empty when it is not known of the contact. */
export const placeholderValue = (contact: ContactFields, placeholder: string): string =>
  placeholders[placeholder]?.(contact) ?? ''

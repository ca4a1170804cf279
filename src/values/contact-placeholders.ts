import type { ContactField } from './contact-columns.ts'
import { type FieldValues, textOfValue } from './custom-field.ts'

/** The fields of a contact that a message can name. Unknown values are empty. */
type ContactValues = Readonly<Record<Exclude<ContactField, 'fullName'>, string>> & { readonly fields: FieldValues }

/** Values for placeholders in a message: all field names of the public API, old and new, and the full name. */
const placeholders: Readonly<Record<string, (contact: ContactValues) => string>> = {
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

/** Looks up the values of a contact for placeholders. Undefined when the contact has no such value. */
export const contactVariables =
  (contact: ContactValues) =>
  (name: string): string | undefined => {
    const standard = Object.hasOwn(placeholders, name) ? placeholders[name]?.(contact) : undefined
    if (standard !== undefined) return standard === '' ? undefined : standard
    const value = Object.hasOwn(contact.fields, name) ? contact.fields[name] : undefined
    return value === undefined ? undefined : textOfValue(value)
  }

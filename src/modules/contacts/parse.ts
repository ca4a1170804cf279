import {
  type BookBody,
  type ContactBody,
  descriptionLengthMax,
  emailsLengthMax,
  genderLengthMax,
  idsMax,
  nameLengthMax,
  type RemovalBody,
  titleLengthMax,
} from '../../contract/public/contacts.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { parseEmail } from '../../values/email.ts'
import { parseJsonId } from '../../values/id.ts'
import { isObject } from '../../values/json.ts'
import { parseTypedPhone } from '../../values/local-number.ts'
import { badTypedPhone } from '../../values/number-fault.ts'
import { type Phone, parsePhone } from '../../values/phone.ts'
import { Refusal } from '../../values/refusal.ts'
import { parseDay } from '../../values/time.ts'
import { toWireName } from '../../values/wire-names.ts'
import { bookNameMissing, contactIdsMissing, invalidField, invalidFormat, invalidMobileNumber } from './errors.ts'
import type { ContactChanges, StandardField } from './rules.ts'

/**
 * A parsed contact. Its errors are thrown later, in the order of the specification, which interleaves them with
 * database checks.
 */
export interface ContactRequest {
  /** Undefined when missing, a refusal when invalid. */
  readonly phone: Phone | Refusal | undefined
  readonly phone2: Phone | '' | Refusal | undefined
  /**
   * Undefined when missing; invalid ids are null. A refusal when there are too many, thrown when the books are checked.
   */
  readonly books: readonly (number | null)[] | Refusal | undefined
  readonly changes: ContactChanges
  /** The first error of the other fields. */
  readonly fault: Refusal | null
  /** The values of custom fields, which are read when the definitions are known. Undefined when missing. */
  readonly fields: unknown
}

type Fields = Readonly<Record<string, unknown>>
export type TextField = Exclude<StandardField, 'phone' | 'phone2'>

type Names<Name extends string> = readonly [Name, Name?]

interface Rule {
  /** The field names of the public API; older clients use the second. */
  readonly names: Names<keyof ContactBody>
  readonly lengthMax: number
  readonly isValid?: (text: string) => boolean
  readonly wanted?: string
}

/** The specification splits addresses at `\s*[,]\s*`. */
const areEmails = (text: string) => text.split(/\s*,\s*/).every((email) => parseEmail(email) !== null)

export const textRules: Readonly<Record<TextField, Rule>> = {
  title: { names: ['title'], lengthMax: titleLengthMax },
  firstName: { names: ['first_name', 'fname'], lengthMax: nameLengthMax },
  lastName: { names: ['last_name', 'lname'], lengthMax: nameLengthMax },
  gender: { names: ['gender'], lengthMax: genderLengthMax },
  email: {
    names: ['email'],
    lengthMax: emailsLengthMax,
    isValid: areEmails,
    wanted: 'must be an email address, or several separated by commas',
  },
  country: { names: ['address_country', 'country'], lengthMax: nameLengthMax },
  city: { names: ['address_city', 'city'], lengthMax: nameLengthMax },
  area: { names: ['address_area', 'area'], lengthMax: nameLengthMax },
  birthDate: {
    names: ['dob', 'birth_date'],
    lengthMax: 10,
    isValid: (text) => parseDay(text) !== null,
    wanted: 'must be a date, as YYYY-MM-DD',
  },
}

function readObject(body: unknown): Fields {
  if (!isObject(body)) throw invalidFormat()
  return body
}

/** The field names of a source of contacts. */
interface FieldNames<ContactName extends string = string, BookName extends string = string> {
  readonly phone: ContactName
  readonly phone2: ContactName
  readonly books: ContactName
  readonly bookName: BookName
  readonly ofText: (field: TextField, rule: Rule) => Names<ContactName>
  readonly readPhone: (text: string) => Phone | Refusal
  /** Null where custom fields are ignored. */
  readonly fields: ContactName | null
}

export const wireNames: FieldNames<keyof ContactBody, keyof BookBody> = {
  phone: 'mob_no',
  phone2: 'mob_no2',
  books: 'addressbook_id',
  bookName: 'addressbook',
  ofText: (_field, { names }) => names,
  readPhone: (text) => parsePhone(text) ?? invalidMobileNumber(),
  fields: null,
}

/** The field names of the account API, in which numbers may be local to the country of the account. */
export const accountNames = (country: string): FieldNames => ({
  ...bookNames,
  phone: 'phone',
  phone2: 'phone2',
  books: 'bookIds',
  ofText: (field) => [field],
  readPhone: (text) => parseTypedPhone(text, country) ?? badTypedPhone(text, country),
  fields: 'fields',
})

export const bookNames = { bookName: 'name' } as const

export function readContact(body: unknown, names: FieldNames): ContactRequest {
  const fields = readObject(body)
  const { changes, fault } = readTexts(fields, names)
  const readPhone = (value: unknown) => (typeof value === 'string' ? names.readPhone(value) : invalidMobileNumber())
  const { [names.phone]: phone, [names.phone2]: phone2, [names.books]: books } = fields
  return {
    phone: isAbsent(phone) ? undefined : readPhone(phone),
    phone2: isAbsent(phone2) ? undefined : phone2 === '' ? '' : readPhone(phone2),
    books: isAbsent(books) ? undefined : parseIds(toWireName(names.books), books),
    changes,
    fault,
    fields: names.fields === null ? undefined : (fields[names.fields] ?? undefined),
  }
}

/** Some clients send null for unknown fields. */
const isAbsent = (value: unknown) => value === undefined || value === null

/** Parses a list of ids. A single id counts as a list, and numbers as strings. Invalid ids are null. */
function parseIds(name: string, value: unknown): (number | null)[] | Refusal {
  const ids = Array.isArray(value) ? value : [value]
  if (ids.length > idsMax) return invalidField(name, `must have at most ${idsMax} ids`)
  return ids.map(parseJsonId)
}

function readIds(name: string, value: unknown): (number | null)[] {
  const ids = parseIds(name, value)
  if (ids instanceof Refusal) throw ids
  return ids
}

export interface RemovalRequest {
  readonly contacts: readonly (number | null)[]
  /** Null means all books. */
  readonly books: readonly (number | null)[] | null
}

export function readRemoval(body: unknown): RemovalRequest {
  const { contacts_id: contacts, addressbook_id: books }: Unvalidated<RemovalBody> = readObject(body)
  if (isAbsent(contacts)) throw contactIdsMissing()
  return {
    contacts: readIds('contacts_id', contacts),
    books: isAbsent(books) ? null : readIds('addressbook_id', books),
  }
}

function readTexts(fields: Fields, names: FieldNames): Pick<ContactRequest, 'changes' | 'fault'> {
  const changes: { -readonly [Field in TextField]?: string } = {}
  let fault: Refusal | null = null
  for (const [field, rule] of Object.entries(textRules) as [TextField, Rule][]) {
    const name = names.ofText(field, rule).find((one) => one !== undefined && !isAbsent(fields[one]))
    if (name === undefined) continue
    const value = fields[name]
    const wrong = faultOf(rule, value)
    if (wrong === null) changes[field] = (value as string).trim()
    else fault ??= invalidField(toWireName(name), wrong)
  }
  return { changes, fault }
}

/** The error of a value; null when it is valid. An empty text means unknown. */
export function faultOf(
  { lengthMax, isValid = () => true, wanted = '' }: Omit<Rule, 'names'>,
  value: unknown,
): string | null {
  if (typeof value !== 'string') return 'must be text'
  const text = value.trim()
  if (text.length > lengthMax) return `must have at most ${lengthMax} characters`
  return text === '' || isValid(text) ? null : wanted
}

/** Missing fields are undefined. */
export interface BookRequest {
  readonly name: string | undefined
  readonly description: string | undefined
}

export interface NewBookRequest extends BookRequest {
  readonly name: string
}

export function readNewBook(body: unknown, names: Pick<FieldNames, 'bookName'>): NewBookRequest {
  const { name, description } = readBook(body, names)
  if (name === undefined) throw bookNameMissing(names.bookName)
  return { name, description }
}

export function readBook(body: unknown, { bookName }: Pick<FieldNames, 'bookName'>): BookRequest {
  const { [bookName]: given, description } = readObject(body)
  const name = readText(bookName, given, nameLengthMax)
  if (name === '') throw bookNameMissing(bookName)
  return { name, description: readText('description', description, descriptionLengthMax) }
}

function readText(name: string, value: unknown, lengthMax: number): string | undefined {
  if (isAbsent(value)) return undefined
  const wrong = faultOf({ lengthMax }, value)
  if (wrong !== null) throw invalidField(name, wrong)
  return (value as string).trim()
}

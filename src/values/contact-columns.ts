import { nameOfColumn } from './csv-header.ts'

/**
 * Which column of a file is which field of a contact: for the server that reads the file, and for the page on which
 * somebody says it.
 */

/** What people call the fields, the names of the wire first, as `nameOfColumn` takes them. */
const spellings = {
  phone: [
    ...[
      'mob_no',
      'phone',
      'phoneno',
      'phonenumber',
      'phone1',
      'mobile',
      'mobileno',
      'mobilenumber',
      'mobilephone',
      'mobile1',
      'msisdn',
      'number',
    ],
    ...[
      'telephone',
      'telephonenumber',
      'tel',
      'cell',
      'cellno',
      'cellnumber',
      'cellphone',
      'contactno',
      'contactnumber',
      'destaddr',
    ],
  ],
  phone2: [
    ...[
      'mob_no2',
      'phone2',
      'phonenumber2',
      'mobile2',
      'mobilenumber2',
      'secondphone',
      'secondmobile',
      'otherphone',
      'othermobile',
    ],
    ...['alternativephone', 'altphone'],
  ],
  title: ['title', 'salutation', 'honorific', 'prefix'],
  firstName: ['first_name', 'fname', 'givenname', 'forename', 'name', 'fullname'],
  lastName: ['last_name', 'lname', 'surname', 'familyname'],
  gender: ['gender', 'sex'],
  email: ['email', 'emailaddress', 'mail'],
  country: ['address_country', 'country'],
  city: ['address_city', 'city', 'town'],
  area: ['address_area', 'area', 'region', 'district', 'ward'],
  birthDate: ['dob', 'birth_date', 'birthday', 'dateofbirth', 'born'],
} as const

export type ContactField = keyof typeof spellings

/** A column of a file, and which field of a contact it is; null when it is none. */
export interface Column {
  readonly column: string
  readonly field: ContactField | null
}

export const contactFields = Object.keys(spellings) as ContactField[]

const fieldsByName = new Map(
  contactFields.flatMap((field) => spellings[field].map((name) => [nameOfColumn(name), field] as const)),
)

export const parseField = (text: string): ContactField | null => fieldsByName.get(nameOfColumn(text)) ?? null

/** Which field a column is, said by hand; null for a column that is to be left out. */
export interface Choice {
  readonly column: string
  readonly field: ContactField | null
}

const columnLengthMax = 100

/** Names of columns are kept with the import, and stand in its report. */
const boundName = (text: string) => text.trim().slice(0, columnLengthMax).toWellFormed().replaceAll('\0', '?')

/** What is said by hand comes first. Of several columns for one field it is the first that counts. */
export function mapColumns(header: readonly string[], choices: readonly Choice[] = []): Column[] {
  const chosen = new Map(choices.map(({ column, field }) => [nameOfColumn(column), field]))
  const taken = new Set(chosen.values())
  return header.map((text) => {
    const column = boundName(text)
    const name = nameOfColumn(text)
    const byHand = chosen.get(name)
    if (byHand !== undefined) {
      chosen.set(name, null)
      return { column, field: byHand }
    }
    const field = parseField(text)
    if (field === null || taken.has(field)) return { column, field: null }
    taken.add(field)
    return { column, field }
  })
}

/** Whether every column and every field is chosen once: otherwise nobody could say which is meant. */
export function areClear(choices: readonly Choice[]): boolean {
  const fields = choices.flatMap(({ field }) => field ?? [])
  return (
    new Set(fields).size === fields.length &&
    new Set(choices.map(({ column }) => nameOfColumn(column))).size === choices.length
  )
}

/** The first choice for a column that the file does not have. */
export function findUnknownChoice(header: readonly string[], choices: readonly Choice[]): Choice | null {
  const names = new Set(header.map(nameOfColumn))
  return choices.find(({ column }) => !names.has(nameOfColumn(column))) ?? null
}

import { nameOfColumn } from './csv-header.ts'

/** Maps columns of a CSV file to contact fields, for the server and for the import page. */

/** Common column names of each field, the API name first. */
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

/** A column of a file and its contact field, or null. */
export interface Column {
  readonly column: string
  readonly field: ContactField | null
}

export const contactFields = Object.keys(spellings) as ContactField[]

const fieldsByName = new Map(
  contactFields.flatMap((field) => spellings[field].map((name) => [nameOfColumn(name), field] as const)),
)

export const parseField = (text: string): ContactField | null => fieldsByName.get(nameOfColumn(text)) ?? null

/** The user's choice of a field for a column; null leaves the column out. */
export interface Choice {
  readonly column: string
  readonly field: ContactField | null
}

const columnLengthMax = 100

/** Column names are stored with the import and shown in its report. */
const boundName = (text: string) => text.trim().slice(0, columnLengthMax).toWellFormed().replaceAll('\0', '?')

/** Choices of the user come first. If several columns match a field, the first one is used. */
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

/** Whether every column and every field is chosen at most once. */
export function areClear(choices: readonly Choice[]): boolean {
  const fields = choices.flatMap(({ field }) => field ?? [])
  return (
    new Set(fields).size === fields.length &&
    new Set(choices.map(({ column }) => nameOfColumn(column))).size === choices.length
  )
}

/** Returns the first choice whose column is missing in the file. */
export function findUnknownChoice(header: readonly string[], choices: readonly Choice[]): Choice | null {
  const names = new Set(header.map(nameOfColumn))
  return choices.find(({ column }) => !names.has(nameOfColumn(column))) ?? null
}

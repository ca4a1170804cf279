import { nameOfColumn } from '../../engine/csv/index.ts'
import { textRules } from './parse.ts'
import type { ContactFields } from './rules.ts'

export type ContactField = keyof ContactFields

/** A column of a file, and which field of a contact it is; null when it is none. */
export interface Column {
  readonly column: string
  readonly field: ContactField | null
}

/** What people call the fields besides their names on the wire, as `nameOfColumn` writes it. */
const spellings: Readonly<Record<ContactField, readonly string[]>> = {
  phone: [
    ...['phone', 'phoneno', 'phonenumber', 'phone1', 'mobile', 'mobileno', 'mobilenumber', 'mobilephone', 'mobile1', 'msisdn', 'number', 'telephone'],
    ...['telephonenumber', 'tel', 'cell', 'cellno', 'cellnumber', 'cellphone', 'contactno', 'contactnumber', 'destaddr'],
  ],
  phone2: ['phone2', 'phonenumber2', 'mobile2', 'mobilenumber2', 'secondphone', 'secondmobile', 'otherphone', 'othermobile', 'alternativephone', 'altphone'],
  title: ['salutation', 'honorific', 'prefix'],
  firstName: ['givenname', 'forename', 'name', 'fullname'],
  lastName: ['surname', 'familyname'],
  gender: ['sex'],
  email: ['emailaddress', 'mail'],
  country: [],
  city: ['town'],
  area: ['region', 'district', 'ward'],
  birthDate: ['birthday', 'dateofbirth', 'born'],
}

const fields = Object.keys(spellings) as ContactField[]

/** What a field is called on the wire. */
function wireNames(field: ContactField): readonly string[] {
  if (field === 'phone') return ['mob_no']
  if (field === 'phone2') return ['mob_no2']
  return textRules[field].names.filter((name) => name !== undefined)
}

const fieldsByName = new Map(fields.flatMap((field) => [...wireNames(field), ...spellings[field]].map((name) => [nameOfColumn(name), field] as const)))

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
  return new Set(fields).size === fields.length && new Set(choices.map(({ column }) => nameOfColumn(column))).size === choices.length
}

/** The first choice for a column that the file does not have. */
export function findUnknownChoice(header: readonly string[], choices: readonly Choice[]): Choice | null {
  const names = new Set(header.map(nameOfColumn))
  return choices.find(({ column }) => !names.has(nameOfColumn(column))) ?? null
}

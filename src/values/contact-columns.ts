import { nameOfColumn } from './csv.ts'
import type { DecimalMark, FieldDefinition } from './custom-field.ts'

/** Maps columns of a CSV file to contact fields, for the server and for the import page. */

/** Common column names of each field in English, Swahili and French, the API name first. */
const spellings = {
  phone: `
    mob_no phone phoneno phonenumber phone1 mobile mobileno mobilenumber mobilephone mobile1 msisdn number telephone
    telephonenumber tel cell cellno cellnumber cellphone contactno contactnumber destaddr
    simu namba nambari nambayasimu nambariyasimu simuyamkononi
    téléphone portable numéro numero numérodetéléphone
  `,
  phone2: `
    mob_no2 phone2 phonenumber2 mobile2 mobilenumber2 secondphone secondmobile otherphone othermobile alternativephone
    altphone simu2 simuyapili téléphone2 telephone2
  `,
  title: 'title salutation honorific prefix',
  /** Both names in one cell. */
  fullName: 'full_name name jina jinakamili majina nomcomplet',
  firstName: 'first_name fname givenname forename jinalakwanza prénom prenom',
  lastName: 'last_name lname surname familyname jinalamwisho jinalaukoo nom nomdefamille',
  gender: 'gender sex jinsia sexe genre',
  email: 'email emailaddress mail baruapepe courriel adresseemail',
  country: 'address_country country nchi pays',
  city: 'address_city city town mji jiji ville',
  area: 'address_area area region district ward eneo mkoa wilaya kata quartier région',
  birthDate: 'dob birth_date birthday dateofbirth born tareheyakuzaliwa datedenaissance',
}

export type ContactField = keyof typeof spellings

/** Types of custom fields that an import can create. */
export const newFieldTypes = ['text', 'number', 'date'] as const
export type NewFieldType = (typeof newFieldTypes)[number]

/** The field that a column is imported into: one of every contact, a custom field by its key, or a new custom field. */
export type Target = ContactField | `fields.${string}` | `new:${NewFieldType}`

/** A column of a file and its field, or null. */
export interface Column {
  readonly column: string
  readonly field: Target | null
  /** How numbers in the column are written. Missing means a point. */
  readonly decimals?: DecimalMark
}

type CustomField = Pick<FieldDefinition, 'key' | 'name'>

/** Whether full names are split into first and last name, or kept as first name. */
export const nameChoices = ['split', 'keep'] as const
export type NameChoice = (typeof nameChoices)[number]

const fieldsByName = new Map(
  Object.entries(spellings).flatMap(([field, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [nameOfColumn(name), field as ContactField] as const),
  ),
)

export const parseField = (text: string): ContactField | null => fieldsByName.get(nameOfColumn(text)) ?? null

/** Reads the key or name of a custom field, which comes first, or the name of another field. */
export function parseTarget(text: string, custom: readonly CustomField[]): Target | null {
  const type = newFieldTypes.find((one) => text === `new:${one}`)
  if (type !== undefined) return `new:${type}`
  const found = findCustom(text, custom)
  return found === undefined ? parseField(text) : `fields.${found.key}`
}

/** An exact key is `fields.KEY`. Other texts must match the key or the name of one field, and only its. */
function findCustom(text: string, custom: readonly CustomField[]): CustomField | undefined {
  const key = /^fields\.(.*)$/s.exec(text.trim())?.[1]
  const exact = custom.find((one) => one.key === (key ?? text))
  if (exact !== undefined || key !== undefined) return exact
  const name = nameOfColumn(text)
  const matching = custom.filter((one) => nameOfColumn(one.key) === name || nameOfColumn(one.name) === name)
  return matching.length === 1 ? matching[0] : undefined
}

export const isNewField = (field: Target | null): field is `new:${NewFieldType}` => field?.startsWith('new:') === true

/** The user's choice of a field for a column; null leaves the column out. */
export type Choice = Column

const columnLengthMax = 100

/** Column names are stored with the import and shown in its report. */
const boundName = (text: string) => text.trim().slice(0, columnLengthMax).toWellFormed().replaceAll('\0', '?')

export interface MapOptions {
  readonly choices?: readonly Choice[]
  readonly custom?: readonly CustomField[]
  readonly names?: NameChoice
}

/** Choices of the user come first. If several columns match a field, the first one is used. */
export function mapColumns(header: readonly string[], options: MapOptions = {}): Column[] {
  const { choices = [], custom = [], names = 'keep' } = options
  const chosen = new Map(choices.map(({ column, field }) => [nameOfColumn(column), field]))
  const taken = new Set(chosen.values())
  const columns = header.map((text): Column => {
    const column = boundName(text)
    const name = nameOfColumn(text)
    const byHand = chosen.get(name)
    if (byHand !== undefined) {
      chosen.set(name, null)
      return { column, field: byHand }
    }
    const field = parseTarget(text, custom)
    if (field === null || isNewField(field) || taken.has(field)) return { column, field: null }
    taken.add(field)
    return { column, field }
  })
  // Next to another name, the column has the rest of the name.
  const isSplit = names === 'split' && !taken.has('lastName')
  const fullName = taken.has('firstName') ? null : isSplit ? 'fullName' : 'firstName'
  return columns.map(({ column, field }) => ({ column, field: field === 'fullName' ? fullName : field }))
}

/** Whether every column and every field is chosen at most once. */
export function areClear(choices: readonly Choice[]): boolean {
  const fields = choices.flatMap(({ field }) => (field === null || isNewField(field) ? [] : field))
  return (
    new Set(fields).size === fields.length &&
    new Set(choices.map(({ column }) => nameOfColumn(column))).size === choices.length
  )
}

/** Returns the first choice whose column is missing in the file. */
export function findUnknownChoice<One extends Pick<Choice, 'column'>>(
  header: readonly string[],
  choices: readonly One[],
): One | null {
  const names = new Set(header.map(nameOfColumn))
  return choices.find(({ column }) => !names.has(nameOfColumn(column))) ?? null
}

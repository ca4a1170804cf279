import { refuse } from '../../../values/refusal.ts'

/**
 * Refusals of an import in the console. Column names go into the detail and not the hint, because a header is limited
 * to ASCII.
 */

const badFile = (detail: string, hint: string) => refuse('invalid_file', { detail, hint })

export const tooManyColumns = (columnsMax: number) =>
  badFile(
    `The file has more than ${columnsMax.toLocaleString('en')} columns.`,
    'remove the columns that contacts do not need',
  )
export const numberColumnMissing = (columns: readonly string[]) =>
  refuse('phone_column_missing', {
    detail: `No column of the file has phone numbers: ${listOf(columns)}.`,
    hint: 'name the column mob_no, Phone or Mobile, or choose it with map=COLUMN:phone',
  })
export const columnUnknown = (column: string, columns: readonly string[]) =>
  badFile(
    `The file has no column ${JSON.stringify(column)}, but ${listOf(columns)}.`,
    'in map=COLUMN:FIELD and decimals=COLUMN:comma, write the column name exactly as in the first line of the file',
  )
export const badMapping = () =>
  badFile(
    'The parameter map is invalid.',
    'write map=COLUMN:FIELD, such as map=Simu:phone or map=Voucher:new:text, with each column and each field at most once; without a field, the column is ignored',
  )

export const badDecimals = () =>
  badFile(
    'The parameter decimals is invalid.',
    'write decimals=point or decimals=comma for all columns, or decimals=COLUMN:comma for one of them',
  )

const columnsShownMax = 20
const charactersShownMax = 40

function listOf(columns: readonly string[]): string {
  const shown = columns.slice(0, columnsShownMax).map((column) => JSON.stringify(shorten(column)))
  return [...shown, ...(columns.length > columnsShownMax ? ['…'] : [])].join(', ')
}

const shorten = (text: string) =>
  text.length > charactersShownMax ? `${text.slice(0, charactersShownMax).toWellFormed()}…` : text

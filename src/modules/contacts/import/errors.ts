import { Refusal } from '../../../values/refusal.ts'

/**
 * Refusals of an import in the console. Column names go into the message and not the hint, because a header is limited
 * to ASCII.
 */

const badFile = (message: string, hint: string) => new Refusal(400, 400, message, { hint, problem: 'invalid_file' })

export const importMissing = () =>
  new Refusal(404, 404, 'Import Not Found', {
    hint: 'list the imports with npx ngoma contacts imports, or on the Imports page of Contacts',
    problem: 'import_not_found',
  })
export const importEnded = () =>
  new Refusal(409, 409, 'The Import Has Already Ended', {
    hint: 'nothing is left to cancel: its report shows the result of each row',
    problem: 'import_ended',
  })
export const uploadCancelled = () =>
  new Refusal(409, 409, 'The Import Was Cancelled', {
    hint: 'a user cancelled the import during the upload: upload the file again',
    problem: 'import_cancelled',
  })
export const tooManyColumns = (columnsMax: number) =>
  badFile(
    `The File Has More Than ${columnsMax.toLocaleString('en')} Columns`,
    'remove the columns that contacts do not need',
  )
export const numberColumnMissing = (columns: readonly string[]) =>
  badFile(
    `No Phone Number Column Among ${listOf(columns)}`,
    'name the column mob_no, Phone or Mobile, or choose it with map=COLUMN:phone',
  )
export const columnUnknown = (column: string, columns: readonly string[]) =>
  badFile(
    `No Column ${JSON.stringify(column)} Among ${listOf(columns)}`,
    'in map=COLUMN:FIELD and decimals=COLUMN:comma, write the column name exactly as in the first line of the file',
  )
export const badMapping = () =>
  badFile(
    'Invalid Parameter: map',
    'write map=COLUMN:FIELD, such as map=Simu:phone or map=Voucher:new:text, with each column and each field at most once; without a field, the column is ignored',
  )

export const badDecimals = () =>
  badFile(
    'Invalid Parameter: decimals',
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

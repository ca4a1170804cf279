import { Refusal } from '../../values/refusal.ts'

/**
 * Refusals of an import, in the words of the console. Names of columns are anybody's, and so in the message: a header
 * takes ASCII only.
 */

const badFile = (message: string, hint: string) => new Refusal(400, 400, message, { hint })

export const importMissing = () =>
  new Refusal(404, 404, 'Import Not Found', {
    hint: 'npx ngoma contacts imports lists them, and so does the page of imports under Contacts',
  })
export const importEnded = () =>
  new Refusal(409, 409, 'The Import Has Ended Already', {
    hint: 'there is nothing left to cancel: its report says what became of each row',
  })
export const uploadCancelled = () =>
  new Refusal(409, 409, 'The Import Was Cancelled', {
    hint: 'somebody cancelled it while the file came: upload the file again',
  })
export const tooManyUploads = () =>
  new Refusal(429, 429, 'Too Many Uploads At Once', {
    headers: { 'Retry-After': '10' },
    hint: 'wait until one of them is finished',
  })

export const tooManyColumns = (columnsMax: number) =>
  badFile(
    `The File Has More Than ${columnsMax.toLocaleString('en')} Columns`,
    'leave out the columns that no contact needs',
  )
export const numberColumnMissing = (columns: readonly string[]) =>
  badFile(
    `No Column For The Number Among ${listOf(columns)}`,
    'call it mob_no, Phone or Mobile, or say which it is: map=COLUMN:mob_no',
  )
export const columnUnknown = (column: string, columns: readonly string[]) =>
  badFile(
    `No Column ${JSON.stringify(column)} Among ${listOf(columns)}`,
    'map=COLUMN:FIELD names a column as the first line of the file does',
  )
export const badMapping = () =>
  badFile(
    'Invalid Parameter: map',
    'map=COLUMN:FIELD, such as map=Simu:mob_no, each column and each field once; without a field the column is left out',
  )

const columnsShownMax = 20
const charactersShownMax = 40

function listOf(columns: readonly string[]): string {
  const shown = columns.slice(0, columnsShownMax).map((column) => JSON.stringify(shorten(column)))
  return [...shown, ...(columns.length > columnsShownMax ? ['…'] : [])].join(', ')
}

const shorten = (text: string) =>
  text.length > charactersShownMax ? `${text.slice(0, charactersShownMax).toWellFormed()}…` : text

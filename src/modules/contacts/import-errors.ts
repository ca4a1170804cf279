import { Refusal } from '../../values/refusal.ts'

/** Refusals of an import, in the words of the console. Names of columns are anybody's, and so in the message: a header takes ASCII only. */

const badFile = (message: string, hint?: string) => new Refusal(400, 400, message, hint === undefined ? {} : { hint })

export const importMissing = () => new Refusal(404, 404, 'Import Not Found')
export const importEnded = () => new Refusal(409, 409, 'The Import Has Ended Already')
export const uploadCancelled = () => new Refusal(409, 409, 'The Import Was Cancelled')
export const tooManyUploads = () =>
  new Refusal(429, 429, 'Too Many Uploads At Once', { headers: { 'Retry-After': '10' }, hint: 'wait until one of them is finished' })

export const fileEmpty = () => badFile('The File Is Empty', 'the first line names the columns')
export const fileUtf16 = () => badFile('The File Is UTF-16', 'save it as CSV in UTF-8')
export const fileSpreadsheet = () => badFile('The File Is A Spreadsheet', 'save it as CSV in UTF-8')
export const fileTooLarge = (bytesMax: number) => new Refusal(413, 413, `The File Is Larger Than ${bytesMax / 2 ** 20} MiB`, { hint: 'split it' })
export const tooManyRows = (rowsMax: number) => new Refusal(413, 413, `The File Has More Than ${rowsMax.toLocaleString('en')} Rows`, { hint: 'split it' })
export const tooManyColumns = (columnsMax: number) => badFile(`The File Has More Than ${columnsMax.toLocaleString('en')} Columns`)
export const rowTooLong = (row: number, charactersMax: number) =>
  badFile(`${nameOfRow(row)} Is Longer Than ${charactersMax.toLocaleString('en')} Characters`, 'perhaps a quote in it is never closed')
export const quoteOpen = (row: number) => badFile(`A Quote In ${nameOfRow(row)} Is Never Closed`)
export const numberColumnMissing = (columns: readonly string[]) =>
  badFile(`No Column For The Number Among ${listOf(columns)}`, 'call it mob_no, Phone or Mobile, or say which it is: map=COLUMN:mob_no')
export const columnUnknown = (column: string, columns: readonly string[]) => badFile(`No Column ${JSON.stringify(column)} Among ${listOf(columns)}`)
export const badMapping = () =>
  badFile('Invalid Parameter: map', 'map=COLUMN:FIELD, such as map=Simu:mob_no, each column and each field once; without a field the column is left out')
export const notUtf8 = () => new Refusal(415, 415, 'Unsupported Media Type', { hint: 'send the file as Content-Type: text/csv, in UTF-8 and not compressed' })

/** The row before the first is the one with the names of the columns. */
const nameOfRow = (row: number) => (row === 0 ? 'The Header' : `Row ${row}`)

const columnsShownMax = 20
const charactersShownMax = 40

function listOf(columns: readonly string[]): string {
  const shown = columns.slice(0, columnsShownMax).map((column) => JSON.stringify(shorten(column)))
  return [...shown, ...(columns.length > columnsShownMax ? ['…'] : [])].join(', ')
}

const shorten = (text: string) => (text.length > charactersShownMax ? `${text.slice(0, charactersShownMax).toWellFormed()}…` : text)

import { Refusal } from '../../values/refusal.ts'

/** Errors of an uploaded CSV file. */

const badFile = (message: string, hint: string) => new Refusal(400, 400, message, { hint, problem: 'invalid_file' })

export const fileEmpty = () => badFile('The File Is Empty', 'the first line must contain the column names')
export const fileWithoutRows = () => badFile('The File Has No Rows', 'add rows below the line with the column names')
export const fileUtf16 = () => badFile('The File Is UTF-16', 'save the file as CSV with UTF-8 encoding')
export const fileSpreadsheet = () => badFile('The File Is A Spreadsheet', 'save the file as CSV with UTF-8 encoding')
export const fileTooLarge = (bytesMax: number) =>
  new Refusal(413, 413, `The File Is Larger Than ${bytesMax / 2 ** 20} MiB`, {
    hint: 'split the file into smaller ones',
  })
export const tooManyRows = (rowsMax: number) =>
  new Refusal(413, 413, `The File Has More Than ${rowsMax.toLocaleString('en')} Rows`, {
    hint: 'split the file into smaller ones',
  })
export const rowTooLong = (row: number, charactersMax: number) =>
  badFile(
    `${nameOfRow(row)} Is Longer Than ${charactersMax.toLocaleString('en')} Characters`,
    'check for a missing closing quote',
  )
export const quoteOpen = (row: number) =>
  badFile(
    `A Quote In ${nameOfRow(row)} Is Never Closed`,
    'add the closing quote; write a quote inside a text as two quotes',
  )
export const notUtf8 = () =>
  new Refusal(415, 415, 'Unsupported Media Type', {
    hint: 'send the file uncompressed as Content-Type: text/csv in UTF-8',
  })

/** Row 0 is the header. */
const nameOfRow = (row: number) => (row === 0 ? 'The Header' : `Row ${row}`)

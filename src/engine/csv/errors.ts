import { Refusal } from '../../values/refusal.ts'

/** Refusals of a file, in the words of the console. */

const badFile = (message: string, hint: string) => new Refusal(400, 400, message, { hint })

export const fileEmpty = () => badFile('The File Is Empty', 'the first line names the columns')
export const fileWithoutRows = () =>
  badFile('The File Has No Rows', 'the first line names the columns, and each line after it is a row')
export const fileUtf16 = () => badFile('The File Is UTF-16', 'save it as CSV in UTF-8')
export const fileSpreadsheet = () => badFile('The File Is A Spreadsheet', 'save it as CSV in UTF-8')
export const fileTooLarge = (bytesMax: number) =>
  new Refusal(413, 413, `The File Is Larger Than ${bytesMax / 2 ** 20} MiB`, { hint: 'split it' })
export const tooManyRows = (rowsMax: number) =>
  new Refusal(413, 413, `The File Has More Than ${rowsMax.toLocaleString('en')} Rows`, { hint: 'split it' })
export const rowTooLong = (row: number, charactersMax: number) =>
  badFile(
    `${nameOfRow(row)} Is Longer Than ${charactersMax.toLocaleString('en')} Characters`,
    'perhaps a quote in it is never closed',
  )
export const quoteOpen = (row: number) =>
  badFile(`A Quote In ${nameOfRow(row)} Is Never Closed`, 'close it, or write a quote that belongs to the text twice')
export const notUtf8 = () =>
  new Refusal(415, 415, 'Unsupported Media Type', {
    hint: 'send the file as Content-Type: text/csv, in UTF-8 and not compressed',
  })

/** The row before the first is the one with the names of the columns. */
const nameOfRow = (row: number) => (row === 0 ? 'The Header' : `Row ${row}`)

import { refuse } from '../../values/refusal.ts'

/** Errors of an uploaded CSV file. */

const badFile = (detail: string, hint: string) => refuse('invalid_file', { detail, hint })

export const fileTooLarge = (bytesMax: number) =>
  refuse('body_too_large', {
    detail: `The file is larger than ${bytesMax / 2 ** 20} MiB.`,
    hint: 'split the file into smaller ones',
  })
export const tooManyRows = (rowsMax: number) =>
  refuse('body_too_large', {
    detail: `The file has more than ${rowsMax.toLocaleString('en')} rows.`,
    hint: 'split the file into smaller ones',
  })
export const rowTooLong = (row: number, charactersMax: number) =>
  badFile(
    `${nameOfRow(row)} is longer than ${charactersMax.toLocaleString('en')} characters.`,
    'check for a missing closing quote',
  )
export const quoteOpen = (row: number) =>
  badFile(
    `A quote in ${row === 0 ? 'the header' : `row ${row}`} is never closed.`,
    'add the closing quote; write a quote inside a text as two quotes',
  )
export const notUtf8 = () =>
  refuse('unsupported_media_type', {
    hint: 'send the file uncompressed as Content-Type: text/csv in UTF-8',
  })

/** Row 0 is the header. */
const nameOfRow = (row: number) => (row === 0 ? 'The header' : `Row ${row}`)

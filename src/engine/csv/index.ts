export { takeCsv, withCsvBody } from './body.ts'
export { fileEmpty, tooManyRows } from './errors.ts'
export { readCsv } from './read.ts'

export { takeCsv, withCsvBody } from './body.ts'
export { fileEmpty, fileWithoutRows, tooManyRows } from './errors.ts'
export { readCsv } from './read.ts'
export { createUploadLimit } from './upload-limit.ts'

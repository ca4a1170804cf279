export { createUploadLimit, takeCsv, withCsvBody } from './body.ts'
export { exportRows, type ListAfter, pagesOf, sendCsv, streamOf } from './export-rows.ts'
export { openPiece } from './piece.ts'
export { readCsv, tooManyRows } from './read.ts'

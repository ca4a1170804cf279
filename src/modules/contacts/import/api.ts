import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../api-route.ts'
import { imports } from '../../../contract/account/contact-routes.ts'
import { rowOutcomes, type UploadQuery } from '../../../contract/account/contacts.ts'
import { createUploadLimit, sendCsv, takeCsv, withCsvBody } from '../../../engine/csv/index.ts'
import type { Queryable } from '../../../engine/db/index.ts'
import { csvLine } from '../../../values/csv.ts'
import { readOneOf } from '../../../values/filters.ts'
import { mapItems, showList } from '../../../values/page.ts'
import { readPlace } from '../../../values/place.ts'
import { refuse } from '../../../values/refusal.ts'
import { toWireName } from '../../../values/wire-names.ts'
import { getBook } from '../books.ts'
import type { ContactsContext } from '../context.ts'
import type { Mapping } from './columns.ts'
import { previewImport } from './preview.ts'
import { findImport, type Import, listImports } from './store.ts'
import { listReportRows, listReportRowsAfter } from './store-rows.ts'
import { uploadImport } from './upload.ts'
import { cancelImport } from './work.ts'

/** Contact imports: upload, progress and report. */
export function importsApi(app: FastifyInstance, ctx: ContactsContext): void {
  app.register(async (room) => uploads(room, ctx))
  const { db } = ctx

  serve(app, imports.list, async ({ accountId, query }) => {
    const place = readPlace(query)
    const found = await listImports(db, accountId, place)
    return showList(mapItems(found, showImport))
  })

  serve(app, imports.get, async ({ accountId, id }) => showImport(await getImport(db, accountId, id('import'))))

  serve(app, imports.cancel, ({ accountId, id }) => cancelImport(ctx, accountId, id('import')))

  serve(app, imports.rows, async ({ accountId, id, query }) => {
    const place = readPlace(query)
    const outcome = readOneOf(query, 'outcome', rowOutcomes)
    const found = await getImport(db, accountId, id('import'))
    return showList(await listReportRows(db, accountId, found, outcome, place))
  })

  serve(app, imports.report, async ({ accountId, id, request, reply }) => {
    const found = await getImport(db, accountId, id('import'))
    return sendCsv(request, reply, `import-${found.id}`, () => Readable.from(writeReport(db, accountId, found.id)))
  })
}

function uploads(room: FastifyInstance, ctx: ContactsContext): void {
  const limited = createUploadLimit()
  takeCsv(room)
  serve(room, imports.create, async ({ accountId, id, query, request }) => {
    const { name = 'contacts.csv' } = query as UploadQuery
    const upload = {
      bookId: id('book'),
      fileName: name.toWellFormed().replaceAll('\0', ''),
      mapping: mappingOf(query as UploadQuery),
    }
    const uploaded = await limited(accountId, () =>
      withCsvBody(request, (source) => uploadImport(ctx, accountId, upload, source)),
    )
    request.auditDetail = { import: uploaded.id, file: uploaded.fileName, rows: uploaded.rowsTotal }
    return showImport(uploaded)
  })

  serve(room, imports.preview, async ({ accountId, id, query, request }) => {
    await getBook(ctx.db, accountId, id('book'))
    return limited(accountId, () =>
      withCsvBody(request, (source) => previewImport(ctx, accountId, mappingOf(query as UploadQuery), source)),
    )
  })
}

const mappingOf = ({ map = [], names = 'keep', decimals = [] }: UploadQuery): Mapping => ({
  map: [map].flat(),
  names,
  decimals: [decimals].flat(),
})

/** The fields of columns have their names in the API. */
const showImport = ({ columns, ...others }: Import) => ({
  ...others,
  columns: columns.map(({ column, field }) => ({ column, field: field === null ? null : toWireName(field) })),
})

async function getImport(db: Queryable, accountId: number, id: number): Promise<Import> {
  const found = await findImport(db, accountId, id)
  if (found === null) throw refuse('import_not_found')
  return found
}

const reportRowsAtOnce = 1_000

/** Streams the result of each row of an import. */
async function* writeReport(db: Queryable, accountId: number, importId: number): AsyncGenerator<string> {
  yield csvLine(['row', 'outcome', 'mob_no', 'why'])
  for (let last = 0; ; ) {
    const rows = await listReportRowsAfter(db, accountId, importId, last, reportRowsAtOnce)
    if (rows.length === 0) return
    yield rows.map(({ row, outcome, phone, why }) => csvLine([String(row), outcome, phone, why ?? ''])).join('')
    last = rows.at(-1)?.row ?? last
  }
}

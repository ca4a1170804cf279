import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../console-route.ts'
import { type RowOutcome, rowOutcomes, type UploadQuery } from '../../../contract/account/contacts.ts'
import { createUploadLimit, takeCsv, withCsvBody } from '../../../engine/csv/index.ts'
import type { Queryable } from '../../../engine/db/index.ts'
import { invalidParameter, readListPage, showList } from '../../../values/page.ts'
import { toWireName } from '../../../values/wire-names.ts'
import type { ContactsContext } from '../context.ts'
import { bookMissing } from '../errors.ts'
import { findBook } from '../store-books.ts'
import type { Mapping } from './columns.ts'
import { importMissing } from './errors.ts'
import { previewImport } from './preview.ts'
import { writeReport } from './report.ts'
import { findImport, type Import, listImports } from './store.ts'
import { listReportRows } from './store-rows.ts'
import { fileBytesMax, uploadImport } from './upload.ts'
import { cancelImport } from './work.ts'

/** Contact imports: upload, progress and report. */
export function importsConsole(app: FastifyInstance, ctx: ContactsContext): void {
  app.register(async (room) => uploads(room, ctx))
  const { db } = ctx

  serve(app, 'GET /v2/imports', { scope: 'contacts:read', may: 'viewer' }, async ({ accountId, query }) => {
    const page = readListPage(query)
    const { items, total } = await listImports(db, accountId, page)
    return showList({ items: items.map(showImport), total }, page)
  })

  serve(app, 'GET /v2/imports/:import', { scope: 'contacts:read', may: 'viewer' }, async ({ accountId, id }) =>
    showImport(await getImport(db, accountId, id('import'))),
  )

  serve(
    app,
    'DELETE /v2/imports/:import',
    { scope: 'contacts:write', may: 'member', does: 'contacts.import-cancel' },
    ({ accountId, id }) => cancelImport(ctx, accountId, id('import')),
  )

  serve(
    app,
    'GET /v2/imports/:import/rows',
    { scope: 'contacts:read', may: 'viewer', reads: 'contacts.read' },
    async ({ accountId, id, query }) => {
      const page = readListPage(query)
      const outcome = readOutcome(query.outcome)
      const found = await getImport(db, accountId, id('import'))
      return showList(await listReportRows(db, accountId, found, outcome, page), page)
    },
  )

  serve(
    app,
    'GET /v2/imports/:import/report',
    { scope: 'contacts:read', may: 'viewer', does: 'contacts.import-report' },
    async ({ accountId, id, request, reply }) => {
      const found = await getImport(db, accountId, id('import'))
      reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="import-${found.id}.csv"`)
      return reply.send(request.method === 'HEAD' ? '' : Readable.from(writeReport(db, accountId, found.id)))
    },
  )
}

function uploads(room: FastifyInstance, ctx: ContactsContext): void {
  const limited = createUploadLimit()
  takeCsv(room)
  serve(
    room,
    'POST /v2/books/:book/imports',
    {
      scope: 'contacts:write',
      may: 'member',
      does: 'contacts.import',
      streamsBody: true,
      bodyLimit: fileBytesMax,
      validatesQuery: true,
    },
    async ({ accountId, id, query, request }) => {
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
    },
  )

  serve(
    room,
    'POST /v2/books/:book/imports/preview',
    {
      scope: 'contacts:write',
      may: 'member',
      does: null,
      streamsBody: true,
      bodyLimit: fileBytesMax,
      validatesQuery: true,
    },
    async ({ accountId, id, query, request }) => {
      if ((await findBook(ctx.db, accountId, id('book'))) === null) throw bookMissing()
      return limited(accountId, () =>
        withCsvBody(request, (source) => previewImport(ctx, accountId, mappingOf(query as UploadQuery), source)),
      )
    },
  )
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

function readOutcome(value: unknown): RowOutcome | null {
  if (value === undefined || value === '') return null
  const outcome = rowOutcomes.find((one) => one === value)
  if (outcome === undefined) throw invalidParameter('outcome', `one of ${rowOutcomes.join(', ')}`)
  return outcome
}

async function getImport(db: Queryable, accountId: number, id: number): Promise<Import> {
  const found = await findImport(db, accountId, id)
  if (found === null) throw importMissing()
  return found
}

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { takeCsv, withCsvBody } from '../../engine/csv/index.ts'
import { consoleArea, idIn } from '../../engine/http/index.ts'
import { areClear, type Choice, parseField } from '../../values/contact-columns.ts'
import { invalidParameter, type Query, readPage, showPage } from '../../values/page.ts'
import type { ContactsContext } from './context.ts'
import { writeReport } from './csv-write.ts'
import { badMapping, importMissing, tooManyUploads } from './import-errors.ts'
import type { Outcome } from './import-rules.ts'
import { fileBytesMax, uploadImport } from './import-upload.ts'
import { cancelImport } from './import-work.ts'
import { findImport, type Import, listImports } from './store-import.ts'
import { listReportRows } from './store-import-rows.ts'

const area = consoleArea
const account = '/console/v1/accounts/:account'

/** Each holds a connection, and up to a megabyte of rows. */
const uploadsMax = 16
/** So that nobody takes all of them. */
const uploadsPerAccountMax = 2

const UploadQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 255 })),
  map: Type.Optional(
    Type.Union([Type.String({ maxLength: 1_000 }), Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 100 })]),
  ),
})

/** Files of contacts on their way into a book: their upload, how far they are, and what became of each row. */
export function importsConsole(app: FastifyInstance, ctx: ContactsContext): void {
  app.register(async (room) => uploads(room, ctx))

  app.get(`${account}/imports`, { config: { area, may: 'viewer' } }, async ({ accountId, query }) => {
    const page = readPage(query as Query)
    return showPage(await listImports(ctx.db, accountId ?? 0, page), page)
  })

  app.get(`${account}/imports/:import`, { config: { area, may: 'viewer' } }, (request) => getImport(ctx, request))

  app.delete(
    `${account}/imports/:import`,
    { config: { area, may: 'member', does: 'contacts.import-cancel' } },
    async (request, reply) => {
      await cancelImport(ctx, request.accountId ?? 0, idIn(request.params, 'import'))
      return reply.code(204).send()
    },
  )

  app.get(`${account}/imports/:import/rows`, { config: { area, may: 'viewer' } }, async (request) => {
    const query = request.query as Query
    const page = readPage(query)
    const outcome = readOutcome(query.outcome)
    return showPage(
      await listReportRows(ctx.db, request.accountId ?? 0, await getImport(ctx, request), outcome, page),
      page,
    )
  })

  app.get(`${account}/imports/:import/report`, { config: { area, may: 'viewer' } }, async (request, reply) => {
    const { id } = await getImport(ctx, request)
    reply.type('text/csv; charset=utf-8').header('Content-Disposition', `attachment; filename="import-${id}.csv"`)
    return reply.send(request.method === 'HEAD' ? '' : Readable.from(writeReport(ctx.db, request.accountId ?? 0, id)))
  })
}

function uploads(room: FastifyInstance, ctx: ContactsContext): void {
  /** The accounts of those under way. */
  const underWay: number[] = []
  takeCsv(room)
  const config = { area, may: 'member', does: 'contacts.import', bodyAsItComes: true } as const
  room.post(
    `${account}/books/:book/imports`,
    { config, bodyLimit: fileBytesMax, schema: { querystring: UploadQuery } },
    async (request, reply) => {
      const { name = 'contacts.csv', map = [] } = request.query as Static<typeof UploadQuery>
      const choices = [map].flat().map(readChoice)
      if (!areClear(choices)) throw badMapping()
      const accountId = request.accountId ?? 0
      if (underWay.length >= uploadsMax || underWay.filter((one) => one === accountId).length >= uploadsPerAccountMax)
        throw tooManyUploads()
      underWay.push(accountId)
      try {
        const upload = {
          bookId: idIn(request.params, 'book'),
          fileName: name.toWellFormed().replaceAll('\0', ''),
          choices,
        }
        const uploaded = await withCsvBody(request, (source) => uploadImport(ctx, accountId, upload, source))
        request.auditDetail = { import: uploaded.id, file: uploaded.fileName, rows: uploaded.rowsTotal }
        return reply.code(202).send(uploaded)
      } finally {
        underWay.splice(underWay.indexOf(accountId), 1)
      }
    },
  )
}

/** `Column:field`, and only the last colon parts them. Without a field the column is left out. */
function readChoice(text: string): Choice {
  const end = text.lastIndexOf(':')
  const name = text.slice(end + 1)
  const field = name === '' ? null : parseField(name)
  if (end === -1 || (name !== '' && field === null)) throw badMapping()
  return { column: text.slice(0, end), field }
}

const outcomes: readonly Outcome[] = ['added', 'updated', 'invalid']

function readOutcome(value: unknown): Outcome | null {
  if (value === undefined || value === '') return null
  const outcome = outcomes.find((one) => one === value)
  if (outcome === undefined) throw invalidParameter('outcome', `one of ${outcomes.join(', ')}`)
  return outcome
}

async function getImport(ctx: ContactsContext, request: FastifyRequest): Promise<Import> {
  const found = await findImport(ctx.db, request.accountId ?? 0, idIn(request.params, 'import'))
  if (found === null) throw importMissing()
  return found
}

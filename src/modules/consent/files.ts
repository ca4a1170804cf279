import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withCsvBody } from '../../engine/csv/index.ts'
import type { Imported } from './import-rows.ts'

/** Imports the uploaded file. The audit log gets the counts, without numbers. */
export async function importFile(
  request: FastifyRequest,
  read: (source: Readable) => Promise<Imported>,
): Promise<Imported> {
  const imported = await withCsvBody(request, read)
  const { rows, added, existing, invalid } = imported
  request.auditDetail = { rows, added, existing, invalid }
  return imported
}

/** A HEAD request would leave the stream unread. */
export const sendFile = (request: FastifyRequest, reply: FastifyReply, name: string, open: () => Readable) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}.csv"`)
    .send(request.method === 'HEAD' ? '' : open())

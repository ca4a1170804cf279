import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../values/refusal.ts'

/**
 * Lets the routes of a Fastify scope receive CSV as a stream. Use a separate scope, because other routes must reject
 * it.
 */
export function takeCsv(scope: FastifyInstance): void {
  scope.addContentTypeParser('text/csv', (request, body, done) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
    const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? 'utf-8'
    const isUtf8 = encoding === 'identity' && /^(utf-?8|us-ascii)$/i.test(charset)
    const hint = 'send the file uncompressed as Content-Type: text/csv in UTF-8'
    done(isUtf8 ? null : refuse('unsupported_media_type', { hint }), body)
  })
}

/** Passes the uploaded file to `read`, or an empty stream when there is no body. */
export async function withCsvBody<T>({ body }: FastifyRequest, read: (source: Readable) => Promise<T>): Promise<T> {
  const source = body instanceof Readable ? body : Readable.from([])
  try {
    return await read(source)
  } finally {
    // A client that is rejected early may still be sending, and reads the response only afterwards.
    source.resume()
  }
}

/** Each upload holds a connection and up to a megabyte of rows. */
const uploadsMax = 16
/** Keeps one account from using all uploads. */
const uploadsPerAccountMax = 2

/** Limits the uploads that run at the same time. The account is null for uploads of operators. */
export function createUploadLimit() {
  const running: (number | null)[] = []
  return async function limited<T>(accountId: number | null, upload: () => Promise<T>): Promise<T> {
    if (running.length >= uploadsMax || running.filter((one) => one === accountId).length >= uploadsPerAccountMax)
      throw refuse('too_many_uploads', { headers: { 'Retry-After': '10' } })
    running.push(accountId)
    try {
      return await upload()
    } finally {
      running.splice(running.indexOf(accountId), 1)
    }
  }
}

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notUtf8 } from './errors.ts'

/** Lets the routes of a room take files as they come. In a room of their own: no other route takes such a body. */
export function takeCsv(room: FastifyInstance): void {
  room.addContentTypeParser('text/csv', (request, body, done) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
    const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? 'utf-8'
    done(encoding === 'identity' && /^(utf-?8|us-ascii)$/i.test(charset) ? null : notUtf8(), body)
  })
}

/** Reads the file of such a request; without one it is empty. */
export async function withCsvBody<T>({ body }: FastifyRequest, read: (source: Readable) => Promise<T>): Promise<T> {
  const source = body instanceof Readable ? body : Readable.from([])
  try {
    return await read(source)
  } finally {
    // Who is refused half-way may still be sending, and reads the answer only afterwards.
    source.resume()
  }
}

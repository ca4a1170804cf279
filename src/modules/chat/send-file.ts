import type { FastifyReply } from 'fastify'
import type { MediaFile } from './open-media.ts'

/** Streams a file of a person, as fast as the client reads it. */
export const sendFile = (reply: FastifyReply, file: MediaFile): FastifyReply =>
  reply.headers(headersOf(file)).send(file.body)

/** The file is never shown as a page of this server, whatever its content. */
const headersOf = ({ mimeType, filename }: MediaFile): Readonly<Record<string, string>> => ({
  'content-type': mimeType.split(';')[0]?.trim() ?? '',
  'content-disposition': dispositionOf(filename),
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
})

function dispositionOf(filename: string | null): string {
  if (filename === null) return 'attachment'
  const plain = filename.replace(/[^\w .-]/g, '_').slice(0, 100)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(filename).replaceAll("'", '%27')}`
}

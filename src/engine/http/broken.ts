import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { lingerAndClose } from './lingering.ts'

export const headerBytesMax = 16_384

export const answerSlowBody = ({ socket }: { readonly socket: Socket }) =>
  answerBrokenRequest(
    Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  )

type Answer = readonly [status: number, text: string, hint: string]

const answers: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    `the headers of a request have at most ${headerBytesMax / 1_024} KiB together`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'Request Timeout',
    'a request has to come whole within a minute: send less at once, or over a better line',
  ],
}

const noRequest: Answer = [
  400,
  'Bad Request',
  'what came is no request of HTTP/1.1: look for odd characters in its first line and its headers',
]

/** What is too broken to be a request gets an answer all the same, written straight to the socket. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // The connection was already answered; ignore later errors.
  if (socket.writableEnded) return
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const [status, text, hint] = answers[error.code ?? ''] ?? noRequest
  const body = JSON.stringify({ code: status, message: text })
  const head = [
    `HTTP/1.1 ${status} ${text}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${randomUUID()}`,
    'X-Content-Type-Options: nosniff',
    `Ngoma-Hint: ${hint}`,
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  lingerAndClose(socket)
}

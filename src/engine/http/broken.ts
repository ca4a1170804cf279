import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { lingerAndClose } from './lingering.ts'

export const headerBytesMax = 16_384

export const answerSlowBody = ({ socket }: { readonly socket: Socket }) =>
  answerBrokenRequest(
    Object.assign(new Error('the body arrived too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  )

type Answer = readonly [status: number, text: string, hint: string]

const answers: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    `the request headers can be at most ${headerBytesMax / 1_024} KiB in total`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'Request Timeout',
    'a complete request must arrive within one minute: send a smaller body, or use a faster connection',
  ],
}

const noRequest: Answer = [
  400,
  'Bad Request',
  'this is not a valid HTTP/1.1 request: check the request line and the headers for invalid characters',
]

/** Writes the response directly to the socket, because Node could not parse a request. */
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

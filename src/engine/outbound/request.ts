import { isFieldName, isFieldValue } from './fields.ts'
import { OutboundProblem } from './problem.ts'
import type { Target } from './target.ts'

export interface OutboundRequest {
  readonly url: string
  /** POST by default when there is a body, otherwise GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole request, including DNS, TLS and the response body. */
  readonly timeoutMs?: number
  /** Maximum size of the returned text. */
  readonly answerBytesMax?: number
  /** `send` throws its reason when it is aborted. */
  readonly signal?: AbortSignal
}

/** A request as it is written. */
export interface EncodedRequest {
  /** Text is Latin-1. */
  readonly bytes: string | Buffer
  /** The connection must be closed after the response. */
  readonly closes: boolean
}

const hopHeaders = /^(?:transfer-encoding|keep-alive|upgrade|expect)$/i

/** Throws OutboundProblem for headers that would change where the request goes or where it ends. */
export function encodeRequest({ authority, path }: Target, request: OutboundRequest): EncodedRequest {
  const { headers, body = '' } = request
  const method = request.method ?? (request.body === undefined ? 'GET' : 'POST')
  const length = Buffer.byteLength(body)
  const expectsBody = method !== 'GET' && method !== 'DELETE'
  // Servers that do not expect a body may take it for the next request.
  let closes = length > 0 && !expectsBody
  let fields = ''
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value === undefined) continue
    if (!isFieldName(name) || !isFieldValue(value) || hopHeaders.test(name)) throw invalidHeader()
    const kind = name.length === 4 || name.length === 10 || name.length === 14 ? name.toLowerCase() : ''
    if (kind === 'host') throw new OutboundProblem('refused', 'the Host header cannot be set')
    if (kind === 'content-length') {
      if (value !== String(length)) throw invalidHeader()
    } else if (kind === 'connection') closes ||= /\bclose\b/i.test(value)
    else fields += `${name}: ${value}\r\n`
  }
  if (length > 0 || expectsBody) fields += `content-length: ${length}\r\n`
  const connection = closes ? 'close' : 'keep-alive'
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${authority}\r\nconnection: ${connection}\r\n${fields}\r\n`
  // Text in ASCII needs no buffer.
  if (length === body.length) return { bytes: head + body, closes }
  const bytes = Buffer.allocUnsafe(head.length + length)
  bytes.write(head, 'latin1')
  bytes.write(body, head.length)
  return { bytes, closes }
}

const invalidHeader = () => new OutboundProblem('refused', 'the request has an invalid header')

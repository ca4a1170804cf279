import { type Fields, parseFields } from './fields.ts'

/** For the status line and all headers, and for the trailers. */
const headBytesMax = 16_384
const chunkLineBytesMax = 256
/** Informational responses before the final one. */
const informationalMax = 16

const httpVersion = 'HTTP/1.'
const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/
/** Up to 48 bits, followed by an extension that is ignored. */
const chunkLine = /^([0-9a-f]{1,12})(?:;[\t\x20-\x7e\x80-\xff]*)?$/i
const closeOption = /(?:^|,)[ \t]*close[ \t]*(?:,|$)/i
const keepAliveOption = /(?:^|,)[ \t]*keep-alive[ \t]*(?:,|$)/i

type Phase = 'head' | 'length' | 'until close' | 'chunk line' | 'chunk' | 'chunk end' | 'trailers'

/**
 * Reads one HTTP/1.1 response, in pieces of any size. Strict: a response whose length is ambiguous is invalid, because
 * its end could be taken for the response to the next request.
 */
export class AnswerReader {
  state: 'reading' | 'done' | 'invalid' | 'too long' = 'reading'
  /** Zero until the final headers are complete. */
  status = 0
  headers: Fields = {}
  /** Whether another request may follow on the connection. */
  isReusable = false
  readonly #onBody: (bytes: Buffer) => void
  #phase: Phase = 'head'
  /** The part of a head, line or trailer read so far. */
  #text = ''
  /** Bytes missing in the body or chunk. */
  #left = 0
  #informational = 0

  /** `onBody` must copy the bytes that it keeps. */
  constructor(onBody: (bytes: Buffer) => void) {
    this.#onBody = onBody
  }

  read(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length && this.state === 'reading') at = this.#step(bytes, at)
    // No request asked for these bytes.
    if (at < bytes.length) this.isReusable = false
  }

  /** The server closed the connection. Completes a response without a length. */
  end(): void {
    if (this.state === 'reading' && this.#phase === 'until close') this.state = 'done'
  }

  /** Reads one element, and returns the position after it. */
  #step(bytes: Buffer, at: number): number {
    switch (this.#phase) {
      case 'head':
        return this.#gather(bytes, at, '\r\n\r\n', headBytesMax, this.#onHead)
      case 'until close':
        this.#onBody(at === 0 ? bytes : bytes.subarray(at))
        return bytes.length
      case 'length':
      case 'chunk': {
        const to = Math.min(bytes.length, at + this.#left)
        this.#left -= to - at
        this.#onBody(bytes.subarray(at, to))
        if (this.#left === 0) {
          if (this.#phase === 'chunk') this.#phase = 'chunk end'
          else this.state = 'done'
        }
        return to
      }
      case 'chunk end':
        return this.#gather(bytes, at, '\r\n', 2, this.#onChunkEnd)
      case 'chunk line':
        return this.#gather(bytes, at, '\r\n', chunkLineBytesMax, this.#onChunkLine)
      case 'trailers':
        return this.#gather(bytes, at, '\r\n\r\n', headBytesMax, this.#onTrailers)
    }
  }

  /** Collects text up to `end`, and passes it on without `end`. Both must fit into `bytesMax`. */
  #gather(bytes: Buffer, at: number, end: string, bytesMax: number, onText: (text: string) => void): number {
    const earlier = this.#text.length
    const text = this.#text + bytes.toString('latin1', at, at + bytesMax - earlier)
    const found = text.indexOf(end, Math.max(0, earlier - end.length + 1))
    if (this.#phase === 'head' && !text.startsWith(httpVersion.slice(0, text.length))) this.state = 'invalid'
    else if (found !== -1) {
      this.#text = ''
      onText.call(this, text.slice(0, found))
      return at + found + end.length - earlier
    } else if (text.length >= bytesMax) this.state = this.#phase === 'head' ? 'too long' : 'invalid'
    this.#text = text
    return at + text.length - earlier
  }

  #onHead(text: string): void {
    const lineEnd = text.indexOf('\r\n')
    const line = statusLine.exec(lineEnd === -1 ? text : text.slice(0, lineEnd))
    const fields = parseFields(lineEnd === -1 ? '' : text.slice(lineEnd + 2))
    if (line === null || fields === null) {
      this.state = 'invalid'
      return
    }
    const status = Number(line[2])
    if (status < 200) {
      this.#informational += 1
      // No request asks for another protocol.
      if (status === 101 || this.#informational > informationalMax) this.state = 'invalid'
      return
    }
    if (!this.#setLength(status, fields)) {
      this.state = 'invalid'
      return
    }
    this.status = status
    this.headers = fields
    const { connection = '' } = fields
    const isOffered =
      line[1] === '1'
        ? !closeOption.test(connection)
        : keepAliveOption.test(connection) && fields['transfer-encoding'] === undefined
    this.isReusable = isOffered && this.#phase !== 'until close'
  }

  /** Returns false when the end of the body is ambiguous. */
  #setLength(status: number, fields: Fields): boolean {
    const { 'content-length': length, 'transfer-encoding': encoding } = fields
    if (length !== undefined && (encoding !== undefined || !/^\d{1,15}$/.test(length))) return false
    if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') return false
    if (status === 204 || status === 304) this.state = 'done'
    else if (encoding !== undefined) this.#phase = 'chunk line'
    else if (length === undefined) this.#phase = 'until close'
    else {
      this.#phase = 'length'
      this.#left = Number(length)
      if (this.#left === 0) this.state = 'done'
    }
    return true
  }

  #onChunkLine(text: string): void {
    const size = chunkLine.exec(text)?.[1]
    if (size === undefined) {
      this.state = 'invalid'
      return
    }
    this.#left = Number.parseInt(size, 16)
    this.#phase = this.#left === 0 ? 'trailers' : 'chunk'
    // The line break belongs to the trailers, so that they end with an empty line also when there are none.
    if (this.#left === 0) this.#text = '\r\n'
  }

  #onChunkEnd(): void {
    this.#phase = 'chunk line'
  }

  #onTrailers(text: string): void {
    this.state = parseFields(text.slice(2)) === null ? 'invalid' : 'done'
  }
}

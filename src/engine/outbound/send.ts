import type { Client, Dispatcher } from 'undici'
import type { Clients } from './clients.ts'
import { OutboundProblem, problemOf } from './problem.ts'
import type { Target } from './target.ts'

export interface OutboundRequest {
  readonly url: string
  /** POST by default when there is a body, otherwise GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole request, including DNS, TLS and the response body. */
  readonly timeoutMs?: number
  readonly answerBytesMax?: number
  /** `send` throws its reason when it is aborted. */
  readonly signal?: AbortSignal
}

/** Header fields by lower-case name; repeated values are joined. */
export type Fields = Readonly<Record<string, string>>

export interface OutboundAnswer {
  readonly status: number
  readonly headers: Fields
  /** At most `answerBytesMax` bytes of whole characters. Invalid UTF-8 is replaced and NUL removed. */
  readonly text: string
  readonly isCut: boolean
}

const defaultTimeoutMs = 15_000
const defaultAnswerBytesMax = 2_048
/** A response up to this size is read completely to reuse the connection. For a longer one the connection is closed. */
const readBytesMax = 65_536
/** A server may respond before it has read a longer request, whose rest would be in the way of the next one. */
const reusedBodyMax = 65_536
/** Never shown, because the caller already has a result. */
export const noLongerWanted = new OutboundProblem('connection', 'the response is no longer needed')

const expectsBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** Sends one request. A request that was written is never sent again. */
export function sendRequest(clients: Clients, target: Target, request: OutboundRequest): Promise<OutboundAnswer> {
  // undici would verify the certificate against this header instead of the URL.
  for (const name in request.headers)
    if (name.length === 4 && name.toLowerCase() === 'host')
      throw new OutboundProblem('refused', 'the Host header cannot be set')
  return new Promise((resolve, reject) => {
    clients.schedule(new Exchange(clients, target, request, { resolve, reject }))
  })
}

interface Outcome {
  resolve(answer: OutboundAnswer): void
  reject(reason: unknown): void
}

/** One request and its response. Ends once. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #clients: Clients
  readonly #target: Target
  readonly #request: OutboundRequest
  readonly #outcome: Outcome
  readonly #answerBytesMax: number
  readonly #timer: NodeJS.Timeout
  #client: Client | null = null
  /** Set when the request is written. */
  #controller: Dispatcher.DispatchController | null = null
  #isOver = false
  #status = 0
  #fields: Fields = {}
  #bytesRead = 0
  readonly #kept: Buffer[] = []

  constructor(clients: Clients, target: Target, request: OutboundRequest, outcome: Outcome) {
    const { timeoutMs = defaultTimeoutMs, answerBytesMax = defaultAnswerBytesMax, signal } = request
    this.#clients = clients
    this.#target = target
    this.#request = request
    this.#outcome = outcome
    this.#answerBytesMax = answerBytesMax
    this.#timer = setTimeout(this.#onTimeout, timeoutMs, timeoutMs)
    signal?.addEventListener('abort', this.#onAbort)
  }

  dispatch(): void {
    if (this.#isOver) return
    const { headers, body = null } = this.#request
    const method = this.#request.method ?? (body === null ? 'GET' : 'POST')
    // Servers that do not expect a body may take it for the next request.
    const reset = body !== null && (body.length > reusedBodyMax || (body !== '' && !expectsBody.has(method)))
    this.#client = this.#clients.take(this.#target.origin)
    this.#client.dispatch({ path: this.#target.path, method, headers, body, ...(reset && { reset }) }, this)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It could not be aborted while it waited for a connection.
    if (this.#isOver) controller.abort(noLongerWanted)
  }

  onResponseStart(_: unknown, status: number, headers: NodeJS.Dict<string | string[]>): void {
    if (status < 200) return
    this.#status = status
    this.#fields = joinValues(headers)
  }

  onResponseData(controller: Dispatcher.DispatchController, bytes: Buffer): void {
    if (this.#bytesRead <= this.#answerBytesMax) this.#kept.push(bytes)
    this.#bytesRead += bytes.length
    if (this.#bytesRead <= readBytesMax) return
    this.#answer()
    controller.abort(noLongerWanted)
  }

  onResponseEnd(): void {
    if (this.#client !== null) this.#clients.release(this.#target.origin, this.#client)
    this.#answer()
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#client !== null) this.#clients.drop(this.#client)
    if (this.#isOver) return
    // The server has reset the idle connection, so nothing was sent.
    if (this.#controller === null && 'syscall' in error) this.dispatch()
    else this.#fail(problemOf(error))
  }

  #answer(): void {
    this.#finish()
    const [first] = this.#kept
    const bytes = this.#kept.length === 1 && first !== undefined ? first : Buffer.concat(this.#kept)
    this.#outcome.resolve({ status: this.#status, headers: this.#fields, ...readText(bytes, this.#answerBytesMax) })
  }

  #fail({ kind, message, stage }: OutboundProblem): void {
    // The rest of a truncated response is only read to reuse the connection, so errors in it do not matter.
    if (this.#bytesRead > this.#answerBytesMax) {
      this.#answer()
      return
    }
    this.#finish()
    const reached = this.#controller === null ? 'connecting' : 'sent'
    const isAnswered = this.#status > 0 || stage === 'answering'
    this.#outcome.reject(new OutboundProblem(kind, message, isAnswered ? 'answering' : reached))
  }

  #finish(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#request.signal?.removeEventListener('abort', this.#onAbort)
  }

  readonly #onTimeout = (timeoutMs: number) => {
    this.#fail(new OutboundProblem('timeout', `no complete response within ${timeoutMs / 1_000} seconds`))
    this.#controller?.abort(noLongerWanted)
  }

  readonly #onAbort = () => {
    this.#finish()
    this.#outcome.reject(this.#request.signal?.reason)
    this.#controller?.abort(noLongerWanted)
  }
}

/** Joins in place. */
export function joinValues(headers: NodeJS.Dict<string | string[]>): Fields {
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'object') headers[name] = value.join(', ')
  }
  return headers as Fields
}

/**
 * Decodes the beginning of a response: at most `bytesMax` bytes of UTF-8, whole characters, and without NUL, which
 * PostgreSQL cannot store.
 */
export function readText(bytes: Buffer, bytesMax: number): { readonly text: string; readonly isCut: boolean } {
  const text = decode(bytes, bytesMax).replaceAll('\0', '')
  // An invalid byte is replaced by a character of three bytes.
  const grown = Buffer.byteLength(text) > bytesMax
  return { text: grown ? decode(Buffer.from(text), bytesMax) : text, isCut: grown || bytes.length > bytesMax }
}

function decode(bytes: Buffer, bytesMax: number): string {
  if (bytes.length <= bytesMax) return bytes.toString('utf8')
  // In stream mode an incomplete character at the end is omitted instead of replaced.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, bytesMax), { stream: true })
}

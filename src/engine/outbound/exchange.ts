import { AnswerReader } from './answer.ts'
import type { Fields } from './fields.ts'
import { type Cause, longHeaders, notHttp, OutboundProblem } from './problem.ts'
import { type EncodedRequest, encodeRequest, type OutboundRequest } from './request.ts'
import type { Target } from './target.ts'
import { readText } from './text.ts'

export interface OutboundAnswer {
  readonly status: number
  readonly headers: Fields
  /** At most `answerBytesMax` bytes of whole characters. Invalid UTF-8 is replaced and NUL removed. */
  readonly text: string
  readonly isCut: boolean
}

export interface Outcome {
  resolve(answer: OutboundAnswer): void
  reject(reason: unknown): void
}

const defaultTimeoutMs = 15_000
const defaultAnswerBytesMax = 2_048
/** A response up to this size is read completely to reuse the connection. For a longer one the connection is closed. */
const readBytesMax = 65_536

/** One request and its response. Ends once. */
export class Exchange {
  readonly target: Target
  isOver = false
  /** Called when the exchange ends before its response. */
  onCancel: (() => void) | null = null
  readonly #encoded: EncodedRequest
  readonly #outcome: Outcome
  readonly #answerBytesMax: number
  readonly #signal: AbortSignal | undefined
  readonly #timer: NodeJS.Timeout
  readonly #reader = new AnswerReader((bytes) => this.#keep(bytes))
  readonly #kept: Buffer[] = []
  #bytesRead = 0
  #isSent = false

  /** Throws OutboundProblem for invalid headers. */
  constructor(target: Target, request: OutboundRequest, outcome: Outcome) {
    const { timeoutMs = defaultTimeoutMs, answerBytesMax = defaultAnswerBytesMax, signal } = request
    this.target = target
    this.#encoded = encodeRequest(target, request)
    this.#outcome = outcome
    this.#answerBytesMax = answerBytesMax
    this.#signal = signal
    signal?.addEventListener('abort', this.#onAbort)
    this.#timer = setTimeout(this.#onTimeout, timeoutMs, timeoutMs)
  }

  /** Returns the bytes to write. From then on the request may have arrived, and is never sent again. */
  begin(): string | Buffer {
    this.#isSent = true
    return this.#encoded.bytes
  }

  read(bytes: Buffer): void {
    this.#reader.read(bytes)
    if (!this.isOver) this.#settle()
  }

  /** The server closed the connection, which completes a response without a length. */
  end(): void {
    this.#reader.end()
    if (!this.isOver) this.#settle()
  }

  fail([kind, message]: Cause): void {
    if (this.isOver) return
    // The rest of a truncated response is only read to reuse the connection, so errors in it do not matter.
    if (this.#bytesRead > this.#answerBytesMax) {
      this.#answer()
      return
    }
    this.#finish()
    const { status, state } = this.#reader
    const stage = status > 0 || state !== 'reading' ? 'answering' : this.#isSent ? 'sent' : 'connecting'
    this.#outcome.reject(new OutboundProblem(kind, message, stage))
  }

  /** How long the connection may wait for another request: null when it must be closed. */
  idleMs(usual: number, longest: number): number | null {
    const { isReusable, state, headers } = this.#reader
    if (!isReusable || state !== 'done' || this.#encoded.closes) return null
    const announced = /timeout=(\d+)/.exec(headers['keep-alive'] ?? '')?.[1]
    if (announced === undefined) return usual
    const idleMs = Math.min(Number(announced) * 1_000 - closingMarginMs, longest)
    return idleMs > 0 ? idleMs : null
  }

  #settle(): void {
    const { state } = this.#reader
    if (state === 'done') this.#answer()
    else if (state === 'invalid') this.fail(notHttp)
    else if (state === 'too long') this.fail(longHeaders)
  }

  #keep(bytes: Buffer): void {
    if (this.isOver) return
    if (this.#bytesRead <= this.#answerBytesMax) this.#kept.push(Buffer.from(bytes))
    this.#bytesRead += bytes.length
    if (this.#bytesRead > readBytesMax) this.#answer()
  }

  #answer(): void {
    this.#finish()
    const [first] = this.#kept
    const bytes = this.#kept.length === 1 && first !== undefined ? first : Buffer.concat(this.#kept)
    const { status, headers } = this.#reader
    this.#outcome.resolve({ status, headers, ...readText(bytes, this.#answerBytesMax) })
  }

  #finish(): void {
    this.isOver = true
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#onAbort)
  }

  readonly #onTimeout = (timeoutMs: number) => {
    this.fail(['timeout', `no complete response within ${timeoutMs / 1_000} seconds`])
    this.onCancel?.()
  }

  readonly #onAbort = () => {
    this.#finish()
    this.#outcome.reject(this.#signal?.reason)
    this.onCancel?.()
  }
}

/** A connection is closed this long before the server does it, so that no request meets its closing. */
const closingMarginMs = 2_000

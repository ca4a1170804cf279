import type { Dispatcher } from 'undici'
import { OutboundProblem, problemOf } from './problem.ts'
import type { Target } from './target.ts'
import { readText } from './text.ts'

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

export interface OutboundAnswer {
  readonly status: number
  /** Lower-case names; repeated values are joined. */
  readonly headers: Readonly<Record<string, string>>
  /** At most `answerBytesMax` bytes of whole characters. Invalid UTF-8 is replaced and NUL removed. */
  readonly text: string
  readonly isCut: boolean
}

const defaultTimeoutMs = 15_000
const defaultAnswerBytesMax = 2_048
/** A response up to this size is read completely to reuse the connection. For a longer one the connection is closed. */
const readBytesMax = 65_536
/** Never shown, because the caller already has a result. */
const noLongerWanted = new OutboundProblem('connection', 'the response is no longer needed')

/** Sends one request. Resolves for any status and does not follow redirects. */
export function dispatch(
  dispatcher: Dispatcher,
  { origin, path }: Target,
  request: OutboundRequest,
): Promise<OutboundAnswer> {
  const { headers, body, timeoutMs = defaultTimeoutMs, answerBytesMax = defaultAnswerBytesMax, signal } = request
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    let controller: Dispatcher.DispatchController | undefined
    let isOver = false
    let status = 0
    let answerHeaders: Readonly<Record<string, string>> = {}
    let bytesRead = 0
    const kept: Buffer[] = []

    const finish = () => {
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const answer = () => {
      finish()
      const bytes = kept.length === 1 && kept[0] !== undefined ? kept[0] : Buffer.concat(kept)
      resolve({ status, headers: answerHeaders, ...readText(bytes, answerBytesMax) })
    }
    /** The rest of a truncated response is only read to reuse the connection, so errors in it do not matter. */
    const fail = (problem: () => OutboundProblem) => {
      if (bytesRead > answerBytesMax) return answer()
      finish()
      const { kind, message, stage } = problem()
      const reached = controller === undefined ? 'connecting' : 'sent'
      reject(new OutboundProblem(kind, message, status > 0 || stage === 'answering' ? 'answering' : reached))
    }
    const onTimeout = () => {
      fail(() => new OutboundProblem('timeout', `no complete response within ${timeoutMs / 1_000} seconds`))
      controller?.abort(noLongerWanted)
    }
    const onAbort = () => {
      finish()
      reject(signal?.reason)
      controller?.abort(noLongerWanted)
    }
    const timer = setTimeout(onTimeout, timeoutMs)
    signal?.addEventListener('abort', onAbort)

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started
        // It could not be aborted while it waited for a connection.
        if (isOver) started.abort(noLongerWanted)
      },
      onResponseStart(_, code, received) {
        if (code < 200) return
        status = code
        answerHeaders = joinValues(received)
      },
      onResponseData(started, chunk) {
        if (bytesRead <= answerBytesMax) kept.push(chunk)
        bytesRead += chunk.length
        if (bytesRead <= readBytesMax) return
        answer()
        started.abort(noLongerWanted)
      },
      onResponseEnd: answer,
      onResponseError(_, error) {
        if (!isOver) fail(() => problemOf(error))
      },
    }
    // undici's timeouts would cost two more timers per request.
    const method = request.method ?? (body === undefined ? 'GET' : 'POST')
    dispatcher.dispatch(
      { origin, path, method, headers, body: body ?? null, headersTimeout: 0, bodyTimeout: 0 },
      handler,
    )
  })
}

function joinValues(headers: NodeJS.Dict<string | string[]>): Readonly<Record<string, string>> {
  const joined: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) joined[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return joined
}

import type { Dispatcher } from 'undici'
import { OutboundProblem, problemOf } from './problem.ts'
import type { Target } from './target.ts'
import { readText } from './text.ts'

export interface OutboundRequest {
  readonly url: string
  /** POST when there is a body, else GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** For all of it: the name, the connection, TLS, the headers and the body. */
  readonly timeoutMs?: number
  /** How much of the answer is kept. */
  readonly answerBytesMax?: number
  /** When it is aborted, `send` throws its reason. */
  readonly signal?: AbortSignal
}

export interface OutboundAnswer {
  readonly status: number
  /** By their names in small letters; of a name that comes twice the values are joined. */
  readonly headers: Readonly<Record<string, string>>
  /** At most `answerBytesMax` bytes, whole characters; bytes that are no UTF-8 are replaced, and NUL is left out. */
  readonly text: string
  readonly isCut: boolean
}

const defaultTimeoutMs = 15_000
const defaultAnswerBytesMax = 2_048
/** An answer up to here is read to its end, to keep the connection. Of a longer one the connection is given up. */
const readBytesMax = 65_536
/** Never shown: by then the caller has been told. */
const noLongerWanted = new OutboundProblem('connection', 'nobody waits for this answer any more')

/** One request on a connection of its origin. An answer of any status is an answer, and a redirect is not followed. */
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
    /**
     * The rest of an answer that is cut anyway is read for the connection's sake only, so nothing that happens to it
     * matters.
     */
    const fail = (problem: () => OutboundProblem) => {
      if (bytesRead > answerBytesMax) return answer()
      finish()
      const { kind, message, stage } = problem()
      const reached = controller === undefined ? 'connecting' : 'sent'
      reject(new OutboundProblem(kind, message, status > 0 || stage === 'answering' ? 'answering' : reached))
    }
    const onTimeout = () => {
      fail(() => new OutboundProblem('timeout', `there was no whole answer within ${timeoutMs / 1_000} seconds`))
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
        // While it waited for a connection there was nothing to abort.
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
    // The time limit above is the only one; undici's would be two more timers for each request.
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

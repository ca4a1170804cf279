import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Clients } from './clients.ts'
import { OutboundProblem, problemOf } from './problem.ts'
import { type Fields, joinValues, noLongerWanted } from './send.ts'
import type { Target } from './target.ts'

export interface DownloadRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** For the whole download. */
  readonly timeoutMs: number
  /** A longer body fails, at the latest when it exceeds the limit. */
  readonly bytesMax: number
}

export interface Downloaded {
  readonly status: number
  readonly headers: Fields
  /** As fast as it is read. Destroying it closes the connection. */
  readonly body: Readable
}

/** Downloads any bytes. The connection is not used again. */
export function download(
  clients: Clients,
  { origin, path }: Target,
  { headers, timeoutMs, bytesMax }: DownloadRequest,
): Promise<Downloaded> {
  const head = Promise.withResolvers<Downloaded>()
  const client = clients.take(origin)
  let controller: Dispatcher.DispatchController | null = null
  let isGiven = false
  let received = 0

  const body = new Readable({
    read: () => controller?.resume(),
    destroy(error, done) {
      clearTimeout(timer)
      clients.drop(client)
      controller?.abort(noLongerWanted)
      done(error)
    },
  })
  // It may fail before the caller has it.
  body.on('error', () => {})
  const fail = ({ kind, message }: OutboundProblem) => {
    const problem = new OutboundProblem(kind, message, isGiven ? 'answering' : 'sent')
    head.reject(problem)
    body.destroy(isGiven ? problem : undefined)
  }
  const failAsTooLarge = (size: string) => fail(new OutboundProblem('refused', `the file ${size}`))
  const timer = setTimeout(
    () => fail(new OutboundProblem('timeout', `not complete within ${timeoutMs / 1_000} seconds`)),
    timeoutMs,
  )
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      if (body.destroyed) started.abort(noLongerWanted)
    },
    onResponseStart(_, status, fields) {
      if (status < 200) return
      const length = Number(fields['content-length'] ?? 0)
      if (length > bytesMax) return failAsTooLarge(`has ${length} bytes, more than ${bytesMax}`)
      isGiven = true
      head.resolve({ status, headers: joinValues(fields), body })
    },
    onResponseData(started, part) {
      received += part.length
      if (received > bytesMax) failAsTooLarge(`is larger than ${bytesMax} bytes`)
      else if (!body.push(part)) started.pause()
    },
    onResponseEnd() {
      clients.drop(client)
      body.push(null)
    },
    onResponseError: (_, error) => fail(problemOf(error)),
  }
  client.dispatch({ path, method: 'GET', headers }, handler)
  return head.promise
}

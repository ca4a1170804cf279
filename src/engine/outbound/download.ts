import { Readable } from 'node:stream'
import { AnswerReader } from './answer.ts'
import type { Connect } from './connect.ts'
import type { Fields } from './fields.ts'
import { type Cause, causeOf, closedEarly, longHeaders, notHttp, OutboundProblem, stopped } from './problem.ts'
import { encodeRequest } from './request.ts'
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

export interface Downloads {
  /** Resolves after the headers, for any status, and does not follow redirects. Throws OutboundProblem. */
  download(target: Target, request: DownloadRequest): Promise<Downloaded>
  close(): void
}

/** Downloads of any bytes, each over a connection of its own. */
export function openDownloads(connect: Connect): Downloads {
  const running = new Set<(cause: Cause) => void>()

  function download(target: Target, request: DownloadRequest): Promise<Downloaded> {
    const { headers, timeoutMs, bytesMax } = request
    const { bytes } = encodeRequest(target, { ...request, headers: { ...headers, connection: 'close' } })
    const head = Promise.withResolvers<Downloaded>()
    let isAnswered = false
    let received = 0

    const body = new Readable({
      read: () => socket.resume(),
      destroy(error, done) {
        clearTimeout(timer)
        running.delete(fail)
        socket.destroy()
        done(error)
      },
    })
    const reader = new AnswerReader((part) => {
      received += part.length
      if (received > bytesMax) fail(['refused', `the file is larger than ${bytesMax} bytes`])
      else if (!body.push(Buffer.from(part))) socket.pause()
    })
    const fail = ([kind, message]: Cause) => {
      const problem = new OutboundProblem(kind, message, isAnswered ? 'answering' : 'sent')
      head.reject(problem)
      body.destroy(isAnswered ? problem : undefined)
    }
    const settle = () => {
      if (!isAnswered && reader.status > 0) {
        isAnswered = true
        const length = Number(reader.headers['content-length'] ?? 0)
        if (length > bytesMax) return fail(['refused', `the file has ${length} bytes, more than ${bytesMax}`])
        head.resolve({ status: reader.status, headers: reader.headers, body })
      }
      if (reader.state === 'invalid') fail(notHttp)
      else if (reader.state === 'too long') fail(longHeaders)
      else if (reader.state === 'done') {
        body.push(null)
        socket.destroy()
      }
    }
    const socket = connect(target, (part) => {
      reader.read(part)
      settle()
    })
    const timer = setTimeout(() => fail(['timeout', `not complete within ${timeoutMs / 1_000} seconds`]), timeoutMs)
    running.add(fail)
    socket
      .once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => socket.write(bytes, 'latin1'))
      .on('error', (error) => fail(causeOf(error)))
      .on('close', () => {
        reader.end()
        settle()
        if (reader.state !== 'done') fail(closedEarly)
      })
    return head.promise
  }

  return {
    // Within a promise, because connecting throws for an address that is not allowed.
    download: async (target, request) => download(target, request),
    close() {
      for (const fail of running) fail(stopped)
    },
  }
}

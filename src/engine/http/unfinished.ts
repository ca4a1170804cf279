import type { Readable } from 'node:stream'
import {
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onRouteHookHandler,
  type preParsingHookHandler,
} from 'fastify'
import { bodyTooLarge, serviceUnavailable } from './errors.ts'

/** Bodies with a smaller Content-Length are not counted: there cannot be enough of them to matter. */
const smallBytes = 65_536
/** Memory overhead of a chunk. It matters when a body arrives byte by byte. */
const chunkBytes = 256

/**
 * Bounds the memory of all partially received bodies. Requests over the limit get 503; a body in far too many chunks
 * gets 413.
 */
export function boundUnfinished(bytesMax: number): onRouteHookHandler {
  let held = 0
  const count: preParsingHookHandler = (request, _reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && Number(length ?? 0) <= smallBytes) return done(null, payload)
    const { config, bodyLimit } = request.routeOptions
    if (config.streamsBody) return done(null, payload)
    let own = 0
    const release = () => {
      payload.off('data', add)
      held -= own
      own = 0
    }
    const add = (chunk: Buffer) => {
      // Already rejected. An error event without a listener would end the process.
      if (payload.listenerCount('error') === 0) return release()
      own += chunk.length + chunkBytes
      held += chunk.length + chunkBytes
      const refusal =
        held > bytesMax
          ? serviceUnavailable(config.faultCode)
          : own > 2 * bodyLimit + smallBytes
            ? bodyTooLarge(bodyLimit)
            : null
      if (refusal === null) return
      release()
      payload.emit('error', refusal)
    }
    payload.on('data', add).once('end', release).once('close', release)
    done(null, payload)
  }
  return (route) => {
    // Must be the last hook: the body starts to flow here, and its reader must attach in the same turn.
    route.preParsing = [...[route.preParsing ?? []].flat(), count]
  }
}

/** A client that reads nothing for this long will not continue. */
const stalledMsMax = 60_000

class StalledReader extends Error {}

/** Destroys a download that the client stopped reading, so that its resources are released. */
export function endWhenStalled(stream: Readable, msMax = stalledMsMax): Readable {
  const stalled = setTimeout(() => stream.destroy(new StalledReader('the client stopped reading')), msMax).unref()
  stream.once('close', () => clearTimeout(stalled))
  return stream.on('data', () => stalled.refresh()).pause()
}

/** Clients control these errors, so they must not be able to fill the error log with them. */
const isAborted = ({ raw }: FastifyRequest, error: unknown) =>
  raw.destroyed && !raw.complete && error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

export function logFailure(request: FastifyRequest, error: unknown): void {
  if (isAborted(request, error)) request.log.info('the client aborted the request')
  else request.log.error({ err: error }, 'request failed')
}

/** Requests are logged by our own hook; only a failure after the start of a response is visible nowhere else. */
export class FailureLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override streamError(error: Error & { readonly code?: string }, request: FastifyRequest, _reply: FastifyReply): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error instanceof StalledReader)
      request.log.info('the client aborted the response')
    else request.log.error({ err: error }, 'the response was cut off')
  }
}

import type { onRouteHookHandler, preParsingHookHandler } from 'fastify'
import { bodyTooLarge, notNow } from './errors.ts'

/** Bodies that say that they are no longer than this are not counted: there can't be enough of them to matter. */
const smallBytes = 65_536
/** What a chunk takes in memory beside its bytes: a body can come one byte at a time. */
const chunkBytes = 256

/**
 * Bounds the memory that unfinished bodies take together. A request that would exceed it is answered with 503, and one
 * that comes in far too many chunks with 413.
 */
export function boundUnfinished(bytesMax: number): onRouteHookHandler {
  let held = 0
  const count: preParsingHookHandler = (request, _reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const { config, bodyLimit } = request.routeOptions
    if (config.bodyAsItComes || (encoding === undefined && Number(length ?? 0) <= smallBytes))
      return done(null, payload)
    let own = 0
    const release = () => {
      payload.off('data', add)
      held -= own
      own = 0
    }
    const add = (chunk: Buffer) => {
      // Refused already: the rest is discarded, and an error that nobody listens to would end the process.
      if (payload.listenerCount('error') === 0) return release()
      own += chunk.length + chunkBytes
      held += chunk.length + chunkBytes
      const refusal =
        held > bytesMax ? notNow(config.faultCode) : own > 2 * bodyLimit + smallBytes ? bodyTooLarge(bodyLimit) : null
      if (refusal === null) return
      release()
      payload.emit('error', refusal)
    }
    payload.on('data', add).once('end', release).once('close', release)
    done(null, payload)
  }
  return (route) => {
    // After every other hook: from here on the body flows, and what is to read it must follow in the same turn.
    route.preParsing = [...[route.preParsing ?? []].flat(), count]
  }
}

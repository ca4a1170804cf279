import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { lingerAndClose } from './lingering.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads the body as a stream, which may take as long as data keeps arriving. */
    readonly streamsBody?: boolean
  }
}

export interface ReceivingLimits {
  readonly msMax: number
  /** Minimum bytes of a streamed body within `msMax`. Otherwise single bytes could keep a connection open for days. */
  readonly bytesMin: number
  /** Limits for a client that was answered before it sent everything: it may read the response only afterwards. */
  readonly lateMsMax: number
  readonly lateBytesMax: number
}

/** One minute, 8 KiB per second; after an early response 30 seconds and 64 MiB. */
const usual: ReceivingLimits = { msMax: 60_000, bytesMin: 480 * 1_024, lateMsMax: 30_000, lateBytesMax: 2 ** 26 }

/** The body of these is never read, and their response may take as long as an export. */
const bodiless: readonly (string | undefined)[] = ['GET', 'HEAD']

/**
 * Rejects requests whose body arrives too slowly. Replaces Node's `requestTimeout`, which has one limit for all
 * requests: uploads need longer than is safe for the others. Headers are still bounded by Node's `headersTimeout`.
 */
export function boundReceiving(
  request: IncomingMessage,
  response: ServerResponse,
  isStreamed: boolean,
  refuse: (request: IncomingMessage) => void,
  limits: ReceivingLimits = usual,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if ((length === undefined && encoding === undefined) || length === '0') return
  // Injected requests have no socket.
  if (!(request.socket instanceof Socket)) return
  // Runs before Node's own listener, which closes connections that are not kept alive.
  response.prependListener('finish', () => boundLate(request, limits))
  if (bodiless.includes(request.method)) return
  // Most bodies arrive together with their headers and need no timer.
  if (begun.length === 0) setImmediate(watchBegun)
  begun.push([request, response, isStreamed, refuse, limits])
}

/** Requests of this turn of the event loop. */
let begun: Parameters<typeof watch>[] = []

function watchBegun(): void {
  const all = begun
  begun = []
  for (const one of all) if (!one[0].complete && !one[0].closed) watch(...one)
}

function watch(
  request: IncomingMessage,
  response: ServerResponse,
  isStreamed: boolean,
  refuse: (request: IncomingMessage) => void,
  { msMax, bytesMin }: ReceivingLimits,
): void {
  let before = request.socket.bytesRead
  const look = () => {
    const come = request.socket.bytesRead - before
    before = request.socket.bytesRead
    // Unread data means that we are slow, not the client.
    if (isStreamed && (come >= bytesMin || request.readableLength > 0)) timer.refresh()
    else if (response.headersSent) request.socket.destroy()
    else refuse(request)
  }
  const timer = setTimeout(look, msMax).unref()
  request.once('close', () => clearTimeout(timer))
}

/**
 * Bounds the data that a client sends after the response. A connection that is not kept alive is closed without a
 * reset.
 */
function boundLate(request: IncomingMessage, { lateMsMax, lateBytesMax }: ReceivingLimits): void {
  if (request.complete) return
  const { socket } = request
  socket.destroySoon = () => lingerAndClose(socket)
  const bytesEnd = socket.bytesRead + lateBytesMax
  const msEnd = performance.now() + lateMsMax
  const look = () => {
    if (!socket.destroyed && socket.bytesRead <= bytesEnd && performance.now() <= msEnd) return
    clearInterval(timer)
    socket.destroy()
  }
  const timer = setInterval(look, lateMsMax / 60).unref()
  request.once('close', () => clearInterval(timer))
}

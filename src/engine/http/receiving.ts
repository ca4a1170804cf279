import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { lingerAndClose } from './lingering.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is read as it comes, and may take as long as it keeps coming. */
    readonly bodyAsItComes?: boolean
  }
}

export interface ReceivingLimits {
  /** How long a whole body may take to come. */
  readonly msMax: number
  /**
   * What must come in that time of one that may take longer. Otherwise a byte now and then would keep a connection for
   * days.
   */
  readonly bytesMin: number
  /**
   * How long, and how much, is still taken from somebody who was answered before all of it had come: they may read the
   * answer only afterwards.
   */
  readonly lateMsMax: number
  readonly lateBytesMax: number
}

/** A minute; 8 KiB a second; half a minute and 64 MiB. */
const usual: ReceivingLimits = { msMax: 60_000, bytesMin: 480 * 1_024, lateMsMax: 30_000, lateBytesMax: 2 ** 26 }

/** Nobody reads what comes with one of these, and its answer may take as long as an export. */
const bodiless: readonly (string | undefined)[] = ['GET', 'HEAD']

/**
 * Gives up on callers who are too slow with their body. Node has one limit for all requests of a server, and an upload
 * takes longer than any that is safe for the others; so that is off, and this in its place. Headers are Node's own:
 * `headersTimeout`.
 */
export function boundReceiving(
  request: IncomingMessage,
  response: ServerResponse,
  asItComes: boolean,
  refuse: (request: IncomingMessage) => void,
  limits: ReceivingLimits = usual,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if ((length === undefined && encoding === undefined) || length === '0') return
  // What is asked within this process comes over no connection.
  if (!(request.socket instanceof Socket)) return
  // Before Node's own listener, which closes a connection that is not kept alive.
  response.prependOnceListener('finish', () => boundLate(request, limits))
  if (bodiless.includes(request.method)) return
  const { msMax, bytesMin } = limits
  let before = request.socket.bytesRead
  const look = () => {
    const come = request.socket.bytesRead - before
    before = request.socket.bytesRead
    // What has come and was not read yet is our own slowness.
    if (asItComes && (come >= bytesMin || request.readableLength > 0)) timer.refresh()
    else if (response.headersSent) request.socket.destroy()
    else refuse(request)
  }
  const timer = setTimeout(look, msMax).unref()
  request.once('close', () => clearTimeout(timer))
}

/** Gives up on what still comes after the answer. A connection that ends with the answer is closed without a reset. */
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

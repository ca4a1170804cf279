import type { Socket } from 'node:net'

/** Limits for reading from a client after an early response. */
interface LingeringLimits {
  readonly msMax: number
  readonly bytesMax: number
  /** A client that sends nothing for this long has read the response, or never will. */
  readonly quietMsMax: number
}

const usual: LingeringLimits = { msMax: 30_000, bytesMax: 2 ** 26, quietMsMax: 2_000 }

/**
 * Closes a connection whose client may still be sending, like nginx's lingering_close: flushes the response and
 * discards incoming data for a while. Closing a socket with unread data sends a reset, which loses the response for
 * clients that read it only after sending everything.
 */
export function lingerAndClose(socket: Socket, { msMax, bytesMax, quietMsMax }: LingeringLimits = usual): void {
  if (socket.writableEnded) return
  const end = () => socket.destroy()
  const timers = [setTimeout(end, msMax).unref(), setTimeout(end, quietMsMax).unref()] as const
  const bytesEnd = socket.bytesRead + bytesMax
  // The HTTP parser must not see the rest: it could take it for further requests.
  socket.removeAllListeners('data')
  socket.on('data', () => {
    timers[1].refresh()
    if (socket.bytesRead > bytesEnd) end()
  })
  socket.once('close', () => timers.forEach(clearTimeout))
  socket.end()
}

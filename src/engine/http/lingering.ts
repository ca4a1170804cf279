import type { Socket } from 'node:net'

/** Limits on what is read from a client after an early answer. */
interface LingeringLimits {
  readonly msMax: number
  readonly bytesMax: number
  /** A caller who sends nothing for this long has read the answer, or never will. */
  readonly quietMsMax: number
}

const usual: LingeringLimits = { msMax: 30_000, bytesMax: 2 ** 26, quietMsMax: 2_000 }

/**
 * Closes a connection whose caller may still be sending, as nginx does with its lingering close: everything written goes
 * out, and what comes is discarded for a while. A close with unread data would be a reset, which takes the answer away
 * from a caller who reads it only after sending everything.
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

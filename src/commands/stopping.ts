import type { Logger } from 'pino'

/** The process exits after this time even if it has not stopped, counted from the end of the drain. */
export const stopSecondsMax = 30

export interface Stopping {
  /** Resolves when the process must stop. */
  readonly stop: Promise<void>
  /** Resolves when it must not wait for the end of the drain. */
  readonly stopNow: Promise<void>
}

/** `stop` resolves on the first signal. `stopNow` skips the drain: on Ctrl-C, or on a second signal. */
export function watchSignals(log: Logger): Stopping {
  const stop = Promise.withResolvers<void>()
  const stopNow = Promise.withResolvers<void>()
  let times = 0
  const onSignal = (signal: NodeJS.Signals) => {
    times += 1
    log.info({ signal }, times === 1 ? 'received a stop signal' : 'received another stop signal')
    stop.resolve()
    if (signal !== 'SIGTERM' || times > 1) stopNow.resolve()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
  if (process.stdout.isTTY) process.on('SIGHUP', onSignal)
  return { stop: stop.promise, stopNow: stopNow.promise }
}

/** Resolves on a signal, or when standard output is closed. A second signal ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    // The handler in main.ts would exit without the cleanup of the command.
    process.stdout.removeAllListeners('error').on('error', () => resolve())
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

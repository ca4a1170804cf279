import { readSupervised, type Supervised } from '../config.ts'
import type { Stopping } from './stopping.ts'

export type FromSupervisor =
  | { readonly kind: 'stop'; readonly now: boolean }
  | { readonly kind: 'read metrics'; readonly id: number }
  /** The response to `read all metrics`. */
  | { readonly kind: 'all metrics'; readonly id: number; readonly text: string }

export type ToSupervisor =
  | { readonly kind: 'serving' }
  | { readonly kind: 'read all metrics'; readonly id: number }
  /** The response to `read metrics`. */
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string }

export interface Supervision extends Stopping, Supervised {
  serving(readMetrics: () => Promise<string>): void
  readAllMetrics(): Promise<string>
}

/** The link to the supervisor of this process; null if it was started without one. */
export function findSupervision(): Supervision | null {
  const supervised = readSupervised()
  if (supervised === null || process.send === undefined) return null
  // Terminals and service managers signal the whole group. The supervisor decides the order of the stop.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

  const stop = Promise.withResolvers<void>()
  const stopNow = Promise.withResolvers<void>()
  const waiting = new Map<number, (text: string) => void>()
  let readMetrics: () => Promise<string> = async () => ''
  let requests = 0
  // A lost message needs no handling: without its supervisor, the process stops.
  const send = (message: ToSupervisor) => void (process.connected && process.send?.(message, () => {}))

  process.on('message', (message: FromSupervisor) => {
    if (message.kind === 'stop') {
      stop.resolve()
      if (message.now) stopNow.resolve()
    } else if (message.kind === 'all metrics') waiting.get(message.id)?.(message.text)
    else readMetrics().then((text) => send({ kind: 'metrics', id: message.id, text }))
  })
  function stopAlone(): void {
    for (const resolve of [stop.resolve, stopNow.resolve]) resolve()
    for (const resolve of waiting.values()) resolve('')
  }
  process.once('disconnect', stopAlone)
  // The supervisor may have died before this process listened.
  if (!process.connected) stopAlone()

  return {
    ...supervised,
    stop: stop.promise,
    stopNow: stopNow.promise,
    serving(read) {
      readMetrics = read
      send({ kind: 'serving' })
    },
    readAllMetrics() {
      const { promise, resolve } = Promise.withResolvers<string>()
      requests += 1
      const id = requests
      waiting.set(id, resolve)
      if (process.connected) send({ kind: 'read all metrics', id })
      else resolve('')
      return promise.finally(() => waiting.delete(id))
    },
  }
}

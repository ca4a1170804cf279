import { fork } from 'node:child_process'
import { type Ports, type Supervised, supervisedEnvironment } from '../config.ts'
import type { ProcessRole } from '../context.ts'
import type { FromSupervisor, ToSupervisor } from './supervised.ts'

/** A process that is busy for longer is missing from the metrics. By default, Prometheus waits for ten seconds. */
const metricsMsMax = 5_000

/** A process of a supervisor, and its replacements. */
export interface Place extends Supervised {
  readonly role: ProcessRole
}

/** A running process of a supervisor. */
export interface Member {
  readonly place: Place
  readonly pid: number | undefined
  readonly serving: Promise<void>
  /** Resolves with the exit code; null if a signal ended the process. */
  readonly ended: Promise<number | null>
  isServing(): boolean
  stop(now: boolean): void
  /** Null if the process does not answer in time. */
  readMetrics(): Promise<string | null>
  kill(signal: NodeJS.Signals): void
}

export function startMember(place: Place, ports: Ports, readAllMetrics: () => Promise<string>): Member {
  const { role, number, listens } = place
  const env = supervisedEnvironment({ number, listens }, ports)
  const child = fork(process.argv[1] ?? '', ['serve', '--role', role], { env })
  const serving = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<number | null>()
  const waiting = new Map<number, (text: string) => void>()
  let requests = 0
  let isServing = false
  const send = (message: FromSupervisor) => void (child.connected && child.send(message, () => {}))

  child.on('message', (message: ToSupervisor) => {
    if (message.kind === 'serving') {
      isServing = true
      serving.resolve()
    } else if (message.kind === 'metrics') waiting.get(message.id)?.(message.text)
    else readAllMetrics().then((text) => send({ kind: 'all metrics', id: message.id, text }))
  })
  child.once('exit', (code) => ended.resolve(code))
  // Without a pid it has not started, and there will be no exit.
  child.once('error', () => child.pid === undefined && ended.resolve(null))

  return {
    place,
    pid: child.pid,
    serving: serving.promise,
    ended: ended.promise,
    isServing: () => isServing,
    stop: (now) => send({ kind: 'stop', now }),
    readMetrics() {
      requests += 1
      const id = requests
      const { promise, resolve } = Promise.withResolvers<string | null>()
      waiting.set(id, resolve)
      send({ kind: 'read metrics', id })
      const timer = setTimeout(resolve, metricsMsMax, null)
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(id)
      })
    },
    kill: (signal) => void child.kill(signal),
  }
}

import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, type Ports, type Supervised, supervisedEnvironment } from '../config.ts'
import type { ProcessRole } from '../context.ts'
import { flushLog, openLog } from '../engine/log.ts'
import { mergeMetrics } from '../engine/metrics-merge.ts'
import { exitCodes } from './command.ts'
import { tryPorts } from './port.ts'
import { stopSecondsMax, watchSignals } from './stopping.ts'
import type { FromSupervisor, ToSupervisor } from './supervised.ts'

/** A process that is busy for longer is missing from the metrics. By default, Prometheus waits for ten seconds. */
const metricsMsMax = 5_000

/** A process of a supervisor, and its replacements. */
interface Place extends Supervised {
  readonly role: ProcessRole
}

type Member = ReturnType<typeof startMember>

function startMember(place: Place, ports: Ports, readAllMetrics: () => Promise<string>) {
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
    /** Resolves with the exit code; null if a signal ended the process. */
    ended: ended.promise,
    isServing: () => isServing,
    stop: (now: boolean) => send({ kind: 'stop', now }),
    /** Null if the process does not answer in time. */
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
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
  }
}

/** The pauses before replacements begin anew after a process that ran for this long. */
const steadySeconds = 60
const pauseSecondsMax = 30
/** Open requests get this long after the drain. Then the processes without a port stop too. */
const requestSecondsMax = 15
/** A process exits by itself after `stopSecondsMax`, unless it hangs. */
const killSeconds = stopSecondsMax + 2

/** The pause before each further replacement of a process: none, then 1, 2, 4 seconds and so on. */
export const pauseSecondsAfter = (replacements: number) =>
  replacements === 0 ? 0 : Math.min(pauseSecondsMax, 2 ** (replacements - 1))

/**
 * With the role `all`, half of the processes serve requests and the others send, because separate roles need less
 * processor time (docs/decisions/0055-processes-of-one-server.md).
 */
export function placesOf(role: ProcessRole, count: number): readonly Place[] {
  const api = Math.ceil(count / 2)
  return Array.from({ length: count }, (_, index) => {
    const own = role === 'all' ? (index < api ? 'api' : 'worker') : role
    return { number: index + 1, role: own, listens: own !== 'worker' || role === 'worker' }
  })
}

/**
 * Runs several server processes on one port, and resolves with the exit code. The first one starts alone: it applies the
 * migrations, prints the first credentials, and reports a wrong setting once.
 */
export async function runSupervisor(config: Config, role: ProcessRole, count: number): Promise<number> {
  const log = openLog(config.logLevel, config.logFormat)
  const ports = await tryPorts(config)
  const members = new Set<Member>()
  const stopping = new AbortController()
  const failed = Promise.withResolvers<number>()
  let exitCode: number = exitCodes.done

  const signals = watchSignals(log)
  // Reopens the file of call records.
  if (!process.stdout.isTTY)
    process.on('SIGHUP', () => {
      for (const member of members) if (member.isServing()) member.kill('SIGHUP')
    })

  async function readAllMetrics(): Promise<string> {
    const serving = [...members].filter((member) => member.isServing())
    const read = serving.map(async ({ place, readMetrics }) => ({
      process: place.number,
      text: await readMetrics(),
    }))
    return mergeMetrics((await Promise.all(read)).flatMap(({ process, text }) => (text ? [{ process, text }] : [])))
  }

  /** Runs a process and replaces it whenever it ends, until the stop. */
  async function keepRunning(place: Place, onServing: () => void): Promise<void> {
    let replacements = 0
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const member = startMember(place, ports, readAllMetrics)
      members.add(member)
      member.serving.then(onServing)
      const code = await member.ended
      members.delete(member)
      if (stopping.signal.aborted) {
        if (code !== exitCodes.done) exitCode = exitCodes.refused
        return
      }
      // A process that cannot start has written the reason to standard error, and another attempt would fail too.
      const othersServe = [...members].some((one) => one.isServing())
      if (!member.isServing() && !othersServe) return failed.resolve(code || exitCodes.refused)
      if (performance.now() - startedAt > steadySeconds * 1_000) replacements = 0
      const pauseSeconds = pauseSecondsAfter(replacements)
      replacements += 1
      log.error({ process: place.number, pid: member.pid, code, pauseSeconds }, 'a process ended and will be replaced')
      await sleep(pauseSeconds * 1_000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const running: Promise<void>[] = []
  const start = (place: Place) => new Promise<void>((resolve) => running.push(keepRunning(place, resolve)))

  async function startAll([first, ...others]: readonly Place[]): Promise<void> {
    if (first) await start(first)
    if (stopping.signal.aborted) return
    await Promise.all(others.map(start))
    const processes = [...members].map(({ place, pid }) => ({ process: place.number, role: place.role, pid }))
    log.info({ processes }, 'all processes are serving')
  }

  void startAll(placesOf(role, count))
  const failure = await Promise.race([signals.stop, failed.promise])
  stopping.abort()
  await stopAll(members, failure === undefined ? signals.stopNow : Promise.resolve(), config.drainSeconds)
  await Promise.all(running)
  log.info('all processes have stopped')
  await flushLog(log)
  return failure ?? exitCode
}

/** Stops the processes that serve requests first, because their last requests may cause work for the others. */
async function stopAll(members: ReadonlySet<Member>, stopNow: Promise<void>, drainSeconds: number): Promise<void> {
  const kill = () => {
    for (const member of members) member.kill('SIGKILL')
  }
  const killing = setTimeout(kill, (drainSeconds + killSeconds) * 1_000)
  const serving = [...members].filter(({ place }) => place.listens)
  const stop = (some: Iterable<Member>, now: boolean) => {
    for (const member of some) member.stop(now)
  }
  stop(serving, false)
  stopNow.then(() => stop(serving, true))
  await Promise.race([
    Promise.all(serving.map(({ ended }) => ended)),
    sleep((drainSeconds + requestSecondsMax) * 1_000, undefined, { ref: false }),
  ])
  stop(members, true)
  await Promise.all([...members].map(({ ended }) => ended))
  clearTimeout(killing)
}

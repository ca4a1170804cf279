/** `npm run chaos`: real processes under load and faults, and a check of everything that was recorded. */

import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { acceptedIn, check } from './checker.ts'
import { canMount } from './disk.ts'
import { emptyHistory, type History, type Now, startClock } from './history.ts'
import { limitsFor } from './limits.ts'
import { startLoad } from './load.ts'
import { inflict } from './nemesis.ts'
import { commandOf, help, type Options, readOptions } from './options.ts'
import { describeFault, drawPlan } from './plan.ts'
import { startProbes } from './probes.ts'
import { planLines, summarize } from './report.ts'
import { keepRemoving, untilRemoved } from './retention.ts'
import { isDrained } from './stock.ts'
import { binds, openWorld, price, type World, window } from './world.ts'

const here = resolve(import.meta.dirname, '../..')
/** Time beyond the faults: start, long recoveries, drain and checks. */
const extraMinutes = 8
const drainSecondsMax = 120
const removeSecondsMax = 60
const loadOn = {
  postgres: { perSecond: 15, clientsMax: 60 },
  embedded: { perSecond: 40, clientsMax: 60 },
} as const

const print = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  let options: Options | null
  try {
    options = readOptions(process.argv.slice(2), here)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`)
    return 2
  }
  if (options === null) {
    print(help)
    return 0
  }
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopping.abort(new Error(`stopped by ${signal}`)))
  const minutesMax = 2 * options.minutes + options.patience * extraMinutes
  setTimeout(() => stopping.abort(new Error(`not finished after ${minutesMax} minutes`)), minutesMax * 60_000).unref()
  return run(options, stopping.signal)
}

async function run(options: Options, signal: AbortSignal): Promise<number> {
  const { seed, minutes, engine, patience, retention } = options
  const hasDisk = canMount()
  const plan = drawPlan({ ...options, hasDisk })
  print(`Seed ${seed}, ${engine}, ${plan.length} faults:`)
  for (const line of planLines(plan)) print(line)
  if (!hasDisk) print('Without root the disk is never filled.')

  const history = emptyHistory()
  const now = startClock()
  const say = (text: string) => print(`${now().toFixed(1).padStart(7)} s  ${text}`)
  const world = await openWorld(options, history, now)
  let isKept = true
  try {
    say('everything runs')
    const stopProbes = startProbes(world.programs, history, now)
    const addresses = world.apis.map(({ address }) => address)
    const stopRemoving = retention ? keepRemoving(world.store) : async () => {}
    const load = startLoad({ addresses, ...loadOn[engine] }, history, now)
    try {
      await sleep(2_000, undefined, { signal })
      for (const fault of plan) {
        say(describeFault(fault))
        const { recoverySeconds } = await inflict(fault, world, load, history, now, patience, signal)
        say(
          `  ${recoverySeconds === null ? 'NO RECOVERY' : `recovered in ${recoverySeconds.toFixed(1)} s`}, ${acceptedIn(history).length} accepted`,
        )
      }
      say('no more sends: everything drains')
    } finally {
      await stopRemoving()
      await load.stop(signal.aborted ? 0 : 60)
    }
    say('all workloads finish')
    await world.workloads.finish()
    await drain(world, history, now, patience, signal)
    if (retention) await untilRemoved(world.store, patience * removeSecondsMax, signal)
    stopProbes()
    say('drained, checking')
    const ofWorkloads = await world.workloads.check()
    history.stock = await world.takeStock()
    const limits = limitsFor(patience, { window, binds, price })
    const violations = [...ofWorkloads, ...check(history, limits)]
    print(summarize({ seed, engine, minutes, command: commandOf(options, here) }, history, limits, violations))
    isKept = violations.length > 0
    if (isKept) {
      writeFileSync(join(world.logDirectory, 'history.json'), JSON.stringify(history, readable))
      print(`Logs and history: ${world.logDirectory}`)
    }
    return violations.length === 0 ? 0 : 1
  } catch (error) {
    print(`The run was not finished: ${(signal.aborted ? (signal.reason as Error) : (error as Error)).message}`)
    if (!signal.aborted) print(`${(error as Error).stack}\nLogs: ${world.logDirectory}`)
    isKept = !signal.aborted
    return 1
  } finally {
    await world.close(isKept)
  }
}

const readable = (_name: string, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value)

/** Waits until every accepted message has its event and no work is left. The checks report leftovers. */
async function drain(
  { store }: World,
  history: History,
  now: Now,
  patience: number,
  signal: AbortSignal,
): Promise<void> {
  const end = now() + patience * drainSecondsMax
  const isReported = () => acceptedIn(history).every(({ phone }) => history.reported.has(phone))
  while (now() < end && !isReported()) await sleep(200, undefined, { signal })
  if (store.server === null) return void (await sleep(Math.max(5, 2 * patience) * 1_000, undefined, { signal }))
  while (now() < end && !(await store.look(isDrained))) await sleep(500, undefined, { signal })
}

process.exit(await main())

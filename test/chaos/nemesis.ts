/** Carries out the faults of a plan, one after the other, and measures how long each recovery takes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { profiles } from '../../tools/smsc/profile.ts'
import { slowness } from '../pace.ts'
import type { FaultRecord, History, Now } from './history.ts'
import type { Load } from './load.ts'
import { type Fault, type FaultKind, interrupts } from './plan.ts'
import type { Program } from './program.ts'
import type { DatabaseServer, Store } from './store.ts'
import type { World } from './world.ts'

/** Begins a fault; the function that it returns ends it. */
type Begin = (world: World, fault: Fault, load: Load) => Promise<End> | End
type End = () => Promise<unknown> | unknown

/** Work is unfinished within seconds; this is for a busy machine. */
const interruptSecondsMax = 120
/** After this long a recovery is given up, with patience 1. */
const recoverySecondsMax = 120
const healthy = profiles.healthy

const kill: Begin = async ({ programs }, { target, seconds }) => {
  await Promise.all(chosen(programs, target).map((one) => one.crash(seconds)))
  // The killed process is started after the delay, which ends the fault.
  return () => {}
}

const freeze: Begin = ({ programs }, { target }) => {
  const frozen = chosen(programs, target)
  // Those that `freezeAtWork` has not frozen yet.
  for (const one of frozen) one.freeze()
  return () => {
    for (const one of frozen) one.resume()
  }
}

const endDatabase =
  (signal: NodeJS.Signals): Begin =>
  async ({ store }) => {
    const server = serverOf(store)
    await server.end(signal)
    return () => server.start()
  }

const begins: Readonly<Record<FaultKind, Begin>> = {
  'kill-api': kill,
  'kill-worker': kill,
  'kill-all': kill,
  'freeze-api': freeze,
  'freeze-worker': freeze,
  'freeze-all': freeze,
  'database-kill': endDatabase('SIGKILL'),
  'database-stop': endDatabase('SIGQUIT'),
  'database-restart': endDatabase('SIGINT'),
  'database-cut': ({ store }) => disturbed(serverOf(store).proxy, (proxy) => proxy.cut()),
  'database-hang': ({ store }) => disturbed(serverOf(store).proxy, (proxy) => proxy.hang()),
  'database-slow': ({ store }, { strength }) =>
    disturbed(serverOf(store).proxy, (proxy) => proxy.slow(Math.round(100 * strength))),
  'disk-full': ({ disk }) => {
    disk?.fill()
    return () => disk?.free()
  },
  sqlstate: ({ store }, { target, strength }) => {
    // Half of the time all statements fail, and otherwise a share of them.
    store.failWith({ sqlState: target, share: strength > 0.6 ? 1 : strength })
    return () => store.failWith(null)
  },
  'centre-cut': ({ centreProxy }) => disturbed(centreProxy, (proxy) => proxy.cut()),
  'centre-hang': ({ centreProxy }) => disturbed(centreProxy, (proxy) => proxy.hang()),
  'centre-slow': ({ centreProxy }, { strength }) =>
    disturbed(centreProxy, (proxy) => proxy.slow(Math.round(1_000 * strength))),
  'centre-restart': async ({ centre }) => {
    await centre.goAway()
    return () => centre.comeBack()
  },
  'centre-throttles': ({ centre }, { strength }) => profiled(centre, { ...healthy, throttleRate: strength }),
  'centre-errors': ({ centre }, { strength }) => profiled(centre, { ...healthy, errorRate: strength / 2 }),
  backlog: ({ centre, programs }, { strength }, load) => {
    const end = profiled(centre, { ...healthy, latencyMs: 1_000 })
    // Alone, a process takes less: the embedded database shares it with everything else.
    const sends = Math.round((programs.length > 1 ? 200 : 100) * (0.5 + strength))
    const sent = load.burst(sends, 15)
    return async () => {
      end()
      await sent
    }
  },
}

const chosen = (programs: readonly Program[], target: string) =>
  programs.filter(({ name }) => target === '' || name === target)

function serverOf({ server }: Store): DatabaseServer {
  if (server === null) throw new Error('the embedded engine has no server')
  return server
}

function disturbed(proxy: World['centreProxy'], disturb: (proxy: World['centreProxy']) => void): End {
  disturb(proxy)
  return () => proxy.restore()
}

function profiled(centre: World['centre'], profile: Parameters<World['centre']['setProfile']>[0]): End {
  centre.setProfile(profile)
  return () => centre.setProfile(healthy)
}

export async function inflict(
  fault: Fault,
  world: World,
  load: Load,
  history: History,
  now: Now,
  patience: number,
  signal: AbortSignal,
): Promise<FaultRecord> {
  const { workloads } = world
  await workloads.begin(interrupts(fault))
  if (interrupts(fault)) await freezeAtWork(fault, world, now, signal)
  const beganAt = now()
  const end = await begins[fault.kind](world, fault, load)
  const record: FaultRecord = { fault, beganAt, endedAt: beganAt, recoverySeconds: null }
  history.faults.push(record)
  world.releasePushes()
  // Some wait for a process that serves again.
  const released = interrupts(fault) ? workloads.release() : null
  released?.catch(() => {})
  try {
    await sleep(fault.seconds * 1_000, undefined, { signal })
  } finally {
    record.endedAt = now()
    await end()
  }
  record.recoverySeconds = await measureRecovery(world, load, history, now, patience, signal)
  await (released ?? workloads.release())
  await sleep(fault.quietSeconds * 1_000, undefined, { signal })
  return record
}

/**
 * Freezes the processes of a fault at a moment when every workload has unfinished work. Once they are frozen, the state
 * can't change any more before the fault.
 */
async function freezeAtWork({ target }: Fault, world: World, now: Now, signal: AbortSignal): Promise<void> {
  const targets = chosen(world.programs, target)
  const end = now() + interruptSecondsMax * slowness
  const missingStates = async () => [...world.missing(), ...(await world.workloads.missing())]
  let missing = await world.workloads.missing()
  while (missing.length > 0 && now() < end) {
    await sleep(100, undefined, { signal })
    missing = await world.workloads.missing()
  }
  // Last, because a push is given up after some seconds.
  world.holdPushes()
  for (;;) {
    missing = await missingStates()
    if (missing.length === 0) {
      for (const one of targets) one.freeze()
      missing = await missingStates()
      if (missing.length === 0) return
      for (const one of targets) one.resume()
    }
    if (now() > end) throw new Error(`no moment to interrupt all work: ${missing.join('; ')}`)
    await sleep(20, undefined, { signal })
  }
}

/** Until a send through every api was accepted, and reached the message centre. */
async function measureRecovery(
  { apis }: World,
  load: Load,
  history: History,
  now: Now,
  patience: number,
  signal: AbortSignal,
): Promise<number | null> {
  const startedAt = now()
  const isLate = () => now() - startedAt > patience * recoverySecondsMax
  const recovers = async ({ address }: Program): Promise<boolean> => {
    let phone = await load.probe(address)
    while (phone === null && !isLate()) {
      await sleep(250, undefined, { signal })
      phone = await load.probe(address)
    }
    while (phone !== null && !history.taken.has(phone) && !isLate()) await sleep(50, undefined, { signal })
    return phone !== null && history.taken.has(phone)
  }
  const recovered = await Promise.all(apis.map(recovers))
  return recovered.every(Boolean) ? now() - startedAt : null
}

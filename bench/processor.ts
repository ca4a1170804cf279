/** CPU time by process from the kernel's counters, and whether anything else used the machine meanwhile. */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Named sets of processes, including their children. */
export type Processes = Readonly<Record<string, readonly number[]>>

/** Processor time that a measurement did not get, in shares of the machine from 0 to 1. */
export interface Noise {
  /** Used by other processes. */
  readonly elsewhere: number
  /** Taken by the host of a virtual machine. */
  readonly stolen: number
  /** The busiest other processes by name, in shares of a core. */
  readonly busiest: readonly (readonly [name: string, share: number])[]
}

export interface ProcessorUse {
  readonly elapsedSeconds: number
  /** Processor seconds by name. */
  readonly seconds: Readonly<Record<string, number>>
  readonly noise: Noise
}

/** Clock ticks per second of these counters, the same on every Linux that runs Node. */
const ticksPerSecond = 100
const noiseMax = 0.1
const busiestMax = 3
/** A process below this share of a core is not worth a mention. */
const busyShare = 0.05
const lookMs = 1_000

interface Counted {
  readonly name: string
  readonly parent: number
  readonly ownTicks: number
  /** Including those of children that have ended. */
  readonly ticks: number
}

export interface Reading {
  readonly all: ReadonlyMap<number, Counted>
  readonly busyTicks: number
  readonly stolenTicks: number
}

/** Counts until the returned function is called. Returns null without /proc. */
export function startCounting(processes: Processes): () => ProcessorUse | null {
  const startedAt = performance.now()
  const before = read()
  return () => {
    const after = read()
    const elapsedSeconds = (performance.now() - startedAt) / 1_000
    return before && after && compareReadings(processes, before, after, elapsedSeconds, availableParallelism())
  }
}

export function compareReadings(
  processes: Processes,
  before: Reading,
  after: Reading,
  elapsedSeconds: number,
  cores: number,
): ProcessorUse {
  const seconds = Object.fromEntries(
    Object.entries(processes).map(([name, pids]) => [
      name,
      (sumOf(pids, after.all) - sumOf(pids, before.all)) / ticksPerSecond,
    ]),
  )
  const ours = Object.values(seconds).reduce((sum, one) => sum + one, 0)
  const machineSeconds = elapsedSeconds * cores
  const busy = (after.busyTicks - before.busyTicks) / ticksPerSecond
  const noise = {
    elsewhere: Math.max(0, busy - ours) / machineSeconds,
    stolen: (after.stolenTicks - before.stolenTicks) / ticksPerSecond / machineSeconds,
    busiest: findBusiest(Object.values(processes).flat(), before.all, after.all, elapsedSeconds),
  }
  return { elapsedSeconds, seconds, noise }
}

export const isDisturbed = ({ elsewhere, stolen }: Noise) => elsewhere + stolen > noiseMax

const percent = (share: number) => `${Math.round(share * 100)}%`

/** On a busy machine a figure says little, and a comparison is meaningless. */
export function describeNoise({ elsewhere, stolen, busiest }: Noise): string {
  const names = busiest.map(([name, share]) => `${name} ${percent(share)} of a core`).join(', ')
  const others = `other processes used ${percent(elsewhere)} of the machine${names === '' ? '' : ` (${names})`}`
  return stolen < 0.01 ? others : `${others}, and its host took ${percent(stolen)}`
}

/** Looks at the machine before a run. Null when it is quiet. */
export async function describeBusyMachine(): Promise<string | null> {
  const stop = startCounting({ bench: [process.pid] })
  await sleep(lookMs)
  const noise = stop()?.noise
  if (noise === undefined || !isDisturbed(noise)) return null
  const load = loadavg()[0]?.toFixed(1)
  return `The machine is not quiet: ${describeNoise(noise)}; load average ${load} on ${availableParallelism()} cores`
}

/** Resident memory in MB, now (`VmRSS`) or at most (`VmHWM`). Null without /proc. */
export function readMemory(pid: number, name: 'VmRSS' | 'VmHWM'): number | null {
  return readKilobytes(`/proc/${pid}/status`, name)
}

/** Memory of processes and their children, in MB; shared pages count once. Null where it cannot be read. */
export function readSharedMemory(pid: number): number | null {
  const all = read()?.all
  if (all === undefined) return null
  let sum = 0
  for (const one of familyOf([pid], all)) sum += readKilobytes(`/proc/${one}/smaps_rollup`, 'Pss') ?? 0
  return sum === 0 ? null : sum
}

function readKilobytes(path: string, name: string): number | null {
  try {
    const found = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(path, 'latin1'))?.[1]
    return found === undefined ? null : (Number(found) * 1_024) / 1_000_000
  } catch {
    return null
  }
}

function read(): Reading | null {
  try {
    return { all: readAll(), ...readMachine() }
  } catch {
    return null
  }
}

/** Busy time is user, nice, system, irq and softirq. */
function readMachine(): Omit<Reading, 'all'> {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] =
    readFileSync('/proc/stat', 'latin1').split('\n')[0]?.split(/\s+/).slice(1).map(Number) ?? []
  return { busyTicks: user + nice + system + irq + softirq, stolenTicks: steal }
}

function readAll(): Map<number, Counted> {
  const all = new Map<number, Counted>()
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const counted = readOne(pid)
    if (counted !== null) all.set(pid, counted)
  }
  return all
}

/** Null for a process that has ended. */
function readOne(pid: number): Counted | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The process name before these fields is in parentheses and may contain any character.
    const nameEnd = stat.lastIndexOf(')')
    const fields = stat
      .slice(nameEnd + 2)
      .split(' ')
      .map(Number)
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15)
    const ownTicks = utime + stime
    const name = stat.slice(stat.indexOf('(') + 1, nameEnd)
    return { name, parent: fields[1] ?? 0, ownTicks, ticks: ownTicks + cutime + cstime }
  } catch {
    return null
  }
}

function familyOf(pids: readonly number[], all: ReadonlyMap<number, Counted>): number[] {
  return pids.flatMap((pid) => {
    const children = [...all].filter(([, { parent }]) => parent === pid).map(([child]) => child)
    return [pid, ...familyOf(children, all)]
  })
}

function sumOf(pids: readonly number[], all: ReadonlyMap<number, Counted>): number {
  return familyOf(pids, all).reduce((sum, pid) => sum + (all.get(pid)?.ticks ?? 0), 0)
}

function findBusiest(
  ours: readonly number[],
  before: ReadonlyMap<number, Counted>,
  after: ReadonlyMap<number, Counted>,
  elapsedSeconds: number,
): Noise['busiest'] {
  const own = new Set(familyOf(ours, after))
  const ticksByName = new Map<string, number>()
  for (const [pid, { name, ownTicks }] of after) {
    const used = ownTicks - (before.get(pid)?.ownTicks ?? 0)
    if (!own.has(pid)) ticksByName.set(name, (ticksByName.get(name) ?? 0) + used)
  }
  return [...ticksByName]
    .map(([name, ticks]) => [name, ticks / ticksPerSecond / elapsedSeconds] as const)
    .filter(([, share]) => share >= busyShare)
    .sort(([, a], [, b]) => b - a)
    .slice(0, busiestMax)
}

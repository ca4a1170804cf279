/** Processor time by process, from what the kernel counts: on few cores it tells where a message's time goes. */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** What a set of processes is called, and those it is made of; their children belong to them. */
export type Processes = Readonly<Record<string, readonly number[]>>

export interface ProcessorUse {
  /** Millionths of a second for each message, by the names of the processes. */
  readonly microseconds: Readonly<Record<string, number>>
  /** The part of the machine, 0 to 1, that went to processes that are not ours: they disturb the measurement. */
  readonly elsewhere: number
}

/** The kernel's clock for these counts, the same on every Linux that Node runs on. */
const ticksPerSecond = 100

interface Counted {
  readonly parent: number
  readonly ticks: number
}

/**
 * Counts until what it returns is called, with how many messages there were. Says nothing where the system does not
 * tell.
 */
export function startCounting(processes: Processes): (messages: number) => ProcessorUse | null {
  const startedAt = performance.now()
  const before = read(processes)
  return (messages) => {
    const after = read(processes)
    if (before === null || after === null) return null
    const seconds = (performance.now() - startedAt) / 1_000
    const used = Object.entries(after.ticks).map(
      ([name, ticks]) => [name, (ticks - (before.ticks[name] ?? 0)) / ticksPerSecond] as const,
    )
    const ours = used.reduce((sum, [, value]) => sum + value, 0)
    const machine = (after.machineTicks - before.machineTicks) / ticksPerSecond
    return {
      microseconds: Object.fromEntries(used.map(([name, value]) => [name, (value * 1_000_000) / messages])),
      elsewhere: Math.max(0, machine - ours) / (seconds * availableParallelism()),
    }
  }
}

interface Ticks {
  readonly ticks: Readonly<Record<string, number>>
  readonly machineTicks: number
}

function read(processes: Processes): Ticks | null {
  try {
    const all = readAll()
    return {
      ticks: Object.fromEntries(Object.entries(processes).map(([name, pids]) => [name, sumOf(pids, all)])),
      machineTicks: readMachine(),
    }
  } catch {
    return null
  }
}

/**
 * Everything but idling and waiting for disks: user, nice, system, irq, softirq, and what other guests of the same
 * hardware took.
 */
function readMachine(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] =
    readFileSync('/proc/stat', 'latin1').split('\n')[0]?.split(/\s+/).slice(1).map(Number) ?? []
  return user + nice + system + irq + softirq + steal
}

function readAll(): Map<number, Counted> {
  const all = new Map<number, Counted>()
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const counted = readOne(pid)
    if (counted !== null) all.set(pid, counted)
  }
  return all
}

/** Null for one that has ended since it was listed. */
function readOne(pid: number): Counted | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before these is in brackets, and may have anything in it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    // utime and stime, and the same of children that ended and were waited for.
    return { parent: fields[1] ?? 0, ticks: fields.slice(11, 15).reduce((sum, one) => sum + one, 0) }
  } catch {
    return null
  }
}

function sumOf(pids: readonly number[], all: ReadonlyMap<number, Counted>): number {
  let sum = 0
  for (const pid of pids) {
    const children = [...all].filter(([, { parent }]) => parent === pid).map(([child]) => child)
    sum += (all.get(pid)?.ticks ?? 0) + sumOf(children, all)
  }
  return sum
}

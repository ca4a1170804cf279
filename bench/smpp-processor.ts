/** CPU time by process from the kernel's counters, to see where the time of a message goes. */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Named sets of processes, including their children. */
export type Processes = Readonly<Record<string, readonly number[]>>

export interface ProcessorUse {
  /** Microseconds per message by process name. */
  readonly microseconds: Readonly<Record<string, number>>
  /** Share of the machine, 0 to 1, used by other processes, which disturb the measurement. */
  readonly elsewhere: number
}

/** Clock ticks per second of these counters, the same on every Linux that runs Node. */
const ticksPerSecond = 100

interface Counted {
  readonly parent: number
  readonly ticks: number
}

/** Counts until the returned function is called with the number of messages. Returns null without /proc. */
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

/** Busy time: user, nice, system, irq, softirq and steal. */
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

/** Null for a process that has ended. */
function readOne(pid: number): Counted | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The process name before these fields is in parentheses and may contain any character.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    // utime, stime, cutime and cstime.
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

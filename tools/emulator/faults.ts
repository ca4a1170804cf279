/** Faults that tests and developers switch on, for the next requests or callbacks. */

export const requestFaults = [
  'away',
  'answer-lost',
  'answer-error',
  'slow',
  'rate-limit',
  'pair-rate-limit',
  'error',
  'garbage',
  'callback-first',
] as const
export const callbackFaults = ['callback-twice', 'callback-never', 'callback-forged'] as const
export const faultNames = [...requestFaults, ...callbackFaults] as const

export type FaultName = (typeof faultNames)[number]

export interface FaultScope {
  /** The number of requests or callbacks it applies to. Default: 1. */
  readonly times?: number
  /** Only requests to this endpoint. */
  readonly on?: string
  /** Only requests or callbacks about this number, as digits. */
  readonly phone?: string
  /** How long `slow` waits. Without it, answers are held until `release`. */
  readonly ms?: number
}

export interface Fault extends FaultScope {
  readonly name: FaultName
}

export interface Target {
  readonly on: string
  readonly phone: string | null
}

export interface Faults {
  add(name: FaultName, scope?: FaultScope): void
  clear(): void
  /** Takes the first fault of these names that applies to the target, and counts it. */
  take(names: readonly FaultName[], target: Target): Fault | null
  /** The faults that still apply. */
  list(): Fault[]
  /** Resolves after `release`, or after the time of the fault. */
  wait(fault: Fault): Promise<void>
  release(): void
  /** Resolves when an answer is held. */
  untilHeld(): Promise<void>
}

export function createFaults(): Faults {
  let faults: { fault: Fault; left: number }[] = []
  const held: (() => void)[] = []
  const watchers: (() => void)[] = []
  const callAll = (functions: readonly (() => void)[]) => {
    for (const one of functions) one()
  }

  return {
    add(name, scope = {}) {
      faults.push({ fault: { name, ...scope }, left: scope.times ?? 1 })
    },
    clear() {
      faults = []
    },
    take(names, { on, phone }) {
      const found = faults.find(
        ({ fault }) =>
          names.includes(fault.name) &&
          (fault.on === undefined || fault.on === on) &&
          (fault.phone === undefined || fault.phone === phone),
      )
      if (!found) return null
      found.left -= 1
      faults = faults.filter(({ left }) => left > 0)
      return found.fault
    },
    list: () => faults.map(({ fault, left }) => ({ ...fault, times: left })),
    wait({ ms }) {
      return new Promise((resolve) => {
        if (ms !== undefined) {
          setTimeout(resolve, ms)
          return
        }
        held.push(resolve)
        callAll(watchers.splice(0))
      })
    },
    release() {
      callAll(held.splice(0))
    },
    untilHeld: () =>
      new Promise((resolve) => {
        if (held.length > 0) resolve()
        else watchers.push(resolve)
      }),
  }
}

const isFaultName = (name: unknown): name is FaultName => (faultNames as readonly unknown[]).includes(name)

/** Reads a fault from the control API. Returns a message for an invalid one. */
export function readFault(given: Readonly<Record<string, unknown>>): Fault | string {
  const { name, times, on, phone, ms, ...rest } = given
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) return `unknown field ${unknown}`
  if (!isFaultName(name)) return `name must be one of ${faultNames.join(', ')}`
  if (times !== undefined && !(Number.isInteger(times) && Number(times) > 0)) return 'times must be a positive integer'
  if (ms !== undefined && !(Number.isInteger(ms) && Number(ms) >= 0)) return 'ms must be a number of milliseconds'
  return {
    name,
    times: times === undefined ? undefined : Number(times),
    on: on === undefined ? undefined : String(on),
    phone: phone === undefined ? undefined : String(phone),
    ms: ms === undefined ? undefined : Number(ms),
  }
}

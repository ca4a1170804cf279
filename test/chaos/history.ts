/** The events of a run. Times are seconds since its start, by the monotonic clock. */
import type { Fault } from './plan.ts'

export interface Try {
  readonly at: number
  readonly seconds: number
  /** Null when no answer came. */
  readonly status: number | null
  readonly server: string
  /** Of an answer that is not 200. */
  readonly text: string
}

/** One send of a client, with all its tries under one idempotency key. */
export interface Send {
  readonly key: string
  readonly lane: 'single' | 'bulk'
  readonly phones: readonly string[]
  readonly tries: Try[]
  /** When it was accepted. */
  answeredAt: number | null
  requestId: string | null
}

/** A process, from its start to its end. */
export interface Life {
  readonly name: string
  readonly startedAt: number
  servedAt: number | null
  endedAt: number | null
  /** Whether it ended by the harness. */
  wasKilled: boolean
  /** The exit code after the SIGTERM at the end of the run. Null if a signal ended it. */
  stopCode: number | null
  /** Intervals in which it was stopped by a signal. */
  readonly frozen: { readonly from: number; to: number | null }[]
}

export interface HealthSample {
  readonly name: string
  readonly at: number
  readonly isOk: boolean
}

/** The answer of `/ready` of an api process. */
export interface ReadySample {
  readonly server: string
  readonly at: number
  readonly isReady: boolean
}

/** The queue age that a process reported; null where /metrics left it out or did not answer. */
export interface AgeSample {
  readonly name: string
  readonly askedAt: number
  /** A process that is frozen answers long after it was asked, and then says how old the queue is by now. */
  readonly answeredAt: number
  readonly seconds: Readonly<Partial<Record<Send['lane'], number>>>
}

export interface FaultRecord {
  readonly fault: Fault
  readonly beganAt: number
  endedAt: number
  /** Seconds from its end until sends were accepted and reached the message centre again; null when they did not. */
  recoverySeconds: number | null
}

/** A request to the webhook endpoint. */
export interface Push {
  readonly phone: string
  readonly recipientId: number
  readonly eventId: string
  readonly isSigned: boolean
}

/** Differences between the expected and the remaining rows of the retention test. */
export interface RetentionStock {
  /** Rows that the job should have removed. */
  readonly old: readonly string[]
  /** Rows and texts that it should have kept. */
  readonly missing: readonly string[]
}

/** The contents of the database after the queue has drained. */
export interface Stock {
  readonly messages: readonly { readonly phone: string; readonly status: string; readonly price: number }[]
  /** Due rows without a live owner, by table. */
  readonly stuck: readonly { readonly table: string; readonly rows: number }[]
  readonly credited: number
  readonly left: number
  readonly held: number
  /** The output of `ngoma ledger check` if it failed. */
  readonly ledger: string | null
  /** Receipts that the message centre could not hand over. */
  readonly receiptsWaiting: number
  /** Null without retention. */
  readonly retention: RetentionStock | null
}

export interface History {
  readonly sends: Send[]
  /** When the message centre took each phone's message; every time is a copy. */
  readonly taken: Map<string, number[]>
  /** When the message centre answered each phone's message with an error: it then waits for its retry. */
  readonly refused: Map<string, number[]>
  /** Statuses that the webhook endpoint was told, by phone. */
  readonly reported: Map<string, string[]>
  readonly pushes: Push[]
  readonly lives: Life[]
  readonly health: HealthSample[]
  readonly ready: ReadySample[]
  readonly ages: AgeSample[]
  readonly faults: FaultRecord[]
  stock: Stock | null
  /** The longest that the harness itself did not get to its timers. */
  stallSeconds: number
}

export const emptyHistory = (): History => ({
  sends: [],
  taken: new Map(),
  refused: new Map(),
  reported: new Map(),
  pushes: [],
  lives: [],
  health: [],
  ready: [],
  ages: [],
  faults: [],
  stock: null,
  stallSeconds: 0,
})

export function addTo<V>(map: Map<string, V[]>, key: string, value: V): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}

/** Seconds since the start of the run. */
export type Now = () => number

export function startClock(): Now {
  const startedAt = performance.now()
  return () => (performance.now() - startedAt) / 1_000
}

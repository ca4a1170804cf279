import { elapsedMs } from '../flow/elapsed.ts'
import type { Places } from './places.ts'
import type { Claim, WorkRow } from './work.ts'

/**
 * Places of this process for rows that a statement is about to insert. A row that is inserted with a lease of the
 * hand-off (`lease_owner`, `lease_until` and one attempt) runs here after the commit, without a claim and without being
 * read. If this process dies, or the commit was ambiguous, others claim the row when the lease ends.
 */
export interface HandOff<Row extends WorkRow> {
  /** Unique per hand-off. Works as a fencing token, like the owner of a claim. */
  readonly owner: string
  readonly leaseSeconds: number
  /**
   * No row may be leased that would overtake an unclaimed row which has been due since before this time. This process
   * claims younger ones before it starts the new rows.
   */
  readonly dueBefore: Date
  /** The maximum number of leased rows: of all keys, of a key in `byKey`, and of any other key. */
  readonly total: number
  readonly perKey: number
  byKey(): Map<string, number>
  /** Counts one row against these limits, for callers that know the keys before the statement. False at the limit. */
  take(key: string): boolean
  /** Runs the committed rows in order. They must have the columns of the work. */
  begin(rows: readonly HandedOff<Row>[]): void
}

export interface HandedOff<Row extends WorkRow> {
  readonly key: string
  readonly due: Date
  readonly row: Row
}

/** A row that waits for a place. */
interface Queued<Row extends WorkRow> {
  readonly claim: Claim<Row>
  readonly sentAtMs: number
  readonly sinceMs: number
  /** It starts after this round of claims, which takes older rows first. */
  readonly round: number
}

export interface HandOffsOptions<Row extends WorkRow> {
  readonly places: Places
  readonly leaseSeconds: number
  readonly newOwner: () => string
  /** The clock of due times. */
  readonly now: () => Date
  /** Zero while rows may wait for a claim. */
  readonly freePlaces: () => number
  readonly mayStart: (key: string, round: number) => boolean
  /** The round of claims that covers all rows this process knows of. */
  readonly nextRound: () => number
  readonly begin: (claim: Claim<Row>, sentAtMs: number) => void
  /** Removes the lease, so that any process can claim the row. */
  readonly giveBack: (claim: Claim<Row>) => Promise<void>
}

/** Rows that were not handed off are claimed within this time, unless there is more work than this process can do. */
const recentMs = 250
/**
 * A row that finds no place in this time is put back: what this process knows about it gets old, and its lease is not
 * renewed while it waits.
 */
const waitMs = 1_000
/** Rows of a key that may run or wait, for each that may run. Bursts that are larger have to be claimed, which costs more. */
const burst = 8
/**
 * The maximum number of leased rows of a key of which none runs. Its concurrency may have grown, but a list of all such
 * keys would be long; rows for which there is no place are put back.
 */
const idleKeyMax = 512

/** Rows that were handed off and wait for a place of their key, in order. */
export function createHandOffs<Row extends WorkRow>(options: HandOffsOptions<Row>) {
  const { places, leaseSeconds, newOwner, now, freePlaces, mayStart, nextRound, begin, giveBack } = options
  const waiting = new Map<string, Queued<Row>[]>()
  /** After a slow commit, the lease could end before its first renewal. */
  const usableMs = (leaseSeconds * 1_000) / 3
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function removeFirst(key: string, queue: Queued<Row>[]) {
    queue.shift()
    size -= 1
    if (queue.length === 0) waiting.delete(key)
  }

  function startKey(key: string, queue: Queued<Row>[]) {
    for (let [one] = queue; one && mayStart(key, one.round); [one] = queue) {
      removeFirst(key, queue)
      if (elapsedMs() - one.sentAtMs < usableMs) begin(one.claim, one.sentAtMs)
      else void giveBack(one.claim)
    }
  }

  function putBackUntil(sinceMs: number) {
    clearTimeout(timer)
    timer = undefined
    for (const [key, queue] of waiting) {
      for (let [one] = queue; one && one.sinceMs <= sinceMs; [one] = queue) {
        removeFirst(key, queue)
        void giveBack(one.claim)
      }
    }
    watch()
  }

  function watch() {
    if (size === 0 || timer) return
    const oldestMs = Math.min(...Array.from(waiting.values(), ([one]) => one?.sinceMs ?? 0))
    const leftMs = oldestMs + waitMs - performance.now()
    timer = setTimeout(() => putBackUntil(performance.now() - waitMs), Math.max(1, leftMs))
  }

  function add(claim: Claim<Row>, sentAtMs: number, round: number) {
    const queue = waiting.get(claim.key) ?? []
    waiting.set(claim.key, queue)
    queue.push({ claim, sentAtMs, sinceMs: performance.now(), round })
    size += 1
  }

  /** Starts rows of a key, or of all keys, for which there are places. */
  function start(key?: string) {
    if (size === 0) return
    for (const [name, queue] of key === undefined ? waiting : [[key, waiting.get(key) ?? []] as const])
      startKey(name, queue)
  }

  const mostOf = (key: string) =>
    Math.max(0, burst * places.limitOf(key) - places.takenBy(key) - (waiting.get(key)?.length ?? 0))

  /** Null without free places. */
  function open(): HandOff<Row> | null {
    const total = freePlaces() - size
    if (total <= 0) return null
    const [owner, sentAtMs] = [newOwner(), elapsedMs()]
    const counts = new Map<string, number>()
    let count = 0
    return {
      owner,
      leaseSeconds,
      dueBefore: new Date(now().getTime() - recentMs),
      total,
      perKey: idleKeyMax,
      byKey: () => new Map(Array.from(new Set([...places.busyKeys(), ...waiting.keys()]), (key) => [key, mostOf(key)])),
      take(key) {
        const ofKey = counts.get(key) ?? 0
        if (count >= total || ofKey >= mostOf(key)) return false
        counts.set(key, ofKey + 1)
        count += 1
        return true
      },
      begin(rows) {
        const round = nextRound()
        for (const { key, due, row } of rows)
          add({ owner, row, key, due, attempts: 1, takenOver: false }, sentAtMs, round)
        if (isClosed) return putBackUntil(Number.POSITIVE_INFINITY)
        for (const key of new Set(rows.map((one) => one.key))) start(key)
        watch()
      },
    }
  }

  return {
    open,
    start,
    ids: () => [...waiting.values()].flatMap((queue) => queue.map(({ claim }) => claim.row.id)),
    /** Puts all rows back, including later ones. */
    close() {
      isClosed = true
      putBackUntil(Number.POSITIVE_INFINITY)
    },
  }
}

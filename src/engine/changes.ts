import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './db/index.ts'
import { elapsedMs } from './flow/elapsed.ts'

/**
 * Tells the caches of this process when their tables have changed. Triggers announce every change, whichever process or
 * version makes it. A lost notification is noticed within three seconds.
 */
export interface Changes {
  /** Calls `onChange` after a change of the topic, and sometimes without one. */
  watch(topic: string, onChange: () => void): Unwatch
  /** Runs `reload` after every change of the topic, and again when it fails. */
  follow(topic: string, reload: () => Promise<void>): Following
  /**
   * Whether all changes are known except those of the last `milliseconds`. Not so while the database is unreachable. A
   * caller that asks often makes this process look for changes more often.
   */
  isCurrent(milliseconds: number): boolean
  stop(): Promise<void>
}

type Unwatch = () => void

export interface Following {
  /** Runs `reload` now, after a run that has already begun. */
  reload(): Promise<void>
  stop(): Promise<void>
}

const channel = 'ngoma_changes'
const lookEveryMs = 3_000
const lookOftenMs = 300
const repeatAfterMs = 1_000

export async function startChanges(db: Database): Promise<Changes> {
  const watchers = new Map<string, Set<() => void>>()
  const stopping = new AbortController()
  let known = new Map<string, string>()
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null

  function tell(topic: string): void {
    for (const onChange of watchers.get(topic) ?? []) onChange()
  }

  /** One statement for all topics. The time is from before it was sent: a later change may be missing. */
  async function look(): Promise<void> {
    const sentAtMs = elapsedMs()
    const { rows } = await selectVersions.execute(db)
    const before = known
    known = new Map(rows.map(({ topic, version }) => [topic, version]))
    for (const topic of new Set([...before.keys(), ...known.keys()]))
      if (before.get(topic) !== known.get(topic)) tell(topic)
    lookedAtMs = sentAtMs
  }

  /** During an outage nothing changes, and caches that must be certain ask `isCurrent`. */
  function lookOnce(): Promise<void> {
    looking ??= look()
      .catch(() => {})
      .finally(() => {
        looking = null
      })
    return looking
  }

  /**
   * An empty payload means that notifications may have been lost. Then everything counts as changed: a comparison would
   * miss a change right before a crash of the database, which empties the table.
   */
  function hear(topic: string): void {
    for (const one of topic === '' ? watchers.keys() : [topic]) tell(one)
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (!stopping.signal.aborted && elapsedMs() - lookedAtMs >= lookEveryMs / 2) await lookOnce()
    }
  }

  function watch(topic: string, onChange: () => void): Unwatch {
    const own = () => onChange()
    watchers.set(topic, (watchers.get(topic) ?? new Set()).add(own))
    return () => void watchers.get(topic)?.delete(own)
  }

  await look()
  const unlisten = await db.listen(channel, hear)
  // The embedded engine has a single process, which hears all of its own changes.
  const isAlone = db.engine === 'embedded'
  const keeping = isAlone ? Promise.resolve() : keepLooking()
  return {
    watch,
    follow: (topic, reload) => follow(reload, (onChange) => watch(topic, onChange)),
    isCurrent(milliseconds) {
      if (isAlone) return true
      const ageMs = elapsedMs() - lookedAtMs
      if (ageMs >= lookOftenMs && !stopping.signal.aborted) void lookOnce()
      return ageMs <= milliseconds
    },
    async stop() {
      stopping.abort()
      await unlisten()
      await keeping
      await looking
    },
  }
}

/** A change replaces the row of its topic; concurrent changes leave several. */
const selectVersions: RawBuilder<{ topic: string; version: string }> = sql`
  select topic, string_agg(id::text, ' ' order by id) as version
    from changes
   group by topic
`

/** Runs follow each other, so that an older result never replaces a newer one. */
function follow(reload: () => Promise<void>, watch: (onChange: () => void) => Unwatch): Following {
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | null = null
  let repeating: NodeJS.Timeout | undefined
  let isStopped = false

  function run(): Promise<void> {
    if (queued !== null) return queued
    const next = running.then(async () => {
      queued = null
      clearTimeout(repeating)
      if (!isStopped) await reload()
    })
    queued = next
    running = next.catch(() => {
      repeating = setTimeout(runQuietly, repeatAfterMs).unref()
    })
    return next
  }

  const runQuietly = () => void run().catch(() => {})
  const unwatch = watch(runQuietly)
  return {
    reload: run,
    async stop() {
      isStopped = true
      unwatch()
      await running
      clearTimeout(repeating)
    },
  }
}

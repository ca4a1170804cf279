import type { Logger } from 'pino'
import type { Database } from './db/database.ts'
import { isOutage, PoolExhausted } from './db/errors.ts'

/** Logs the start and the end of an outage instead of every failed attempt. */
export interface Outage {
  failed(error: unknown): void
  works(): void
}

type OutageWords = Readonly<Record<'away' | 'back', string>>

/** An outage ends when no failure follows a success for this long: reads may succeed while all writes fail. */
const calmMsDefault = 2_000
const remindMsDefault = 60_000

export function createOutage(
  log: Logger,
  { away, back }: OutageWords,
  { calmMs = calmMsDefault, remindMs = remindMsDefault } = {},
): Outage {
  let beganAtMs: number | null = null
  let saidAtMs = 0
  let failures = 0
  let calm: NodeJS.Timeout | null = null

  const summaryAt = (nowMs: number, sinceMs: number) => ({
    seconds: Math.round((nowMs - sinceMs) / 100) / 10,
    failures,
  })

  return {
    failed(error) {
      if (calm !== null) clearTimeout(calm)
      calm = null
      const nowMs = performance.now()
      failures += 1
      if (beganAtMs !== null && nowMs - saidAtMs < remindMs) return
      log.warn({ ...describe(error), ...(beganAtMs === null ? {} : summaryAt(nowMs, beganAtMs)) }, away)
      beganAtMs ??= nowMs
      saidAtMs = nowMs
    },
    works() {
      if (beganAtMs === null || calm !== null) return
      const summary = summaryAt(performance.now(), beganAtMs)
      calm = setTimeout(() => {
        log.info(summary, back)
        beganAtMs = null
        calm = null
        failures = 0
      }, calmMs).unref()
    },
  }
}

/** For loops on the database. The connection pool reports PostgreSQL outages once per process, so loops ignore them. */
export function createLoopOutage(db: Pick<Database, 'engine'>, log: Logger, words: OutageWords): Outage {
  const outage = createOutage(log, words)
  return {
    failed(error) {
      if (db.engine === 'embedded' || !isOutage(error) || error instanceof PoolExhausted) outage.failed(error)
    },
    works: outage.works,
  }
}

/** Logs nothing; for short commands. */
export const noOutage: Outage = { failed() {}, works() {} }

/** For database outages only the reason: the stack would only show driver code. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error) || !isOutage(error)) return { err: error }
  const reason = error.message || (error instanceof AggregateError ? error.errors.map(String).join('; ') : error.name)
  return { reason, code: 'code' in error ? error.code : undefined }
}

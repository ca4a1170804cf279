import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { createBatcher } from '../../../engine/batch/index.ts'
import { type Database, isTransient } from '../../../engine/db/index.ts'
import { openRecordLog } from '../../../engine/record-log.ts'
import { listCallRecords } from './store-call-records.ts'

/** Writes a line for every message that has its final status. */
export interface CallRecords {
  /** Takes the ids of messages that ended, after the commit. Never fails, and nobody waits for it. */
  add(messageIds: readonly number[]): void
  /** What is wrong with the file now; null when nothing is. */
  problem(): string | null
  /** Writes what waits, for a few seconds at most. */
  stop(): Promise<void>
}

const messagesAtOnce = 1_000
const lingerMs = 100
/** While nothing can be written so many statements' messages are kept; of more there are no records. */
const waitingMax = 1_000
const readAgainMs = 1_000
const stopMs = 5_000

/** Null when `NGOMA_CALL_RECORDS` names no file. */
export function openCallRecords({ config, db, log, metrics }: Context): CallRecords | null {
  const lost = metrics.counter('ngoma_call_records_lost_total', 'Final messages without a call record.')
  if (config.callRecords === null) return null
  const file = openRecordLog(config.callRecords, log)
  let stopped = false

  /** The database may be away: the messages stay final, and are read when it is back. */
  async function read(ids: readonly number[]): Promise<string> {
    for (;;) {
      try {
        return await linesOf(db, ids)
      } catch (error) {
        if (stopped) throw error
        if (!isTransient(error)) {
          log.error({ err: error, messages: ids.length }, 'call records could not be read, and are lost')
          throw error
        }
        await sleep(readAgainMs)
      }
    }
  }

  const batcher = createBatcher<readonly number[], undefined>({
    async flush(items) {
      await file.append(await read(items.flat()))
      return items.map(() => undefined)
    },
    isolate: () => false,
    weigh: (ids) => ids.length,
    weightMax: messagesAtOnce,
    lingerMs,
    waitingMax,
  })

  return {
    add(ids) {
      if (ids.length > 0) batcher.add(ids).catch(() => lost.inc(ids.length))
    },
    problem: () => file.problem(),
    async stop() {
      await Promise.race([batcher.idle(), sleep(stopMs, undefined, { ref: false })])
      stopped = true
      await file.stop()
    },
  }
}

async function linesOf(db: Database, ids: readonly number[]): Promise<string> {
  const records = await listCallRecords(db, ids)
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

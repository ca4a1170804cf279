import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { createBatcher } from '../../../engine/batch/index.ts'
import { columnsOf, type Database, isTransient, type RowOf, run } from '../../../engine/db/index.ts'
import { openRecordLog } from '../../../engine/record-log.ts'

/** Writes a line for every message with a final status. */
export interface CallRecords {
  /** Adds messages after the commit that ended them. Never throws, and callers do not wait. */
  add(messageIds: readonly number[]): void
  /** The current problem with the file; null when writable. */
  problem(): string | null
  /** Writes pending records, for a few seconds at most. */
  stop(): Promise<void>
}

const messagesAtOnce = 1_000
const lingerMs = 100
/** While the file cannot be written, this many calls of `add` are kept. Records beyond that are lost. */
const waitingMax = 1_000
const readAgainMs = 1_000
const stopMs = 5_000

/** Null when `NGOMA_CALL_RECORDS` names no file. */
export function openCallRecords({ config, db, log, metrics }: Context): CallRecords | null {
  const lost = metrics.counter('ngoma_call_records_lost_total', 'Final messages without a call record.')
  if (config.callRecords === null) return null
  const file = openRecordLog(config.callRecords, log)
  let stopped = false

  /** Waits while the database is not available. The messages are final, so they can be read later. */
  async function read(ids: readonly number[]): Promise<string> {
    for (;;) {
      try {
        return await linesOf(db, ids)
      } catch (error) {
        if (stopped) throw error
        if (!isTransient(error)) {
          log.error(
            { err: error, messages: ids.length },
            'failed to read messages for call records; the records are lost',
          )
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

const columns = columnsOf(
  { m: 'sms_messages', r: 'sms_requests' },
  `m.id, m.account_id as account, m.request_id as request, m.recipient_id as recipient, r.sender, m.phone,
   m.carrier, m.segments as parts, m.product, m.price, m.status, m.reason, r.created_at as acceptedAt, r.due_at,
   m.submitted_at, m.done_at`,
)

async function linesOf(db: Database, ids: readonly number[]): Promise<string> {
  const records = await run.all<RowOf<typeof columns>>(db)`
    select ${columns}
      from sms_messages m
      join sms_requests r on r.id = m.request_id
     where m.id = any(${ids}::bigint[])
     order by m.id
  `
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

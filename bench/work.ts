/** Latency of workers, and cost of a claim when many rows of another key are due. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../src/engine/db/index.ts'
import { claim, findNextDue } from '../src/engine/work/claim.ts'
import { done, type Outcome } from '../src/engine/work/work.ts'
import { type Jobs, openJobs } from '../test/jobs.ts'
import { at, ms, type Row } from './rows.ts'
import type { Stage } from './stage.ts'

/** Each takes up to the poll interval of workers, which is seconds. */
const polledRoundsMax = 15

const run = async (): Promise<Outcome> => done()

/** Runs in this process, to measure only the engine. */
export async function measureWork({ databaseUrl, settings, isOtherProgram, sizes }: Stage): Promise<Row[]> {
  if (isOtherProgram) return []
  const dataDirectory = settings.NGOMA_DATA ?? ''
  const db = await openDatabase({ url: databaseUrl, connectionsMax: 10, dataDirectory })
  const closers: (() => unknown)[] = []
  const context = { after: (close: () => unknown) => void closers.push(close) }
  const { rounds } = sizes
  const behind = async (crowd: number): Promise<Row> => {
    const times = await timeClaims(await fill(await openJobs(context, db), db, crowd), db, rounds)
    return rowOf(`claim, ${crowd.toLocaleString('en')} due rows of another key`, times)
  }
  try {
    const jobs = await openJobs(context, db)
    return [
      rowOf('work, from wake to run', await timeRuns(jobs, (wake) => wake(), rounds)),
      rowOf('work, unannounced, found by polling', await timeRuns(jobs, () => {}, Math.min(polledRoundsMax, rounds))),
      await behind(100),
      await behind(sizes.recipients * 0.3),
    ]
  } finally {
    for (const close of closers.toReversed()) await close()
    await db.close()
  }
}

async function timeRuns(jobs: Jobs, announce: (wake: () => void) => void, count: number): Promise<number[]> {
  let ran = Promise.withResolvers<void>()
  const workers = await jobs.workers([
    {
      async run() {
        ran.resolve()
        return done()
      },
    },
  ])
  const times: number[] = []
  while (times.length < count) {
    // Workers poll once more right after a run.
    await sleep(50)
    ran = Promise.withResolvers()
    await jobs.insert({})
    const began = performance.now()
    announce(() => workers.wake(jobs.table))
    await ran.promise
    times.push(performance.now() - began)
  }
  await workers.stop()
  return times
}

/** A full key with many due rows, many finished rows, and one due row of another key. */
async function fill(jobs: Jobs, db: Database, crowd: number): Promise<Jobs> {
  const table = sql.table(jobs.table)
  await sql`
    insert into ${table} (key, payload, due_at)
    select 'a', '', ${new Date(0)}::timestamptz from generate_series(1, ${crowd}::int)
     union all
    select 'k' || i % 20, '', null from generate_series(1, ${crowd}::int) as i
  `.execute(db)
  await sql`analyze ${table}`.execute(db)
  return jobs
}

async function timeClaims(jobs: Jobs, db: Database, rounds: number): Promise<number[]> {
  const work = jobs.work({ run })
  const times: number[] = []
  while (times.length < rounds) {
    await jobs.insert({ key: 'b' })
    const now = jobs.clock.now()
    const began = performance.now()
    await claim(db, work, {
      owner: 'bench',
      leaseSeconds: 10,
      now,
      limit: 1,
      running: new Map([['a', work.concurrencyPerKey]]),
      except: [],
      after: null,
    })
    await findNextDue(db, work, now)
    times.push(performance.now() - began)
  }
  return times
}

function rowOf(what: string, times: readonly number[]): Row {
  return {
    what: `${what}, p50`,
    value: at(0.5, times),
    unit: 'ms',
    note: `p99 ${ms(at(0.99, times))}, ${times.length} times`,
  }
}

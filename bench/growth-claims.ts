/** The statements that claim work, with many accounts and endpoints. No server runs meanwhile. */
import { sql } from 'kysely'
import type { Database } from '../src/engine/db/index.ts'
import { claim, findNextDue } from '../src/engine/work/claim.ts'
import type { AnyWork } from '../src/engine/work/work.ts'
import { listQueues } from '../src/modules/sms/search/operator-view.ts'
import { dispatchWork } from '../src/modules/sms/sending/dispatch.ts'
import { deliverWork } from '../src/modules/webhooks/deliver.ts'
import { openUrl } from '../test/open-url.ts'
import { openWorld } from '../test/world.ts'
import { type Figure, median, type Scale } from './growth-report.ts'
import { deleteBatches, deleteEvents, insertBatches, insertEvents } from './growth-work.ts'

export interface Filled {
  readonly scale: Scale
  readonly url: string
}

export interface ClaimSizes {
  /** Rows of each kind in both databases, so that only the number of accounts and endpoints differs. */
  readonly rows: number
  readonly repeats: number
}

const batchesLimit = 32
const eventsLimit = 64
const daySeconds = 86_400

export async function measureClaims(small: Filled, large: Filled, sizes: ClaimSizes): Promise<Figure[]> {
  const ofSmall = await claimsOf(small, sizes)
  const ofLarge = await claimsOf(large, sizes)
  return [...ofSmall].map(([what, ms]) => ({ what, unit: 'ms', small: ms, large: ofLarge.get(what) ?? 0 }))
}

async function claimsOf({ scale, url }: Filled, { rows: workRows, repeats }: ClaimSizes): Promise<Map<string, number>> {
  const db = openUrl(url)
  const world = await openWorld('postgres', { database: { db, url, drop: async () => {} }, role: 'api' })
  try {
    const ctx = world.app.sms
    const batches = dispatchWork(ctx, 'simulator', 'single')
    // No request is sent.
    const events = deliverWork({ ...ctx, outbound: { send: () => Promise.reject(), close: async () => {} } as never })
    const figures = new Map<string, number>()
    const note = async (what: string, work: AnyWork, limit: number) =>
      figures.set(what, await timeClaim(db, work, limit, repeats))

    const later = await insertBatches(db, scale.busyAccounts, workRows, daySeconds)
    await sql`vacuum (analyze) sms_batches`.execute(db)
    await note('claim batches: none due, all accounts have scheduled ones', batches, batchesLimit)
    figures.set('next due time of batches', await time(() => findNextDue(db, batches, new Date()), repeats))
    const last = await insertBatches(db, 1, 1, -1)
    await note('claim batches: one due, all accounts have scheduled ones', batches, batchesLimit)
    await deleteBatches(db, last)
    await deleteBatches(db, later)
    const due = await insertBatches(db, scale.busyAccounts, workRows, -1)
    await sql`vacuum (analyze) sms_batches`.execute(db)
    await note(`claim batches: ${batchesLimit} of ${workRows.toLocaleString('en')} due`, batches, batchesLimit)
    await deleteBatches(db, due)
    const ofBusy = await insertBatches(db, scale.busyAccounts, scale.busyAccounts, -1)
    await sql`vacuum (analyze) sms_batches`.execute(db)
    figures.set(
      'queues of the operator, all busy accounts have due batches',
      await time(() => listQueues(ctx), repeats),
    )
    figures.set('age of the queue, all busy accounts have due batches', await time(() => ctx.queue.read(), repeats))
    await deleteBatches(db, ofBusy)

    const retries = await insertEvents(db, workRows, daySeconds)
    const event = await insertEvents(db, 1, -1)
    await note('claim events: one due, all endpoints have later ones', events, eventsLimit)
    await deleteEvents(db, event)
    await deleteEvents(db, retries)
    const dueEvents = await insertEvents(db, workRows, -1)
    await note(`claim events: ${eventsLimit} of ${workRows.toLocaleString('en')} due`, events, eventsLimit)
    await deleteEvents(db, dueEvents)
    return figures
  } finally {
    await world.close()
    await db.close()
  }
}

async function time(run: () => Promise<unknown>, repeats: number): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

/** Each claim is undone, so that the next one finds the same rows. */
async function timeClaim(db: Database, work: AnyWork, limit: number, repeats: number): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    const startedAt = performance.now()
    const claims = await claim(db, work, {
      owner: 'bench',
      leaseSeconds: 60,
      now: new Date(),
      limit,
      running: new Map(),
      after: null,
    })
    times.push(performance.now() - startedAt)
    await sql`
      update ${sql.table(work.table)} set lease_owner = null, lease_until = null, attempts = 0
       where id = any(${claims.map(({ row }) => row.id)}::bigint[])
    `.execute(db)
  }
  return median(times)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { columnsOf, type Tx } from '../../../engine/db/index.ts'
import { again, done, type Work, type WorkRow } from '../../../engine/work/index.ts'
import { type PersonQuery, type PersonSource, readKey, writeKey } from '../../table-data/index.ts'
import type { ErasureContext } from './context.ts'
import { erasuresTopic } from './request-erasure.ts'
import { countPendingMentions, listSearched, type SearchedTable } from './searched.ts'
import { findUnfinished, markDone, markStep, markWaiting, missingArchiveDays, openPhone } from './store.ts'
import { sweepStep } from './sweep.ts'

/** Rows that a source erases in one statement. */
const batchRows = 500
/** Small tables share a transaction of about this time. */
const transactionMs = 50
/** It rests as long as it worked, but not longer than this, so that it takes at most half of one connection. */
const restMsMax = 200

/** Counts the rows outside of any source whose texts had the number. */
const mentions = 'mentions'

type Step =
  | { readonly name: string; readonly source: PersonSource }
  | { readonly name: string; readonly table: SearchedTable; readonly swept: PersonSource | undefined }

/** The sources come again at the end, because rows may have been added while the tables were searched. */
function listSteps(sources: readonly PersonSource[], tables: readonly SearchedTable[]): Step[] {
  const erasing = sources.filter(({ erase }) => erase !== undefined)
  return [
    ...erasing.map((source) => ({ name: `source ${source.name}`, source })),
    ...tables.map((table) => ({
      name: `table ${table.name}`,
      table,
      swept: sources.find(({ swept }) => swept?.table === table.name),
    })),
    ...erasing.map((source) => ({ name: `again ${source.name}`, source })),
  ]
}

/** The last step, after the database. */
const archiveStep = 'archive'
/** Everything is erased except pending rows. When they are final, the erasure starts again from its first step. */
const pendingStep = 'pending'

/**
 * Runs an erasure from where it was: cancels messages that wait, waits for pending rows, erases each source, searches
 * all other texts, and ends when no pending row has the number. The progress is stored with each transaction, so that
 * it can be interrupted at any point. Without `waits`, it skips pending rows and stays unfinished. It stops
 * between two transactions when `isOver`; calling again continues.
 */
export async function runErasure(
  ctx: ErasureContext,
  id: number,
  { waits, isOver }: { readonly waits: boolean; isOver(): boolean },
): Promise<'done' | 'stopped' | 'waiting'> {
  const { db, clock, secrets } = ctx
  await ctx.writeBuffers()
  const erasure = await findUnfinished(db, id)
  if (erasure === null) return 'done'
  const query = { accountId: erasure.accountId, phone: openPhone(secrets, erasure.sealedPhone, erasure.entry) }
  const tables = await listSearched(db, ctx.data)
  const steps = listSteps(ctx.sources, tables)
  const names = [...steps.map(({ name }) => name), archiveStep]
  const known = names.indexOf(erasure.step ?? '')
  // A step of another version is unknown; beginning again does no harm.
  if (known === -1) {
    await ctx.cancelScheduled(query)
    // Mentions delay only the end: a text to somebody else may be scheduled for next year.
    const isLast = erasure.step === pendingStep
    const pending = await (isLast ? countAllPending(ctx, tables, query) : countPending(ctx, query))
    if (pending > 0 && waits) return wait(ctx, id, pending, isLast ? pendingStep : null)
  }
  let place: Place = known === -1 ? { step: 0, afterKey: null } : { step: known, afterKey: erasure.afterKey }
  while (place.step < steps.length) {
    if (isOver()) return 'stopped'
    const began = performance.now()
    place = await db.transaction(async (tx) => {
      const { counts, ...next } = await runSteps(tx, query, steps, place)
      const step = { name: names[next.step] ?? '', afterKey: next.afterKey }
      await markStep(tx, id, step, counts, clock.now())
      return next
    })
    await sleep(Math.min(performance.now() - began, restMsMax))
  }
  const archived = await ctx.archive?.erasePerson(query)
  // Counted here, because it may have continued after a crash, and rows may have been added since it started.
  const pending = await countAllPending(ctx, tables, query)
  if (pending > 0) return wait(ctx, id, pending, pendingStep)
  const counts = archived && { archive: archived.rows, [missingArchiveDays]: archived.missingDays }
  await db.transaction((tx) => markDone(tx, id, counts ?? {}, clock.now()))
  return 'done'
}

/** Rows of the person that are pending. */
async function countPending({ db, sources }: ErasureContext, query: PersonQuery): Promise<number> {
  let pending = 0
  for (const source of sources) pending += (await source.countPending?.(db, query)) ?? 0
  return pending
}

/** The same, with pending rows of others that mention the number. */
const countAllPending = async (ctx: ErasureContext, tables: readonly SearchedTable[], query: PersonQuery) =>
  (await countPending(ctx, query)) + (await countPendingMentions(ctx.db, tables, query))

async function wait({ db }: ErasureContext, id: number, pending: number, step: string | null): Promise<'waiting'> {
  await markWaiting(db, id, pending, step)
  return 'waiting'
}

/** Where an erasure continues. */
interface Place {
  readonly step: number
  readonly afterKey: string | null
}

async function runSteps(tx: Tx, query: PersonQuery, steps: readonly Step[], from: Place) {
  const counts: Record<string, number> = {}
  let place = from
  for (const end = performance.now() + transactionMs; ; ) {
    const step = steps[place.step]
    if (step === undefined || performance.now() > end) return { ...place, counts }
    const { name, count, afterKey } = await ('source' in step
      ? eraseBatch(tx, query, step.source)
      : sweepTable(tx, query, step, place.afterKey))
    if (count > 0) counts[name] = (counts[name] ?? 0) + count
    place = afterKey === null ? { step: place.step + 1, afterKey: null } : { step: place.step, afterKey }
  }
}

/** Erased rows are not found again, so a source has no position. */
async function eraseBatch(tx: Tx, query: PersonQuery, { name, erase }: PersonSource) {
  const count = (await erase?.(tx, query, batchRows)) ?? 0
  return { name, count, afterKey: count === 0 ? null : '' }
}

async function sweepTable(
  tx: Tx,
  query: PersonQuery,
  { table, swept }: Extract<Step, { readonly table: SearchedTable }>,
  afterKey: string | null,
) {
  const from = afterKey === null ? null : readKey(afterKey, table.key.columns.length)
  const { after, changed } = await sweepStep(tx, table, query, from, swept?.swept)
  return { name: swept?.name ?? mentions, count: changed, afterKey: after === null ? null : writeKey(after) }
}

/** Maximum time of one run, so that a stopping process need not wait longer. */
const turnMs = 2_000
const pendingMs = 60_000

/** Erases persons, one at a time. */
export function eraseWork(ctx: ErasureContext): Work<WorkRow> {
  const inMs = (ms: number) => again(new Date(ctx.clock.now().getTime() + ms))
  return {
    name: 'erase persons',
    table: erasuresTopic,
    columns: columnsOf({ w: 'erasures' }, { accountId: 'w.account_id' }),
    key: 'id',
    concurrency: 1,
    concurrencyPerKey: 1,
    retryAfterSeconds: [5, 60, 600],
    retryUntil: () => new Date(8.64e15),
    finished: 'keep',
    async run({ id }, lease) {
      const end = performance.now() + turnMs
      const isOver = () => lease.isOver() || performance.now() > end
      const result = await runErasure(ctx, id, { waits: true, isOver })
      return result === 'done' ? done() : inMs(result === 'waiting' ? pendingMs : 0)
    },
    /** Never called: retries do not end. */
    async giveUp() {},
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../engine/db/index.ts'
import type { PersonContext } from './context.ts'
import type { PersonQuestion, PersonSource } from './model.ts'
import { openPhone } from './sealed-phone.ts'
import { listSearched, type SearchedTable } from './searched.ts'
import { readKey, writeKey } from './steps.ts'
import { findUnfinished, markDone, markStep, markWaiting } from './store.ts'
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

async function listSteps({ db, sources }: PersonContext): Promise<Step[]> {
  return [
    ...sources.filter(({ erase }) => erase !== undefined).map((source) => ({ name: `source ${source.name}`, source })),
    ...(await listSearched(db)).map((table) => ({
      name: `table ${table.name}`,
      table,
      swept: sources.find(({ swept }) => swept?.table === table.name),
    })),
  ]
}

/** The last step, after the database. */
const archiveStep = 'archive'

export interface EraseOptions {
  /** Whether it waits until pending rows are final. Otherwise it erases the others and stays unfinished. */
  readonly waits: boolean
  /** Stops between two transactions when this is true. */
  isOver(): boolean
}

/** `stopped`: there is more to do; calling again continues. */
export type EraseResult = 'done' | 'stopped' | 'waiting'

/**
 * Runs an erasure from where it was: cancels messages that wait, waits for pending rows, erases each source, then
 * searches all other texts. The progress is stored with each transaction, so that it can be interrupted at any point.
 */
export async function runErasure(
  ctx: PersonContext,
  id: number,
  { waits, isOver }: EraseOptions,
): Promise<EraseResult> {
  const { db, clock, secrets } = ctx
  const erasure = await findUnfinished(db, id)
  if (erasure === null) return 'done'
  const question = { accountId: erasure.accountId, phone: openPhone(secrets, erasure.sealedPhone, erasure.entry) }
  const steps = await listSteps(ctx)
  const names = [...steps.map(({ name }) => name), archiveStep]
  const known = names.indexOf(erasure.step ?? '')
  // A step of another version is unknown; beginning again does no harm.
  const pending = known === -1 ? await prepare(ctx, question) : 0
  if (pending > 0 && waits) return wait(ctx, id, pending)
  let place: Place = known === -1 ? { step: 0, afterKey: null } : { step: known, afterKey: erasure.afterKey }
  while (place.step < steps.length) {
    if (isOver()) return 'stopped'
    const began = performance.now()
    place = await db.transaction(async (tx) => {
      const { counts, ...next } = await runSteps(tx, question, steps, place)
      const step = { name: names[next.step] ?? '', afterKey: next.afterKey }
      await markStep(tx, id, step, counts, clock.now())
      return next
    })
    await sleep(Math.min(performance.now() - began, restMsMax))
  }
  const archived = (await ctx.archive?.erasePerson(question)) ?? null
  if (pending > 0) return wait(ctx, id, pending)
  await db.transaction((tx) => markDone(tx, id, archived === null ? {} : { archive: archived.rows }, clock.now()))
  return 'done'
}

/** Cancels messages that wait. Returns the number of rows that are pending. */
async function prepare({ db, sources, cancelScheduled }: PersonContext, question: PersonQuestion): Promise<number> {
  await cancelScheduled(question)
  let pending = 0
  for (const source of sources) pending += (await source.countPending?.(db, question)) ?? 0
  return pending
}

async function wait({ db }: PersonContext, id: number, pending: number): Promise<'waiting'> {
  await markWaiting(db, id, pending)
  return 'waiting'
}

/** Where an erasure continues. */
interface Place {
  readonly step: number
  readonly afterKey: string | null
}

async function runSteps(
  tx: Tx,
  question: PersonQuestion,
  steps: readonly Step[],
  from: Place,
): Promise<Place & { readonly counts: Readonly<Record<string, number>> }> {
  const counts: Record<string, number> = {}
  let place = from
  for (const end = performance.now() + transactionMs; ; ) {
    const step = steps[place.step]
    if (step === undefined || performance.now() > end) return { ...place, counts }
    const { name, count, afterKey } = await ('source' in step
      ? eraseBatch(tx, question, step.source)
      : sweepTable(tx, question, step, place.afterKey))
    if (count > 0) counts[name] = (counts[name] ?? 0) + count
    place = afterKey === null ? { step: place.step + 1, afterKey: null } : { step: place.step, afterKey }
  }
}

/** Erased rows are not found again, so a source has no position. */
async function eraseBatch(tx: Tx, question: PersonQuestion, { name, erase }: PersonSource) {
  const count = (await erase?.(tx, question, batchRows)) ?? 0
  return { name, count, afterKey: count === 0 ? null : '' }
}

async function sweepTable(
  tx: Tx,
  question: PersonQuestion,
  { table, swept }: Extract<Step, { readonly table: SearchedTable }>,
  afterKey: string | null,
) {
  const from = afterKey === null ? null : readKey(afterKey, table.key.columns.length)
  const { after, changed } = await sweepStep(tx, table, question, from, swept?.swept)
  return { name: swept?.name ?? mentions, count: changed, afterKey: after === null ? null : writeKey(after) }
}

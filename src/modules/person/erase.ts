import { setTimeout as sleep } from 'node:timers/promises'
import type { PersonContext } from './context.ts'
import type { PersonQuestion, PersonSource } from './model.ts'
import { openPhone } from './sealed-phone.ts'
import { listSearched, type SearchedTable } from './searched.ts'
import { readKey, writeKey } from './steps.ts'
import { type ActiveErasure, findUnfinished, markDone, markStep, markWaiting } from './store.ts'
import { sweepStep } from './sweep.ts'

/** Rows that a source erases in one transaction. */
const batchRows = 500
/** The search rests as long as it worked, but not longer than this, so that it takes at most half of one connection. */
const restMsMax = 200

/** Counts of the search outside of any source: the number was in another text. */
const mentions = 'mentions'

type Step =
  | { readonly name: string; readonly source: PersonSource }
  | { readonly name: string; readonly table: SearchedTable; readonly swept: PersonSource | undefined }
  | { readonly name: string; readonly archive: true }

async function stepsOf({ db, sources, archive }: PersonContext): Promise<Step[]> {
  return [
    ...sources.filter(({ erase }) => erase !== undefined).map((source) => ({ name: `source ${source.name}`, source })),
    ...(await listSearched(db)).map((table) => ({
      name: `table ${table.name}`,
      table,
      swept: sources.find(({ swept }) => swept?.table === table.name),
    })),
    ...(archive === null ? [] : [{ name: 'archive', archive: true as const }]),
  ]
}

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
 * searches all other texts. Each step is one transaction with its progress, so that it can be interrupted at any point.
 */
export async function runErasure(ctx: PersonContext, id: number, options: EraseOptions): Promise<EraseResult> {
  const { db, clock, secrets } = ctx
  const erasure = await findUnfinished(db, id)
  if (erasure === null) return 'done'
  const question = { accountId: erasure.accountId, phone: openPhone(secrets, erasure.sealedPhone, erasure.entry) }
  const steps = await stepsOf(ctx)
  const known = steps.findIndex(({ name }) => name === erasure.step)
  let pending = 0
  // A step of another version is unknown; beginning again does no harm.
  if (known === -1) {
    pending = await prepare(ctx, question)
    if (pending > 0 && options.waits) return wait(ctx, id, pending)
  }
  let afterKey = known === -1 ? null : erasure.afterKey
  for (const step of steps.slice(Math.max(known, 0))) {
    for (let more = true; more; ) {
      if (options.isOver()) return 'stopped'
      const began = performance.now()
      afterKey = await runStep(ctx, erasure, question, step, afterKey)
      more = afterKey !== null
      await sleep('table' in step ? Math.min(performance.now() - began, restMsMax) : 0)
    }
  }
  if (pending > 0) return wait(ctx, id, pending)
  await db.transaction((tx) => markDone(tx, id, clock.now()))
  return 'done'
}

async function wait({ db }: PersonContext, id: number, pending: number): Promise<'waiting'> {
  await markWaiting(db, id, pending)
  return 'waiting'
}

/** Returns the number of pending rows. */
async function prepare({ db, sources, cancelScheduled }: PersonContext, question: PersonQuestion): Promise<number> {
  await cancelScheduled(question)
  let pending = 0
  for (const source of sources) pending += (await source.countPending?.(db, question)) ?? 0
  return pending
}

/** Returns where the step continues; null when it is finished. */
async function runStep(
  ctx: PersonContext,
  { id }: ActiveErasure,
  question: PersonQuestion,
  step: Step,
  afterKey: string | null,
): Promise<string | null> {
  const now = ctx.clock.now()
  if ('archive' in step) {
    await markStep(ctx.db, { id, step: step.name, afterKey: null, counted: null, now })
    const { rows = 0 } = (await ctx.archive?.erasePerson(question)) ?? {}
    await markStep(ctx.db, { id, step: step.name, afterKey: null, counted: ['archive', rows], now })
    return null
  }
  return ctx.db.transaction(async (tx) => {
    const { next, counted } =
      'source' in step
        ? await eraseBatch(step.source, (limit) => step.source.erase?.(tx, question, limit) ?? Promise.resolve(0))
        : await sweepOnce(step, afterKey, (after) => sweepStep(tx, step.table, question, after, step.swept?.swept))
    await markStep(tx, { id, step: step.name, afterKey: next, counted, now })
    return next
  })
}

interface Ran {
  readonly next: string | null
  readonly counted: readonly [name: string, count: number]
}

/** Erased rows are not found again, so a source has no position. */
async function eraseBatch({ name }: PersonSource, erase: (limit: number) => Promise<number>): Promise<Ran> {
  const count = await erase(batchRows)
  return { next: count === 0 ? null : 'more', counted: [name, count] }
}

async function sweepOnce(
  { table, swept }: { readonly table: SearchedTable; readonly swept: PersonSource | undefined },
  afterKey: string | null,
  run: (after: readonly string[] | null) => ReturnType<typeof sweepStep>,
): Promise<Ran> {
  const { after, changed } = await run(afterKey === null ? null : readKey(afterKey, table.key.columns.length))
  return { next: after === null ? null : writeKey(after), counted: [swept?.name ?? mentions, changed] }
}

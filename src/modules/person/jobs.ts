import { columnsOf } from '../../engine/db/index.ts'
import { again, done, type Jobs, type Work, type WorkRow } from '../../engine/work/index.ts'
import type { PersonContext } from './context.ts'
import { runErasure } from './erase.ts'
import { erasuresTopic } from './request-erasure.ts'

/** Maximum time of one run, so that a stopping process need not wait longer. */
const turnMs = 2_000
const pendingMs = 60_000

/** Erases persons, one at a time. */
export function eraseWork(ctx: PersonContext): Work<WorkRow> {
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

export const personJobs = (ctx: PersonContext): Jobs => ({ work: [eraseWork(ctx)] })

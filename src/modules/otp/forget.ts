import type { Context } from '../../context.ts'
import { pinDays } from './retention.ts'
import { deleteOldCounts } from './store-guard.ts'

const countsKeptMs = 2 * 3_600_000

/** The counters of the guard cover two hours. Ranges are kept as long as PINs. */
export async function forgetCounts({ db, clock }: Context): Promise<void> {
  const now = clock.now().getTime()
  await deleteOldCounts(db, new Date(now - countsKeptMs), new Date(now - pinDays * 86_400_000))
}

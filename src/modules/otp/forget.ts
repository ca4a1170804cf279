import type { Context } from '../../context.ts'
import { deleteOldPins } from './store.ts'
import { deleteOldCounts } from './store-guard.ts'

const dayMs = 86_400_000
/** How long requests are listed and their ids are known. PINs expire earlier. */
const keptDays = 8
const countsKeptMs = 2 * 3_600_000
const stepSize = 5_000

/** An expired PIN is useless and only a secret at rest. The counters of the guard cover two hours. */
export async function forgetPins({ db, clock }: Context): Promise<void> {
  const now = clock.now().getTime()
  const before = new Date(now - keptDays * dayMs)
  while ((await deleteOldPins(db, before, stepSize)) === stepSize);
  await deleteOldCounts(db, new Date(now - countsKeptMs), before)
}

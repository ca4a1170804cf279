import type { Context } from '../../context.ts'
import { deleteOldSessions } from './store.ts'

/** How long ended sessions are kept, and their transaction ids stay reserved. */
const keptDays = 90
const stepSize = 1_000

/** Sessions contain payment data, so they are deleted after 90 days. */
export async function forgetSessions({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
  while ((await deleteOldSessions(db, before, stepSize)) === stepSize);
}

import type { Context } from '../../context.ts'
import { deleteOldSessions } from './store.ts'

/** So long the end of a session can be looked up, and its transaction id is taken. */
const keptDays = 90
const stepSize = 1_000

/** Sessions say who paid what, so they are deleted after 90 days. */
export async function forgetSessions({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
  while ((await deleteOldSessions(db, before, stepSize)) === stepSize);
}

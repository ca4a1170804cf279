import type { Context } from '../../context.ts'
import type { PeriodicTask } from '../../engine/work/index.ts'
import { deleteOldSessions } from './store.ts'

/** So long the end of a session can be looked up, and its transaction id is taken. */
const keptDays = 90
const stepSize = 1_000

/** A session says who paid what, so it is not kept for ever. */
export const forgetSessions = ({ db, clock }: Context): PeriodicTask => ({
  name: 'checkout: forget old sessions',
  everySeconds: 3_600,
  async run() {
    const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
    while ((await deleteOldSessions(db, before, stepSize)) === stepSize);
  },
})

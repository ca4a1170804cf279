import type { Context } from '../../context.ts'
import type { PeriodicTask } from '../../engine/work/index.ts'
import { deleteOldPins } from './store.ts'
import { deleteOldCounts } from './store-guard.ts'

const dayMs = 86_400_000
/** So long a request is listed, and its id known; nobody verifies a PIN later than that. */
const keptDays = 8
const countsKeptMs = 2 * 3_600_000
const stepSize = 5_000

/** What is over is not kept: a PIN that nobody can use any more is only a number that somebody has. */
export const forgetPins = ({ db, clock }: Context): PeriodicTask => ({
  name: 'otp: forget old PINs',
  everySeconds: 3_600,
  async run() {
    const now = clock.now().getTime()
    const before = new Date(now - keptDays * dayMs)
    while ((await deleteOldPins(db, before, stepSize)) === stepSize);
    await deleteOldCounts(db, new Date(now - countsKeptMs), before)
  },
})

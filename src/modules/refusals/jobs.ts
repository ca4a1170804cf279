import type { Context } from '../../context.ts'
import type { Jobs } from '../../engine/work/index.ts'
import { deleteOldRefusals } from './store.ts'

const keptDays = 30

export function refusalsJobs({ db, clock }: Context): Jobs {
  const before = () => new Date(clock.now().getTime() - keptDays * 86_400_000)
  return {
    tasks: [{ name: 'refusals: forget old ones', everySeconds: 86_400, run: () => deleteOldRefusals(db, before()) }],
  }
}

import type { Context } from '../../context.ts'
import type { PeriodicTask } from '../../engine/work/index.ts'
import { deleteOldRefusals } from './store.ts'

export { refusalsConsole } from './console.ts'
export { startRefusals } from './gather.ts'
export { countRefused } from './store.ts'

const keptDays = 30

export function refusalsTasks({ db, clock }: Context): PeriodicTask[] {
  const before = () => new Date(clock.now().getTime() - keptDays * 86_400_000)
  return [{ name: 'refusals: forget old ones', everySeconds: 86_400, run: () => deleteOldRefusals(db, before()) }]
}

import type { Context } from '../../context.ts'
import type { Jobs } from '../../engine/work/index.ts'
import { deleteOldEvents } from './store.ts'

const keptDays = 90

export function eventsJobs({ db, clock }: Context): Jobs {
  const before = () => new Date(clock.now().getTime() - keptDays * 86_400_000)
  return {
    tasks: [{ name: 'events: forget old events', everySeconds: 86_400, run: () => deleteOldEvents(db, before()) }],
  }
}

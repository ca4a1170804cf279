import type { Context } from '../../context.ts'
import type { PeriodicTask } from '../../engine/work/index.ts'
import { deleteOldEvents } from './store.ts'

export { eventsConsole } from './console.ts'
export { type Events, startEvents } from './gather.ts'
export { eventsMark } from './store.ts'

const keptDays = 90

export function eventsTasks({ db, clock }: Context): PeriodicTask[] {
  const before = () => new Date(clock.now().getTime() - keptDays * 86_400_000)
  return [{ name: 'events: forget old events', everySeconds: 86_400, run: () => deleteOldEvents(db, before()) }]
}

import type { PeriodicTask } from '../../engine/work/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { followWork, gatherWork, inboundTasks } from './work.ts'

export { inboundConsole } from './console.ts'
export { phonesConsole } from './console-phones.ts'
export { receiveMessage } from './receive.ts'
export { inboundMark } from './store.ts'

/** Begins to answer, and to pass on what never becomes whole. */
export function startInbound(ctx: SmsContext): PeriodicTask[] {
  ctx.work.add(gatherWork(ctx))
  ctx.work.add(followWork(ctx))
  return inboundTasks(ctx)
}

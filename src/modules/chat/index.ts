import type { PeriodicTask } from '../../engine/work/index.ts'
import type { ChatContext } from './context.ts'
import { forgetChats } from './forget.ts'
import { receiveMessage } from './receive.ts'
import { submitTopic } from './send.ts'
import { expireTask, submitWork } from './submit.ts'

export { chatConsole } from './console.ts'
export type { ChatContext } from './context.ts'
export { chatRoutes } from './routes.ts'
export { findSessionEnd } from './sessions.ts'
export { checkChatHolds } from './store-check.ts'

/** Begins to give messages to their channels, and to take what people write. */
export async function startChat(ctx: ChatContext): Promise<PeriodicTask[]> {
  for (const channel of ctx.channels) {
    await channel.start({
      incoming: (message) => receiveMessage(ctx, channel, message),
      changed: () => ctx.work.wake(submitTopic(channel.name)),
    })
    ctx.work.add(submitWork(ctx, channel))
  }
  return [expireTask(ctx), forgetChats(ctx)]
}

import type { Jobs } from '../../engine/work/index.ts'
import type { ChatContext } from './context.ts'
import { receiveMessage } from './receive.ts'
import { submitTopic } from './send.ts'
import { expireMessages, submitWork } from './submit.ts'

export const chatJobs = (ctx: ChatContext): Jobs => ({
  async start() {
    for (const channel of ctx.channels)
      await channel.start({
        incoming: (message) => receiveMessage(ctx, channel, message),
        changed: () => ctx.work.wake(submitTopic(channel.name)),
      })
  },
  work: ctx.channels.map((channel) => submitWork(ctx, channel)),
  tasks: [{ name: 'chat: messages out of time', everySeconds: 60, run: () => expireMessages(ctx) }],
})

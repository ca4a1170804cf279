import type { Jobs } from '../../engine/work/index.ts'
import type { ChatContext } from './context.ts'
import { startChannels } from './start.ts'
import { expireMessages, submitWork } from './submit.ts'
import { newTemplatesSync, syncAllTemplates } from './sync-templates.ts'

export const chatJobs = (ctx: ChatContext): Jobs => ({
  async start() {
    // A changed channel is opened again under the same name and keeps its work.
    const known = new Set<string>()
    await startChannels(ctx, (name) => {
      if (!known.has(name)) ctx.work.add(submitWork(ctx, name))
      known.add(name)
    })
  },
  tasks: [
    { name: 'chat: messages out of time', everySeconds: 60, run: () => expireMessages(ctx) },
    { name: 'chat: templates', everySeconds: 3_600, run: () => syncAllTemplates(ctx) },
    { name: 'chat: templates of new channels', everySeconds: 15, run: newTemplatesSync(ctx) },
  ],
})

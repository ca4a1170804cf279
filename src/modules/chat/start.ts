import { submitTopic } from './channels.ts'
import type { ChatContext } from './context.ts'
import { noteStatus } from './note-status.ts'
import { receiveMessage } from './receive.ts'

/**
 * Starts all channels, also those that are added later. Every process needs them, because any process may receive
 * callbacks. `onOpen` gets the name of each channel that is opened or opened again.
 */
export function startChannels(ctx: ChatContext, onOpen: (name: string) => void = () => {}): Promise<void> {
  return ctx.channels.start((channel) => {
    const { name } = channel
    onOpen(name)
    return {
      incoming: (message) => receiveMessage(ctx, channel, message),
      status: (status) => noteStatus(ctx, name, status),
      changed: () => ctx.work.wake(submitTopic(name)),
    }
  })
}

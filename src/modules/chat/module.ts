import type { ChannelEvents, ChatChannel } from '../../carriers/chat/channel.ts'
import { httpChannels } from '../../carriers/chat/http/index.ts'
import { createSimulatedChannel } from '../../carriers/chat/simulated.ts'
import { whatsappChannels } from '../../carriers/chat/whatsapp/index.ts'
import type { Core, Module } from '../../module.ts'
import type { PriceList } from '../balance/index.ts'
import { managingOf, openProviderSet } from '../providers/index.ts'
import { chatApi } from './api.ts'
import { findSessionEnd, submitTopic } from './channels.ts'
import type { ChatContext } from './context.ts'
import { data } from './data.ts'
import { noteStatus } from './note-status.ts'
import { receiveMessage } from './receive.ts'
import { chatRoutes, type ListNames } from './routes.ts'
import { sealedChats } from './send-sealed.ts'
import { checkChatHolds, checkChatPins, checkChatRefunds, checkChatSessions } from './store-check.ts'
import { countWaiting } from './store-progress.ts'
import { expireMessages, submitWork } from './submit.ts'
import { newTemplatesSync, syncAllTemplates } from './sync-templates.ts'

interface Opened {
  readonly chat: ChatContext
}

export const chat = {
  name: 'chat',
  async open({ ctx, toProviders, outbound, prices }: Core & { readonly prices: PriceList }) {
    const { config, db, clock, log } = ctx
    const { send, checkUrl } = toProviders
    const channels = await openProviderSet<ChannelEvents, ChatChannel>(ctx, {
      product: 'chat',
      kinds: {
        whatsapp: whatsappChannels({
          send,
          checkUrl,
          clock,
          log,
          fromProvider: toProviders.download,
          fromPublic: outbound.download,
        }),
        http: httpChannels({ send, checkUrl, clock, log }),
      },
      simulated: config.staging ? createSimulatedChannel({ clock, delayMs: config.simulatorDelayMs }) : null,
    })
    const chat: ChatContext = { ...ctx, outbound, prices, channels }
    return { chat, findSessionEnd: (accountId: number) => findSessionEnd(db, accountId, clock.now()) }
  },
  close: ({ chat }: Opened) => chat.channels.stop(),
  /** With background work, the jobs start them. */
  start: async ({ chat, works }: Core & Opened) => works || startChannels(chat),
  jobs: ({ chat }: Opened) => ({
    async start() {
      // A changed channel is opened again under the same name and keeps its work.
      const known = new Set<string>()
      await startChannels(chat, (name) => {
        if (!known.has(name)) chat.work.add(submitWork(chat, name))
        known.add(name)
      })
    },
    tasks: [
      { name: 'chat: messages out of time', everySeconds: 60, run: () => expireMessages(chat) },
      { name: 'chat: templates', everySeconds: 3_600, run: () => syncAllTemplates(chat) },
      { name: 'chat: templates of new channels', everySeconds: 15, run: newTemplatesSync(chat) },
    ],
  }),
  publicRoutes: ({ chat, listNames }: Opened & { readonly listNames: ListNames }, http) =>
    chatRoutes(http, chat, listNames),
  routes: ({ chat }: Opened, scope) => chatApi(scope, chat),
  provides: ({ chat }: Opened) => ({
    managing: managingOf(chat, chat.channels, countWaiting),
    set: chat.channels,
  }),
  hosts: ({ hostChat }) => ({ chat: hostChat }),
  data,
  sealed: sealedChats,
  ledgerChecks: [checkChatHolds, checkChatPins, checkChatRefunds, checkChatSessions],
} satisfies Module

/**
 * Starts all channels, including those that operators add later. Every process needs them, because any process may receive
 * callbacks. `onOpen` gets the name of each channel that is opened or opened again.
 */
const startChannels = (ctx: ChatContext, onOpen: (name: string) => void = () => {}): Promise<void> =>
  ctx.channels.start((channel) => {
    const { name } = channel
    onOpen(name)
    return {
      incoming: (message) => receiveMessage(ctx, channel, message),
      status: (status) => noteStatus(ctx, name, status),
      changed: () => ctx.work.wake(submitTopic(name)),
    }
  })

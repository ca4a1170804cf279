import type { ChatChannel } from '../../carriers/chat/channel.ts'
import { ProviderFailure } from '../../carriers/provider-kind.ts'
import { isSoundJson } from '../../values/json.ts'
import { refuse } from '../../values/refusal.ts'
import { holdProvider } from '../providers/index.ts'
import type { ChatContext } from './context.ts'
import { templatesUnavailable } from './errors.ts'
import { replaceTemplates } from './store-templates.ts'

/** Reads the templates of a channel now. Returns their number. */
export async function syncTemplates(ctx: ChatContext, name: string): Promise<number> {
  const channel = ctx.channels.find(name)
  if (channel === null) throw refuse('channel_not_found')
  try {
    return await sync(ctx, channel)
  } catch (error) {
    throw error instanceof ProviderFailure ? templatesUnavailable(error.message) : error
  }
}

export const syncAllTemplates = (ctx: ChatContext): Promise<void> => syncThese(ctx, ctx.channels.all())

/**
 * Reads the templates of channels that this process opened since the last call: new ones, and those with new settings.
 * One that cannot be reached is tried again with all others.
 */
export function newTemplatesSync(ctx: ChatContext): () => Promise<void> {
  const known = new WeakSet<ChatChannel>()
  return async () => {
    const opened = ctx.channels.all().filter((channel) => !known.has(channel))
    for (const channel of opened) known.add(channel)
    await syncThese(ctx, opened)
  }
}

/** The templates of an unreachable channel stay unchanged. */
async function syncThese(ctx: ChatContext, channels: readonly ChatChannel[]): Promise<void> {
  for (const channel of channels) {
    await sync(ctx, channel).catch((error: unknown) => {
      if (!(error instanceof ProviderFailure)) throw error
      ctx.log.warn({ channel: channel.name, why: error.message }, 'could not read the templates of a chat channel')
    })
  }
}

async function sync(ctx: ChatContext, channel: ChatChannel): Promise<number> {
  const listed = (await channel.listTemplates?.()) ?? []
  const templates = new Map(
    listed.filter(isSoundJson).map((template) => [`${template.name} ${template.language}`, template]),
  )
  if (channel.isSimulated) return 0
  const now = ctx.clock.now()
  await ctx.db.transaction(async (tx) => {
    // The provider may have been removed meanwhile.
    if (await holdProvider(tx, channel.name)) await replaceTemplates(tx, channel.name, [...templates.values()], now)
  })
  return templates.size
}

import type { OpenedMedia } from '../../carriers/chat/channel.ts'
import { ProviderFailure } from '../../carriers/provider-kind.ts'
import { refuse } from '../../values/refusal.ts'
import type { ChatContext } from './context.ts'
import { mediaTypeRefused, mediaUnavailable } from './errors.ts'
import { isAllowedType } from './rules.ts'
import { findMedia } from './store-lists.ts'

/** A file that a person sent, on its way from the channel. It is never stored. */
export interface MediaFile extends OpenedMedia {
  readonly filename: string | null
}

/** Opens the file of an incoming message. A message of another account or conversation looks missing. */
export async function openMedia(
  ctx: ChatContext,
  accountId: number,
  messageId: number,
  conversationId: number | null = null,
): Promise<MediaFile> {
  const found = await findMedia(ctx.db, accountId, messageId, conversationId)
  if (found === null) throw refuse('media_not_found', { v1: [404, 'Media Not Found'] })
  const channel = ctx.channels.find(found.carrier)
  if (!channel?.openMedia) throw mediaUnavailable()
  if (!isAllowedType(found.media.mimeType)) throw mediaTypeRefused(found.media.mimeType)
  try {
    const opened = await channel.openMedia(found.media)
    if (isAllowedType(opened.mimeType)) return { ...opened, filename: found.media.filename ?? null }
    opened.body.destroy()
    throw mediaTypeRefused(opened.mimeType)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    ctx.log.info({ channel: channel.name, message: messageId, why: error.message }, 'a chat file is not available')
    throw mediaUnavailable()
  }
}

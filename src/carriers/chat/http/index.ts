import type { HttpOptions } from '../../http-template/send.ts'
import { checkUrls } from '../../http-template/settings.ts'
import { callbackSecret, type ProviderKind } from '../../provider-kind.ts'
import type { ChatChannel } from '../channel.ts'
import { createHttpChannel } from './channel.ts'
import { tryOut } from './request.ts'
import { description, readSettings } from './settings.ts'

/** The kind of chat channels with an HTTP API, described by templates. */
export const httpChannels = (options: HttpOptions): ProviderKind<ChatChannel> => ({
  description,
  async check(given, secrets) {
    await checkUrls(options.checkUrl, tryOut(readSettings(given), secrets))
  },
  open(name, given, { [callbackSecret]: _, ...secrets }, callbackUrl) {
    return createHttpChannel(name, readSettings(given), { secrets, callbackUrl }, options)
  },
  takesCallbacks(given) {
    const { receipts, messages } = readSettings(given)
    return receipts !== null || messages !== null
  },
})

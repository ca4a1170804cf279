import { checkUrls } from '../../http-template/settings.ts'
import type { ProviderKind } from '../../provider-kind.ts'
import { problem } from '../../settings.ts'
import type { ChatChannel } from '../channel.ts'
import { createWhatsApp, type WhatsAppOptions } from './channel.ts'
import { description, readSettings, type WhatsAppSecrets } from './settings.ts'

/** The kind of channels of the WhatsApp Business Cloud API. */
export const whatsappChannels = (options: WhatsAppOptions): ProviderKind<ChatChannel> => ({
  description,
  check: (given, secrets) => checkUrls(options.checkUrl, [readSettings(given, secrets).baseUrl]),
  open: (name, given, secrets) => createWhatsApp(name, readSettings(given), readSecrets(secrets), options),
  takesCallbacks: () => true,
})

function readSecrets({ accessToken, appSecret, verifyToken }: Readonly<Record<string, string>>): WhatsAppSecrets {
  if (!accessToken || !appSecret || !verifyToken)
    throw problem('the secrets accessToken, appSecret and verifyToken must not be empty')
  return { accessToken, appSecret, verifyToken }
}

import type { Judge } from '../../http-template/send.ts'
import { checkUrls } from '../../http-template/settings.ts'
import type { ProviderKind } from '../../provider-kind.ts'
import { problem } from '../../settings.ts'
import type { ChatChannel } from '../channel.ts'
import { createWhatsApp, type WhatsAppOptions } from './channel.ts'
import { description } from './described.ts'
import { readSettings, secretNames, type WhatsAppSecrets } from './settings.ts'

/** The kind of channels of the WhatsApp Business Cloud API. */
export const whatsappChannels = ({
  judge,
  ...options
}: WhatsAppOptions & { readonly judge: Judge }): ProviderKind<ChatChannel> => ({
  description,
  async check(given, secrets) {
    const { baseUrl } = readSettings(given)
    const missing = secretNames.find((name) => !secrets.includes(name))
    if (missing !== undefined) throw problem(`the secret ${missing} is missing`)
    await checkUrls(judge, [baseUrl])
  },
  open: (name, given, secrets) => createWhatsApp(name, readSettings(given), readSecrets(secrets), options),
  takesCallbacks: () => true,
})

function readSecrets(secrets: Readonly<Record<string, string>>): WhatsAppSecrets {
  const { accessToken, appSecret, verifyToken } = secrets
  if (!accessToken || !appSecret || !verifyToken)
    throw problem(`the secrets ${secretNames.join(', ')} must not be empty`)
  return { accessToken, appSecret, verifyToken }
}

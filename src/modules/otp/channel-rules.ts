import type { PinChannel } from '../../contract/account/otp.ts'
import { fillIn, hasPlaceholder } from './rules.ts'
import type { AppSettings } from './store-apps.ts'

/** Rules for the channels and languages of an application. */

const defaultAfterSeconds = 30

const afterSecondsOf = ({ afterSeconds = defaultAfterSeconds }: PinChannel) => afterSeconds

/** Whether a PIN may be sent more than once, so that it must be kept. Other applications store no more than a hash. */
export const keepsPins = ({ channels, resend }: Pick<AppSettings, 'channels' | 'resend'>) =>
  resend || channels.length > 1

/** The application sends by SMS only. */
export const isSmsOnly = ({ channels }: Pick<AppSettings, 'channels'>) =>
  channels.every(({ channel }) => channel === 'sms')

/** Describes the first problem of the channels; null without one. */
export function findChannelProblem({ channels, lifeSeconds }: AppSettings): string | null {
  const names = channels.map(({ channel }) => channel)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) return `${twice} is listed twice`
  if (channels.some((one) => one.channel === 'voice' && one.text !== undefined && !hasPlaceholder(one.text)))
    return 'the text of the voice channel needs {pin} where the PIN goes'
  const total = channels.slice(1).reduce((sum, channel) => sum + afterSecondsOf(channel), 0)
  return total < lifeSeconds
    ? null
    : `the last channel would be used after ${total} seconds, but a PIN expires after ${lifeSeconds}`
}

/** The primary part of a language tag, such as `sw` for `sw-TZ`; null for other texts. */
const primaryOf = (tag: string | null) => /^[a-z]{2,3}(?=$|[-_])/.exec(tag?.toLowerCase() ?? '')?.[0] ?? null

/** Whether the application needs a language: it has several texts, or a channel with translated templates. */
export const hasLanguages = ({ texts, channels }: Pick<AppSettings, 'texts' | 'channels'>) =>
  Object.keys(texts).length > 0 || channels.some(({ channel }) => channel === 'whatsapp')

const knows = ({ texts, channels }: Pick<AppSettings, 'texts' | 'channels'>, language: string) =>
  Object.hasOwn(texts, language) ||
  channels.some((one) => one.channel === 'whatsapp' && Object.hasOwn(one.templateLanguages ?? {}, language))

/** The language of a message: the requested one when the application has it, otherwise its own. */
export function languageOf(
  app: Pick<AppSettings, 'texts' | 'channels'>,
  asked: string | null,
  ownLanguage: string,
): string {
  const language = primaryOf(asked)
  return language !== null && knows(app, language) ? language : ownLanguage
}

export const textIn = ({ text, texts }: Pick<AppSettings, 'text' | 'texts'>, language: string | null): string =>
  language !== null && Object.hasOwn(texts, language) ? (texts[language] ?? text) : text

/** The language code of a template. */
export function templateLanguageOf(
  { templateLanguages = {} }: Extract<PinChannel, { channel: 'whatsapp' }>,
  language: string,
): string {
  if (Object.hasOwn(templateLanguages, language)) return templateLanguages[language] ?? language
  return Object.values(templateLanguages)[0] ?? language
}

/** The text of a call: commas make the voice read the digits one by one, with pauses. */
export const spokenText = (text: string, pin: string) => fillIn(text, [...pin].join(', '))

/** When a channel is checked for a failure before the next one is due. Most failures are known within seconds. */
const checksMs = [5_000, 15_000]

/** The next time to look at a channel. */
export function nextCheck(sentAt: Date, fallbackAt: Date, now: Date): Date {
  const times = checksMs.map((after) => new Date(sentAt.getTime() + after))
  return times.find((time) => time > now && time < fallbackAt) ?? fallbackAt
}

/** When the next channel follows without a receipt, and the first time to look before; null for the last one. */
export function fallbackTimes(
  channels: readonly PinChannel[],
  step: number,
  now: Date,
): { readonly fallbackAt: Date | null; readonly dueAt: Date | null } {
  const next = channels[step + 1]
  if (next === undefined) return { fallbackAt: null, dueAt: null }
  const fallbackAt = new Date(now.getTime() + afterSecondsOf(next) * 1_000)
  return { fallbackAt, dueAt: nextCheck(now, fallbackAt, now) }
}

/** Names the message of one channel of a request. */
export const referenceOf = (pinId: string, sendId: number, step: number) => `${pinId}-${sendId}-${step}`

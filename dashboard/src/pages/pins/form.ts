import type { UseFormReturnType } from '@mantine/form'
import type { PinApp, PinChannel, PinChannelName } from '../../../../src/contract/account/otp.ts'

type PinAppSettings = Omit<PinApp, 'number' | 'createdAt' | 'changedAt'>

/** The fields of a channel. Those of other channels stay empty. */
export interface ChannelFields {
  channel: PinChannelName
  afterSeconds: number | string
  from: string
  template: string
  /** Pairs such as `en=en_US, sw=sw`. */
  templateLanguages: string
  text: string
}

export interface TextFields {
  language: string
  text: string
}

/** The values of the fields: an emptied number is a string, and no countries mean all. */
export type Fields = {
  -readonly [Name in keyof Omit<PinAppSettings, 'channels' | 'texts' | 'language'>]: PinAppSettings[Name] extends number
    ? number | string
    : PinAppSettings[Name]
} & {
  countries: string[]
  channels: ChannelFields[]
  texts: TextFields[]
  /** Empty for the language of the account. */
  language: string
}

export type PinForm = UseFormReturnType<Fields>

export const channelsMax = 3
const defaultAfterSeconds = 30

export const newChannel = (channel: PinChannelName): ChannelFields => ({
  channel,
  afterSeconds: defaultAfterSeconds,
  from: '',
  template: '',
  templateLanguages: '',
  text: '',
})

export function toFields({ channels, texts, countries, language, ...settings }: PinAppSettings): Fields {
  return {
    ...settings,
    countries: [...(countries ?? [])],
    language: language ?? '',
    texts: Object.entries(texts).map(([of, text]) => ({ language: of, text })),
    channels: channels.map((one) => ({
      ...newChannel(one.channel),
      afterSeconds: one.afterSeconds ?? defaultAfterSeconds,
      from: one.channel === 'sms' ? '' : (one.from ?? ''),
      ...(one.channel === 'whatsapp'
        ? { template: one.template, templateLanguages: showPairs(one.templateLanguages ?? {}) }
        : {}),
      ...(one.channel === 'voice' ? { text: one.text ?? '' } : {}),
    })),
  }
}

const showPairs = (pairs: Readonly<Record<string, string>>) =>
  Object.entries(pairs)
    .map((pair) => pair.join('='))
    .join(', ')

/** Null for an invalid pair. */
export function readPairs(text: string): Record<string, string> | null {
  const pairs = text.split(',').flatMap((pair) => (pair.trim() === '' ? [] : [pair.trim().split(/\s*=\s*/)]))
  const isPair = ([language = '', code = '', ...rest]: readonly string[]) =>
    /^[a-z]{2,3}$/.test(language) && code !== '' && rest.length === 0
  return pairs.every(isPair) ? Object.fromEntries(pairs) : null
}

function toChannel({ channel, afterSeconds, from, template, templateLanguages, text }: ChannelFields, place: number) {
  const after = place === 0 ? {} : { afterSeconds: Number(afterSeconds) }
  if (channel === 'sms') return { channel, ...after } satisfies PinChannel
  if (channel === 'whatsapp') {
    const languages = readPairs(templateLanguages) ?? {}
    return {
      channel,
      ...after,
      from: from.trim(),
      template: template.trim(),
      ...(Object.keys(languages).length === 0 ? {} : { templateLanguages: languages }),
    } satisfies PinChannel
  }
  return {
    channel,
    ...after,
    ...(from.trim() === '' ? {} : { from: from.trim() }),
    ...(text.trim() === '' ? {} : { text }),
  } satisfies PinChannel
}

/** The request body. The form has validated the numbers. */
export const toBody = ({ countries, name, sender, text, active, guard, resend, ...fields }: Fields) => ({
  name: name.trim(),
  sender: sender.trim(),
  text,
  active,
  guard,
  resend,
  channels: fields.channels.map(toChannel),
  texts: Object.fromEntries(fields.texts.map((one) => [one.language, one.text])),
  language: fields.language === '' ? null : fields.language,
  countries: countries.length === 0 ? null : countries,
  pinLength: Number(fields.pinLength),
  lifeSeconds: Number(fields.lifeSeconds),
  attemptsMax: Number(fields.attemptsMax),
  numberHourMax: Number(fields.numberHourMax),
  appHourMax: Number(fields.appHourMax),
  countryHourMax: Number(fields.countryHourMax),
  prefixHourMax: Number(fields.prefixHourMax),
  guardSample: Number(fields.guardSample),
  verifiedPercentMin: Number(fields.verifiedPercentMin),
  blockMinutes: Number(fields.blockMinutes),
})

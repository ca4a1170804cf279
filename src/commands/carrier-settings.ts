import { text } from 'node:stream/consumers'
import { badUsage, Failure, type Input, type Option } from './command.ts'
import { openToRead } from './files.ts'

/** Settings of a carrier as the console takes them. An undefined one is to have its default again. */
export type Settings = Readonly<Record<string, unknown>>

/** An option for one setting. Whether its value will do is for the carrier's kind to say. */
interface SettingOption extends Option {
  readonly setting: string
  read(given: string, option: string): unknown
}

const byDefault = 'default'

const readText = (given: string) => given

const readChoice = (given: string) => (given === byDefault ? undefined : given)

function readCount(given: string, option: string): number | undefined {
  if (given === byDefault) return undefined
  if (!/^\d{1,9}$/.test(given)) throw badUsage(`--${option} is a number, or ${byDefault}`)
  return Number(given)
}

function readBoolean(given: string, option: string): boolean | undefined {
  if (given === byDefault) return undefined
  if (given !== 'yes' && given !== 'no') throw badUsage(`--${option} is yes, no, or ${byDefault}`)
  return given === 'yes'
}

const ofText = (setting: string, about: string): SettingOption => ({ setting, value: 'TEXT', about, read: readText })
const ofCount = (setting: string, about: string): SettingOption => ({ setting, value: 'N', about, read: readCount })
const ofChoice = (setting: string, about: string): SettingOption => ({
  setting,
  value: 'WORD',
  about,
  read: readChoice,
})
const ofSwitch = (setting: string, about: string): SettingOption => ({
  setting,
  value: 'WORD',
  about,
  read: readBoolean,
})

const simple: Readonly<Record<string, SettingOption>> = {
  host: { setting: 'host', value: 'HOST', about: 'Name or address of the carrier.', read: readText },
  port: ofCount('port', 'Its port; 2775 when left out.'),
  'system-id': ofText('systemId', 'The name that the carrier gave you.'),
  'system-type': ofText('systemType', 'Where the carrier asks for one.'),
  mode: ofChoice('mode', 'transceiver (default), or pair: a transmitter and a receiver.'),
  binds: ofCount('binds', 'How many binds, over all processes; 1 when left out.'),
  window: ofCount('window', 'How many messages of a bind may be unanswered; 10 when left out.'),
  rate: ofCount('ratePerSecond', 'Most messages in a second over all binds; 0 (default) is no limit.'),
  'answer-seconds': ofCount('answerSeconds', 'How long an answer may take; 30 when left out.'),
  'enquire-seconds': ofCount('enquireSeconds', 'How often a quiet connection is tried; 30 when left out.'),
  text: ofChoice('text', 'gsm7 (default), gsm7-packed or latin1.'),
  'data-coding': ofCount('dataCoding', 'The data_coding of such text, where it is not the usual one.'),
  'long-messages': ofChoice('longMessages', 'udh (default), sar or payload.'),
  validity: ofChoice('validity', 'relative (default), absolute or none.'),
  'service-type': ofText('serviceType', 'Where the carrier asks for one.'),
  'address-range': ofText('addressRange', 'Where the carrier asks for one.'),
  'answer-ids': ofChoice('answerIds', 'How ids are written in answers: text (default), decimal or hex.'),
  'receipt-ids': ofChoice('receiptIds', 'How ids are written in receipts: text (default), decimal or hex.'),
  'unmarked-receipts': ofSwitch(
    'unmarkedReceipts',
    'yes where the carrier does not mark receipts as such; no when left out.',
  ),
}

/** Type of number and numbering plan, by the kind of address. */
const pairs: Readonly<Record<string, { readonly kind: string; readonly about: string }>> = {
  alphanumeric: { kind: 'alphanumeric', about: 'TON,NPI of senders with letters; 5,0 when left out.' },
  number: { kind: 'number', about: 'TON,NPI of senders that are numbers; 1,1 when left out.' },
  'short-code': { kind: 'shortCode', about: 'TON,NPI of senders that are short codes; 3,0 when left out.' },
  destination: { kind: 'destination', about: 'TON,NPI of the numbers that are written to; 1,1 when left out.' },
}

const optionOf = ({ value = 'TEXT', about }: SettingOption): Option => ({ value, about })

export const settingOptions: Readonly<Record<string, Option>> = {
  ...Object.fromEntries(Object.entries(simple).map(([name, one]) => [name, optionOf(one)])),
  ...Object.fromEntries(Object.entries(pairs).map(([name, { about }]) => [name, { value: 'PAIR', about }])),
  tls: { about: 'Speak to it over TLS.' },
  'tls-ca': {
    value: 'FILE',
    about: 'The authority of its certificate as PEM, where it is none that Node knows. Also turns TLS on.',
  },
  'no-tls': { about: 'Speak to it without TLS (default).' },
  settings: {
    value: 'FILE',
    about: 'Settings as JSON, of which docs/carriers.md has all; - for standard input. Options go first.',
  },
  'password-file': { value: 'FILE', about: 'What has the password on its only line; - for standard input.' },
  'failover-seconds': {
    value: 'N',
    about: 'How long it may be away before its messages take the next route; 30 when left out.',
  },
}

async function readWhole(file: string): Promise<string> {
  return text(file === '-' ? process.stdin : openToRead(file))
}

/** From a file, because whoever may list processes sees the words of a command. */
export async function readPassword(input: Input): Promise<string | undefined> {
  const file = input.text('password-file')
  if (file === undefined) return undefined
  const password = (await readWhole(file)).replace(/\r?\n$/, '')
  if (password === '' || /[\r\n]/.test(password))
    throw new Failure(`${nameOf(file)} must have the password on its only line`)
  return password
}

const nameOf = (file: string) => (file === '-' ? 'standard input' : file)

async function readFile(input: Input): Promise<Settings> {
  const file = input.text('settings')
  if (file === undefined) return {}
  if (file === '-' && input.text('password-file') === '-')
    throw badUsage('--settings and --password-file can not both be standard input')
  const written = await readWhole(file)
  let settings: unknown
  try {
    settings = JSON.parse(written)
  } catch (error) {
    throw new Failure(`${nameOf(file)} is no JSON: ${(error as Error).message}`)
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new Failure(`${nameOf(file)} is no JSON object`)
  return settings as Settings
}

const readPairs = (input: Input) =>
  Object.entries(pairs).flatMap(([option, { kind }]) => {
    const pair = input.text(option)
    if (pair === undefined) return []
    const [, ton, npi] = /^(\d{1,3}),(\d{1,3})$/.exec(pair) ?? []
    if (ton === undefined && pair !== byDefault)
      throw badUsage(`--${option} is two numbers, such as 5,0, or ${byDefault}`)
    return [[kind, ton === undefined ? undefined : { ton: Number(ton), npi: Number(npi) }] as const]
  })

/** Null when nothing is said about it. */
async function readTls(input: Input): Promise<{ readonly isOn: boolean; readonly more: Settings } | null> {
  const [ca, isOn, isOff] = [input.text('tls-ca'), input.is('tls'), input.is('no-tls')]
  if (isOff && (isOn || ca !== undefined)) throw badUsage('--tls and --no-tls are opposites: leave one out')
  if (!isOff && !isOn && ca === undefined) return null
  return { isOn: !isOff, more: ca === undefined ? {} : { ca: await readWhole(ca) } }
}

const fieldsOf = (value: unknown) => (typeof value === 'object' && value !== null ? value : {})

/** What the options say goes before what the file says. The answer puts both over the settings that there were. */
export async function readSettings(input: Input): Promise<(current: Settings) => Settings> {
  const fromOptions = Object.entries(simple).flatMap(([option, { setting, read }]) => {
    const given = input.text(option)
    return given === undefined ? [] : [[setting, read(given, option)] as const]
  })
  const addresses = readPairs(input)
  const tls = await readTls(input)
  const file = await readFile(input)
  return (current) => {
    const base: Settings = { ...current, ...file, ...Object.fromEntries(fromOptions) }
    return {
      ...base,
      ...(addresses.length === 0
        ? {}
        : { addresses: { ...fieldsOf(base.addresses), ...Object.fromEntries(addresses) } }),
      ...(tls === null ? {} : { tls: tls.isOn ? { ...fieldsOf(base.tls), ...tls.more } : undefined }),
    }
  }
}

export function readFailover(input: Input): number | undefined {
  const given = input.text('failover-seconds')
  if (given === undefined) return undefined
  if (!/^\d{1,5}$/.test(given)) throw badUsage('--failover-seconds is a number of seconds')
  return Number(given)
}

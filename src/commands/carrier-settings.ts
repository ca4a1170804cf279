import { badUsage, type Input, type Option } from './command.ts'
import { readJsonObject, readLine, readWhole } from './input-files.ts'

/** Settings of a carrier for the console. Undefined resets a setting to its default. */
export type Settings = Readonly<Record<string, unknown>>

/** An option for one setting. The server validates the value by the carrier's kind. */
interface SettingOption extends Option {
  readonly setting: string
  read(given: string, option: string): unknown
}

const byDefault = 'default'

const readText = (given: string) => given

const readChoice = (given: string) => (given === byDefault ? undefined : given)

function readCount(given: string, option: string): number | undefined {
  if (given === byDefault) return undefined
  if (!/^\d{1,9}$/.test(given)) throw badUsage(`--${option} must be a number, or ${byDefault}`)
  return Number(given)
}

function readBoolean(given: string, option: string): boolean | undefined {
  if (given === byDefault) return undefined
  if (given !== 'yes' && given !== 'no') throw badUsage(`--${option} must be yes, no, or ${byDefault}`)
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
  host: { setting: 'host', value: 'HOST', about: 'Host name or address of the carrier.', read: readText },
  port: ofCount('port', 'Port. Default: 2775.'),
  'system-id': ofText('systemId', 'User name from the carrier (system_id).'),
  'system-type': ofText('systemType', 'The system_type, if the carrier requires one.'),
  mode: ofChoice('mode', 'transceiver, or pair (a transmitter and a receiver). Default: transceiver.'),
  binds: ofCount('binds', 'Number of binds over all processes. Default: 1.'),
  window: ofCount('window', 'Maximum number of submits without a response on a bind. Default: 10.'),
  rate: ofCount('ratePerSecond', 'Maximum messages per second over all binds; 0 for no limit. Default: 0.'),
  'answer-seconds': ofCount('answerSeconds', 'Response timeout, in seconds. Default: 30.'),
  'enquire-seconds': ofCount(
    'enquireSeconds',
    'Interval of enquire_link on an idle connection, in seconds. Default: 30.',
  ),
  text: ofChoice('text', 'Encoding of plain text: gsm7, gsm7-packed or latin1. Default: gsm7.'),
  'data-coding': ofCount('dataCoding', 'The data_coding for plain text, if it is not the standard value.'),
  'long-messages': ofChoice('longMessages', 'Method for long messages: udh, sar or payload. Default: udh.'),
  validity: ofChoice('validity', 'Format of the validity period: relative, absolute or none. Default: relative.'),
  'service-type': ofText('serviceType', 'The service_type, if the carrier requires one.'),
  'address-range': ofText('addressRange', 'The address_range, if the carrier requires one.'),
  'answer-ids': ofChoice('answerIds', 'Format of message IDs in responses: text, decimal or hex. Default: text.'),
  'receipt-ids': ofChoice('receiptIds', 'Format of message IDs in receipts: text, decimal or hex. Default: text.'),
  'unmarked-receipts': ofSwitch(
    'unmarkedReceipts',
    'yes if the carrier does not set esm_class on delivery receipts. Default: no.',
  ),
}

/** Type of number and numbering plan by kind of address. */
const pairs: Readonly<Record<string, { readonly kind: string; readonly about: string }>> = {
  alphanumeric: { kind: 'alphanumeric', about: 'TON,NPI of sender IDs with letters. Default: 5,0.' },
  number: { kind: 'number', about: 'TON,NPI of sender IDs that are phone numbers. Default: 1,1.' },
  'short-code': { kind: 'shortCode', about: 'TON,NPI of sender IDs that are short codes. Default: 3,0.' },
  destination: { kind: 'destination', about: 'TON,NPI of recipients. Default: 1,1.' },
}

const optionOf = ({ value = 'TEXT', about }: SettingOption): Option => ({ value, canBeEmpty: true, about })

export const settingOptions: Readonly<Record<string, Option>> = {
  ...Object.fromEntries(Object.entries(simple).map(([name, one]) => [name, optionOf(one)])),
  ...Object.fromEntries(Object.entries(pairs).map(([name, { about }]) => [name, { value: 'PAIR', about }])),
  tls: { about: 'Connect over TLS.' },
  'tls-ca': {
    value: 'FILE',
    about: 'PEM file of a private certificate authority. Implies --tls.',
  },
  'no-tls': { about: 'Connect without TLS. This is the default.' },
  settings: {
    value: 'FILE',
    about: 'JSON file with settings (see docs/carriers.md), or - for standard input. Options override it.',
  },
  'password-file': { value: 'FILE', about: 'File with the password on a single line, or - for standard input.' },
  'failover-seconds': {
    value: 'N',
    about: 'Time without a connection before messages take the next route, in seconds. Default: 30.',
  },
}

export async function readPassword(input: Input): Promise<string | undefined> {
  const file = input.text('password-file')
  return file === undefined ? undefined : readLine(file, 'password')
}

async function readFile(input: Input): Promise<Settings> {
  const file = input.text('settings')
  if (file === '-' && input.text('password-file') === '-')
    throw badUsage('--settings and --password-file cannot both read standard input')
  return file === undefined ? {} : readJsonObject(file)
}

const readPairs = (input: Input) =>
  Object.entries(pairs).flatMap(([option, { kind }]) => {
    const pair = input.text(option)
    if (pair === undefined) return []
    const [, ton, npi] = /^(\d{1,3}),(\d{1,3})$/.exec(pair) ?? []
    if (ton === undefined && pair !== byDefault)
      throw badUsage(`--${option} must be two numbers, such as 5,0, or ${byDefault}`)
    return [[kind, ton === undefined ? undefined : { ton: Number(ton), npi: Number(npi) }] as const]
  })

/** Null without an option about TLS. */
async function readTls(input: Input): Promise<{ readonly isOn: boolean; readonly more: Settings } | null> {
  const [ca, isOn, isOff] = [input.text('tls-ca'), input.is('tls'), input.is('no-tls')]
  if (isOff && (isOn || ca !== undefined)) throw badUsage('use either --tls or --no-tls, not both')
  if (!isOff && !isOn && ca === undefined) return null
  return { isOn: !isOff, more: ca === undefined ? {} : { ca: await readWhole(ca) } }
}

const fieldsOf = (value: unknown) => (typeof value === 'object' && value !== null ? value : {})

/** A function that applies the file, and then the options, to the current settings. */
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
  if (!/^\d{1,5}$/.test(given)) throw badUsage('--failover-seconds must be a number of seconds')
  return Number(given)
}

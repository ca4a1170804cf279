import { isObject } from '../../values/json.ts'
import { type Given, problem, readNumber, readOneOf, readSwitch, refuseUnknown } from '../settings.ts'

/** How a carrier wants to be spoken to. `docs/carriers.md` says what each is for; `readSettings` gives every one that is left out its default. */
export interface SmppSettings {
  readonly host: string
  readonly port: number
  readonly tls: TlsSettings | null
  readonly systemId: string
  readonly systemType: string
  readonly addressRange: string
  /** `transceiver`: both ways over one connection. `pair`: a transmitter and a receiver, two connections, which make one bind. */
  readonly mode: 'transceiver' | 'pair'
  /** How many binds there are, over all processes. */
  readonly binds: number
  /** How many submits of one bind may be unanswered. */
  readonly window: number
  /** Most submits in a second, over all binds; 0 is no limit. */
  readonly ratePerSecond: number
  readonly answerSeconds: number
  readonly enquireSeconds: number
  /** How text that GSM 03.38 can carry goes out. What it can't goes out as UCS-2. */
  readonly text: 'gsm7' | 'gsm7-packed' | 'latin1'
  /** The data_coding that goes with it; null for the usual one. */
  readonly dataCoding: number | null
  readonly longMessages: 'udh' | 'sar' | 'payload'
  readonly validity: 'relative' | 'absolute' | 'none'
  readonly serviceType: string
  readonly addresses: AddressSettings
  /** How message ids are written, in answers and in receipts, where the two differ. `text`: letter case and leading zeros do not matter. */
  readonly answerIds: IdForm
  readonly receiptIds: IdForm
  /** Whether a text in the form of a receipt is one, though the carrier does not mark it as such. Anybody with a phone can write such a text. */
  readonly unmarkedReceipts: boolean
}

export type IdForm = 'text' | 'decimal' | 'hex'

export interface TlsSettings {
  /** Checked against the certificate; the host when left out. */
  readonly serverName: string | null
  /** PEM of an authority of one's own; null for those that Node trusts. */
  readonly ca: string | null
  readonly verify: boolean
}

/** Type of number and numbering plan, by kind of address. */
export interface AddressSettings {
  readonly alphanumeric: TonNpi
  readonly number: TonNpi
  readonly shortCode: TonNpi
  readonly destination: TonNpi
}

export interface TonNpi {
  readonly ton: number
  readonly npi: number
}

const passwordMax = 64
const caMax = 16_384
const usualAddresses: AddressSettings = {
  alphanumeric: { ton: 5, npi: 0 },
  number: { ton: 1, npi: 1 },
  shortCode: { ton: 3, npi: 0 },
  destination: { ton: 1, npi: 1 },
}
const known: readonly (keyof SmppSettings)[] = [
  ...(['host', 'port', 'tls', 'systemId', 'systemType', 'addressRange', 'mode', 'binds', 'window', 'ratePerSecond', 'answerSeconds'] as const),
  ...(['enquireSeconds', 'text', 'dataCoding', 'longMessages', 'validity', 'serviceType', 'addresses', 'answerIds', 'receiptIds'] as const),
  'unmarkedReceipts',
]

/** Reads settings, or throws a SettingsProblem that says what is wrong with them. `secrets` are the names of those there are. */
export function readSettings(settings: unknown, secrets: readonly string[]): SmppSettings {
  if (!isObject(settings)) throw problem('the settings are no object')
  refuseUnknown(settings, known, '')
  if (!secrets.includes('password')) throw problem('the secret password is missing')
  return {
    host: readHost(settings),
    port: readNumber(settings, 'port', { min: 1, max: 65_535, usual: 2775 }),
    tls: readTls(settings.tls),
    systemId: readText(settings, 'systemId', { min: 1, max: 64 }),
    systemType: readText(settings, 'systemType', { max: 12 }),
    addressRange: readText(settings, 'addressRange', { max: 40 }),
    mode: readOneOf(settings, 'mode', ['transceiver', 'pair']),
    binds: readNumber(settings, 'binds', { min: 1, max: 64, usual: 1 }),
    window: readNumber(settings, 'window', { min: 1, max: 1000, usual: 10 }),
    ratePerSecond: readNumber(settings, 'ratePerSecond', { min: 0, max: 100_000, usual: 0 }),
    answerSeconds: readNumber(settings, 'answerSeconds', { min: 1, max: 300, usual: 30 }),
    enquireSeconds: readNumber(settings, 'enquireSeconds', { min: 1, max: 3600, usual: 30 }),
    text: readOneOf(settings, 'text', ['gsm7', 'gsm7-packed', 'latin1']),
    dataCoding: settings.dataCoding === undefined || settings.dataCoding === null ? null : readNumber(settings, 'dataCoding', { min: 0, max: 255, usual: 0 }),
    longMessages: readOneOf(settings, 'longMessages', ['udh', 'sar', 'payload']),
    validity: readOneOf(settings, 'validity', ['relative', 'absolute', 'none']),
    serviceType: readText(settings, 'serviceType', { max: 5 }),
    addresses: readAddresses(settings.addresses),
    answerIds: readOneOf(settings, 'answerIds', ['text', 'decimal', 'hex']),
    receiptIds: readOneOf(settings, 'receiptIds', ['text', 'decimal', 'hex']),
    unmarkedReceipts: readSwitch(settings, 'unmarkedReceipts'),
  }
}

/** SMPP 3.4 has room for eight characters, but carriers give out longer ones. */
export function readPassword({ password }: Readonly<Record<string, string>>): string {
  if (password === undefined) throw problem('the secret password is missing')
  if (password.length > passwordMax || !isPlain(password)) throw problem(`the secret password has up to ${passwordMax} characters of ASCII`)
  return password
}

/** What ends with a zero byte on the wire can't have one, and is ASCII. */
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

function readHost({ host }: Given): string {
  if (host === undefined) throw problem('host is missing')
  if (typeof host !== 'string' || host.length > 253 || !/^[A-Za-z0-9_.:-]+$/.test(host)) throw problem('host is a name or an address, without a port')
  return host
}

function readText(settings: Given, name: string, { min = 0, max }: { min?: number; max: number }): string {
  const value = settings[name] ?? ''
  if (value === '' && min > 0) throw problem(`${name} is missing`)
  if (typeof value !== 'string' || value.length > max || !isPlain(value)) throw problem(`${name} has up to ${max} characters of ASCII`)
  return value
}

function readTls(value: unknown): TlsSettings | null {
  if (value === undefined || value === null || value === false) return null
  if (value === true) return { serverName: null, ca: null, verify: true }
  if (!isObject(value)) throw problem('tls is true, false, or an object')
  refuseUnknown(value, ['serverName', 'ca', 'verify'], 'tls.')
  const { serverName = null, ca = null, verify = true } = value
  if (serverName !== null && (typeof serverName !== 'string' || !/^[A-Za-z0-9_.-]{1,253}$/.test(serverName)))
    throw problem('tls.serverName is no name of a host')
  if (ca !== null && (typeof ca !== 'string' || ca.length > caMax || !ca.includes('-----BEGIN CERTIFICATE-----')))
    throw problem('tls.ca is no certificate in PEM')
  if (typeof verify !== 'boolean') throw problem('tls.verify is true or false')
  return { serverName, ca, verify }
}

function readAddresses(value: unknown): AddressSettings {
  if (value === undefined || value === null) return usualAddresses
  if (!isObject(value)) throw problem('addresses is no object')
  refuseUnknown(value, Object.keys(usualAddresses), 'addresses.')
  const read = (kind: keyof AddressSettings): TonNpi => {
    const given = value[kind] ?? {}
    const under = `addresses.${kind}.`
    if (!isObject(given)) throw problem(`addresses.${kind} is an object with ton and npi`)
    refuseUnknown(given, ['ton', 'npi'], under)
    const usual = usualAddresses[kind]
    return {
      ton: readNumber(given, 'ton', { min: 0, max: 255, usual: usual.ton, under }),
      npi: readNumber(given, 'npi', { min: 0, max: 255, usual: usual.npi, under }),
    }
  }
  return { alphanumeric: read('alphanumeric'), number: read('number'), shortCode: read('shortCode'), destination: read('destination') }
}

import { isObject } from '../../values/json.ts'
import { type Given, problem, readDescribed, readSwitch, refuseUnknown } from '../settings.ts'
import * as described from './described.ts'

/**
 * How a carrier wants to be spoken to. `docs/carriers.md` says what each is for; `readSettings` gives every one that is
 * left out its default.
 */
export interface SmppSettings {
  readonly host: string
  readonly port: number
  readonly tls: TlsSettings | null
  readonly systemId: string
  readonly systemType: string
  readonly addressRange: string
  /**
   * `transceiver`: both ways over one connection. `pair`: a transmitter and a receiver, two connections, which make one
   * bind.
   */
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
  /**
   * How message ids are written, in answers and in receipts, where the two differ. `text`: letter case and leading
   * zeros do not matter.
   */
  readonly answerIds: IdForm
  readonly receiptIds: IdForm
  /**
   * Whether a text in the form of a receipt is one, though the carrier does not mark it as such. Anybody with a phone
   * can write such a text.
   */
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

/**
 * Reads settings, or throws a SettingsProblem that says what is wrong with them. `secrets` are the names of those there
 * are.
 */
export function readSettings(settings: unknown, secrets: readonly string[]): SmppSettings {
  if (!isObject(settings)) throw problem('the settings are no object')
  const read = readDescribed(settings, described.settings)
  if (!secrets.includes('password')) throw problem('the secret password is missing')
  return {
    host: readHost(settings),
    port: read.number('port'),
    tls: readTls(settings.tls),
    systemId: readText(settings, 'systemId'),
    systemType: readText(settings, 'systemType'),
    addressRange: readText(settings, 'addressRange'),
    mode: read.oneOf('mode'),
    binds: read.number('binds'),
    window: read.number('window'),
    ratePerSecond: read.number('ratePerSecond'),
    answerSeconds: read.number('answerSeconds'),
    enquireSeconds: read.number('enquireSeconds'),
    text: read.oneOf('text'),
    dataCoding: settings.dataCoding === undefined || settings.dataCoding === null ? null : read.number('dataCoding'),
    longMessages: read.oneOf('longMessages'),
    validity: read.oneOf('validity'),
    serviceType: readText(settings, 'serviceType'),
    addresses: readAddresses(settings.addresses),
    answerIds: read.oneOf('answerIds'),
    receiptIds: read.oneOf('receiptIds'),
    unmarkedReceipts: readSwitch(settings, 'unmarkedReceipts'),
  }
}

/** SMPP 3.4 has room for eight characters, but carriers give out longer ones. */
export function readPassword({ password }: Readonly<Record<string, string>>): string {
  if (password === undefined) throw problem('the secret password is missing')
  if (password.length > passwordMax || !isPlain(password))
    throw problem(`the secret password has up to ${passwordMax} characters of ASCII`)
  return password
}

/** What ends with a zero byte on the wire can't have one, and is ASCII. */
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

function readHost({ host }: Given): string {
  if (host === undefined) throw problem('host is missing')
  if (typeof host !== 'string' || host.length > described.settings.host.maxLength || !/^[A-Za-z0-9_.:-]+$/.test(host))
    throw problem('host is a name or an address, without a port')
  return host
}

function readText(settings: Given, name: 'systemId' | 'systemType' | 'addressRange' | 'serviceType'): string {
  const { maxLength: max, minLength: min = 0 }: { maxLength: number; minLength?: number } = described.settings[name]
  const value = settings[name] ?? ''
  if (value === '' && min > 0) throw problem(`${name} is missing`)
  if (typeof value !== 'string' || value.length > max || !isPlain(value))
    throw problem(`${name} has up to ${max} characters of ASCII`)
  return value
}

function readTls(value: unknown): TlsSettings | null {
  if (value === undefined || value === null || value === false) return null
  if (value === true) return { serverName: null, ca: null, verify: true }
  if (!isObject(value)) throw problem('tls is true, false, or an object')
  refuseUnknown(value, Object.keys(described.tls), 'tls.')
  const { serverName = null, ca = null, verify = true } = value
  if (serverName !== null && (typeof serverName !== 'string' || !/^[A-Za-z0-9_.-]{1,253}$/.test(serverName)))
    throw problem('tls.serverName is no name of a host')
  if (
    ca !== null &&
    (typeof ca !== 'string' || ca.length > described.tls.ca.maxLength || !ca.includes('-----BEGIN CERTIFICATE-----'))
  )
    throw problem('tls.ca is no certificate in PEM')
  if (typeof verify !== 'boolean') throw problem('tls.verify is true or false')
  return { serverName, ca, verify }
}

function readAddresses(value: unknown): AddressSettings {
  const given: unknown = value ?? {}
  if (!isObject(given)) throw problem('addresses is no object')
  refuseUnknown(given, Object.keys(described.addresses), 'addresses.')
  const read = (kind: keyof AddressSettings): TonNpi => {
    const one = given[kind] ?? {}
    if (!isObject(one)) throw problem(`addresses.${kind} is an object with ton and npi`)
    const numbers = readDescribed(one, described.addresses[kind].properties, `addresses.${kind}.`)
    return { ton: numbers.number('ton'), npi: numbers.number('npi') }
  }
  return {
    alphanumeric: read('alphanumeric'),
    number: read('number'),
    shortCode: read('shortCode'),
    destination: read('destination'),
  }
}

import { isObject } from '../../values/json.ts'
import { type Given, problem, readBoolean, readDescribed, rejectUnknown } from '../settings.ts'
import * as described from './described.ts'
import { type ReceiptErrors, readReceiptErrors, readStatusErrors, type StatusErrors } from './error-rules.ts'

/** The settings of an SMPP carrier. `docs/carriers.md` describes them. */
export interface SmppSettings {
  readonly host: string
  readonly port: number
  readonly tls: TlsSettings | null
  readonly systemId: string
  readonly systemType: string
  readonly addressRange: string
  /** A `pair` is one bind made of two connections, a transmitter and a receiver. */
  readonly mode: 'transceiver' | 'pair'
  /** The number of binds over all processes. */
  readonly binds: number
  /** The number of unanswered submits that one bind may have. */
  readonly window: number
  /** The maximum submits per second over all binds; 0 means no limit. */
  readonly ratePerSecond: number
  readonly answerSeconds: number
  readonly enquireSeconds: number
  /** The encoding of text that fits GSM 03.38. Other text is sent as UCS-2. */
  readonly text: 'gsm7' | 'gsm7-packed' | 'latin1'
  /** The data_coding of `text`; null for the default of the encoding. */
  readonly dataCoding: number | null
  readonly longMessages: 'udh' | 'sar' | 'payload'
  readonly validity: 'relative' | 'absolute' | 'none'
  readonly serviceType: string
  readonly addresses: AddressSettings
  /**
   * The form of message ids in submit responses and in receipts, which some carriers write differently. `text` ignores
   * letter case and leading zeros.
   */
  readonly answerIds: IdForm
  readonly receiptIds: IdForm
  /**
   * Treats an incoming text in receipt format as a receipt even when the carrier does not mark it. Risky: anyone with a
   * phone can send such a text.
   */
  readonly unmarkedReceipts: boolean
  /** Meanings of error codes other than the default. */
  readonly statusErrors: StatusErrors
  readonly receiptErrors: ReceiptErrors
}

export type IdForm = 'text' | 'decimal' | 'hex'

export interface TlsSettings {
  /** Checked against the certificate; null for the host. */
  readonly serverName: string | null
  /** PEM of a private certificate authority; null for those that Node.js trusts. */
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

/** Throws a SettingsProblem for invalid settings. `secrets` are the names of the stored secrets. */
export function readSettings(settings: unknown, secrets: readonly string[]): SmppSettings {
  if (!isObject(settings)) throw problem('the settings must be an object')
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
    unmarkedReceipts: readBoolean(settings, 'unmarkedReceipts'),
    statusErrors: readStatusErrors(settings.statusErrors),
    receiptErrors: readReceiptErrors(settings.receiptErrors),
  }
}

/** SMPP 3.4 allows eight characters, but carriers issue longer passwords. */
export function readPassword({ password }: Readonly<Record<string, string>>): string {
  if (password === undefined) throw problem('the secret password is missing')
  if (password.length > passwordMax || !isPlain(password))
    throw problem(`the secret password must be at most ${passwordMax} ASCII characters`)
  return password
}

/** These fields are zero-terminated ASCII on the wire. */
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

function readHost({ host }: Given): string {
  if (host === undefined) throw problem('host is missing')
  if (typeof host !== 'string' || host.length > described.settings.host.maxLength || !/^[A-Za-z0-9_.:-]+$/.test(host))
    throw problem('host must be a host name or an IP address, without a port')
  return host
}

function readText(settings: Given, name: 'systemId' | 'systemType' | 'addressRange' | 'serviceType'): string {
  const { maxLength: max, minLength: min = 0 }: { maxLength: number; minLength?: number } = described.settings[name]
  const value = settings[name] ?? ''
  if (value === '' && min > 0) throw problem(`${name} is missing`)
  if (typeof value !== 'string' || value.length > max || !isPlain(value))
    throw problem(`${name} must be at most ${max} ASCII characters`)
  return value
}

function readTls(value: unknown): TlsSettings | null {
  if (value === undefined || value === null || value === false) return null
  if (value === true) return { serverName: null, ca: null, verify: true }
  if (!isObject(value)) throw problem('tls must be true, false or an object')
  rejectUnknown(value, Object.keys(described.tls), 'tls.')
  const { serverName = null, ca = null, verify = true } = value
  if (serverName !== null && (typeof serverName !== 'string' || !/^[A-Za-z0-9_.-]{1,253}$/.test(serverName)))
    throw problem('tls.serverName must be a host name')
  if (
    ca !== null &&
    (typeof ca !== 'string' || ca.length > described.tls.ca.maxLength || !ca.includes('-----BEGIN CERTIFICATE-----'))
  )
    throw problem('tls.ca must be a PEM certificate')
  if (typeof verify !== 'boolean') throw problem('tls.verify must be true or false')
  return { serverName, ca, verify }
}

function readAddresses(value: unknown): AddressSettings {
  const given: unknown = value ?? {}
  if (!isObject(given)) throw problem('addresses must be an object')
  rejectUnknown(given, Object.keys(described.addresses), 'addresses.')
  const read = (kind: keyof AddressSettings): TonNpi => {
    const one = given[kind] ?? {}
    if (!isObject(one)) throw problem(`addresses.${kind} must be an object with ton and npi`)
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

import { availableParallelism } from 'node:os'
import { parseHosts, sessionKinds } from '../engine/db/hosts.ts'
import { parseSmtpUrl } from '../engine/mail.ts'
import { isNetwork } from '../engine/network.ts'
import { isCountryCode } from '../values/countries.ts'
import { parseCurrency } from '../values/currencies.ts'
import { parseEmail } from '../values/email.ts'

/** Value types of settings, with their parsers. */

interface Setting<T> {
  readonly name: string
  /** The default, as shown in the documentation. */
  readonly fallback: string
  readonly read: (text: string) => T
}

/** `parse` returns null for an invalid value; `wanted` completes the sentence "… must be". */
interface Kind<T> {
  readonly parse: (text: string) => T | null
  readonly wanted: string
  /** The error message never repeats a secret value. */
  readonly isSecret?: boolean
}

const yes = ['true', '1', 'yes', 'on']
const no = ['false', '0', 'no', 'off']
export const text: Kind<string> = { parse: (value) => value, wanted: 'text' }
export const bool: Kind<boolean> = {
  parse: (value) => (yes.includes(value.toLowerCase()) ? true : no.includes(value.toLowerCase()) ? false : null),
  wanted: 'true or false',
}
export const integer = (min: number, max: number): Kind<number> => ({
  parse: (value) => (/^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : null),
  wanted: `a whole number from ${min} to ${max}`,
})
/** The number of available processors takes CPU quotas of containers into account. */
export const processCount: Kind<number> = {
  parse: (value) => (value === 'auto' ? availableParallelism() : integer(1, 256).parse(value)),
  wanted: 'auto or a whole number from 1 to 256',
}
export const oneOf = <T extends string>(...values: readonly T[]): Kind<T> => ({
  parse: (value) => values.find((known) => known === value) ?? null,
  wanted: `one of ${values.join(', ')}`,
})
export const networks: Kind<readonly string[]> = {
  parse: parseNetworks,
  wanted: 'none, or a comma-separated list of IP addresses and networks such as 10.0.0.0/8',
}
export const hostNames: Kind<readonly string[]> = {
  parse: parseHostNames,
  wanted: 'a comma-separated list of host names without port or path',
}
const textThat = (isValid: (value: string) => boolean, wanted: string): Kind<string> => ({
  parse: (value) => (isValid(value) ? value : null),
  wanted,
})
const secret = (pattern: RegExp, wanted: string): Kind<string> => ({
  ...textThat((value) => pattern.test(value), wanted),
  isSecret: true,
})
/** Secret, because the URL contains a password. */
export const postgresUrl: Kind<string> = {
  parse: (value) => (parseHosts(value) === null ? null : value),
  wanted: `a URL such as postgres://user:password@host/database, with one or several hosts (host1:5432,host2:5432); target_session_attrs is one of ${sessionKinds.join(', ')}`,
  isSecret: true,
}
/** Must fit into an Authorization header: the key ends at the first colon there. */
export const keyText = secret(/^[^:\p{Cc}]+$/u, 'text without colons or control characters')
export const secretText = secret(/^\P{Cc}+$/u, 'text without control characters')
/** All encryption and signing keys are derived from it. */
export const rootSecret = secret(
  /^.{32,1024}$/,
  '32 to 1024 characters long, such as the output of openssl rand -hex 32',
)
/** A base URL without a path, because paths are appended to it. */
export const origin: Kind<string> = {
  parse: parseOrigin,
  wanted: 'a URL without a path, such as https://pay.example.com',
}
export const countryText = textThat(isCountryCode, 'a two-letter country code in capitals, such as TZ')
/** Kept as written: the provider must return exactly the same issuer in its tokens. */
export const issuerUrl = textThat(
  (value) => /^https?:\/\/[^\s?#]+$/.test(value) && URL.canParse(value),
  'a URL such as https://login.example.com/realms/main',
)
export const currencyText = textThat(
  (value) => parseCurrency(value) === value,
  'a three-letter currency code in capitals, such as TZS',
)
/** The other product names in the credit balance API are fixed and must not be reused. */
export const appName = textThat(
  (value) => /^[A-Za-z0-9_-]{1,32}$/.test(value) && !/^(AIRTIME|USSD|SMS|OTP|CHAT|BROADCAST|EMG)$/.test(value),
  'up to 32 letters, digits, _ and -, and not the name of another product',
)
export const emailText: Kind<string> = { parse: parseEmail, wanted: 'an email address' }
export const smtpUrl: Kind<string> = {
  parse: (value) => (parseSmtpUrl(value) === null ? null : value),
  wanted: 'a URL such as smtp://user:password@host:587, or smtps://user:password@host',
  isSecret: true,
}
const address = String.raw`[^\s<>@",;]+@[^\s<>@",;]+`
const mailbox = new RegExp(String.raw`^(?:[^<>@",;\p{Cc}]*<${address}>|${address})$`, 'u')
export const mailboxText = textThat(
  (value) => mailbox.test(value),
  'an email address, or a name followed by an email address in <>',
)
export const passwordText = secret(/^.{8,128}$/, '8 to 128 characters long')
export const tokenText = secret(/^[\x21-\x7e]+$/, 'printable ASCII characters without spaces')

/** Rejects /0 networks: with every peer trusted, any client could forge its address. */
function parseNetworks(value: string): readonly string[] | null {
  const items = value
    .replace(/^none$/, '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  return items.every((item) => isNetwork(item) && !/\/0+$/.test(item)) ? items : null
}

function parseHostNames(value: string): readonly string[] | null {
  const names = value.split(',').map((name) => name.trim().toLowerCase().replace(/\.$/, ''))
  return names.every((name) => /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/.test(name)) ? names : null
}

function parseOrigin(value: string): string | null {
  if (!URL.canParse(value)) return null
  const { protocol, origin, href } = new URL(value)
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null
}

/** The default goes through the same parser as a configured value, so the documented default is the real one. */
export function setting<T>(name: string, fallback: string, kind: Kind<T>): Setting<T> {
  return { name, fallback, read: (value) => parseOrThrow(name, kind, value === '' ? fallback : value) }
}

/** A setting that may be unset; `fallback` describes the default in words. */
export function optional<T>(name: string, fallback: string, kind: Kind<T>): Setting<T | null> {
  return { name, fallback, read: (value) => (value === '' ? null : parseOrThrow(name, kind, value)) }
}

/** An invalid setting. The message names the setting and is meant for the user. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting'
}

function parseOrThrow<T>(name: string, { parse, wanted, isSecret }: Kind<T>, value: string): T {
  const parsed = parse(value)
  if (parsed === null)
    throw new BadSetting(`${name} must be ${wanted}${isSecret ? '' : `, not ${JSON.stringify(value)}`}`)
  return parsed
}

import { parseHosts, sessionKinds } from '../engine/db/hosts.ts'
import { parseSmtpUrl } from '../engine/mail.ts'
import { isNetwork } from '../engine/network.ts'
import { isCountryCode } from '../values/country-codes.ts'
import { parseCurrency } from '../values/currencies.ts'
import { parseEmail } from '../values/email.ts'

/** The kinds of values that settings have, and how their texts are read. */

export interface Setting<T> {
  readonly name: string
  /** What an empty or missing variable means, for people. */
  readonly fallback: string
  readonly about: string
  readonly read: (text: string) => T
}

/** A kind of value: how it is read, null when it can't be, and what to tell people then. */
interface Kind<T> {
  readonly parse: (text: string) => T | null
  readonly wanted: string
  /** A secret is never repeated, not even to the person who mistyped it. */
  readonly isSecret?: boolean
}

const yes = ['true', '1', 'yes', 'on']
const no = ['false', '0', 'no', 'off']
export const text: Kind<string> = { parse: (value) => value, wanted: 'a text' }
export const bool: Kind<boolean> = {
  parse: (value) => (yes.includes(value.toLowerCase()) ? true : no.includes(value.toLowerCase()) ? false : null),
  wanted: 'true or false',
}
export const integer = (min: number, max: number): Kind<number> => ({
  parse: (value) => (/^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : null),
  wanted: `a whole number from ${min} to ${max}`,
})
export const oneOf = <T extends string>(...values: readonly T[]): Kind<T> => ({
  parse: (value) => values.find((known) => known === value) ?? null,
  wanted: `one of ${values.join(', ')}`,
})
export const networks: Kind<readonly string[]> = {
  parse: parseNetworks,
  wanted: 'none, or IP addresses and networks such as 10.0.0.0/8, separated by commas',
}
export const hostNames: Kind<readonly string[]> = {
  parse: parseHostNames,
  wanted: 'host names without port or path, separated by commas',
}
const secret = (pattern: RegExp, wanted: string): Kind<string> => ({
  parse: (value) => (pattern.test(value) ? value : null),
  wanted,
  isSecret: true,
})
/** A URL has a password in it. */
export const postgresUrl: Kind<string> = {
  parse: (value) => (parseHosts(value) === null ? null : value),
  wanted: `a URL such as postgres://user:password@host/database, or one with several hosts, host1:5432,host2:5432; target_session_attrs is one of ${sessionKinds.join(', ')}`,
  isSecret: true,
}
/**
 * What can be written into an Authorization header: a key ends at its first colon, and a token with white space would
 * be two.
 */
export const keyText = secret(/^[^:\p{Cc}]+$/u, 'a text without colons and control characters')
export const secretText = secret(/^\P{Cc}+$/u, 'a text without control characters')
/** Every key for encryption and signatures is derived from it. */
export const rootSecret = secret(/^.{32,1024}$/, 'a text of at least 32 characters, such as openssl rand -hex 32 makes')
/** Of an address nothing but where it begins: pages have paths of their own. */
export const origin: Kind<string> = {
  parse: parseOrigin,
  wanted: 'an address without path, such as https://pay.example.com',
}
export const countryText: Kind<string> = {
  parse: (value) => (isCountryCode(value) ? value : null),
  wanted: 'the two capital letters of a country, such as TZ',
}
/** As the provider writes it: its answers have to name the same. */
export const issuerUrl: Kind<string> = {
  parse: (value) => (/^https?:\/\/[^\s?#]+$/.test(value) && URL.canParse(value) ? value : null),
  wanted: 'a URL such as https://login.example.com/realms/main',
}
export const currencyText: Kind<string> = {
  parse: (value) => (parseCurrency(value) === value ? value : null),
  wanted: 'the three capital letters of a currency, such as TZS',
}
/** The other names of the credit balance stay what they are. */
export const appName: Kind<string> = {
  parse: (value) =>
    /^[A-Za-z0-9_-]{1,32}$/.test(value) && !/^(AIRTIME|USSD|SMS|OTP|CHAT|BROADCAST|EMG)$/.test(value) ? value : null,
  wanted: 'up to 32 letters, digits, _ and -, and no name of another product',
}
export const emailText: Kind<string> = { parse: parseEmail, wanted: 'an e-mail address' }
export const smtpUrl: Kind<string> = {
  parse: (value) => (parseSmtpUrl(value) === null ? null : value),
  wanted: 'a URL such as smtp://user:password@host:587, or smtps://user:password@host',
  isSecret: true,
}
const address = String.raw`[^\s<>@",;]+@[^\s<>@",;]+`
const mailbox = new RegExp(String.raw`^(?:[^<>@",;\p{Cc}]*<${address}>|${address})$`, 'u')
export const mailboxText: Kind<string> = {
  parse: (value) => (mailbox.test(value) ? value : null),
  wanted: 'an e-mail address, or a name and one in <>',
}
export const passwordText = secret(/^.{8,128}$/, 'a text of 8 to 128 characters')
export const tokenText = secret(/^[\x21-\x7e]+$/, 'letters, digits and signs of ASCII, without white space')

/** Trusting everybody (a network of 0 bits) would let everybody choose their address. */
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

/**
 * The default goes through the same parser as what people write, so that what the documentation says is what happens.
 */
export function setting<T>(name: string, fallback: string, kind: Kind<T>, about: string): Setting<T> {
  return { name, fallback, about, read: (value) => parseOrThrow(name, kind, value === '' ? fallback : value) }
}

/** A setting that may be left open; `fallback` says in words what happens then. */
export function optional<T>(name: string, fallback: string, kind: Kind<T>, about: string): Setting<T | null> {
  return { name, fallback, about, read: (value) => (value === '' ? null : parseOrThrow(name, kind, value)) }
}

/** A setting that can't be read. The message names it and is all that a person needs. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting'
}

function parseOrThrow<T>(name: string, { parse, wanted, isSecret }: Kind<T>, value: string): T {
  const parsed = parse(value)
  if (parsed === null)
    throw new BadSetting(`${name} must be ${wanted}${isSecret ? '' : `, not ${JSON.stringify(value)}`}`)
  return parsed
}

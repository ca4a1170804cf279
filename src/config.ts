import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { parseSmtpUrl } from './engine/mail.ts'
import { isNetwork } from './engine/network.ts'
import { parseEmail } from './values/email.ts'
import { findNearest } from './values/nearest.ts'

interface Setting<T> {
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
const text: Kind<string> = { parse: (value) => value, wanted: 'a text' }
const bool: Kind<boolean> = {
  parse: (value) => (yes.includes(value.toLowerCase()) ? true : no.includes(value.toLowerCase()) ? false : null),
  wanted: 'true or false',
}
const integer = (min: number, max: number): Kind<number> => ({
  parse: (value) => (/^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : null),
  wanted: `a whole number from ${min} to ${max}`,
})
const oneOf = <T extends string>(...values: readonly T[]): Kind<T> => ({
  parse: (value) => values.find((known) => known === value) ?? null,
  wanted: `one of ${values.join(', ')}`,
})
const networks: Kind<readonly string[]> = {
  parse: parseNetworks,
  wanted: 'none, or IP addresses and networks such as 10.0.0.0/8, separated by commas',
}
const hostNames: Kind<readonly string[]> = {
  parse: parseHostNames,
  wanted: 'host names without port or path, separated by commas',
}
const secret = (pattern: RegExp, wanted: string): Kind<string> => ({
  parse: (value) => (pattern.test(value) ? value : null),
  wanted,
  isSecret: true,
})
/** A URL has a password in it. */
const postgresUrl = secret(/^postgres(ql)?:\/\//, 'a URL such as postgres://user:password@host/database')
/**
 * What can be written into an Authorization header: a key ends at its first colon, and a token with white space would
 * be two.
 */
const keyText = secret(/^[^:\p{Cc}]+$/u, 'a text without colons and control characters')
const secretText = secret(/^\P{Cc}+$/u, 'a text without control characters')
/** Every key for encryption and signatures is derived from it. */
const rootSecret = secret(/^.{32,1024}$/, 'a text of at least 32 characters, such as openssl rand -hex 32 makes')
/** Of an address nothing but where it begins: pages have paths of their own. */
const origin: Kind<string> = { parse: parseOrigin, wanted: 'an address without path, such as https://pay.example.com' }
const currencyText: Kind<string> = {
  parse: (value) => (/^[A-Z]{3}$/.test(value) ? value : null),
  wanted: 'three capital letters, such as TZS',
}
/** The other names of the credit balance stay what they are. */
const appName: Kind<string> = {
  parse: (value) =>
    /^[A-Za-z0-9_-]{1,32}$/.test(value) && !/^(AIRTIME|USSD|SMS|OTP|CHAT|BROADCAST|EMG)$/.test(value) ? value : null,
  wanted: 'up to 32 letters, digits, _ and -, and no name of another product',
}
const emailText: Kind<string> = { parse: parseEmail, wanted: 'an e-mail address' }
const smtpUrl: Kind<string> = {
  parse: (value) => (parseSmtpUrl(value) === null ? null : value),
  wanted: 'a URL such as smtp://user:password@host:587, or smtps://user:password@host',
  isSecret: true,
}
const address = String.raw`[^\s<>@",;]+@[^\s<>@",;]+`
const mailbox = new RegExp(String.raw`^(?:[^<>@",;\p{Cc}]*<${address}>|${address})$`, 'u')
const mailboxText: Kind<string> = {
  parse: (value) => (mailbox.test(value) ? value : null),
  wanted: 'an e-mail address, or a name and one in <>',
}
const passwordText = secret(/^.{8,128}$/, 'a text of 8 to 128 characters')
const tokenText = secret(/^[\x21-\x7e]+$/, 'letters, digits and signs of ASCII, without white space')

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
function setting<T>(name: string, fallback: string, kind: Kind<T>, about: string): Setting<T> {
  return { name, fallback, about, read: (value) => parseOrThrow(name, kind, value === '' ? fallback : value) }
}

/** A setting that may be left open; `fallback` says in words what happens then. */
function optional<T>(name: string, fallback: string, kind: Kind<T>, about: string): Setting<T | null> {
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

/** A host name of its own for a part of the program. */
function host(name: string, what: string): Setting<readonly string[] | null> {
  return optional(
    `NGOMA_HOST_${name}`,
    'every host',
    hostNames,
    `${what}: the host names, separated by commas, that this answers on alone.`,
  )
}

/** Every setting there is. `docs/operating.md` lists the same ones, and a test compares the two. */
export const settings = {
  host: setting('HOST', '127.0.0.1', text, 'Address to listen on.'),
  port: setting('PORT', '8080', integer(0, 65_535), 'Port to listen on; 0 takes a free one.'),
  databaseUrl: optional('DATABASE_URL', 'the embedded database', postgresUrl, 'PostgreSQL 15 or later, as a URL.'),
  databaseListenUrl: optional(
    'NGOMA_DATABASE_LISTEN_URL',
    'DATABASE_URL',
    postgresUrl,
    'Where notifications are heard: PostgreSQL itself, when DATABASE_URL leads to a pooler.',
  ),
  databaseConnections: setting(
    'NGOMA_DATABASE_CONNECTIONS',
    '10',
    integer(3, 500),
    'Connections to PostgreSQL, besides one that listens.',
  ),
  dataDirectory: setting('NGOMA_DATA', './data', text, 'Directory of the embedded database and of its lock file.'),
  secret: optional(
    'NGOMA_SECRET',
    'made on the first run, except with DATABASE_URL outside staging',
    rootSecret,
    'What all keys for encryption and signatures are derived from; the same for every process.',
  ),
  staging: optional(
    'NGOMA_STAGING',
    'true with the embedded database, false with DATABASE_URL',
    bool,
    'Sends through the simulated network, and to carriers on this machine only.',
  ),
  logLevel: setting(
    'NGOMA_LOG_LEVEL',
    'info',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    'How much is logged; debug has a line for every request.',
  ),
  logFormat: setting(
    'NGOMA_LOG_FORMAT',
    'auto',
    oneOf('auto', 'json', 'text'),
    'How it is logged; auto is text on a terminal and JSON elsewhere.',
  ),
  hostSms: host('SMS', 'Sending, sender names and templates'),
  hostContact: host('CONTACT', 'Contacts and address books'),
  hostAirtime: host('AIRTIME', 'Airtime'),
  hostTopup: host('TOPUP', 'The credit balance'),
  hostOtp: host('OTP', 'One-time PINs'),
  hostDlr: host('DLR', 'Delivery reports'),
  hostCheckout: host('CHECKOUT', 'Checkout'),
  hostChat: host('CHAT', 'Chat'),
  hostConsole: host('CONSOLE', 'The dashboard and its API'),
  trustedProxies: setting(
    'NGOMA_TRUSTED_PROXIES',
    'none',
    networks,
    'Addresses or networks, separated by commas, whose X-Forwarded-For is believed.',
  ),
  bodyBytesMax: setting('NGOMA_BODY_BYTES', '16777216', integer(1_024, 268_435_456), 'Largest request body, in bytes.'),
  recipientsMax: setting('NGOMA_RECIPIENTS', '100000', integer(1, 1_000_000), 'Most recipients in one send.'),
  segmentsMax: setting('NGOMA_SEGMENTS', '255', integer(1, 255), 'Most segments in one message.'),
  requestsPerSecond: setting(
    'NGOMA_REQUESTS_PER_SECOND',
    '0',
    integer(0, 1_000_000),
    'Most requests of an account in a second, on each process; 0 is no limit.',
  ),
  messagesPerDay: setting(
    'NGOMA_MESSAGES_PER_DAY',
    '0',
    integer(0, 2_147_483_647),
    'Most messages of an account on a day, GMT; 0 is no limit.',
  ),
  validityHours: setting(
    'NGOMA_VALIDITY_HOURS',
    '72',
    integer(1, 720),
    'How long a message may take from its due time until it counts as expired.',
  ),
  simulatorDelayMs: setting(
    'NGOMA_SIMULATOR_DELAY_MS',
    '1000',
    integer(0, 3_600_000),
    'How long the simulated network takes to deliver a message.',
  ),
  simulatorSeed: setting(
    'NGOMA_SIMULATOR_SEED',
    '1',
    integer(0, 4_294_967_295),
    'Makes what the simulated network does at random repeatable.',
  ),
  simulatorRatePerSecond: setting(
    'NGOMA_SIMULATOR_RATE',
    '0',
    integer(0, 1_000_000),
    'Most messages that the simulated network takes in a second, PINs first; 0 is no limit.',
  ),
  pinsPerHour: setting(
    'NGOMA_PINS_PER_HOUR',
    '50000',
    integer(1, 2_147_483_647),
    'Most one-time PINs of an account in an hour.',
  ),
  receiptCheckSeconds: setting(
    'NGOMA_RECEIPT_CHECK_SECONDS',
    '10',
    integer(1, 86_400),
    'How long after sending a carrier is first asked for receipts that did not come.',
  ),
  queueAgeSeconds: setting(
    'NGOMA_QUEUE_AGE_SECONDS',
    '3600',
    integer(0, 2_592_000),
    'How long bulk messages may wait before more are refused; single messages twice and PINs four times as long; 0 refuses none.',
  ),
  currency: setting(
    'NGOMA_CURRENCY',
    'TZS',
    currencyText,
    'What new accounts pay in, as three letters (ISO 4217). An account keeps its currency.',
  ),
  smtpUrl: optional(
    'NGOMA_SMTP_URL',
    'no e-mail is sent',
    smtpUrl,
    'The server that e-mail goes out through, as a URL with user and password.',
  ),
  mailFrom: setting('NGOMA_MAIL_FROM', 'Ngoma <ngoma@localhost>', mailboxText, 'Whom e-mail comes from.'),
  paymentsAppName: setting(
    'NGOMA_PAYMENTS_APP_NAME',
    'PAYMENTS',
    appName,
    'What clients call the credit for payments when they ask for the credit balance.',
  ),
  conversationsAppName: setting(
    'NGOMA_CONVERSATIONS_APP_NAME',
    'CONVERSATIONS',
    appName,
    'What clients call the credit for conversations when they ask for the credit balance.',
  ),
  publicUrl: optional(
    'NGOMA_PUBLIC_URL',
    'the host that the client asked',
    origin,
    'Where payers reach the hosted pages of the checkout, carriers push receipts to, and links in e-mails lead: what their addresses begin with.',
  ),
  checkoutMinutes: setting(
    'NGOMA_CHECKOUT_MINUTES',
    '30',
    integer(1, 10_080),
    'How long a checkout session waits to be paid before it expires.',
  ),
  callbackLoopback: optional(
    'NGOMA_CALLBACK_LOOPBACK',
    'true when HOST is a loopback address, else false',
    bool,
    'Callbacks may also go to this machine itself, and over plain HTTP there.',
  ),
  callbackCa: optional(
    'NGOMA_CALLBACK_CA',
    'none',
    text,
    'A file of certificates, as PEM, of authorities that callbacks trust beside those that Node does.',
  ),
  callbackDays: setting(
    'NGOMA_CALLBACK_DAYS',
    '30',
    integer(1, 3_650),
    'How long callbacks that are over are kept, with their attempts.',
  ),
  metricsToken: optional(
    'NGOMA_METRICS_TOKEN',
    'none',
    tokenText,
    'Lets whoever brings it read /metrics from other machines, or through a proxy.',
  ),
  apiKey: optional('NGOMA_API_KEY', 'random', keyText, "The first account's API key, on the first run only."),
  apiSecret: optional(
    'NGOMA_API_SECRET',
    'random',
    secretText,
    "The first account's API secret, on the first run only.",
  ),
  adminEmail: setting(
    'NGOMA_ADMIN_EMAIL',
    'owner@ngoma.local',
    emailText,
    "The first user's e-mail address, on the first run only.",
  ),
  adminPassword: optional(
    'NGOMA_ADMIN_PASSWORD',
    'random',
    passwordText,
    "The first user's password, on the first run only.",
  ),
  accessToken: optional(
    'NGOMA_ACCESS_TOKEN',
    'none',
    tokenText,
    'An access token for the first account, on the first run only.',
  ),
  lenient: setting(
    'NGOMA_LENIENT',
    'false',
    bool,
    "The first account's key and token take what older clients send, on the first run only.",
  ),
} as const

type Settings = typeof settings
type Read = { readonly [Name in keyof Settings]: ReturnType<Settings[Name]['read']> }

export interface Config extends Read {
  readonly staging: boolean
  readonly callbackLoopback: boolean
}

const valueIn = (env: NodeJS.ProcessEnv, name: string) => env[name]?.trim() ?? ''

/** `dataDefault` is where the data is when nobody says so. */
export function readConfig(env: NodeJS.ProcessEnv = process.env, dataDefault = ''): Config {
  const read = Object.fromEntries(
    Object.entries(settings).map(([field, one]) => [field, one.read(valueIn(env, one.name))]),
  ) as Read
  if ((read.apiKey === null) !== (read.apiSecret === null))
    throw new BadSetting('NGOMA_API_KEY and NGOMA_API_SECRET go together: set both, or neither')
  if (read.paymentsAppName === read.conversationsAppName)
    throw new BadSetting('NGOMA_PAYMENTS_APP_NAME and NGOMA_CONVERSATIONS_APP_NAME must differ')
  return {
    ...read,
    dataDirectory: resolve(valueIn(env, 'NGOMA_DATA') || dataDefault || read.dataDirectory),
    staging: read.staging ?? read.databaseUrl === null,
    callbackLoopback: read.callbackLoopback ?? isLoopback(read.host),
  }
}

export const isLoopback = (host: string) => /^(localhost|::1)$/i.test(host) || (isIPv4(host) && host.startsWith('127.'))

/**
 * The certificates in the file that NGOMA_CALLBACK_CA names. Read at the start, and not with the settings: commands
 * need not be allowed to.
 */
export function readCertificates(path: string): string[] {
  const file = `NGOMA_CALLBACK_CA: ${resolve(path)}`
  const found =
    orBadSetting(() => readFileSync(path, 'utf8'), `${file} can't be read`).match(
      /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
    ) ?? []
  if (found.length === 0) throw new BadSetting(`${file} has no certificate in it; it must be one or several as PEM`)
  for (const one of found)
    orBadSetting(() => new X509Certificate(one), `${file} has a certificate in it that can't be read`)
  return found
}

function orBadSetting<T>(read: () => T, wrong: string): T {
  try {
    return read()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new BadSetting(`${wrong}${code}`)
  }
}

/** What is wrong with the settings, all of it: `readConfig` stops at the first. */
export function listBadSettings(env: NodeJS.ProcessEnv = process.env): string[] {
  const each = Object.values(settings).flatMap((one) => messageOf(() => one.read(valueIn(env, one.name))))
  return each.length > 0 ? each : messageOf(() => readConfig(env))
}

function messageOf(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof BadSetting) return [error.message]
    throw error
  }
}

/**
 * Names that look like settings and are none, but for those of tests and of the quick starts' programs; with the one
 * that each is much like.
 */
export function unknownSettings(
  env: NodeJS.ProcessEnv = process.env,
): { readonly name: string; readonly nearest: string | null }[] {
  const known = Object.values(settings).map(({ name }): string => name)
  return Object.keys(env)
    .filter((name) => /^NGOMA_(?!TEST_|URL$)/.test(name) && !known.includes(name))
    .map((name) => ({ name, nearest: findNearest(name, known) }))
}

/** Which root secret the program goes by, and whether it may make one. */
export const secretsOf = ({ secret, staging, databaseUrl }: Config) => ({
  given: secret,
  mayMake: staging || databaseUrl === null,
})

/** For programs of other people that we start: they have no use for our secrets. */
export const plainEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|NODE_ENV|TMPDIR)$/.test(name)))

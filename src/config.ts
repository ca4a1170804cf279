import { resolve } from 'node:path'

interface Setting<T> {
  readonly name: string
  /** What an empty or missing variable means, for people. */
  readonly fallback: string
  readonly about: string
  readonly read: (text: string) => T
}

const text = (value: string) => value
const bool = (value: string) => (['true', '1', 'yes', 'on'].includes(value.toLowerCase()) ? true : ['false', '0', 'no', 'off'].includes(value.toLowerCase()) ? false : null)
const list = (value: string) =>
  value
    .replace(/^none$/, '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
const integer = (min: number, max: number) => (value: string) => (/^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : null)
const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (value: string) =>
    values.find((known) => known === value) ?? null

type Parse<T> = (text: string) => T | null

/** The default goes through the same parser as what people write, so that what the documentation says is what happens. */
function setting<T>(name: string, fallback: string, parse: Parse<T>, about: string): Setting<T> {
  return { name, fallback, about, read: (value) => parseOrThrow(name, about, parse, value === '' ? fallback : value) }
}

/** A setting that may be left open; `fallback` says in words what happens then. */
function optional<T>(name: string, fallback: string, parse: Parse<T>, about: string): Setting<T | null> {
  return { name, fallback, about, read: (value) => (value === '' ? null : parseOrThrow(name, about, parse, value)) }
}

/** A setting that can't be read. The message names it and is all that a person needs. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting'
}

function parseOrThrow<T>(name: string, about: string, parse: Parse<T>, value: string): T {
  const parsed = parse(value)
  if (parsed === null) throw new BadSetting(`${name} can't be "${value}". ${about}`)
  return parsed
}

/** Every setting there is. `docs/operating.md` lists the same ones, and a test compares the two. */
export const settings = {
  host: setting('HOST', '127.0.0.1', text, 'Address to listen on.'),
  port: setting('PORT', '8080', integer(0, 65_535), 'Port to listen on; 0 takes a free one.'),
  databaseUrl: optional('DATABASE_URL', 'the embedded database', text, 'PostgreSQL 15 or later, as a URL.'),
  databaseConnections: setting('NGOMA_DATABASE_CONNECTIONS', '10', integer(3, 500), 'Connections to PostgreSQL, besides one that listens.'),
  dataDirectory: setting('NGOMA_DATA', './data', text, 'Directory of the embedded database and of its lock file.'),
  staging: optional('NGOMA_STAGING', 'true with the embedded database, false with DATABASE_URL', bool, 'Sends through the simulated network only.'),
  logLevel: setting('NGOMA_LOG_LEVEL', 'info', oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'How much is logged; debug has a line for every request.'),
  trustedProxies: setting('NGOMA_TRUSTED_PROXIES', 'none', list, 'Addresses or networks, separated by commas, whose X-Forwarded-For is believed.'),
  bodyBytesMax: setting('NGOMA_BODY_BYTES', '16777216', integer(1_024, 268_435_456), 'Largest request body, in bytes.'),
  recipientsMax: setting('NGOMA_RECIPIENTS', '100000', integer(1, 1_000_000), 'Most recipients in one send.'),
  segmentsMax: setting('NGOMA_SEGMENTS', '255', integer(1, 255), 'Most segments in one message.'),
  validityHours: setting('NGOMA_VALIDITY_HOURS', '72', integer(1, 720), 'How long a message may take from its due time until it counts as expired.'),
  simulatorDelayMs: setting('NGOMA_SIMULATOR_DELAY_MS', '1000', integer(0, 3_600_000), 'How long the simulated network takes to deliver a message.'),
  simulatorSeed: setting('NGOMA_SIMULATOR_SEED', '1', integer(0, 4_294_967_295), 'Makes what the simulated network does at random repeatable.'),
  receiptCheckSeconds: setting('NGOMA_RECEIPT_CHECK_SECONDS', '60', integer(1, 86_400), 'How long after sending a carrier is first asked for receipts that did not come.'),
  apiKey: optional('NGOMA_API_KEY', 'random', text, "The first account's API key, on the first run only."),
  apiSecret: optional('NGOMA_API_SECRET', 'random', text, "The first account's API secret, on the first run only."),
  accessToken: optional('NGOMA_ACCESS_TOKEN', 'none', text, 'An access token for the first account, on the first run only.'),
} as const

type Settings = typeof settings
type Read = { readonly [Name in keyof Settings]: ReturnType<Settings[Name]['read']> }

export interface Config extends Read {
  readonly staging: boolean
}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = Object.fromEntries(Object.entries(settings).map(([field, one]) => [field, one.read(env[one.name]?.trim() ?? '')])) as Read
  if ((read.apiKey === null) !== (read.apiSecret === null)) throw new BadSetting('NGOMA_API_KEY and NGOMA_API_SECRET go together: set both, or neither')
  return { ...read, dataDirectory: resolve(read.dataDirectory), staging: read.staging ?? read.databaseUrl === null }
}

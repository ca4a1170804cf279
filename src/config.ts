import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { BadSetting } from './config/kinds.ts'
import { settings } from './config/settings.ts'
import { findNearest } from './values/nearest.ts'

export { readCertificates, readSmppCertificate } from './config/certificates.ts'
export { BadSetting } from './config/kinds.ts'

type Settings = typeof settings
type Read = { readonly [Name in keyof Settings]: ReturnType<Settings[Name]['read']> }

export interface Config extends Read {
  readonly staging: boolean
  readonly callbackLoopback: boolean
  readonly drainSeconds: number
}

/** Long enough for a load balancer that polls /ready every second or two. */
const drainSecondsByDefault = 5

const valueIn = (env: NodeJS.ProcessEnv, name: string) => env[name]?.trim() ?? ''

/** `dataDefault` is the data directory when NGOMA_DATA is unset. */
export function readConfig(env: NodeJS.ProcessEnv = process.env, dataDefault = ''): Config {
  const read = Object.fromEntries(
    Object.entries(settings).map(([field, one]) => [field, one.read(valueIn(env, one.name))]),
  ) as Read
  if ((read.apiKey === null) !== (read.apiSecret === null))
    throw new BadSetting('Set both NGOMA_API_KEY and NGOMA_API_SECRET, or neither')
  if (read.secretPrevious !== null && (read.secret === null || read.secret === read.secretPrevious))
    throw new BadSetting('NGOMA_SECRET_PREVIOUS requires NGOMA_SECRET with a different value')
  const oidc = [read.oidcIssuer, read.oidcClientId, read.oidcClientSecret]
  if (oidc.some((value) => value === null) && oidc.some((value) => value !== null))
    throw new BadSetting('Set all of NGOMA_OIDC_ISSUER, NGOMA_OIDC_CLIENT_ID and NGOMA_OIDC_CLIENT_SECRET, or none')
  if (read.smppTlsPort !== null && (read.smppTlsCertificate === null || read.smppTlsKey === null))
    throw new BadSetting('NGOMA_SMPP_TLS_PORT requires NGOMA_SMPP_TLS_CERTIFICATE and NGOMA_SMPP_TLS_KEY')
  if (read.paymentsAppName === read.conversationsAppName)
    throw new BadSetting('NGOMA_PAYMENTS_APP_NAME and NGOMA_CONVERSATIONS_APP_NAME must differ')
  const staging = read.staging ?? read.databaseUrl === null
  return {
    ...read,
    staging,
    drainSeconds: read.drainSeconds ?? (staging ? 0 : drainSecondsByDefault),
    dataDirectory: resolve(valueIn(env, 'NGOMA_DATA') || dataDefault || read.dataDirectory),
    callbackLoopback: read.callbackLoopback ?? (staging && isLoopback(read.host)),
  }
}

export const isLoopback = (host: string) => /^(localhost|::1)$/i.test(host) || (isIPv4(host) && host.startsWith('127.'))

/** Returns the messages of all invalid settings; `readConfig` stops at the first. */
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

/** A process that `ngoma serve --processes` has started. */
export interface Supervised {
  readonly number: number
  /** Whether it serves requests on the common port. */
  readonly listens: boolean
}

/** The ports that a server listens on. */
export type Ports = Pick<Config, 'port' | 'smppPort' | 'smppTlsPort'>

const supervisedName = 'NGOMA_SUPERVISED'

export const supervisedEnvironment = (
  supervised: Supervised,
  { port, smppPort, smppTlsPort }: Ports,
): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: String(port),
  ...(smppPort === null ? {} : { NGOMA_SMPP_PORT: String(smppPort) }),
  ...(smppTlsPort === null ? {} : { NGOMA_SMPP_TLS_PORT: String(smppTlsPort) }),
  NGOMA_PROCESSES: '1',
  [supervisedName]: JSON.stringify(supervised),
})

/** Null in a process that was started in any other way. */
export function readSupervised(): Supervised | null {
  const text = process.env[supervisedName]
  return text === undefined ? null : JSON.parse(text)
}

/**
 * Finds misspelled NGOMA_* variables. NGOMA_TEST_* belongs to tests, NGOMA_URL to the example programs and
 * NGOMA_SUPERVISED to the supervisor.
 */
export function unknownSettings(
  env: NodeJS.ProcessEnv = process.env,
): { readonly name: string; readonly nearest: string | null }[] {
  const known = Object.values(settings).map(({ name }): string => name)
  return Object.keys(env)
    .filter((name) => /^NGOMA_(?!TEST_|URL$|SUPERVISED$)/.test(name) && !known.includes(name))
    .map((name) => ({ name, nearest: findNearest(name, known) }))
}

/** Production installations on PostgreSQL must set NGOMA_SECRET; all others may generate one. */
export const secretsOf = ({ secret, secretPrevious, staging, databaseUrl }: Config) => ({
  given: secret,
  previous: secretPrevious,
  mayMake: staging || databaseUrl === null,
})

/** Environment for third-party child processes, without our secrets. */
export const plainEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|NODE_ENV|TMPDIR)$/.test(name)))

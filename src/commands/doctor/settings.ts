import { type Config, isLoopback, listBadSettings, unknownSettings } from '../../config.ts'
import type { CarrierState } from '../../contract/console/system.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const check = 'settings'

/** What can't be read stops a start; what is no setting at all is only ignored, and that is seldom what was meant. */
export function checkSettings(env?: NodeJS.ProcessEnv): Finding[] {
  const bad = listBadSettings(env).map((message) =>
    problem(check, message, 'Put that right first: what is checked further on depends on the settings.'),
  )
  const unknown = unknownSettings(env).map(({ name, nearest }) =>
    warning(
      check,
      `there is no setting ${name}: it is ignored`,
      nearest === null ? 'Remove it; docs/operating.md lists all settings.' : `Did you mean ${nearest}?`,
    ),
  )
  const all = [...bad, ...unknown]
  return all.length > 0 ? all : [ok(check, 'all can be read')]
}

/** Keys and passwords go over this connection: in production they are not for everybody on the way to read. */
export function judgeHost({
  host,
  staging,
  trustedProxies,
}: Pick<Config, 'host' | 'staging' | 'trustedProxies'>): Finding {
  if (isLoopback(host)) return ok('host', `listens on ${host}, for this machine alone`)
  if (staging || trustedProxies.length > 0) return ok('host', `listens on ${host}`)
  return warning(
    'host',
    `listens on ${host} without TLS, and keys and passwords come over it`,
    "Put a proxy that speaks TLS in front, and set NGOMA_TRUSTED_PROXIES to the proxy's address.",
  )
}

/** A tenant's callback could otherwise reach, and read, every service that listens on this machine. */
export function judgeCallbacks({ staging, callbackLoopback }: Pick<Config, 'staging' | 'callbackLoopback'>): Finding {
  if (staging || !callbackLoopback) return ok('callbacks', 'go to public addresses, or to this machine in staging')
  return warning(
    'callbacks',
    'may go to this machine itself: accounts can reach the services that listen here, and read their answers',
    'Remove NGOMA_CALLBACK_LOOPBACK from the settings, unless every account is yours.',
  )
}

/** People are sent to the provider and back, so both addresses have to be right, and nobody may listen on the way. */
export function judgeProvider({
  oidcIssuer,
  publicUrl,
  hostConsole,
  staging,
}: Pick<Config, 'oidcIssuer' | 'publicUrl' | 'hostConsole' | 'staging'>): Finding {
  const check = 'single sign-on'
  if (oidcIssuer === null) return ok(check, 'no provider is set up')
  const { protocol, hostname } = new URL(oidcIssuer)
  if (protocol === 'http:' && !isLoopback(hostname))
    return warning(check, `${oidcIssuer} is asked without TLS`, 'Set NGOMA_OIDC_ISSUER to an address with https.')
  if (publicUrl === null && hostConsole === null && !staging)
    return warning(
      check,
      'the provider sends people back to localhost',
      'Set NGOMA_PUBLIC_URL to the address of the dashboard, and register it with the provider.',
    )
  return ok(check, `through ${oidcIssuer}`)
}

/**
 * Without a carrier nothing can be sent at all. A carrier that is away is no mistake of the settings, but worth a look.
 */
export function judgeRoute(carriers: readonly CarrierState[]): Finding {
  if (carriers.length === 0) {
    return problem(
      'route',
      'no carrier is set up: sends are refused with code 106',
      'Set NGOMA_STAGING=true to send through the simulated network, or set up a carrier: docs/carriers.md.',
    )
  }
  const away = carriers.filter(({ ready }) => ready === false).map(({ name }) => name)
  if (away.length > 0)
    return warning(
      'route',
      `can't take messages now: ${away.join(', ')}`,
      'Messages wait until it is back: ngoma carrier list says why.',
    )
  return ok('route', `carriers: ${carriers.map(({ name }) => name).join(', ')}`)
}

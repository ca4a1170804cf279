import { type Config, isLoopback, listBadSettings, unknownSettings } from '../../config.ts'
import type { CarrierState } from '../../contract/console/system.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const check = 'settings'

/** An invalid setting prevents a start. An unknown one is ignored, but is probably a typing error. */
export function checkSettings(env?: NodeJS.ProcessEnv): Finding[] {
  const bad = listBadSettings(env).map((message) =>
    problem(check, message, 'Fix this first: the other checks depend on the settings.'),
  )
  const unknown = unknownSettings(env).map(({ name, nearest }) =>
    warning(
      check,
      `unknown setting ${name} is ignored`,
      nearest === null ? 'Remove it. See docs/operating.md for all settings.' : `Did you mean ${nearest}?`,
    ),
  )
  const all = [...bad, ...unknown]
  return all.length > 0 ? all : [ok(check, 'all settings are valid')]
}

/** API keys and passwords must not cross a network without TLS in production. */
export function checkHost(config: Pick<Config, 'host' | 'staging' | 'trustedProxies'>): Finding {
  const { host, staging, trustedProxies } = config
  if (isLoopback(host)) return ok('host', `listens on ${host}, reachable from this machine only`)
  if (staging || trustedProxies.length > 0) return ok('host', `listens on ${host}`)
  return warning(
    'host',
    `listens on ${host} without TLS: API keys and passwords are sent unencrypted`,
    "Use a reverse proxy with TLS, and set NGOMA_TRUSTED_PROXIES to the proxy's address.",
  )
}

/** A callback of a customer could reach every service on this machine, and read its answers. */
export function checkCallbacks({ staging, callbackLoopback }: Pick<Config, 'staging' | 'callbackLoopback'>): Finding {
  if (staging || !callbackLoopback)
    return ok(
      'callbacks',
      staging && callbackLoopback
        ? 'allowed to public addresses and this machine (staging)'
        : 'allowed to public addresses only',
    )
  return warning(
    'callbacks',
    'allowed to this machine: accounts can reach the services on it and read their answers',
    'Remove NGOMA_CALLBACK_LOOPBACK from the settings, unless you trust every account.',
  )
}

/** Browsers are redirected to the provider and back, so both addresses must be correct and use TLS. */
export function checkProvider(config: Pick<Config, 'oidcIssuer' | 'publicUrl' | 'hostConsole' | 'staging'>): Finding {
  const check = 'single sign-on'
  const { oidcIssuer, publicUrl, hostConsole, staging } = config
  if (oidcIssuer === null) return ok(check, 'not configured')
  const { protocol, hostname } = new URL(oidcIssuer)
  if (protocol === 'http:' && !isLoopback(hostname))
    return warning(check, `${oidcIssuer} does not use TLS`, 'Set NGOMA_OIDC_ISSUER to an https address.')
  if (publicUrl === null && hostConsole === null && !staging)
    return warning(
      check,
      'the provider redirects users back to localhost',
      'Set NGOMA_PUBLIC_URL to the address of the dashboard, and register it with the provider.',
    )
  return ok(check, `provider ${oidcIssuer}`)
}

/** Links in emails never use the Host header of a request, so their address must be in the settings. */
export function checkMailLinks(config: Pick<Config, 'smtpUrl' | 'publicUrl' | 'hostConsole' | 'staging'>): Finding[] {
  const { smtpUrl, publicUrl, hostConsole, staging } = config
  if (smtpUrl === null || publicUrl !== null || hostConsole !== null || staging) return []
  return [
    problem(
      'mail',
      'the links in emails have no address: users cannot open invitations and password resets',
      'Set NGOMA_PUBLIC_URL to the address of the dashboard.',
    ),
  ]
}

export type NamedCarrier = Pick<CarrierState, 'name' | 'ready'>

/** No carrier at all is a problem; a carrier that is down is a warning. */
export function checkRoute(carriers: readonly NamedCarrier[]): Finding {
  if (carriers.length === 0) {
    return problem(
      'route',
      'no carrier is set up: sends are rejected with code 106',
      'Set up a carrier (docs/carriers.md), or set NGOMA_STAGING=true to use the simulated network.',
    )
  }
  const away = carriers.filter(({ ready }) => ready === false).map(({ name }) => name)
  if (away.length > 0)
    return warning(
      'route',
      `carriers that are down: ${away.join(', ')}`,
      'Their messages wait or take other routes. Run "ngoma provider list --product sms" for the reason.',
    )
  return ok('route', `carriers: ${carriers.map(({ name }) => name).join(', ')}`)
}

import { isIP } from 'node:net'
import type { Context } from '../../context.ts'
import type { Actor } from './rules.ts'

export interface RequestOrigin {
  readonly protocol: string
  /** The Host header of the caller, who may have forged it. */
  readonly host: string
  readonly actor: Actor | null
}

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * The origin of the dashboard for a link in an email; null when unknown. The link is as powerful as a password, so the
 * Host header is used only if it is configured or is this machine: otherwise a caller, signed in or not, could point
 * the link of another user to their own server. The command line has no host.
 */
export function dashboardOrigin(
  { publicUrl, hostConsole, port }: Pick<Context['config'], 'publicUrl' | 'hostConsole' | 'port'>,
  { protocol, host, actor }: RequestOrigin,
): string | null {
  if (publicUrl !== null) {
    const { hostname, protocol: scheme, port: publicPort } = new URL(publicUrl)
    // Checkout pages may have their own host name.
    return hostConsole === null || hostConsole.includes(hostname)
      ? publicUrl
      : `${scheme}//${hostConsole[0]}${publicPort && `:${publicPort}`}`
  }
  const url = /^https?$/.test(protocol) ? URL.parse(`${protocol}://${host}`) : null
  if (url === null || url.href !== `${url.origin}/`) return null
  const isKnown = (hostConsole ?? loopbackNames).includes(url.hostname) && ['', String(port)].includes(url.port)
  if (!isKnown || actor?.userId === null) return null
  return isPlainOnPurpose(url, port) ? url.origin : `https://${url.host}`
}

/** True on this machine, or at the port of the server. On any other host, a proxy terminates TLS without saying so. */
const isPlainOnPurpose = ({ hostname, port }: URL, listened: number) =>
  loopbackNames.includes(hostname) || Number(port || 80) === listened

/** The host that browsers bind passkeys to; null for an IP address, which cannot have passkeys. */
export function passkeyHost(config: Pick<Context['config'], 'publicUrl' | 'hostConsole' | 'port'>): string | null {
  const origin = dashboardOrigin(config, { protocol: 'http', host: 'localhost', actor: null })
  const host = origin === null ? (config.hostConsole?.[0] ?? '') : new URL(origin).hostname
  return isIP(host.replace(/^\[|\]$/g, '')) === 0 ? host : null
}

/** The origin of the dashboard for emails that no request asked for; null when NGOMA_PUBLIC_URL is not set. */
export const publicDashboard = (config: Context['config']): string | null =>
  config.publicUrl === null ? null : dashboardOrigin(config, { protocol: 'https', host: '', actor: null })

/**
 * The page of a link with a token. The token is in the fragment, which browsers do not send, so that it does not end
 * up in proxy logs.
 */
export const linkPath = (page: 'invitation' | 'reset-password', token: string) => `/${page}#token=${token}`

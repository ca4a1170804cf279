import { isIP } from 'node:net'
import type { Context } from '../../context.ts'
import type { Actor } from './rules.ts'

/** How a request came. */
export interface Reached {
  readonly protocol: string
  /** As the caller wrote it, so it may be anything. */
  readonly host: string
  readonly actor: Actor | null
}

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Where the dashboard is, for a link in a letter; null when nobody can say. The link is as good as a password, so what
 * somebody who is not signed in wrote as Host counts only when the settings name it, or it is this machine: else they
 * could have the link lead to themselves. The command line never knows.
 */
export function dashboardOrigin(
  { publicUrl, hostConsole, port }: Pick<Context['config'], 'publicUrl' | 'hostConsole' | 'port'>,
  { protocol, host, actor }: Reached,
): string | null {
  if (publicUrl !== null) {
    const { hostname, protocol: scheme, port: publicPort } = new URL(publicUrl)
    // The pages of the checkout may have a name of their own.
    return hostConsole === null || hostConsole.includes(hostname)
      ? publicUrl
      : `${scheme}//${hostConsole[0]}${publicPort && `:${publicPort}`}`
  }
  const url = /^https?$/.test(protocol) ? URL.parse(`${protocol}://${host}`) : null
  if (url === null || url.href !== `${url.origin}/`) return null
  const isKnown = (hostConsole ?? loopbackNames).includes(url.hostname) && ['', String(port)].includes(url.port)
  if (actor === null ? !isKnown : actor.userId === null) return null
  return isPlainOnPurpose(url, port) ? url.origin : `https://${url.host}`
}

/**
 * On this machine, or at the port that the server listens on itself. Elsewhere a proxy stands in front, which did not
 * say that it speaks TLS.
 */
const isPlainOnPurpose = ({ hostname, port }: URL, listened: number) =>
  loopbackNames.includes(hostname) || Number(port || 80) === listened

/** The host that passkeys are for, which browsers bind them to; null where it is an address, which can have none. */
export function passkeyHost(config: Pick<Context['config'], 'publicUrl' | 'hostConsole' | 'port'>): string | null {
  const origin = dashboardOrigin(config, { protocol: 'http', host: 'localhost', actor: null })
  const host = origin === null ? (config.hostConsole?.[0] ?? '') : new URL(origin).hostname
  return isIP(host.replace(/^\[|\]$/g, '')) === 0 ? host : null
}

/**
 * The lines that lead to a page with a token. It is in the fragment, which browsers send to no server: it would stand
 * in the logs of every proxy otherwise.
 */
export function linkLines(origin: string | null, page: 'invitation' | 'reset-password', token: string): string {
  const path = `/${page}#token=${token}`
  return origin === null ? `(add this to the address of the dashboard)\n\n  ${path}` : `  ${origin}${path}`
}

import type { Context } from '../../context.ts'

/** Paths below this may contain a code. */
export const linkRoot = '/l/'

/**
 * The start of short URLs; null outside staging if no public address is set. A dedicated host has the scheme and the
 * port of the public URL, because the same proxy serves both.
 */
export function linkBase({
  publicUrl,
  hostLinks,
  staging,
  port,
}: Pick<Context['config'], 'publicUrl' | 'hostLinks' | 'staging' | 'port'>): string | null {
  const host = hostLinks?.[0]
  if (publicUrl === null) {
    if (host !== undefined) return `https://${host}${linkRoot}`
    return staging ? `http://localhost:${port}${linkRoot}` : null
  }
  const { hostname, protocol, port: publicPort } = new URL(publicUrl)
  if (host === undefined || hostLinks?.includes(hostname)) return `${publicUrl}${linkRoot}`
  return `${protocol}//${host}${publicPort && `:${publicPort}`}${linkRoot}`
}

export const shortUrl = (base: string, code: string) => `${base}${code}`

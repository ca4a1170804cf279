import type { FastifyReply, FastifyRequest } from 'fastify'

export const sessionCookie = 'ngoma.session'

/** Over HTTPS: browsers accept a cookie with this name only from this host itself, not from others of its domain. */
const hostCookie = `__Host-${sessionCookie}`

/** The token of the session that a response starts; null when it starts none. */
export function sessionTokenIn(reply: FastifyReply): string | null {
  const lines = [reply.getHeader('Set-Cookie') ?? []].flat().map(String)
  const [, value = ''] =
    lines.map((line) => line.split(/[=;]/)).find(([name]) => name === sessionCookie || name === hostCookie) ?? []
  return value === '' ? null : (decodeURIComponent(value).split('.')[0] ?? null)
}

/** Copies the cookies of a better-auth response. If the request came over HTTPS, they are Secure. */
export function copyCookies(response: Response, { protocol }: FastifyRequest, reply: FastifyReply): void {
  for (const line of response.headers.getSetCookie())
    reply.header('Set-Cookie', protocol === 'https' ? `${withPrefix(line)}; Secure` : line)
}

const withPrefix = (line: string) => (line.startsWith(`${sessionCookie}=`) ? `__Host-${line}` : line)

/** The Cookie header for better-auth, which knows the name without the prefix. Over HTTPS, only the other one counts. */
export function cookiesOf({ headers: { cookie }, protocol }: FastifyRequest): string | undefined {
  if (cookie === undefined || protocol !== 'https') return cookie
  const pairs = cookie.split(';').map((pair) => pair.trim())
  return pairs
    .filter((pair) => pair.split('=')[0]?.trim() !== sessionCookie)
    .map((pair) => (pair.startsWith(`${hostCookie}=`) ? pair.slice('__Host-'.length) : pair))
    .join('; ')
}

import type { FastifyReply, FastifyRequest } from 'fastify'

/** Not the name of earlier versions, whose cookies had another path and would hide this one. */
export const sessionCookie = 'ngoma.session'

/** The token of the session that a response starts; null when it starts none. */
export function sessionTokenIn(reply: FastifyReply): string | null {
  const lines = [reply.getHeader('Set-Cookie') ?? []].flat().map(String)
  const [, value = ''] = lines.map((line) => line.split(/[=;]/)).find(([one]) => one === sessionCookie) ?? []
  return value === '' ? null : (decodeURIComponent(value).split('.')[0] ?? null)
}

/** Copies the cookies of a better-auth response. They are Secure if the request came over HTTPS. */
export function copyCookies(response: Response, { protocol }: FastifyRequest, reply: FastifyReply): void {
  for (const line of response.headers.getSetCookie())
    reply.header('Set-Cookie', protocol === 'https' ? `${line}; Secure` : line)
}

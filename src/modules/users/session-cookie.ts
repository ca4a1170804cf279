import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'ngoma.session_token'

/** The token of the session that an answer begins; null when it begins none, or ends one. */
export function sessionTokenIn(reply: FastifyReply): string | null {
  const lines = [reply.getHeader('Set-Cookie') ?? []].flat().map(String)
  const [, value = ''] = lines.map((line) => line.split(/[=;]/)).find(([one]) => one === name) ?? []
  return value === '' ? null : (decodeURIComponent(value).split('.')[0] ?? null)
}

/** Hands on the cookies of an answer of better-auth. They are secure exactly when the request was. */
export function copyCookies(response: Response, { protocol }: FastifyRequest, reply: FastifyReply): void {
  for (const line of response.headers.getSetCookie())
    reply.header('Set-Cookie', protocol === 'https' ? `${line}; Secure` : line)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { texts } from '../../catalogs/index.ts'
import { Overloaded } from '../../engine/batch/index.ts'
import { isTransient } from '../../engine/db/index.ts'
import { acceptedTags, matchLanguage } from '../../values/languages.ts'
import { Refusal } from '../../values/refusal.ts'
import type { LinksContext } from './follow.ts'
import { pagePolicy, showPage } from './page.ts'
import { isRobot, linkRoot, parseCode } from './rules.ts'

/** The public area of short links, served only on their hosts. */
export const linkArea = 'links'

const retryAfterSeconds = 2

const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }

/** Redirects short links. Registered in its own scope, because it shows errors as pages. */
export async function linksRoutes(http: FastifyInstance, ctx: LinksContext): Promise<void> {
  const config = { area: linkArea, pathIsSecret: true }

  function answer(request: FastifyRequest, reply: FastifyReply, status: number, name: 'missing' | 'fault') {
    const language = matchLanguage(acceptedTags(request.headers['accept-language'])) ?? ctx.config.language
    return reply
      .code(status)
      .headers({ ...headers, 'Content-Security-Policy': pagePolicy })
      .type('text/html; charset=utf-8')
      .send(showPage(texts[language], name))
  }
  const missing = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, 404, 'missing')

  http.removeAllContentTypeParsers()
  http.setErrorHandler((error, request, reply) => {
    // On a host without links, the usual error is sent.
    if (error instanceof Refusal) throw error
    if (isTransient(error) || error instanceof Overloaded)
      return answer(request, reply.header('Retry-After', retryAfterSeconds), 503, 'fault')
    // Fastify rejects bodies, because no parser is left.
    if (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500)
      return missing(request, reply)
    request.log.error({ err: error }, 'request failed')
    return answer(request, reply, 500, 'fault')
  })

  // Fastify adds HEAD.
  http.get(`${linkRoot}:code`, { config }, async (request, reply) => {
    const code = parseCode((request.params as { readonly code: string }).code)
    if (code === null) return missing(request, reply)
    const counts = request.method === 'GET' && !isRobot(request.headers['user-agent'])
    const url = await ctx.clicks.add({ code, counts })
    return url === null ? missing(request, reply) : reply.headers(headers).redirect(url, 302)
  })
  // Matches addresses with extra path segments: without a route, the code would be logged.
  http.all(`${linkRoot}*`, { config }, missing)
}

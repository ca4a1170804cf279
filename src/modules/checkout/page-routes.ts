import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Texts, texts } from '../../catalogs/index.ts'
import { isTransient } from '../../engine/db/index.ts'
import { acceptedTags, matchLanguage } from '../../values/languages.ts'
import { Refusal } from '../../values/refusal.ts'
import { formToken, hashPageKey, isFormToken, isPageKey, originOf, pagePath, pageRoot } from './address.ts'
import type { CheckoutContext } from './context.ts'
import { cancelSession } from './end.ts'
import { showMessage, showSession } from './page.ts'
import { styleHash } from './page-style.ts'
import { canBePaid, paySession } from './pay.ts'
import { findByPage, type Session } from './store.ts'

/** The public area of the payment page, served only on checkout hosts. */
export const checkoutPageArea = 'checkout page'

/** Our own forms have less than a hundred characters. */
const formBytesMax = 4_096

/** The payment page. Registered in its own scope, because it accepts forms and shows errors as pages. */
export async function checkoutPages(room: FastifyInstance, ctx: CheckoutContext): Promise<void> {
  const config = { area: checkoutPageArea, pathIsSecret: true }
  const origins = ctx.payments?.origins ?? []
  const policy = [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    // Chromium also blocks a form that redirects to an origin outside this list.
    `form-action ${["'self'", ...origins].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  const headers = {
    'Content-Security-Policy': policy,
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  }
  const answer = (reply: FastifyReply, status: number, html: string) =>
    reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html)

  room.removeAllContentTypeParsers()
  room.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytesMax },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  room.setErrorHandler((error, request, reply) => {
    // On a host without pages, the usual error is sent.
    if (error instanceof Refusal) throw error
    const status = isTransient(error)
      ? 503
      : error instanceof Error && 'statusCode' in error
        ? Number(error.statusCode)
        : 500
    if (status === 500) request.log.error({ err: error }, 'request failed')
    return answer(reply, status, showMessage(textsFor(request), status < 500 ? 'rejected' : 'fault'))
  })

  /** The language of the payer's browser, or else of the account. */
  function textsFor({ headers: { 'accept-language': accepted } }: FastifyRequest, session?: Session): Texts {
    return texts[matchLanguage(acceptedTags(accepted)) ?? session?.language ?? ctx.config.language]
  }

  const missing = (request: FastifyRequest, reply: FastifyReply) =>
    answer(reply, 404, showMessage(textsFor(request), 'missing'))

  /** The session of an address, or null. An invalid key is not looked up. */
  async function find(request: FastifyRequest): Promise<{ readonly key: string; readonly session: Session } | null> {
    const { session: key } = request.params as { readonly session: string }
    const session = isPageKey(key) ? await findByPage(ctx.db, hashPageKey(key)) : null
    return session === null ? null : { key, session }
  }

  room.get('/checkout/:session', { config }, async (request, reply) => {
    const found = await find(request)
    if (found === null) return missing(request, reply)
    const { key, session } = found
    const look = {
      path: pagePath(key),
      formToken: formToken(ctx.secrets, key),
      simulated: canBePaid(ctx, session) && ctx.payments?.simulated === true,
      canBePaid: canBePaid(ctx, session),
      now: ctx.clock.now(),
      texts: textsFor(request, session),
    }
    return answer(reply, 200, showSession(session, look))
  })

  /** Handles a form and redirects to a GET, so that a reload does not repeat it. */
  const form = (
    action: 'pay' | 'cancel',
    run: (session: Session, request: FastifyRequest, key: string) => Promise<string | null>,
  ) => {
    // A browser that is reopened after a form requests its address again with GET.
    room.get(`/checkout/:session/${action}`, { config }, async (request, reply) => {
      const found = await find(request)
      return found === null ? missing(request, reply) : reply.headers(headers).redirect(pagePath(found.key), 303)
    })
    room.post(`/checkout/:session/${action}`, { config }, async (request, reply) => {
      const found = await find(request)
      if (found === null) return missing(request, reply)
      const { key, session } = found
      const given = request.body instanceof URLSearchParams ? request.body.get('token') : null
      if (!isFormToken(ctx.secrets, key, given))
        return answer(reply, 403, showMessage(textsFor(request, session), 'rejected'))
      return reply.headers(headers).redirect((await run(session, request, key)) ?? pagePath(key), 303)
    })
  }

  form('pay', (session, { protocol, host }, key) =>
    paySession(ctx, session, `${originOf(ctx.config.publicUrl, { protocol, host }) ?? ''}${pagePath(key)}`),
  )
  form('cancel', async (session) => {
    await cancelSession(ctx, session)
    return null
  })
  // Matches addresses with extra path segments: without a route, the secret would be logged.
  room.all(`${pageRoot}*`, { config }, missing)
}

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

/** Whose the hosted page is: everybody's, and on the hosts of the checkout alone. */
export const checkoutPageArea = 'checkout page'

/** A form of ours is not a hundred characters long. */
const formBytesMax = 4_096

/** The page that payers see. In a room of its own: it takes forms, and what goes wrong is told to people. */
export async function checkoutPages(room: FastifyInstance, ctx: CheckoutContext): Promise<void> {
  const config = { area: checkoutPageArea, pathIsSecret: true }
  const origins = ctx.payments?.origins ?? []
  const policy = [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    // Chromium also stops a form whose answer leads to an origin that is not among these.
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
    // A host that has no pages: what is there is said as everywhere.
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

  /** The session of an address, or null: what is no key is not even looked for. */
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

  /** What a form of the page does. Where it leads to is looked at with GET, so that reloading does nothing again. */
  const form = (
    action: 'pay' | 'cancel',
    run: (session: Session, request: FastifyRequest, key: string) => Promise<string | null>,
  ) => {
    // A browser that was closed over a form asks for its address again.
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
  // An address with something more behind it is still the address: without a route it would stand in the log.
  room.all(`${pageRoot}*`, { config }, missing)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Texts, texts } from '../../catalogs/index.ts'
import { isTransient } from '../../engine/db/index.ts'
import { acceptedTags, matchLanguage } from '../../values/languages.ts'
import { Refusal } from '../../values/refusal.ts'
import { formToken, hashPageKey, isFormToken, isPageKey, originOf, pagePath, pageRoot } from './address.ts'
import type { CheckoutContext } from './context.ts'
import { cancelSession } from './end.ts'
import { choicesFor, takersFor } from './offers.ts'
import { showMessage, showSession } from './page.ts'
import { styleHash } from './page-style.ts'
import { paySession } from './pay.ts'
import { findByPage, type Session } from './store.ts'
import { findTry, hurryStatusQuery } from './store-payments.ts'

/** The public area of the payment page, served only on checkout hosts. */
export const checkoutPageArea = 'checkout page'

/** Our own forms have less than a hundred characters. */
const formBytesMax = 4_096

interface Found {
  readonly key: string
  readonly session: Session
}

const headersFor = (origins: readonly string[]) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    // Chromium also blocks a form that redirects to an origin outside this list.
    `form-action ${["'self'", ...origins].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
})

/** The payment page. Registered in its own scope, because it accepts forms and shows errors as pages. */
export async function checkoutPages(room: FastifyInstance, ctx: CheckoutContext): Promise<void> {
  const config = { area: checkoutPageArea, pathIsSecret: true }
  const answer = (reply: FastifyReply, status: number, html: string, origins: readonly string[] = []) =>
    reply.code(status).headers(headersFor(origins)).type('text/html; charset=utf-8').send(html)

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
  async function find(request: FastifyRequest): Promise<Found | null> {
    const { session: key } = request.params as { readonly session: string }
    const session = isPageKey(key) ? await findByPage(ctx.db, hashPageKey(key)) : null
    return session === null ? null : { key, session }
  }

  room.get('/checkout/:session', { config }, async (request, reply) => {
    const found = await find(request)
    if (found === null) return missing(request, reply)
    const { key, session } = found
    const now = ctx.clock.now()
    const payment = session.startedAt === null ? null : await findTry(ctx.db, session)
    if (payment !== null) await hurryStatusQuery(ctx.db, session, now)
    const choices = choicesFor(ctx, session)
    const look = {
      path: pagePath(key),
      formToken: formToken(ctx.secrets, key),
      choices,
      payment,
      isPhoneWrong: (request.query as Readonly<Record<string, unknown>>).wrong === 'phone',
      isSimulated: payment === null ? choices.isSimulated : ctx.payments.find(payment.provider)?.isSimulated === true,
      now,
      texts: textsFor(request, session),
    }
    return answer(reply, 200, showSession(session, look), choices.origins)
  })

  /** Handles a form. A redirect to a GET follows, so that a reload does not repeat it. */
  const form = (
    action: 'pay' | 'cancel',
    run: (found: Found, fields: URLSearchParams, request: FastifyRequest) => Promise<string | null>,
  ) => {
    // A browser that is reopened after a form requests its address again with GET.
    room.get(`/checkout/:session/${action}`, { config }, async (request, reply) => {
      const found = await find(request)
      return found === null ? missing(request, reply) : reply.headers(headersFor([])).redirect(pagePath(found.key), 303)
    })
    room.post(`/checkout/:session/${action}`, { config }, async (request, reply) => {
      const found = await find(request)
      if (found === null) return missing(request, reply)
      const { key, session } = found
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      if (!isFormToken(ctx.secrets, key, fields.get('token')))
        return answer(reply, 403, showMessage(textsFor(request, session), 'rejected'))
      return reply.headers(headersFor([])).redirect((await run(found, fields, request)) ?? pagePath(key), 303)
    })
  }

  form('pay', async ({ key, session }, fields, { protocol, host }) => {
    const { choices } = choicesFor(ctx, session)
    const method = fields.get('method')
    const choice = method === null ? choices[0] : choices.find((one) => one.method === method)
    // A repeated form does not need a choice: the payment is running.
    if (choice === undefined) return session.redirectTo
    const takers = takersFor(choice, fields.get('phone'), session)
    if (takers.length === 0) return `${pagePath(key)}?wrong=phone`
    const returnUrl = `${originOf(ctx.config.publicUrl, { protocol, host }) ?? ''}${pagePath(key)}`
    return paySession(ctx, session, { method: choice.method, takers }, returnUrl)
  })
  form('cancel', async ({ session }) => {
    await cancelSession(ctx, session)
    return null
  })
  // Matches addresses with extra path segments: without a route, the secret would be logged.
  room.all(`${pageRoot}*`, { config }, missing)
}

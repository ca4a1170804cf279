import type {
  FastifyInstance,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
  preSerializationAsyncHookHandler,
} from 'fastify'
import type { CheckoutQuery } from '../contract/public/checkout.ts'
import type { ContactBody } from '../contract/public/contacts.ts'
import type { PublicRoute } from '../contract/public/index.ts'
import type { DeliveryReportsQuery } from '../contract/public/sms.ts'
import { isObject } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { type AnswerContext, reportsAnswer, usersAnswer, withArgsOnTop, withCodeOnTop, withNumber } from './answers.ts'
import {
  bodyWith,
  chatBody,
  guessBody,
  pinBody,
  queryWith,
  sendBody,
  type Translate,
  transferBody,
  wholeList,
} from './bodies.ts'

interface Translation {
  readonly body?: Translate
  readonly query?: Translate
  /** Translates a successful answer. May return a Refusal. */
  readonly answer?: (answer: unknown, context: AnswerContext) => unknown
  /** `answer` needs the `details` that the handler returned next to the specified fields. */
  readonly needsDetails?: boolean
  /** Translates the body of an error. */
  readonly refusal?: (body: unknown) => unknown
}

/** All differences for lenient credentials, by route. */
const translations: Readonly<Record<string, Translation>> = {
  'POST /v1/send': { body: sendBody, answer: withNumber },
  'GET /public/v1/delivery-reports': { query: queryWith<DeliveryReportsQuery>('dest_addr'), answer: reportsAnswer },
  'POST /public/v1/sender-names': { body: bodyWith() },
  'POST /public/v1/sms-templates': { body: bodyWith() },
  'PUT /public/v1/sms-templates/:id': { body: bodyWith() },
  'DELETE /public/v1/sms-templates/:id': { refusal: withCodeOnTop },
  'POST /public/v1/address-books': { body: bodyWith() },
  'PUT /public/v1/address-books/:book': { body: bodyWith() },
  'POST /public/v1/contacts': { body: bodyWith<ContactBody>('mob_no', 'mob_no2') },
  'PUT /public/v1/contacts/:contact': { body: bodyWith<ContactBody>('mob_no', 'mob_no2') },
  'POST /v1/transfer': { body: transferBody },
  'POST /v1/transaction-status': { answer: withArgsOnTop },
  'POST /v1/request': { body: pinBody },
  'POST /v1/verify': { body: guessBody },
  'GET /v1/checkout': { query: queryWith<CheckoutQuery>('mobile') },
  'POST /v1/chatapi': { body: chatBody },
  'GET /v1/chatapi/active-users': { query: wholeList, answer: usersAnswer, needsDetails: true },
} satisfies Partial<Record<PublicRoute, Translation>>

/**
 * Serves older clients with loose types and old names. Translates their requests before the modules see them, and the
 * responses afterwards, so that modules only know the specified format. Must be called before routes are added.
 */
export function addLenientTranslations(app: FastifyInstance): void {
  const found = new Set<string>()
  app.addHook('onRoute', (route) => {
    // HEAD must get the same headers as GET.
    const names = [route.method].flat().map((method) => `${method === 'HEAD' ? 'GET' : method} ${route.url}`)
    const name = names.find((one) => translations[one] !== undefined)
    if (name === undefined) return
    found.add(name)
    const translation = translations[name] as Translation
    route.preHandler = [...[route.preHandler ?? []].flat(), translateRequest(translation)]
    if (translation.needsDetails) route.preSerialization = [...[route.preSerialization ?? []].flat(), readDetails]
    if (translation.answer || translation.refusal)
      route.onSend = [translateResponse(translation), ...[route.onSend ?? []].flat()]
  })
  app.addHook('onReady', async () => {
    const lost = Object.keys(translations).find((name) => !found.has(name))
    if (lost !== undefined) throw new Error(`the lenient translation ${lost} has no route`)
  })
}

const translateRequest =
  ({ body, query }: Translation): preHandlerHookHandler =>
  (request, _reply, done) => {
    if (request.caller.lenient) {
      if (body && isObject(request.body)) request.body = body(request.body)
      if (query && isObject(request.query)) request.query = query(request.query)
    }
    done()
  }

const detailsOf = new WeakMap<FastifyRequest, unknown>()

const readDetails: preSerializationAsyncHookHandler<unknown> = async (request, _reply, payload) => {
  const { details } = payload as { readonly details?: () => Promise<unknown> }
  if (request.caller?.lenient && details) detailsOf.set(request, await details())
  return payload
}

/** Runs after serialization, because the response schema would not allow other types. */
const translateResponse =
  ({ answer, refusal }: Translation): onSendHookHandler =>
  (request, reply, payload, done) => {
    const translate = reply.statusCode === 200 ? answer : refusal
    // A rejected request may have no caller.
    if (!translate || !request.caller?.lenient || typeof payload !== 'string') return done(null, payload)
    const context = { query: request.query, details: detailsOf.get(request) ?? null }
    const translated = translate(JSON.parse(payload), context)
    if (!(translated instanceof Refusal)) return done(null, JSON.stringify(translated))
    request.refusal = translated
    reply.code(translated.status).headers(translated.headers)
    done(null, JSON.stringify(translated.body))
  }

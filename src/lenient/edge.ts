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
import { reportsAnswer, type Told, usersAnswer, withCodeOnTop, withNumber } from './answers.ts'
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
  /** Of what is answered with success. It may become a refusal. */
  readonly answer?: (answer: unknown, told: Told) => unknown
  /** The answer needs the `details` that the handler returned beside what the contract has. */
  readonly needsDetails?: boolean
  /** Of the body of a refusal. */
  readonly refusal?: (body: unknown) => unknown
}

/** All that a lenient credential may do differently, by route. What is not here is the same for everybody. */
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
  'POST /v1/request': { body: pinBody },
  'POST /v1/verify': { body: guessBody },
  'GET /v1/checkout': { query: queryWith<CheckoutQuery>('mobile') },
  'POST /v1/chatapi': { body: chatBody },
  'GET /v1/chatapi/active-users': { query: wholeList, answer: usersAnswer, needsDetails: true },
} satisfies Partial<Record<PublicRoute, Translation>>

/**
 * Lets clients in that were written for this API with loose types and old names, before any route is added. What they
 * send is put into the contract's form before the rules see it, and the answer into theirs after it was made: the
 * modules know the contract alone.
 */
export function openLenientEdge(app: FastifyInstance): void {
  const found = new Set<string>()
  app.addHook('onRoute', (route) => {
    // What HEAD is answered with is what GET would be, so it is asked in the same way.
    const names = [route.method].flat().map((method) => `${method === 'HEAD' ? 'GET' : method} ${route.url}`)
    const name = names.find((one) => translations[one] !== undefined)
    if (name === undefined) return
    found.add(name)
    const translation = translations[name] as Translation
    route.preHandler = [...[route.preHandler ?? []].flat(), toRules(translation)]
    if (translation.needsDetails) route.preSerialization = [...[route.preSerialization ?? []].flat(), readDetails]
    if (translation.answer || translation.refusal)
      route.onSend = [fromRules(translation), ...[route.onSend ?? []].flat()]
  })
  app.addHook('onReady', async () => {
    const lost = Object.keys(translations).find((name) => !found.has(name))
    if (lost !== undefined) throw new Error(`no route is ${lost}, which lenient clients are let into`)
  })
}

const toRules =
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

/** After the answer has its form on the wire: what is written by a schema could not be of another type. */
const fromRules =
  ({ answer, refusal }: Translation): onSendHookHandler =>
  (request, reply, payload, done) => {
    const translate = reply.statusCode === 200 ? answer : refusal
    // A refused request may have no caller.
    if (!translate || !request.caller?.lenient || typeof payload !== 'string') return done(null, payload)
    const told = { query: request.query, details: detailsOf.get(request) ?? null }
    const translated = translate(JSON.parse(payload), told)
    if (!(translated instanceof Refusal)) return done(null, JSON.stringify(translated))
    request.refusal = translated
    reply.code(translated.status).headers(translated.headers)
    done(null, JSON.stringify(translated.body))
  }

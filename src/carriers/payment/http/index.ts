import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { typedDigits } from '../../../values/phone.ts'
import { isSuccess, openAnswer, parseJson, readAt, stateOfValue, validReference } from '../../http-template/answer.ts'
import { fillRequest, type RequestTemplate, type Values } from '../../http-template/fill.ts'
import { answerBytesMax, type HttpOptions } from '../../http-template/send.ts'
import { checkUrls } from '../../http-template/settings.ts'
import {
  type Callback,
  type CallbackAnswer,
  ProviderFailure,
  type ProviderKind,
  textAnswer,
} from '../../provider-kind.ts'
import {
  type Bill,
  isSameAmount,
  type PaymentEvents,
  type PaymentProgress,
  type PaymentProvider,
  type StartedPayment,
  wholeOf,
} from '../provider.ts'

import { keepToken, readToken, throwNoResponse } from '../token.ts'
import {
  type HttpSettings,
  httpDescription,
  type RequestSettings,
  readHttpSettings,
  readPhone,
  type Signature,
  uses,
  valuesOf,
} from './settings.ts'

/** Two starts and two tokens take less than half a minute. */
const timeoutMs = 7_000
const redirectLengthMax = 2_000
const isFault = (status: number) => status >= 500

/** A provider with an HTTP API, called by the templates of its settings. */
function createHttpPayments(
  name: string,
  settings: HttpSettings,
  secrets: Values,
  callbackUrl: string | null,
  { send, clock }: HttpOptions,
): PaymentProvider {
  const { start, query, callback: callbacks, token } = settings
  let events: PaymentEvents | null = null

  const request = (template: RequestTemplate, values: Values) =>
    send({ ...fillRequest(template, values), timeoutMs, answerBytesMax })

  const tokens =
    token === null
      ? null
      : keepToken(clock, () => {
          const values = valuesOf(
            { id: '', amount: '', currency: '', phone: null },
            { secrets, token: null, callbackUrl: null, reference: null },
          )
          return readToken(request(token, values), { ...token.answer, defaultSeconds: 600, isAway: isFault })
        })

  /** A rejected token is renewed once. */
  async function call(template: RequestSettings, payment: Parameters<typeof valuesOf>[0], reference: string | null) {
    for (let time = 1; ; time += 1) {
      const own = tokens === null ? null : await tokens.get()
      const values = valuesOf(payment, { secrets, token: own, callbackUrl, reference })
      const { status, text, isCut } = await request(template, values).catch(throwNoResponse)
      if (status === 401 && tokens !== null && own !== null && time === 1) tokens.drop(own)
      else return { status, said: readAnswer(template, status, isCut ? '' : text) }
    }
  }

  /** Only a fitting sum is believed. The payment stays unknown until an operator has looked at it. */
  function checkSum({ amount, currency }: Pick<Said, 'amount' | 'currency'>, bill: Bill): void {
    const isSame =
      (amount === null || isSameAmount(amount, bill.amount, settings.amountIn)) &&
      (currency === null || currency.toUpperCase() === bill.currency)
    if (!isSame)
      throw new ProviderFailure(
        'unclear',
        `the provider reports ${amount ?? ''} ${currency ?? ''} instead of ${bill.amount} ${bill.currency}`,
        { needsOperator: true },
      )
  }

  /** The result in a response; null without one. */
  function resultIn(said: Said, bill: Bill): PaymentProgress | null {
    if (said.state === 'failed') return { state: 'failed', reason: said.reason ?? 'refused' }
    if (said.state !== 'paid') return null
    checkSum(said, bill)
    return { state: 'paid', receipt: said.receipt }
  }

  /** An address elsewhere is not followed: the payer would enter card data there. */
  function allowedRedirect(given: string | null): string | null {
    const url = given === null ? null : URL.parse(given)
    // The origin of a blob: URL is that of its creator.
    if (url === null || !/^https?:$/.test(url.protocol) || !settings.redirectOrigins.includes(url.origin)) return null
    return url.href.length <= redirectLengthMax ? url.href : null
  }

  const asksByReference = uses(query, 'provider_reference')

  async function ask(payment: StartedPayment): Promise<PaymentProgress> {
    // Only a callback can still name the payment.
    if (asksByReference && payment.reference === null)
      throw new ProviderFailure('unclear', 'the response with the reference of the provider was lost', {
        needsOperator: callbacks === null,
      })
    const { status, said } = await call(query, payment, payment.reference)
    if (said.state === null)
      throw new ProviderFailure('unclear', `the provider does not say the result (status ${status})`, {
        away: status >= 500,
      })
    const result = resultIn(said, payment)
    if (result !== null) return result
    const ageMs = clock.now().getTime() - payment.startedAt.getTime()
    if (said.state === 'missing' && ageMs >= settings.believeMissingAfterSeconds * 1_000)
      return { state: 'failed', reason: 'the provider has no such payment' }
    return { state: 'pending', reference: said.reference, redirectTo: null }
  }

  async function takeCallback(listener: PaymentEvents, given: Callback): Promise<CallbackAnswer> {
    if (callbacks === null) return textAnswer(404, 'no callbacks')
    if (callbacks.signature !== null && !isSigned(callbacks.signature, secrets, given))
      return textAnswer(401, 'invalid signature')
    const read = readerOf(callbacks.from, given)
    const said = {
      ...valuesAt((name) => read(callbacks[name])),
      state: stateOfValue(callbacks.states, read(callbacks.state)),
    }
    const { reference, receipt } = said
    const id = read(callbacks.id)
    if (id === null && reference === null) return textAnswer(400, 'the callback names no payment')
    const payment = id !== null ? await listener.find({ id }) : await listener.find({ reference: reference ?? '' })
    // A provider with several shops calls back for payments of others as well.
    if (payment === null) return textAnswer(404, 'unknown payment')
    const isOurs = reference === null || payment.reference === null || payment.reference === reference
    await listener.askSoon(payment.id, isOurs ? { reference, receipt } : { reference: null, receipt: null })
    const progress = await resultOf(payment, isOurs, said)
    if (progress !== null && progress.state !== 'pending') await listener.result(payment.id, progress)
    return callbacks.answer
  }

  /** Null while the result of the callback cannot be believed. */
  async function resultOf(
    payment: StartedPayment,
    isOurs: boolean,
    said: Omit<Said, 'redirect'>,
  ): Promise<PaymentProgress | null> {
    if (settings.confirmByQuery || !isOurs || said.amount === null)
      return ask(payment).catch((error: unknown) => {
        if (error instanceof ProviderFailure) return null
        throw error
      })
    if (said.state === 'failed') return { state: 'failed', reason: said.reason ?? 'refused' }
    if (said.state !== 'paid' || !isSameAmount(said.amount, payment.amount, settings.amountIn)) return null
    if (said.currency !== null && said.currency.toUpperCase() !== payment.currency) return null
    return { state: 'paid', receipt: said.receipt }
  }

  return {
    name,
    origins: settings.redirectOrigins,
    askAfterMs: settings.askAfterSeconds * 1_000,
    offers({ amount, currency }) {
      const isOther = settings.currencies !== null && !settings.currencies.includes(currency)
      const hasDecimals = settings.wholeAmounts && wholeOf(amount) === null
      const { method } = settings
      return [{ method, asksPhone: method === 'prompt', problem: isOther ? 'currency' : hasDecimals ? 'amount' : null }]
    },
    readPhone: (typed) => readPhone(settings, typedDigits(typed)),
    async start(given) {
      events = given
    },
    async pay(payment) {
      const { status, said } = await call(start, payment, null)
      if (status === 429 && said.state !== 'failed')
        throw new ProviderFailure('unstarted', 'too many requests', { away: true })
      const result = resultIn(said, payment)
      if (result !== null) return result
      if (!isSuccess(status) && said.state !== 'pending')
        throw new ProviderFailure('unclear', `the provider answered with status ${status}`, { away: status >= 500 })
      const redirectTo = allowedRedirect(said.redirect)
      if (settings.method === 'redirect' && redirectTo === null)
        throw new ProviderFailure('unclear', 'the response has no address on one of the redirectOrigins')
      return { state: 'pending', reference: said.reference, redirectTo }
    },
    ask,
    async callback(given) {
      if (events === null) throw new Error('not started')
      return takeCallback(events, given)
    },
    async stop() {
      events = null
    },
  }
}

/** Compares in constant time, over the bytes as received. */
export function isSigned(
  { header, algorithm, encoding, secret, prefix }: Signature,
  secrets: Values,
  { headers, body }: Pick<Callback, 'headers' | 'body'>,
): boolean {
  const given = headers[header]
  const key = secrets[secret]
  if (given === undefined || key === undefined || !given.startsWith(prefix)) return false
  const value = given.slice(prefix.length)
  const expected =
    algorithm === 'equals'
      ? key
      : createHmac(algorithm === 'hmac-sha256' ? 'sha256' : 'sha512', key)
          .update(body)
          .digest(encoding)
  const written = encoding === 'hex' && algorithm !== 'equals' ? value.toLowerCase() : value
  return timingSafeEqual(hash('sha256', written, 'buffer'), hash('sha256', expected, 'buffer'))
}

/** The values that both responses and callbacks have. */
const valuesAt = (at: (name: 'reference' | 'reason' | 'amount' | 'currency' | 'receipt') => string | null) => ({
  reference: validReference(at('reference')),
  reason: at('reason'),
  amount: at('amount'),
  currency: at('currency'),
  receipt: validReference(at('receipt')),
})

type Said = ReturnType<typeof readAnswer>

function readAnswer(request: RequestSettings, status: number, text: string) {
  const { at, state } = openAnswer(request, status, text)
  return { ...valuesAt(at), state, redirect: at('redirect') }
}

function readerOf(from: 'json' | 'form' | 'query', { query, body }: Callback): (path: string) => string | null {
  if (from === 'json') {
    const json = parseJson(body.toString('utf8'))
    return (path) => readAt(json, path)
  }
  const fields = new URLSearchParams(from === 'form' ? body.toString('utf8') : query)
  return (name) => (name === '' ? null : fields.get(name))
}

export const httpPayments = (options: HttpOptions): ProviderKind<PaymentProvider> => ({
  description: httpDescription,
  check: async (settings, secrets) => checkUrls(options.checkUrl, readHttpSettings(settings, secrets).urls),
  open: (name, settings, secrets, callbackUrl) =>
    createHttpPayments(name, readHttpSettings(settings, Object.keys(secrets)), secrets, callbackUrl, options),
  takesCallbacks: (settings) => (settings as { readonly callback?: unknown }).callback != null,
})

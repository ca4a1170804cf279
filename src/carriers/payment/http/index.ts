import { typedDigits } from '../../../values/phone.ts'
import type { Clock } from '../../../values/time.ts'
import {
  isSuccess,
  parseJson,
  readAt,
  stateOfStatus,
  stateOfValue,
  validReference,
} from '../../http-template/answer.ts'
import { fillRequest, type RequestTemplate, type Values } from '../../http-template/fill.ts'
import { answerBytesMax, type CheckUrl, failureOf, type Send } from '../../http-template/send.ts'
import { checkUrls } from '../../http-template/settings.ts'
import { type Callback, type CallbackAnswer, ProviderFailure, type ProviderKind } from '../../provider-kind.ts'
import {
  type Bill,
  isSameAmount,
  type PaymentEvents,
  type PaymentProgress,
  type PaymentProvider,
  type StartedPayment,
  wholeOf,
} from '../provider.ts'

import { keepToken } from '../token.ts'
import {
  type HttpSettings,
  httpDescription,
  type RequestSettings,
  readHttpSettings,
  readPhone,
  type StateName,
  tryOut,
  uses,
  valuesOf,
} from './settings.ts'
import { isSigned } from './signature.ts'

/** Two starts and two tokens take less than half a minute. */
const timeoutMs = 7_000
const defaultTokenSeconds = 600
const redirectLengthMax = 2_000

interface HttpOptions {
  readonly send: Send
  readonly checkUrl: CheckUrl
  readonly clock: Clock
}

/** The values in a response or in a callback; null where missing. */
interface Said {
  readonly state: StateName | null
  readonly reference: string | null
  readonly redirect: string | null
  readonly reason: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly receipt: string | null
}

const textAnswer = (status: number, body: string): CallbackAnswer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body,
})

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
      : keepToken(clock, async () => {
          const values = valuesOf(
            { id: '', amount: '', currency: '', phone: null },
            { secrets, token: null, callbackUrl: null, reference: null },
          )
          const { status, text } = await request(token, values).catch((error: unknown) => {
            throw new ProviderFailure('unstarted', `no access token: ${failureOf(error).why}`, { away: true })
          })
          const json = parseJson(text)
          const found = readAt(json, token.answer.token)
          if (!isSuccess(status) || found === null || !/^[\x21-\x7e]{1,4096}$/.test(found))
            throw new ProviderFailure('unstarted', `no access token: status ${status}`, { away: status >= 500 })
          const seconds = Number(token.answer.expiresIn === '' ? Number.NaN : readAt(json, token.answer.expiresIn))
          return { token: found, seconds: seconds > 0 ? seconds : defaultTokenSeconds }
        })

  /** A rejected token is renewed once. */
  async function call(
    template: RequestSettings,
    payment: Parameters<typeof valuesOf>[0],
    reference: string | null,
  ): Promise<{ readonly status: number; readonly said: Said }> {
    for (let time = 1; ; time += 1) {
      const own = tokens === null ? null : await tokens.get()
      const values = valuesOf(payment, { secrets, token: own, callbackUrl, reference })
      const { status, text, isCut } = await request(template, values).catch((error: unknown) => {
        const { stage, why } = failureOf(error)
        throw new ProviderFailure(stage === 'connecting' ? 'unstarted' : 'unclear', `no response: ${why}`, {
          away: true,
        })
      })
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
    if (said.state === 'paid') {
      checkSum(said, payment)
      return { state: 'paid', receipt: said.receipt }
    }
    if (said.state === 'failed') return { state: 'failed', reason: said.reason ?? 'refused' }
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
    const at = (field: 'id' | 'reference' | 'state' | 'reason' | 'amount' | 'currency' | 'receipt') =>
      callbacks[field] === '' ? null : read(callbacks[field])
    const [id, reference] = [at('id'), validReference(at('reference'))]
    if (id === null && reference === null) return textAnswer(400, 'the callback names no payment')
    const payment = id !== null ? await listener.find({ id }) : await listener.find({ reference: reference ?? '' })
    // A provider with several shops calls back for payments of others as well.
    if (payment === null) return textAnswer(404, 'unknown payment')
    const isOurs = reference === null || payment.reference === null || payment.reference === reference
    const receipt = validReference(at('receipt'))
    await listener.askSoon(payment.id, isOurs ? { reference, receipt } : { reference: null, receipt: null })
    const progress = await resultOf(payment, isOurs, {
      state: stateOfValue(callbacks.states, at('state')),
      reason: at('reason'),
      amount: at('amount'),
      currency: at('currency'),
      receipt,
    })
    if (progress !== null && progress.state !== 'pending') await listener.result(payment.id, progress)
    return callbacks.answer
  }

  /** Null while the result of the callback cannot be believed. */
  async function resultOf(
    payment: StartedPayment,
    isOurs: boolean,
    said: Pick<Said, 'state' | 'reason' | 'amount' | 'currency' | 'receipt'>,
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
      if (said.state === 'failed') return { state: 'failed', reason: said.reason ?? 'refused' }
      if (status === 429) throw new ProviderFailure('unstarted', 'too many requests', { away: true })
      if (said.state === 'paid') {
        checkSum(said, payment)
        return { state: 'paid', receipt: said.receipt }
      }
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

/**
 * Only a 2xx response is read as the state of the payment: `{"status":"failed"}` with 401 or 500 is about the request.
 * An HTTP status has a meaning only when the settings define one.
 */
function readAnswer({ answer, states }: RequestSettings, status: number, text: string): Said {
  const json = parseJson(text)
  const at = (path: string) => (path === '' ? null : readAt(json, path))
  return {
    state: (isSuccess(status) ? stateOfValue(states, at(answer.state)) : null) ?? stateOfStatus(states, status),
    reference: validReference(at(answer.reference)),
    redirect: at(answer.redirect),
    reason: at(answer.reason),
    amount: at(answer.amount),
    currency: at(answer.currency),
    receipt: validReference(at(answer.receipt)),
  }
}

function readerOf(from: 'json' | 'form' | 'query', { query, body }: Callback): (path: string) => string | null {
  if (from === 'json') {
    const json = parseJson(body.toString('utf8'))
    return (path) => readAt(json, path)
  }
  const fields = new URLSearchParams(from === 'form' ? body.toString('utf8') : query)
  return (name) => fields.get(name)
}

export const httpPayments = (options: HttpOptions): ProviderKind<PaymentProvider> => ({
  description: httpDescription,
  async check(settings, secrets) {
    const read = readHttpSettings(settings, secrets)
    await checkUrls(options.checkUrl, tryOut(read, secrets))
  },
  open: (name, settings, secrets, callbackUrl) =>
    createHttpPayments(name, readHttpSettings(settings, Object.keys(secrets)), secrets, callbackUrl, options),
  takesCallbacks: (settings) => (settings as { readonly callback?: unknown }).callback != null,
})

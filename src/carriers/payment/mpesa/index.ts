import { isSuccess, parseJson, readAt, validReference } from '../../http-template/answer.ts'
import type { HttpOptions } from '../../http-template/send.ts'
import { checkUrls } from '../../http-template/settings.ts'
import { type Callback, type CallbackAnswer, ProviderFailure, type ProviderKind } from '../../provider-kind.ts'
import {
  isSameAmount,
  type Payment,
  type PaymentEvents,
  type PaymentProgress,
  type PaymentProvider,
  type StartedPayment,
  wholeOf,
} from '../provider.ts'

import { createDaraja, type DarajaAnswer, type DarajaSecrets } from './client.ts'
import { type MpesaSettings, mpesaDescription, readMpesaSettings } from './settings.ts'
import { pushBody, queryBody, readCallback, readKenyanPhone, resultOf } from './wire.ts'

const currency = 'KES'

/** The payer has about a minute to enter the PIN, so earlier questions are in vain. */
const askAfterMs = 10_000

/** Too many requests: the gateway did not pass the request on. */
const throttleCodes: ReadonlySet<string> = new Set(['500.003.02', '500.003.03'])
/** Many errors have this code, and only some are rejections. In answers to a query, it also means pending. */
const processingCode = '500.001.1001'
/** A payer with another open prompt, and credentials of another short code. */
const rejections = /unable to lock subscriber|already in process|wrong credentials|merchant does not exist/i

interface MpesaSecrets extends DarajaSecrets {
  readonly passkey: string
}

const objectOf = (status: number, code: number, text: string): CallbackAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ ResultCode: code, ResultDesc: text }),
})

/** M-Pesa Express (STK push): the payer confirms the payment with a PIN on the phone. */
function createMpesa(
  name: string,
  settings: MpesaSettings,
  { passkey, ...keys }: MpesaSecrets,
  callbackUrl: string | null,
  options: HttpOptions,
): PaymentProvider {
  const post = createDaraja(settings, keys, options)
  let events: PaymentEvents | null = null

  async function pay(payment: Payment): Promise<PaymentProgress> {
    if (callbackUrl === null) throw new ProviderFailure('unstarted', 'NGOMA_PUBLIC_URL is not set')
    const signed = { passkey, now: options.clock.now(), callbackUrl: `${callbackUrl}/${payment.id}` }
    return startedOf(await post('/mpesa/stkpush/v1/processrequest', pushBody(settings, payment, signed)))
  }

  async function ask({ reference }: Pick<StartedPayment, 'reference'>): Promise<PaymentProgress> {
    if (reference === null)
      throw new ProviderFailure('unclear', 'the response of M-Pesa was lost, and no callback came')
    const answer = await post(
      '/mpesa/stkpushquery/v1/query',
      queryBody(settings, reference, { passkey, now: options.clock.now() }),
    )
    return queriedOf(answer, reference)
  }

  /** A callback proves nothing by itself: it must fit the payment, and by default the query must agree. */
  async function takeCallback(listener: PaymentEvents, { rest: id, body }: Callback): Promise<CallbackAnswer> {
    const said = readCallback(parseJson(body.toString('utf8')))
    if (said === null) return objectOf(400, 1, 'Not a callback of M-Pesa Express')
    const payment = await listener.find({ id })
    if (payment === null) return objectOf(404, 1, 'Unknown payment')
    const { reference, receipt, amount } = said
    const accepted = objectOf(200, 0, 'Accepted')
    const result = resultOf(said.code, said.description)
    const isOurs = payment.reference === null || payment.reference === reference
    const isSameSum = result?.state !== 'paid' || (amount !== null && isSameAmount(amount, payment.amount, 'major'))
    if (!isOurs || !isSameSum || result === null) {
      await listener.askSoon(id, { reference: null, receipt: null })
      return accepted
    }
    // The reference of another payment proves nothing about this one.
    const other = payment.reference === null ? await listener.find({ reference }) : null
    if (other !== null && other.id !== id) return objectOf(409, 1, 'CheckoutRequestID of another payment')
    await listener.askSoon(id, { reference, receipt })
    const confirmed = settings.confirmByQuery ? await ask({ reference }).catch(() => null) : result
    if (confirmed?.state === 'paid') await listener.result(id, { state: 'paid', receipt })
    else if (confirmed?.state === 'failed') await listener.result(id, confirmed)
    return accepted
  }

  return {
    name,
    origins: [],
    askAfterMs,
    offers(bill) {
      if (callbackUrl === null) return []
      const problem = bill.currency !== currency ? 'currency' : wholeOf(bill.amount) === null ? 'amount' : null
      return [{ method: 'prompt', asksPhone: true, problem }]
    },
    readPhone: readKenyanPhone,
    async start(given) {
      events = given
    },
    pay,
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

/** A rejection is certain only with an error code of Daraja. */
function startedOf({ status, json, errorCode, errorMessage }: DarajaAnswer): PaymentProgress {
  const reference = validReference(readAt(json, 'CheckoutRequestID'))
  const code = readAt(json, 'ResponseCode')
  if (isSuccess(status) && code === '0' && reference !== null) return { state: 'pending', reference, redirectTo: null }
  if (isSuccess(status) && code !== null && code !== '0')
    return { state: 'failed', reason: `${readAt(json, 'ResponseDescription') ?? 'refused'} (${code})` }
  if (status === 429 || (errorCode !== null && throttleCodes.has(errorCode)))
    throw new ProviderFailure('unstarted', `M-Pesa refuses more requests: ${errorMessage ?? status}`, { away: true })
  const isRejected = errorCode === processingCode ? rejections.test(errorMessage ?? '') : status >= 400 && status < 500
  if (errorCode !== null && isRejected)
    return { state: 'failed', reason: `${errorMessage ?? 'refused'} (${errorCode})` }
  throw new ProviderFailure('unclear', `M-Pesa answered with status ${status}`, { away: status >= 500 })
}

function queriedOf({ status, json, errorCode, errorMessage }: DarajaAnswer, reference: string): PaymentProgress {
  const pending: PaymentProgress = { state: 'pending', reference, redirectTo: null }
  const code = readAt(json, 'ResultCode')
  if (isSuccess(status) && code !== null) {
    const said = readAt(json, 'CheckoutRequestID')
    if (said !== null && said !== reference)
      throw new ProviderFailure('unclear', 'M-Pesa answered about another payment')
    return resultOf(code, readAt(json, 'ResultDesc')) ?? pending
  }
  if (errorCode === processingCode && /process/i.test(errorMessage ?? '')) return pending
  throw new ProviderFailure('unclear', `M-Pesa does not say the result: ${errorMessage ?? `status ${status}`}`, {
    away: status >= 500 && errorCode === null,
  })
}

export const mpesaPayments = (options: HttpOptions): ProviderKind<PaymentProvider> => ({
  description: mpesaDescription,
  async check(settings, secrets) {
    const { baseUrl } = readMpesaSettings(settings, secrets)
    await checkUrls(options.checkUrl, [`${baseUrl}/`])
  },
  open(name, settings, secrets, callbackUrl) {
    const read = readMpesaSettings(settings, Object.keys(secrets))
    const { consumerKey = '', consumerSecret = '', passkey = '' } = secrets
    return createMpesa(name, read, { consumerKey, consumerSecret, passkey }, callbackUrl, options)
  },
  takesCallbacks: () => true,
})

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { controlPrefix } from '../emulator/control.ts'
import { createFaults } from '../emulator/faults.ts'
import { parseFields } from '../emulator/json.ts'
import { post } from '../emulator/post.ts'
import { type Exchange, type Reply, serve } from '../emulator/server.ts'
import type { Mpesa, MpesaOptions } from './api.ts'
import { type CallbackAttempt, callbackBody, forgeUrl, sendCallback } from './callbacks.ts'
import { controlMpesa } from './control.ts'
import { DarajaProblem, errorReply, invalid } from './errors.ts'
import {
  createPayments,
  describeResult,
  type Outcome,
  outcomeOf,
  type Payment,
  type ResultCode,
  ruleResult,
} from './payments.ts'
import { checkPush, checkQuery } from './requests.ts'
import { statementOf } from './statement.ts'

const paths = {
  '/oauth/v1/generate': { on: 'token', method: 'GET' },
  '/mpesa/stkpush/v1/processrequest': { on: 'push', method: 'POST' },
  '/mpesa/stkpushquery/v1/query': { on: 'query', method: 'POST' },
} as const

const tokenMs = 3_599_000

/** An emulator of M-Pesa Express (STK push) of Safaricom's Daraja API. README.md names the pages that it follows. */
export async function startMpesa(options: MpesaOptions = {}): Promise<Mpesa> {
  const {
    consumerKey = 'emulator-consumer-key',
    consumerSecret = 'emulator-consumer-secret',
    shortCode = '174379',
    passkey = 'emulator-passkey',
    till = null,
    now = () => new Date(),
    delayMs = 0,
    payers = 'auto',
    onLog = () => {},
  } = options
  const merchant = { shortCode, passkey, till }
  const faults = createFaults()
  const payments = createPayments(now)
  const callbacks: CallbackAttempt[] = []
  const chosen = new Map<string, Outcome>()
  const tokens = new Map<string, number>()

  async function end(payment: Payment, code: ResultCode): Promise<void> {
    if (!payments.end(payment, code)) return
    onLog(`${payment.phone} ${code}: ${describeResult(code)} ${payment.result?.receipt ?? ''}`.trimEnd())
    await sendCallback(payment, faults, callbacks)
    const last = callbacks.at(-1)
    if (last?.body.includes(payment.checkoutRequestId)) onLog(`callback ${last.status ?? 'without answer'} ${last.url}`)
  }

  const openPayment = (wanted: string): Payment => {
    const payment = payments.all.find(({ phone, result }) => phone === wanted && result === null)
    if (!payment) throw new Error(`no open prompt on ${wanted}`)
    return payment
  }

  function issueToken({ headers, query }: Exchange): Reply {
    const expected = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`
    if (headers.authorization !== expected) throw new DarajaProblem(400, '400.008.01', 'Invalid Authentication passed')
    if (query.get('grant_type') !== 'client_credentials')
      throw new DarajaProblem(400, '400.008.02', 'Invalid grant type passed')
    const token = randomBytes(21).toString('base64url')
    tokens.set(token, now().getTime() + tokenMs)
    return { status: 200, body: { access_token: token, expires_in: '3599' } }
  }

  function requireToken({ headers }: Exchange): void {
    const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    if (token === undefined) throw new DarajaProblem(401, '404.001.04', 'Invalid Authentication Header')
    if ((tokens.get(token) ?? 0) <= now().getTime()) throw new DarajaProblem(404, '404.001.03', 'Invalid Access Token')
  }

  const readJson = ({ headers, body }: Exchange) => {
    // The real API does not see any field of another content type.
    if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) throw invalid('BusinessShortCode')
    return parseFields(body)
  }

  function push(exchange: Exchange): Reply {
    const payment = payments.open(checkPush(readJson(exchange), merchant))
    const { phone, amount, accountReference } = payment
    onLog(`push ${payment.checkoutRequestId} to ${phone}: ${amount} KES for ${accountReference}`)
    const outcome = ruleResult(payment, merchant) ?? chosen.get(phone) ?? outcomeOf(phone)
    return {
      status: 200,
      body: {
        MerchantRequestID: payment.merchantRequestId,
        CheckoutRequestID: payment.checkoutRequestId,
        ResponseCode: '0',
        ResponseDescription: 'Success. Request accepted for processing',
        CustomerMessage: 'Success. Request accepted for processing',
      },
      async callbacks() {
        if (outcome === 'waits' || payers === 'manual') return
        if (delayMs > 0) await sleep(delayMs)
        await end(payment, outcome)
      },
    }
  }

  function query(exchange: Exchange): Reply {
    const payment = payments.find(checkQuery(readJson(exchange), merchant))
    if (!payment) throw invalid('CheckoutRequestID')
    if (payment.result === null) throw new DarajaProblem(500, '500.001.1001', 'The transaction is being processed')
    return {
      status: 200,
      body: {
        ResponseCode: '0',
        ResponseDescription: 'The service request has been accepted successfully',
        MerchantRequestID: payment.merchantRequestId,
        CheckoutRequestID: payment.checkoutRequestId,
        ResultCode: String(payment.result.code),
        ResultDesc: describeResult(payment.result.code),
      },
    }
  }

  function answerDaraja(exchange: Exchange): Reply {
    const path = paths[exchange.path as keyof typeof paths]
    if (!path) throw new DarajaProblem(404, '404.001.01', 'Resource not found')
    if (exchange.method !== path.method)
      throw new DarajaProblem(405, '405.001', `${exchange.method} Method Not Allowed`)
    if (path.on === 'token') return issueToken(exchange)
    requireToken(exchange)
    return path.on === 'push' ? push(exchange) : query(exchange)
  }

  const served = await serve({
    ...options,
    faults,
    answer(exchange) {
      if (exchange.path.startsWith(controlPrefix)) return controlMpesa(mpesa, faults, exchange)
      try {
        return answerDaraja(exchange)
      } catch (error) {
        if (!(error instanceof DarajaProblem)) throw error
        onLog(`refused ${exchange.method} ${exchange.path}: ${error.code} ${error.message}`)
        return errorReply(error)
      }
    },
    refuse: (fault) =>
      errorReply(
        fault === 'error'
          ? new DarajaProblem(500, '500.003.01', 'Internal Server Error')
          : new DarajaProblem(429, '500.003.02', 'Error Occurred: Spike Arrest Violation'),
      ),
    target({ path, body }) {
      const known = paths[path as keyof typeof paths]
      const phone = parseFields(body)?.PhoneNumber
      return known ? { on: known.on, phone: phone === undefined ? null : String(phone) } : null
    },
  })
  const mpesa: Mpesa = {
    ...merchant,
    url: served.url,
    consumerKey,
    consumerSecret,
    payments: payments.all,
    callbacks,
    setPayer: (phone, outcome) => void chosen.set(phone, outcome),
    async answer(phone, code = 0) {
      const payment = openPayment(phone)
      await end(payment, code)
      return payment
    },
    async forge(phone, url) {
      const payment = openPayment(phone)
      const body = callbackBody({ ...payment, result: { code: 0, receipt: 'TFORGED000', at: now() } })
      const target = url ?? forgeUrl(payment.callbackUrl)
      const { status } = await post(target, { body, headers: { 'content-type': 'application/json' } })
      callbacks.push({ url: target, body, status })
      return status
    },
    expireTokens: () => tokens.clear(),
    statement: () => statementOf(payments.all),
    fault: faults.add,
    clearFaults: faults.clear,
    release: faults.release,
    untilHeld: faults.untilHeld,
    goAway: served.goAway,
    comeBack: served.comeBack,
    idle: served.idle,
    close: served.close,
  }
  return mpesa
}

/**
 * Small servers of two aggregators for tests, strict about the public documentation: the transaction API of Paystack
 * (initialize, verify, webhooks) and the standard payments of Flutterwave v3 (payments, verify_by_reference, webhooks).
 */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type AggregatorName = 'paystack' | 'flutterwave'

export interface AggregatorPayment {
  readonly reference: string
  /** In the unit of the provider. */
  amount: number
  readonly currency: string
  status: string
  readonly returnUrl: string
}

export interface Aggregator {
  readonly url: string
  readonly payments: Map<string, AggregatorPayment>
  /** Problems of requests, for a test that expects none. */
  readonly refused: string[]
  /** The settings of the example file, with the addresses of this server. */
  readonly settings: Record<string, unknown>
  readonly secrets: Readonly<Record<string, string>>
  /** A fault of the next request: the answer is lost, or replaced. */
  next: 'lose' | { readonly status: number; readonly body: string } | null
  /** The body and headers of the webhook about a payment. */
  webhook(reference: string, change?: Record<string, unknown>): { body: string; headers: Record<string, string> }
  close(): Promise<void>
}

const key = 'sk_test_0123456789'
const secretHash = 'webhook-hash-0123456789'

interface Answered {
  readonly status: number
  readonly body: unknown
}

interface Wire {
  readonly api: string
  readonly page: string
  readonly secrets: Readonly<Record<string, string>>
  answer(payments: Map<string, AggregatorPayment>, request: IncomingMessage, body: string, own: string): Answered
  webhook(
    payment: AggregatorPayment,
    change: Record<string, unknown>,
  ): { body: string; headers: Record<string, string> }
}

const refuse = (status: number, body: unknown): Answered => ({ status, body })

/** Paystack: amounts are whole numbers of the subunit, references have letters, digits and - . = only. */
const paystack: Wire = {
  api: 'https://api.paystack.co',
  page: 'https://checkout.paystack.com',
  secrets: { secretKey: key },
  answer(payments, { method, url = '', headers }, body, own) {
    const no = (status: number, message: string) => refuse(status, { status: false, message })
    if (headers.authorization !== `Bearer ${key}`) return no(401, 'Invalid key')
    if (method === 'POST' && url === '/transaction/initialize') {
      if (headers['content-type'] !== 'application/json') return no(400, 'Invalid content type')
      const { email, amount, currency, reference, callback_url } = JSON.parse(body)
      if (!/^[^@\s]+@[^@\s]+\.[a-z]+$/.test(email ?? '')) return no(400, 'Invalid Email Address Passed')
      if (!/^[1-9]\d*$/.test(String(amount))) return no(400, 'Invalid Amount Sent')
      if (!['NGN', 'GHS', 'ZAR', 'KES', 'USD'].includes(currency)) return no(403, 'Currency not supported by merchant')
      if (!/^[\w.=-]+$/.test(reference)) return no(400, 'Invalid reference')
      if (payments.has(reference)) return no(400, 'Duplicate Transaction Reference')
      payments.set(reference, {
        reference,
        amount: Number(amount),
        currency,
        status: 'abandoned',
        returnUrl: callback_url,
      })
      return refuse(200, {
        status: true,
        message: 'Authorization URL created',
        data: { authorization_url: `${own}/hosted/${reference}`, access_code: 'x', reference },
      })
    }
    const payment = payments.get(/^\/transaction\/verify\/([^/?]+)$/.exec(url)?.[1] ?? '')
    if (payment === undefined) return no(400, 'Transaction reference not found.')
    const { reference, amount, currency, status } = payment
    return refuse(200, {
      status: true,
      message: 'Verification successful',
      data: { id: 4_099_260_516, domain: 'test', status, reference, amount, gateway_response: 'Declined', currency },
    })
  },
  webhook({ reference, amount, currency, status }, change) {
    const data = { id: 4_099_260_516, domain: 'test', status, reference, amount, currency, ...change }
    const body = JSON.stringify({ event: 'charge.success', data })
    return { body, headers: { 'x-paystack-signature': createHmac('sha512', key).update(body).digest('hex') } }
  },
}

/** Flutterwave: a transaction exists only after the payer has tried to pay on the hosted page. */
const flutterwave: Wire = {
  api: 'https://api.flutterwave.com',
  page: 'https://checkout.flutterwave.com',
  secrets: { secretKey: key, secretHash },
  answer(payments, { method, url = '', headers }, body, own) {
    const no = (status: number, message: string) => refuse(status, { status: 'error', message, data: null })
    if (headers.authorization !== `Bearer ${key}`) return no(401, 'Invalid authorization key')
    if (method === 'POST' && url === '/v3/payments') {
      if (headers['content-type'] !== 'application/json') return no(400, 'Invalid content type')
      const { tx_ref, amount, currency, redirect_url, customer } = JSON.parse(body)
      if (typeof tx_ref !== 'string' || tx_ref === '' || payments.has(tx_ref)) return no(400, 'tx_ref is invalid')
      if (!(Number(amount) > 0)) return no(400, 'amount is required')
      if (!/^[A-Z]{3}$/.test(currency)) return no(400, 'currency is invalid')
      if (!URL.canParse(redirect_url)) return no(400, 'redirect_url is required')
      if (!/^[^@\s]+@[^@\s]+\.[a-z]+$/.test(customer?.email ?? '')) return no(400, 'customer email is required')
      payments.set(tx_ref, { reference: tx_ref, amount: Number(amount), currency, status: '', returnUrl: redirect_url })
      return refuse(200, {
        status: 'success',
        message: 'Hosted Link',
        data: { link: `${own}/v3/hosted/pay/${tx_ref}` },
      })
    }
    const target = new URL(url, own)
    if (target.pathname !== '/v3/transactions/verify_by_reference') return no(404, 'Not found')
    const payment = payments.get(target.searchParams.get('tx_ref') ?? '')
    if (payment === undefined || payment.status === '') return no(400, 'No transaction was found for this id')
    const { reference, amount, currency, status } = payment
    const data = { id: 1_163_068, tx_ref: reference, flw_ref: `FLW-${reference}`, amount, currency, status }
    return refuse(200, { status: 'success', message: 'Transaction fetched successfully', data })
  },
  webhook({ reference, amount, currency, status }, change) {
    const data = { id: 1_163_068, tx_ref: reference, flw_ref: `FLW-${reference}`, amount, currency, status, ...change }
    return { body: JSON.stringify({ event: 'charge.completed', data }), headers: { 'verif-hash': secretHash } }
  },
}

/** The page of the provider: its button pays, and leads back to the shop. */
function visitHosted(payment: AggregatorPayment | undefined, method: string, response: ServerResponse): void {
  if (payment === undefined) {
    response.writeHead(404).end()
  } else if (method === 'POST') {
    payment.status = payment.status === 'abandoned' ? 'success' : 'successful'
    response.writeHead(303, { location: `${payment.returnUrl}?tx_ref=${payment.reference}` }).end()
  } else {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<h1>Card payment</h1><form method="post"><button>Pay by card</button></form>`)
  }
}

const wires: Readonly<Record<AggregatorName, Wire>> = { paystack, flutterwave }

/** The settings in the example file of the documentation. */
export const aggregatorSettings = (name: AggregatorName, change = (text: string) => text): Record<string, unknown> =>
  JSON.parse(change(readFileSync(new URL(`../docs/providers/examples/${name}.json`, import.meta.url), 'utf8')))

export async function startAggregator(name: AggregatorName): Promise<Aggregator> {
  const { api, page, secrets, answer, webhook } = wires[name]
  const payments: Aggregator['payments'] = new Map()
  const refused: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const hosted = /\/hosted\/(?:pay\/)?([\w-]+)$/.exec(request.url ?? '')?.[1]
    if (hosted !== undefined) {
      visitHosted(payments.get(hosted), request.method ?? '', response)
      return
    }
    const { next } = aggregator
    aggregator.next = null
    if (next !== null && next !== 'lose') {
      response.writeHead(next.status).end(next.body)
      return
    }
    const { status, body } = answer(payments, request, Buffer.concat(chunks).toString(), aggregator.url)
    if (status !== 200) refused.push(`${request.url}: ${JSON.stringify(body)}`)
    if (next === 'lose') request.socket.destroy()
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const aggregator: Aggregator = {
    url,
    payments,
    refused,
    settings: aggregatorSettings(name, (text) => text.replaceAll(api, url).replaceAll(page, url)),
    secrets,
    next: null,
    webhook: (reference, change = {}) => webhook(payments.get(reference) as AggregatorPayment, change),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return aggregator
}

/** Opens checkout pages and submits their forms, without a browser. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { PaymentProgress, PaymentProvider } from '../src/carriers/payment/provider.ts'
import { makePaymentId } from '../src/modules/checkout/rules.ts'
import type { World } from './world.ts'

let count = 0
/** A new transaction id. */
export const freshTransaction = () => `t-${++count}`

export type Parameters = Readonly<Record<string, string | undefined>>

/** The path of a valid checkout with changed parameters; undefined ones are omitted. */
export function checkoutPath(change: Parameters = {}): string {
  const all = { amount: '1500.50', reference_number: 'order 7', transaction_id: freshTransaction(), ...change }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/v1/checkout?${new URLSearchParams(given)}`
}

/** Opens a session and returns the path of its page. */
export async function openCheckout(
  world: World,
  change: Parameters = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const { status, body, text } = await world.request('GET', checkoutPath({ sendSource: 'true', ...change }), {
    headers,
  })
  assert.equal(status, 200, text)
  return new URL(body.src).pathname
}

export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly html: string
  /** The text of the heading. */
  readonly heading: string
}

async function objectOf(
  world: World,
  method: 'GET' | 'POST',
  url: string,
  payload?: string,
  headers: Record<string, string> = {},
): Promise<PageAnswer> {
  const type = payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await world.app.http.inject({
    method,
    url,
    headers: { ...type, ...headers },
    payload,
  })
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(response.body)?.[1] ?? ''
  return {
    status: response.statusCode,
    headers: response.headers,
    html: response.body,
    heading: heading.replace(/<[^>]+>/g, ''),
  }
}

export const getPage = (world: World, path: string, headers: Record<string, string> = {}) =>
  objectOf(world, 'GET', path, undefined, headers)

/** Submits a form of the page, by default with its token. */
export async function postForm(
  world: World,
  path: string,
  action: 'pay' | 'cancel',
  payload?: string,
): Promise<PageAnswer> {
  return objectOf(world, 'POST', `${path}/${action}`, payload ?? `token=${await tokenOf(world, path)}`)
}

/** The token in the forms of an open page. */
export async function tokenOf(world: World, path: string): Promise<string> {
  const token = /name="token" value="([^"]+)"/.exec((await getPage(world, path)).html)?.[1]
  assert.ok(token !== undefined, 'the page has no form')
  return token
}

/** A provider whose answers a test decides. By default, all payments stay pending. */
export const fakePayments = (change: Partial<PaymentProvider> = {}): PaymentProvider => ({
  name: 'elsewhere',
  // Other providers must have a row.
  isSimulated: true,
  origins: [],
  askAfterMs: 2_000,
  offers: () => [{ method: 'prompt', asksPhone: false, problem: null }],
  readPhone: (typed) => typed,
  start: async () => {},
  pay: async () => pendingPayment,
  ask: async () => pendingPayment,
  stop: async () => {},
  ...change,
})

const pendingPayment: PaymentProgress = { state: 'pending', reference: null, redirectTo: null }
/** Stores a payment that is unknown, or that must be refunded. */
export async function addPayment({ db, clock }: World, accountId: number, refund: 'due' | null): Promise<number> {
  const now = clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into checkout_payments (session_id, account_id, try, payment_id, provider, method, phone, amount, currency, state, started_at, unknown_at, ended_at, refund)
    values ((select 900000 + count(*) from checkout_payments), ${accountId}, 1, ${makePaymentId()}, 'gone', 'prompt', '255712345678', 10, 'TZS',
            ${refund === null ? 'pending' : 'paid'}, ${now}, ${now}, ${refund === null ? null : now}, ${refund})
    returning id
  `.execute(db)
  return rows[0]?.id ?? 0
}

/** A payer's browser without a browser: the page of a session, and what its forms do. */
import assert from 'node:assert/strict'
import type { World } from './world.ts'

let count = 0
/** Not used before. */
export const freshTransaction = () => `t-${++count}`

export type Parameters = Readonly<Record<string, string | undefined>>

/** The path of an ordinary checkout, changed; an undefined parameter is left out. */
export function checkoutPath(change: Parameters = {}): string {
  const all = { amount: '1500.50', reference_number: 'order 7', transaction_id: freshTransaction(), ...change }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/v1/checkout?${new URLSearchParams(given)}`
}

/** Opens a session, and says the path of its page. */
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
  /** What its heading says. */
  readonly heading: string
}

async function answerOf(
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
    ...(payload === undefined ? {} : { payload }),
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
  answerOf(world, 'GET', path, undefined, headers)

/** As the form of the page would: with its token, unless another body is given. */
export async function postForm(
  world: World,
  path: string,
  action: 'pay' | 'cancel',
  payload?: string,
): Promise<PageAnswer> {
  return answerOf(world, 'POST', `${path}/${action}`, payload ?? `token=${await tokenOf(world, path)}`)
}

/** The token of the forms of a page that is still open. */
export async function tokenOf(world: World, path: string): Promise<string> {
  const token = /name="token" value="([^"]+)"/.exec((await getPage(world, path)).html)?.[1]
  assert.ok(token !== undefined, 'the page has no form')
  return token
}

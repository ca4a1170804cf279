import assert from 'node:assert/strict'
import { products } from '../../src/contract/console/accounts.ts'
import { someCarrier } from '../carriers.ts'
import type { FuzzRequest } from './requests.ts'

/** The ids of existing objects, by the name of the path parameter. */
export type Objects = Map<string, string[]>

export const carrier = 'loopback'

/** Objects of the first account, which requests may change and delete. */
const created: readonly (readonly [name: string, path: string, body: object])[] = [
  ['book', '/v2/books', { name: 'Customers' }],
  ['contact', '/v2/contacts', { phone: '+255712345678' }],
  ['template', '/v2/templates', { title: 'Points', text: 'Habari {first_name}' }],
  ['segment', '/v2/segments', { name: 'Everyone', filter: { match: 'all', conditions: [{ replied: false }] } }],
  ['field', '/v2/contact-fields', { name: 'Points', type: 'number' }],
  ['campaign', '/v2/campaigns', { name: 'Offer', from: 'INFO', text: 'Hello', audience: {} }],
  ['endpoint', '/v2/webhooks', { event: 'airtime', url: 'http://127.0.0.1:9/airtime' }],
  ['app', '/v2/otp/apps', { name: 'Sign-in' }],
  // Other requests stop messages to their number.
  ['conversation', '/v2/conversations', { phone: '+255754000001', text: 'Hello', from: 'INFO' }],
  ['credential', '/console/v1/accounts/1/keys', { name: 'A key' }],
  ['sender', '/v2/senders', { sender: 'SHOP', sample_content: 'Hello' }],
  ['route', '/console/v1/routes', { carrier, prefix: '255' }],
]

/**
 * Undoes requests that would make the server refuse all later ones. Credential 1 is the caller of the public routes.
 * Some objects need the sender and the carrier.
 */
const restored: readonly (readonly [method: 'POST' | 'PUT' | 'PATCH', path: string, body: object])[] = [
  ['PATCH', '/console/v1/accounts/1/credentials/1', { scopes: ['*'], products }],
  ['PATCH', '/console/v1/accounts/1', { twoFactorRequired: false, parentId: null, suspended: false }],
  ['POST', '/console/v1/accounts/1/senders/1/approve', {}],
  ['PUT', `/console/v1/providers/${carrier}`, someCarrier],
]

const requestOf = (method: FuzzRequest['method'], path: string, body: object): FuzzRequest => ({
  route: `${method} ${path}`,
  method,
  path,
  headers: { 'content-type': 'application/json', 'ngoma-account': '1' },
  body: Buffer.from(JSON.stringify(body)),
  isConsole: true,
})

type Ask = (request: FuzzRequest) => Promise<{ readonly status: number; readonly text: string }>

const keptMax = 5

/** Creates one more object of each kind, and restores the rights of the caller. */
export async function renew(ask: Ask, objects: Objects): Promise<void> {
  const isFirst = objects.size === 0
  for (const [method, path, body] of restored) {
    const { status, text } = await ask(requestOf(method, path, body))
    assert.ok(status === 200 || status === 204, `${method} ${path}: ${status} ${text}`)
  }
  for (const [name, path, body] of created) {
    const { status, text } = await ask(requestOf('POST', path, body))
    // Some names are unique: the object of the last time still exists.
    if (status === 409 && !isFirst) continue
    assert.equal(status, 201, `POST ${path}: ${text}`)
    const { id, number } = JSON.parse(text) as { readonly id?: number | string; readonly number?: number }
    objects.set(name, [...(objects.get(name) ?? []), String(id ?? number)].slice(-keptMax))
  }
}

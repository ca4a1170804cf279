import { products } from '../../src/contract/console/accounts.ts'
import type { FuzzRequest } from './requests.ts'

/** The ids of existing objects, by the name of the path parameter. */
export type Objects = Map<string, string[]>

/** Objects of the first account, which requests may change and delete. */
const created: readonly (readonly [name: string, path: string, body: object])[] = [
  ['book', '/v2/books', { name: 'Customers' }],
  ['contact', '/v2/contacts', { phone: '+255712345678' }],
  ['template', '/v2/templates', { title: 'Points', text: 'Habari {first_name}' }],
  ['segment', '/v2/segments', { name: 'Everyone', filter: { match: 'all', rules: [] } }],
  ['field', '/v2/contact-fields', { name: 'Points', type: 'number' }],
  ['campaign', '/v2/campaigns', { name: 'Offer', from: 'INFO', text: 'Hello', audience: {} }],
  ['endpoint', '/v2/webhooks', { event: 'airtime', url: 'http://127.0.0.1:9/airtime' }],
  ['app', '/v2/otp/apps', { name: 'Sign-in' }],
  ['conversation', '/v2/conversations', { phone: '+255712345678', text: 'Hello', from: 'INFO' }],
  ['credential', '/console/v1/accounts/1/keys', { name: 'A key' }],
  ['sender', '/v2/senders', { sender: 'SHOP', sample_content: 'Hello' }],
  ['route', '/console/v1/routes', { carrier: 'simulator', prefix: '255' }],
]

/** Undoes requests that would make the server refuse all later ones. Credential 1 is the caller of the public routes. */
const restored: readonly (readonly [path: string, body: object])[] = [
  ['/console/v1/accounts/1/credentials/1/scopes', { scopes: ['*'], products }],
  ['/console/v1/accounts/1/two-factor', { required: false }],
  ['/console/v1/accounts/1/parent', { parentId: null }],
]

const requestOf = (method: 'POST' | 'PUT', path: string, body: object): FuzzRequest => ({
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
  for (const [path, body] of restored) await ask(requestOf('PUT', path, body))
  for (const [name, path, body] of created) {
    const { status, text } = await ask(requestOf('POST', path, body))
    // Some names are unique: the object of the last time still exists.
    if (status !== 201) continue
    const { id, number } = JSON.parse(text) as { readonly id?: number | string; readonly number?: number }
    objects.set(name, [...(objects.get(name) ?? []), String(id ?? number)].slice(-keptMax))
  }
}

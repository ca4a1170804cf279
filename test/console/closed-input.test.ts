import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type ConsoleRoute, consoleRoutes } from '../../src/contract/console/index.ts'
import { CsvFile, ForeignQuery, type RouteShape } from '../../src/contract/route.ts'
import { isOfAccountApi, splitRoute } from '../../src/values/address.ts'
import { callFor } from '../account-api.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'
import { addAccount, addPerson, type Person, signInAdmin } from './people.ts'

type Case = readonly [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: object, field: string]

onOneEngine('unknown input', (engine) => {
  let world: World
  let owner: Person
  let operator: Person
  let account: string
  let campaign: number
  let contact: number
  let endpoint: number
  before(async () => {
    world = await shareWorld(engine)
    const id = await addAccount(world)
    owner = await addPerson(world, id, 'owner')
    operator = await signInAdmin(world)
    account = `/accounts/${id}`
    const create = async (path: string, body: object) => {
      const { status, body: created } = await owner.ask('POST', `${account}${path}`, body)
      assert.equal(status, 201, path)
      return created.id
    }
    campaign = await create('/campaigns', { name: 'Offer', from: 'INFO', text: 'Hello', audience: {} })
    contact = await create('/contacts', { phone: '+255712345678' })
    endpoint = await create('/webhooks', { event: 'airtime', url: 'http://127.0.0.1:9/airtime' })
  })
  after(() => world.close())

  /** Sends a body exactly, with the names of the wire. */
  function send(method: Case[0], path: string, payload: object | string, more: Record<string, string> = {}) {
    const { url, headers } = callFor(method, `${account}${path}`)
    return world.app.http.inject({ method, url, headers: { ...headers, ...more, cookie: owner.cookie }, payload })
  }

  /** The invalid fields of a response, in the format of the console or of the account API. */
  const namedIn = (body: {
    detail?: string
    errors?: readonly { readonly field: string; readonly message: string }[]
  }) =>
    body.errors?.map(({ field, message }) => `${field} ${message}`) ?? [
      body.detail?.replace('The request is invalid: ', ''),
    ]

  it('is refused by name in every kind of body, at every depth', async () => {
    const wide = { name: 'Offer', from: 'INFO', text: 'Hello' }
    const message = { from: 'INFO', text: 'Hello' }
    const cases: readonly Case[] = [
      ['PUT', `/webhooks/${endpoint}`, { enabled: false, zz: 'x' }, 'zz'],
      ['POST', '/campaigns', { ...wide, audience: { exclude: { zz: 1 } } }, 'audience.exclude.zz'],
      ['POST', '/messages', { ...message, to: ['+255712345678', { number: '+255712345679', zz: 1 }] }, 'to.1.zz'],
      ['POST', '/messages', { ...message, contactIds: [1] }, 'contactIds'],
      ['PATCH', '/account', { sending_window: { from: '08:00', to: '20:00', zz: 1 } }, 'sending_window.zz'],
      ['POST', '/otp/apps', { name: 'App', texts: { Swahili: '{pin}' } }, 'texts.Swahili'],
      // The module validates the other fields.
      ['PUT', `/contacts/${contact}`, { first_name: 'Asha', firstName: 'Asha' }, 'firstName'],
      ['POST', '/books', { name: 'Customers', zz: 1 }, 'zz'],
      // No fields are declared.
      ['POST', `/campaigns/${campaign}/pause`, { zz: 1 }, 'zz'],
      ['DELETE', `/campaigns/${campaign}`, { zz: 1 }, 'zz'],
      ['PUT', '/retention', { texts: 30, zz: 1 }, 'zz'],
      ['POST', '/smpp/credentials', { systemId: 'shop', zz: 1 }, 'zz'],
      ['POST', '/keys', { name: 'A key', privateUrls: true }, 'privateUrls'],
    ]
    for (const [method, path, body, field] of cases) {
      const answer = await send(method, path, body)
      assert.deepEqual([answer.statusCode, namedIn(answer.json())], [400, [`${field} is unknown`]], path)
    }
    const { body } = await owner.ask('GET', `${account}/credentials`)
    assert.deepEqual(body.data, [])
  })

  it('is refused by name in the body of every route, and in the query of every route without a body', async () => {
    const accountId = account.slice('/accounts/'.length)
    const others: string[] = []
    for (const [route, { body, query }] of Object.entries(consoleRoutes) as [ConsoleRoute, RouteShape][]) {
      const { method, pattern } = splitRoute(route)
      const isRead = method === 'GET'
      if (body === CsvFile || query === ForeignQuery) continue
      const path = pattern.replace(':account', accountId).replace(/:\w+/g, '1')
      const url = `${isOfAccountApi(route) ? '' : '/console/v1'}${path}`
      const headers = { cookie: operator.cookie, 'ngoma-account': accountId }
      // A body that is required is checked before the query.
      const inputs = [
        ...(body === undefined ? [{ url: `${url}?zz=1` }] : []),
        ...(isRead ? [] : [{ url, payload: { zz: 1 } }]),
      ]
      for (const input of inputs) {
        const { statusCode, payload } = await world.app.http.inject({ method, headers, ...input })
        if (statusCode !== 400 || !/zz is unknown|The parameter zz is unknown/.test(payload))
          others.push(`${method} ${input.url}: ${statusCode} ${payload.slice(0, 200)}`)
      }
    }
    assert.deepEqual(others, [])
  })

  it('is refused by name in queries, and so is a repeated parameter', async () => {
    for (const [who, path, name] of [
      [operator, '/accounts?pagesize=5', 'pagesize'],
      [operator, '/accounts?q=a&q=b', 'q'],
      [owner, `${account}/credentials?q=a`, 'q'],
      [owner, `${account}/campaigns?sort=name`, 'sort'],
      [owner, `${account}/campaigns?limit=5&limit=6`, 'limit'],
    ] as const) {
      const { status, body } = await who.ask('GET', path)
      assert.equal(status, 400, path)
      assert.match(body.detail, new RegExp(`The parameter ${name} is (unknown|invalid)\\.$`), path)
    }
  })

  it('is refused by name in the query of a request with a valid body', async () => {
    const cases: readonly (readonly [method: Case[0], path: string, body: object])[] = [
      ['POST', '/books', { name: 'Customers' }],
      ['PUT', `/webhooks/${endpoint}`, { enabled: false }],
      ['POST', '/messages', { from: 'INFO', text: 'Hello', to: ['+255712345678'] }],
      ['PATCH', '/account', { sending_window: { from: '08:00', to: '20:00' } }],
      ['POST', '/keys', { name: 'A key' }],
      ['PUT', '/retention', { texts: 30 }],
    ]
    for (const [method, path, body] of cases) {
      const { statusCode, payload } = await send(method, `${path}?zz=1`, body)
      assert.equal(statusCode, 400, path)
      assert.match(payload, /The parameter zz is unknown/, path)
    }
  })

  it('is refused when the name of an uploaded file is repeated', async () => {
    const { statusCode, json } = await send('PUT', `/campaigns/${campaign}/file?name=a&name=b`, 'phone\n', {
      'content-type': 'text/csv',
    })
    assert.deepEqual([statusCode, json().code, json().errors[0].field], [400, 'invalid_parameter', 'name'])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { consoleRoutes } from './console/index.ts'
import { consoleResource, type Operation, resource, route } from './route.ts'
import { objectOf } from './shapes.ts'
import { Type } from './type.ts'

const answer = objectOf({ id: Type.Integer() })
const body = objectOf({ name: Type.String({ maxLength: 9 }) })
const example = { name: 'Duka' }

describe('route', () => {
  it('does not compile without its right, its documentation or its policy', () => {
    const declared = [
      route('POST /v2/shops', 'member', 'Create a shop', { does: 'shop.create', body, example, answer }),
      // @ts-expect-error A route has a right,
      route('GET /v2/shops/:shop', 'Get a shop', { answer }),
      // @ts-expect-error in the account API a role,
      route('GET /v2/shops/:shop', 'operator', 'Get a shop', { answer }),
      // @ts-expect-error which needs an account;
      route('GET /shops', 'viewer', 'List shops', { answer }),
      // @ts-expect-error a summary,
      route('GET /v2/shops/:shop', 'viewer', { answer }),
      // @ts-expect-error and a schema of its answer.
      route('GET /v2/shops/:shop', 'viewer', 'Get a shop', {}),
      // @ts-expect-error A change has an audit action,
      route('POST /v2/shops', 'member', 'Create a shop', { body, example, answer }),
      // @ts-expect-error its body an example
      route('POST /v2/shops', 'member', 'Create a shop', { does: 'shop.create', body, answer }),
      // @ts-expect-error of the same shape.
      route('POST /v2/shops', 'member', 'Create a shop', { does: 'shop.create', body, example: { name: 1 }, answer }),
      // @ts-expect-error The console has no scopes,
      route('GET /shops', 'operator', 'List shops', { scope: 'contacts:read', answer }),
      // @ts-expect-error and there are no other fields.
      route('GET /shops', 'operator', 'List shops', { asksProff: true, answer }),
    ]
    assert.equal(declared.length, 11)
  })

  it('has a scope in the account API', () => {
    const list = route('GET /v2/shops', 'viewer', 'List shops', { answer })
    const create = route('POST /v2/shops', 'member', 'Create a shop', { does: 'shop.create', body, example, answer })
    const preview = route('POST /v2/shops/preview', 'viewer', 'Preview a shop', { does: null, answer })
    const send = route('POST /v2/shops/send', 'viewer', 'Send', { does: 'shop.send', scope: 'messages:send', answer })
    const shops: Readonly<Record<string, Operation>> = resource('shops', 'contacts', { list, create, preview, send })
    assert.deepEqual(
      Object.values(shops).map(({ id, scope }) => [id, scope]),
      [
        ['shops.list', 'contacts:read'],
        ['shops.create', 'contacts:write'],
        ['shops.preview', 'contacts:read'],
        ['shops.send', 'messages:send'],
      ],
    )
    const wrong = () => [
      // @ts-expect-error The area is required.
      resource('shops', { list }),
      // @ts-expect-error The area has the scope that a route needs, or the route names another.
      resource('shops', 'reports', { create }),
      resource('shops', 'reports', { list, send }),
      // @ts-expect-error Only routes of the account API have scopes.
      resource('shops', 'contacts', { list: route('GET /shops', 'operator', 'List shops', { answer }) }),
      // @ts-expect-error Routes of the account API are not in the console.
      consoleResource('shops', { list }),
      consoleResource('shops', { list: route('GET /shops', 'operator', 'List shops', { answer }) }),
    ]
    assert.equal(typeof wrong, 'function')
  })

  it('has an id of its own', () => {
    const ids = Object.values<Operation>(consoleRoutes).map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Health } from './health-rules.ts'
import { chooseCarrier, compareWithin, createRouteTable, isAvailable, type Route, type Sendable } from './rules.ts'

let lastId = 0
const createdAt = new Date('2030-01-31T08:00:00Z')

function route(
  carrier: string,
  prefix = '',
  accountId: number | null = null,
  place = 1,
  only: Partial<Route> = {},
): Route {
  lastId += 1
  return { id: lastId, accountId, prefix, sender: null, lane: null, carrier, place, stop: false, createdAt, ...only }
}

const message = (accountId: number, phone: string, change: Partial<Sendable> = {}): Sendable => ({
  accountId,
  phone,
  sender: 'INFO',
  lane: 'single',
  ...change,
})

const carriersOf = (routes: readonly Route[], accountId: number, phone: string, change: Partial<Sendable> = {}) =>
  Array.from(createRouteTable(routes).routesOf(message(accountId, phone, change)), ({ carrier }) => carrier)

describe('createRouteTable', () => {
  const routes = [
    route('all'),
    route('tanzania', '255'),
    route('vodacom', '25575'),
    route('vodacom-two', '25575', null, 2),
    route('own', '', 7),
    route('own-tanzania', '255', 7),
    route('first', '25575', null, 1),
  ]

  it('orders routes by longest prefix, then lower place, then age', () => {
    assert.deepEqual(carriersOf(routes, 1, '255754000000'), ['vodacom', 'first', 'vodacom-two', 'tanzania', 'all'])
    assert.deepEqual(carriersOf(routes, 1, '255712000000'), ['tanzania', 'all'])
    assert.deepEqual(carriersOf(routes, 1, '254712000000'), ['all'])
  })

  it('stops after a route with stop, but only for the messages that it matches', () => {
    const stopping = [
      route('all'),
      route('tanzania', '255', null, 1, { stop: true }),
      route('pins', '25575', null, 1, { lane: 'pin', stop: true }),
    ]
    assert.deepEqual(carriersOf(stopping, 1, '255754000000'), ['tanzania'])
    assert.deepEqual(carriersOf(stopping, 1, '255754000000', { lane: 'pin' }), ['pins'])
    assert.deepEqual(carriersOf(stopping, 1, '254712000000'), ['all'])
  })

  it("puts the account's own routes first, even with shorter prefixes", () => {
    assert.deepEqual(carriersOf(routes, 7, '255754000000'), [
      'own-tanzania',
      'own',
      'vodacom',
      'first',
      'vodacom-two',
      'tanzania',
      'all',
    ])
  })

  it('puts routes for a sender ID or lane before others with the same prefix', () => {
    const some = [
      route('all', '255'),
      route('pins', '255', null, 9, { lane: 'pin' }),
      route('shop', '255', null, 9, { sender: 'SHOP' }),
      route('shop-pins', '255', null, 9, { sender: 'SHOP', lane: 'pin' }),
      route('longer', '2557'),
    ]
    assert.deepEqual(carriersOf(some, 1, '255712000000'), ['longer', 'all'])
    assert.deepEqual(carriersOf(some, 1, '255712000000', { lane: 'pin' }), ['longer', 'pins', 'all'])
    assert.deepEqual(carriersOf(some, 1, '255812000000', { sender: 'SHOP', lane: 'pin' }), [
      'shop-pins',
      'shop',
      'pins',
      'all',
    ])
  })

  it('finds no route when none matches', () => {
    assert.deepEqual(carriersOf([route('tanzania', '255')], 1, '254712000000'), [])
    assert.equal(
      chooseCarrier([], () => true),
      null,
    )
  })

  it('finds the same routes as a comparison with each of them', () => {
    const routeOf = fc.record({
      accountId: fc.constantFrom(null, 1, 2),
      prefix: fc.constantFrom('', '2', '25', '255', '2557', '254', '1'),
      sender: fc.constantFrom(null, 'INFO', 'SHOP'),
      lane: fc.constantFrom(null, 'pin' as const, 'single' as const),
      carrier: fc.constantFrom('a', 'b', 'c'),
      place: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(
        fc.array(routeOf),
        fc.constantFrom(1, 2, 3),
        fc.constantFrom('255712345678', '254712345678', '12025550123'),
        (some, accountId, phone) => {
          const all = some.map((one, index) => ({ ...one, id: index + 1, stop: false, createdAt }))
          const expected = all
            .filter((one) => (one.accountId === null || one.accountId === accountId) && phone.startsWith(one.prefix))
            .filter(
              (one) => (one.sender === null || one.sender === 'INFO') && (one.lane === null || one.lane === 'single'),
            )
            .sort(
              (a, b) =>
                Number(a.accountId === null) - Number(b.accountId === null) ||
                b.prefix.length - a.prefix.length ||
                compareWithin(a, b),
            )
          assert.deepEqual([...createRouteTable(all).routesOf(message(accountId, phone))], expected)
        },
      ),
    )
  })
})

describe('chooseCarrier and isAvailable', () => {
  const now = new Date('2030-01-01T12:00:00Z')
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000)

  it('choose the first available carrier', () => {
    const routes = [route('one'), route('two'), route('three')]
    assert.equal(
      chooseCarrier(routes, () => true),
      'one',
    )
    assert.equal(
      chooseCarrier(routes, (name) => name === 'three'),
      'three',
    )
  })

  it('choose the first carrier when none is available', () => {
    assert.equal(
      chooseCarrier([route('one'), route('two')], () => false),
      'one',
    )
  })

  const healthy: Health = { state: 'in', cause: null, reason: null, since: now, until: null, times: 0 }

  it('keep a carrier available for a while after it disconnects', () => {
    assert.equal(isAvailable({ paused: false, failoverSeconds: 30, awaySince: null, health: healthy }, now), true)
    assert.equal(
      isAvailable({ paused: false, failoverSeconds: 30, awaySince: secondsAgo(29), health: healthy }, now),
      true,
    )
    assert.equal(
      isAvailable({ paused: false, failoverSeconds: 30, awaySince: secondsAgo(30), health: healthy }, now),
      false,
    )
    assert.equal(isAvailable({ paused: false, failoverSeconds: 0, awaySince: now, health: healthy }, now), false)
    assert.equal(
      isAvailable({ paused: false, failoverSeconds: 30, awaySince: null, health: { ...healthy, state: 'out' } }, now),
      false,
    )
    assert.equal(
      isAvailable({ paused: false, failoverSeconds: 30, awaySince: null, health: { ...healthy, state: 'trial' } }, now),
      true,
    )
    assert.equal(isAvailable({ paused: true, failoverSeconds: 30, awaySince: null, health: healthy }, now), false)
  })
})

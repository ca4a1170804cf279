import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify, { type RouteShorthandOptions } from 'fastify'
import type { Right } from '../../contract/route.ts'
import { checkRoutes } from './guard.ts'
import { dashboardOrigin } from './links.ts'
import { type Actor, checkProof, checkRight, type Standing, waitAfter } from './rules.ts'

const nobody: Standing = {
  operator: false,
  role: null,
  accountExists: true,
  suspended: false,
  byParent: false,
  twoFactorRequired: false,
}
const as = (role: 'viewer' | 'member' | 'owner') => ({ ...nobody, role })
const operator = { ...nobody, operator: true }
const nowhere = { accountExists: null }
const missing = { accountExists: false }

describe('checkRight', () => {
  const table: readonly [title: string, right: Right, standing: Standing, verdict: ReturnType<typeof checkRight>][] = [
    ['anyone', 'anyone', { ...nobody, ...nowhere }, 'allowed'],
    ['a user without an account', 'user', { ...nobody, ...nowhere }, 'allowed'],
    ['a viewer', 'viewer', as('viewer'), 'allowed'],
    ['a viewer', 'member', as('viewer'), 'forbidden'],
    ['a member', 'viewer', as('member'), 'allowed'],
    ['a member', 'member', as('member'), 'allowed'],
    ['a member', 'owner', as('member'), 'forbidden'],
    ['an owner', 'owner', as('owner'), 'allowed'],
    ['an owner', 'operator', as('owner'), 'forbidden'],
    ['an owner without an account in the path', 'operator', { ...as('owner'), ...nowhere }, 'forbidden'],
    ['a user of another account', 'viewer', nobody, 'missing'],
    ['a user of another account', 'operator', nobody, 'missing'],
    ['an operator', 'owner', operator, 'allowed'],
    ['an operator', 'operator', operator, 'allowed'],
    ['an operator without an account in the path', 'operator', { ...operator, ...nowhere }, 'allowed'],
    ['an operator of a missing account', 'viewer', { ...operator, ...missing }, 'missing'],
    ['an operator of a missing account', 'operator', { ...operator, ...missing }, 'missing'],
    ['an owner of a missing account', 'viewer', { ...as('owner'), ...missing }, 'missing'],
  ]
  for (const [title, right, standing, verdict] of table)
    it(`answers ${verdict} to ${title} who needs ${right}`, () => assert.equal(checkRight(right, standing), verdict))
})

describe('wait after wrong passwords', () => {
  for (const [failures, seconds] of [
    [0, 0],
    [9, 0],
    [10, 2],
    [11, 4],
    [16, 128],
    [17, 256],
    [18, 300],
    [1_000, 300],
  ] as const) {
    it(`is ${seconds} s after ${failures} failures, of which ten are free`, () =>
      assert.equal(waitAfter(failures, 10), seconds))
  }
})

describe('checkRoutes', () => {
  const answered = { response: { 200: { type: 'null' } } }
  const add = (
    method: 'GET' | 'POST',
    url: string,
    config: RouteShorthandOptions['config'],
    schema: RouteShorthandOptions['schema'] = answered,
  ) => {
    const app = Fastify()
    checkRoutes(app)
    app.route({ method, url, schema, handler: async () => null, config })
  }
  const area = 'console'

  it('rejects a console route without its area, its right or a response schema', () => {
    for (const config of [undefined, { area }, { area: 'sms', may: 'user' }] as const)
      assert.throws(() => add('GET', '/console/v1/x', config), /an entry of the contract/)
    assert.throws(() => add('GET', '/v2/x', { area, may: 'viewer' }), /an entry of the contract/)
    assert.throws(() => add('GET', '/console/v1/x', { area, may: 'user' }, {}), /an entry of the contract/)
  })

  it('accepts a console route with a right, an action and a schema', () => {
    add('GET', '/console/v1/x', { area, may: 'user' })
    add('POST', '/console/v1/accounts/:account/x', { area, may: 'owner', does: 'x' })
    add('POST', '/v1/elsewhere', { area: 'sms' })
  })
})

describe('dashboardOrigin', () => {
  const somebody: Actor = { userId: 'u', name: 'a@example.com', operator: false, byParent: false }
  const commandLine: Actor = { userId: null, name: 'command line', operator: true, byParent: false }
  const plain = { publicUrl: null, hostConsole: null, port: 8080 }
  const named = { ...plain, hostConsole: ['console.example.com', 'other.example.com'] }
  const leads: readonly [
    title: string,
    config: Parameters<typeof dashboardOrigin>[0],
    host: string,
    actor: Actor | null,
    origin: string | null,
  ][] = [
    [
      'the public address',
      { ...plain, publicUrl: 'https://ngoma.example.com' },
      'evil.example',
      null,
      'https://ngoma.example.com',
    ],
    [
      'the public address, which is also a console host',
      { ...named, publicUrl: 'https://other.example.com' },
      'x',
      null,
      'https://other.example.com',
    ],
    [
      'the console host, if it differs from the public address',
      { ...named, publicUrl: 'https://pay.test' },
      'x',
      null,
      'https://console.example.com',
    ],
    [
      'the console host at the public port',
      { ...named, publicUrl: 'https://pay.test:8443' },
      'x',
      null,
      'https://console.example.com:8443',
    ],
    ['null for the unknown host of a user', plain, 'evil.example', somebody, null],
    ['a configured host for a user', named, 'other.example.com', somebody, 'https://other.example.com'],
    ['a configured host', named, 'Other.example.com', null, 'https://other.example.com'],
    ['a configured host at the listening port', named, 'other.example.com:8080', null, 'http://other.example.com:8080'],
    ['this machine', plain, 'localhost:8080', null, 'http://localhost:8080'],
    ['null for an unknown host', plain, 'evil.example', null, null],
    ['null for another port', named, 'other.example.com:666', null, null],
    ['null for this machine if other hosts are configured', named, 'localhost', null, null],
    ['null for the command line', plain, 'localhost', commandLine, null],
    ['null for a malformed host', plain, 'a/b@localhost', somebody, null],
  ]
  for (const [title, config, host, actor, origin] of leads) {
    it(`returns ${title}`, () => assert.equal(dashboardOrigin(config, { protocol: 'http', host, actor }), origin))
  }
})

describe('checkProof', () => {
  const proof = (minutes: number, secondFactor = false) => ({
    token: 't',
    provedAt: new Date(1_800_000_000_000 - minutes * 60_000),
    secondFactor,
  })
  const plain = { asksProof: false, needsTwoFactor: false }
  const cases: readonly [string, Parameters<typeof checkProof>[0], ReturnType<typeof proof>, string | null][] = [
    ['accepts an old proof for most routes', plain, proof(1_000), null],
    ['accepts a proof within ten minutes', { ...plain, asksProof: true }, proof(10), null],
    ['asks for a proof after ten minutes', { ...plain, asksProof: true }, proof(10.1), 'proof'],
    ['asks for the second factor', { ...plain, needsTwoFactor: true }, proof(0), 'second factor'],
    [
      'asks for the second factor before the proof',
      { asksProof: true, needsTwoFactor: true },
      proof(60),
      'second factor',
    ],
    ['accepts a recent proof with a second factor', { asksProof: true, needsTwoFactor: true }, proof(0, true), null],
  ]
  for (const [title, wanted, given, missing] of cases)
    it(title, () => assert.equal(checkProof(wanted, given, 1_800_000_000_000), missing))
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify, { type RouteShorthandOptions } from 'fastify'
import { checkRoutes } from './guard.ts'
import { dashboardOrigin } from './links.ts'
import { type Actor, judge, judgeProof, type Right, type Standing, waitAfter } from './rules.ts'

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

describe('a right', () => {
  const table: readonly [title: string, right: Right, standing: Standing, verdict: ReturnType<typeof judge>][] = [
    ['anyone', 'anyone', { ...nobody, ...nowhere }, 'allowed'],
    ['a user without an account', 'user', { ...nobody, ...nowhere }, 'allowed'],
    ['a viewer', 'viewer', as('viewer'), 'allowed'],
    ['a viewer', 'member', as('viewer'), 'forbidden'],
    ['a member', 'viewer', as('member'), 'allowed'],
    ['a member', 'member', as('member'), 'allowed'],
    ['a member', 'owner', as('member'), 'forbidden'],
    ['an owner', 'owner', as('owner'), 'allowed'],
    ['an owner', 'operator', as('owner'), 'forbidden'],
    ['an owner where no account is named', 'operator', { ...as('owner'), ...nowhere }, 'forbidden'],
    ['somebody from elsewhere', 'viewer', nobody, 'missing'],
    ['somebody from elsewhere', 'operator', nobody, 'missing'],
    ['an operator', 'owner', operator, 'allowed'],
    ['an operator', 'operator', operator, 'allowed'],
    ['an operator where no account is named', 'operator', { ...operator, ...nowhere }, 'allowed'],
    ['an operator where the account is missing', 'viewer', { ...operator, ...missing }, 'missing'],
    ['an operator where the account is missing', 'operator', { ...operator, ...missing }, 'missing'],
    ['an owner where the account is missing', 'viewer', { ...as('owner'), ...missing }, 'missing'],
  ]
  for (const [title, right, standing, verdict] of table)
    it(`of ${right} is ${verdict} for ${title}`, () => assert.equal(judge(right, standing), verdict))
})

describe('wrong passwords', () => {
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
    it(`cost ${seconds} s after ${failures} of them, when ten are free`, () =>
      assert.equal(waitAfter(failures, 10), seconds))
  }
})

describe('A route of the console', () => {
  const answered = { response: { 200: { type: 'null' } } }
  const add = (
    method: 'GET' | 'POST',
    url: string,
    config: RouteShorthandOptions['config'],
    schema: RouteShorthandOptions['schema'] = answered,
  ) => {
    const app = Fastify()
    checkRoutes(app)
    app.route({ method, url, schema, handler: async () => null, ...(config === undefined ? {} : { config }) })
  }
  const area = 'console'

  it('is not served when it does not say who may call it, and what it changes', () => {
    assert.throws(() => add('GET', '/console/v1/x', undefined), /must say/)
    assert.throws(() => add('GET', '/console/v1/x', { area }), /must say/)
    assert.throws(() => add('GET', '/console/v1/x', { area: 'sms', may: 'user' }), /must say/)
    assert.throws(() => add('POST', '/console/v1/x', { area, may: 'user' }), /must say/)
    assert.throws(() => add('POST', '/console/v1/x', { area, may: 'owner', does: 'x' }), /names no account/)
  })

  it('is not served without the shape of its answer', () => {
    assert.throws(() => add('GET', '/console/v1/x', { area, may: 'user' }, {}), /shape of its answer/)
  })

  it('is served when it says all of it', () => {
    add('GET', '/console/v1/x', { area, may: 'user' })
    add('POST', '/console/v1/accounts/:account/x', { area, may: 'owner', does: 'x' })
    add('POST', '/v1/elsewhere', { area: 'sms' })
  })
})

describe('a link in a letter', () => {
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
      'the public address, which the console has too',
      { ...named, publicUrl: 'https://other.example.com' },
      'x',
      null,
      'https://other.example.com',
    ],
    [
      'the host of the console, where the public address is another',
      { ...named, publicUrl: 'https://pay.test' },
      'x',
      null,
      'https://console.example.com',
    ],
    [
      'the host of the console at the public port',
      { ...named, publicUrl: 'https://pay.test:8443' },
      'x',
      null,
      'https://console.example.com:8443',
    ],
    [
      'the host that somebody signed in at',
      plain,
      'ngoma.example.com:8443',
      somebody,
      'https://ngoma.example.com:8443',
    ],
    ['a host that the settings name', named, 'Other.example.com', null, 'https://other.example.com'],
    [
      'a host that the settings name, at the port that is listened on',
      named,
      'other.example.com:8080',
      null,
      'http://other.example.com:8080',
    ],
    ['this machine', plain, 'localhost:8080', null, 'http://localhost:8080'],
    ['nowhere, for a host that anybody made up', plain, 'evil.example', null, null],
    ['nowhere, for another port', named, 'other.example.com:666', null, null],
    ['nowhere, for this machine where the settings name other hosts', named, 'localhost', null, null],
    ['nowhere, from the command line', plain, 'localhost', commandLine, null],
    ['nowhere, for what is no host', plain, 'a/b@localhost', somebody, null],
  ]
  for (const [title, config, host, actor, origin] of leads) {
    it(`leads to ${title}`, () => assert.equal(dashboardOrigin(config, { protocol: 'http', host, actor }), origin))
  }
})

describe('A session', () => {
  const proof = (minutes: number, secondFactor = false) => ({
    token: 't',
    provedAt: new Date(1_800_000_000_000 - minutes * 60_000),
    secondFactor,
  })
  const plain = { asksProof: false, needsTwoFactor: false }
  const cases: readonly [string, Parameters<typeof judgeProof>[0], ReturnType<typeof proof>, string | null][] = [
    ['lacks nothing for most routes', plain, proof(1_000), null],
    ['lacks nothing within ten minutes', { ...plain, asksProof: true }, proof(10), null],
    ['lacks a proof after that', { ...plain, asksProof: true }, proof(10.1), 'proof'],
    ['lacks the second factor', { ...plain, needsTwoFactor: true }, proof(0), 'second factor'],
    ['lacks the second factor first', { asksProof: true, needsTwoFactor: true }, proof(60), 'second factor'],
    ['lacks nothing with both', { asksProof: true, needsTwoFactor: true }, proof(0, true), null],
  ]
  for (const [title, wanted, given, missing] of cases)
    it(title, () => assert.equal(judgeProof(wanted, given, 1_800_000_000_000), missing))
})

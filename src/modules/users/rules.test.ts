import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify, { type RouteShorthandOptions } from 'fastify'
import { checkRoutes } from './guard.ts'
import { judge, type Right, type Standing, waitAfter } from './rules.ts'

const nobody: Standing = { operator: false, role: null, accountExists: true }
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
  for (const [title, right, standing, verdict] of table) it(`of ${right} is ${verdict} for ${title}`, () => assert.equal(judge(right, standing), verdict))
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
    it(`cost ${seconds} s after ${failures} of them, when ten are free`, () => assert.equal(waitAfter(failures, 10), seconds))
  }
})

describe('A route of the console', () => {
  const add = (method: 'GET' | 'POST', url: string, config: RouteShorthandOptions['config']) => {
    const app = Fastify()
    checkRoutes(app)
    app.route({ method, url, handler: async () => null, ...(config === undefined ? {} : { config }) })
  }
  const area = 'console'

  it('is not served when it does not say who may call it, and what it changes', () => {
    assert.throws(() => add('GET', '/console/v1/x', undefined), /must say/)
    assert.throws(() => add('GET', '/console/v1/x', { area }), /must say/)
    assert.throws(() => add('GET', '/console/v1/x', { area: 'sms', may: 'user' }), /must say/)
    assert.throws(() => add('POST', '/console/v1/x', { area, may: 'user' }), /must say/)
    assert.throws(() => add('POST', '/console/v1/x', { area, may: 'owner', does: 'x' }), /names no account/)
  })

  it('is served when it says all of it', () => {
    add('GET', '/console/v1/x', { area, may: 'user' })
    add('POST', '/console/v1/accounts/:account/x', { area, may: 'owner', does: 'x' })
    add('POST', '/v1/elsewhere', { area: 'sms' })
  })
})

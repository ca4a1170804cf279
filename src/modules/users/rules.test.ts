import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify, { type RouteShorthandOptions } from 'fastify'
import { checkRoutes } from './guard.ts'
import { judge, type Right, roles, type Standing, waitAfter } from './rules.ts'

describe('judge', () => {
  const standings: readonly [title: string, standing: Standing][] = [
    ['a viewer', { operator: false, role: 'viewer', accountExists: true }],
    ['a member', { operator: false, role: 'member', accountExists: true }],
    ['an owner', { operator: false, role: 'owner', accountExists: true }],
    ['a stranger', { operator: false, role: null, accountExists: true }],
    ['somebody who asks for no account that exists', { operator: false, role: null, accountExists: false }],
    ['an operator', { operator: true, role: null, accountExists: true }],
    ['an operator who views', { operator: true, role: 'viewer', accountExists: true }],
    ['an operator who asks for no account that exists', { operator: true, role: null, accountExists: false }],
  ]
  const verdicts: Readonly<Record<Exclude<Right, 'anyone' | 'user'>, string>> = {
    viewer: 'allowed allowed allowed missing missing allowed allowed missing',
    member: 'forbidden allowed allowed missing missing allowed allowed missing',
    owner: 'forbidden forbidden allowed missing missing allowed allowed missing',
    operator: 'forbidden forbidden forbidden forbidden forbidden allowed allowed allowed',
  }
  for (const right of [...roles, 'operator'] as const) {
    it(`weighs what a route for ${right} asks for`, () => {
      assert.equal(standings.map(([, standing]) => judge(right, standing)).join(' '), verdicts[right])
    })
  }

  it('lets everybody do what anyone or any user may', () => {
    for (const right of ['anyone', 'user'] as const) for (const [title, standing] of standings) assert.equal(judge(right, standing), 'allowed', title)
  })
})

describe('waitAfter', () => {
  const waits: readonly [failures: number, seconds: number][] = [
    [0, 0],
    [9, 0],
    [10, 2],
    [11, 4],
    [16, 128],
    [17, 256],
    [18, 300],
    [5_000, 300],
  ]
  for (const [failures, seconds] of waits) it(`is ${seconds} s after ${failures} wrong passwords`, () => assert.equal(waitAfter(failures, 10), seconds))
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

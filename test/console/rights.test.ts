import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'
import { addAccount, addPerson, ask, command, type Method, type Person, signInAdmin } from './people.ts'

onOneEngine('rights in the console', (engine) => {
  let world: World
  let accountId: number
  let owner: Person
  let stranger: Person
  let operator: Person
  before(async () => {
    world = await shareWorld(engine)
    accountId = await addAccount(world)
    owner = await addPerson(world, accountId, 'owner')
    stranger = await addPerson(world, await addAccount(world), 'owner')
    operator = await signInAdmin(world)
  })
  after(() => world.close())

  const oddAccounts = () => [
    '999999',
    '0',
    '-1',
    '1e3',
    'x',
    '%00',
    '١',
    ` ${accountId}`,
    `${accountId}.0`,
    `+${accountId}`,
    '9'.repeat(400),
  ]
  const calls: readonly (readonly [method: Method, path: string, body?: unknown])[] = [
    ['GET', '/accounts/:account'],
    ['PATCH', '/accounts/:account/account', { language: null }],
    ['GET', '/accounts/:account/templates'],
    ['POST', '/accounts/:account/templates', { title: 'A title', text: 'A text' }],
  ]
  for (const [method, path, body] of calls)
    it(`answer the same for a missing account and an account of others: ${method} ${path}`, async () => {
      const look = async ({ cookie }: Person, id: string) => {
        const place = path.replace(':account', encodeURIComponent(id).replace('%2500', '%00'))
        const { status, text } = await ask(world, method, place, { cookie, body })
        return { status, text }
      }
      const others = await look(stranger, String(accountId))
      assert.equal(others.status, 404)
      for (const id of oddAccounts()) assert.deepEqual(await look(stranger, id), others, id)
      for (const id of ['999999', '%00']) assert.deepEqual(await look(operator, id), others, `${id} for an operator`)
    })

  it('answer 404 for an invalid id', async () => {
    const bad = ['%00', 'x%00', '%F0%9F%92%A9', '9'.repeat(400), "'", '..%2f..']
    for (const id of bad) {
      const calls: [Method, string, unknown?][] = [
        ['DELETE', `/accounts/${accountId}/credentials/${id}`],
        ['DELETE', `/accounts/${accountId}/members/${id}`],
        ['PUT', `/accounts/${accountId}/members/${id}`, { role: 'viewer' }],
        ['DELETE', `/accounts/${accountId}/optouts/${id}`],
        ['GET', `/accounts/${accountId}/templates/${id}`],
        ['PUT', `/accounts/${accountId}/templates/${id}`, { title: 'A title' }],
        ['DELETE', `/accounts/${accountId}/templates/${id}`],
        ['POST', `/accounts/${accountId}/senders/${id}/approve`],
        ['GET', `/accounts/${accountId}/checkout/${id}`],
        ['PUT', `/users/${id}/operator`, { operator: true }],
        ['POST', `/users/${id}/password-reset`],
        ['DELETE', `/users/${id}/two-factor`],
      ]
      for (const [method, path, given] of calls)
        assert.equal((await operator.ask(method, path, given)).status, 404, `${method} ${path}`)
    }
    assert.equal((await operator.ask('DELETE', `/accounts/${accountId}/members/${'9'.repeat(600)}`)).status, 404)
  })

  it('let only operators make a user an operator', async () => {
    const path = `/accounts/${accountId}/keys`
    assert.equal((await owner.ask('POST', path, { name: 'more', operator: true })).status, 403)
    assert.equal((await owner.ask('POST', '/auth/update-user', { name: 'Owner', operator: true })).status, 400)
    assert.equal((await owner.ask('GET', '/me')).body.operator, false)
    assert.equal((await operator.ask('POST', path, { name: 'more', operator: true })).status, 201)
  })

  it('are not granted to tokens of operators', async () => {
    const { body } = await command(world, 'POST', `/accounts/${accountId}/tokens`, { name: 'a token', operator: true })
    assert.equal((await ask(world, 'GET', '/me', { headers: { authorization: body.token } })).status, 401)
  })
})

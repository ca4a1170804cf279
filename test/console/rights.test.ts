import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { dashboardPaths } from '../../src/http/dashboard.ts'
import { nameOfRoute } from '../account-api.ts'
import { onOneEngine, openWorld } from '../world.ts'
import {
  addAccount,
  addCookies,
  addPerson,
  adminPassword,
  ask,
  command,
  freshAddress,
  invite,
  type Method,
  type Person,
  signInAdmin,
} from './people.ts'
import { table, templateOf } from './rights.ts'
import { type Call, type Kind, kinds, phone, type Stage } from './rights-row.ts'

onOneEngine('permissions in the console API', (engine) => {
  let stage: Stage
  before(async () => {
    const world = await openWorld(engine, { config: { adminPassword } })
    const accountId = await addAccount(world)
    const roles = await Promise.all(['viewer', 'member', 'owner'].map((role) => addPerson(world, accountId, role)))
    const [viewer, member, owner] = roles as [Person, Person, Person]
    const stranger = await addPerson(world, await addAccount(world), 'owner')
    stage = { world, accountId, people: { viewer, member, owner, stranger, operator: await signInAdmin(world) } }
  })
  after(() => stage.world.close())

  const routes = () =>
    stage.world.app.http
      .listRoutes()
      .filter(
        ({ url, area }) =>
          area === 'account' || (area === 'console' && !dashboardPaths.includes(url)) || url.startsWith('/console'),
      )
      .map(({ method, url }) => `${method} ${nameOfRoute(url)}`)

  it('lists exactly the routes of the running server', () => {
    const served = routes().filter((route) => !route.startsWith('HEAD '))
    const listed = table.map(([route]) => route)
    const missing = served.filter((route) => !listed.includes(route))
    assert.deepEqual(missing, [], `add a row to test/console/rights*.ts for: ${missing.join(', ')}`)
    assert.deepEqual(served.toSorted(), listed.toSorted())
    const heads = routes().filter((route) => route.startsWith('HEAD '))
    assert.deepEqual(
      heads.map((route) => route.replace('HEAD ', 'GET ')).toSorted(),
      served.filter((route) => route.startsWith('GET ')).toSorted(),
    )
  })

  async function walk(method: Method, url: string, kind: Kind, call: Call): Promise<number> {
    const person = kind === 'nobody' ? null : stage.people[kind]
    const path = (call.path ?? url).replace(':account', String(stage.accountId))
    const answer = await ask(stage.world, method, path, {
      address: person?.address ?? freshAddress(),
      ...(person ? { cookie: person.cookie } : {}),
      ...call,
    })
    if (person && call.cookie === undefined) person.cookie = addCookies(person.cookie, answer.cookies)
    return answer.status
  }

  for (const [route, statuses, call = () => ({})] of table) {
    const [method, url] = route.split(' ') as [Method, string]
    it(`enforces the permissions of ${route}`, async () => {
      const found: Record<string, number> = {}
      for (const kind of kinds) found[kind] = await walk(method, url, kind, await call(stage, kind))
      const wanted = Object.fromEntries(kinds.map((kind, index) => [kind, statuses[index]]))
      assert.deepEqual(found, wanted)
      if (method !== 'GET') return
      for (const kind of kinds)
        assert.equal(await walk('HEAD', url, kind, await call(stage, kind)), wanted[kind], `HEAD for ${kind}`)
    })
  }

  it('answers the same for a missing account and an account of others', async () => {
    const { stranger, viewer, operator } = stage.people
    const ids = [
      '999999',
      '0',
      '-1',
      '1e3',
      'x',
      '%00',
      '١',
      ` ${stage.accountId}`,
      `${stage.accountId}.0`,
      `+${stage.accountId}`,
      '9'.repeat(400),
    ]
    const routes = table.filter(([one]) => one.includes(':account'))
    for (const [index, [route, statuses, call = () => ({})]] of routes.entries()) {
      const [method, url] = route.split(' ') as [Method, string]
      const { path = url, ...rest }: Call = await call(stage, 'owner')
      const look = async (person: Person, id: string) => {
        const { status, text } = await ask(
          stage.world,
          method,
          path.replace(':account', encodeURIComponent(id).replace('%2500', '%00')),
          {
            cookie: person.cookie,
            ...rest,
          },
        )
        return { status, text }
      }
      const others = await look(stranger, String(stage.accountId))
      assert.equal(others.status, 404)
      // All routes share one check of the account, so each route tries only some of the odd ids.
      for (const id of [ids[0], ids[1 + (index % (ids.length - 1))]] as string[])
        assert.deepEqual(await look(stranger, id), others, `${route} of ${id}`)
      for (const id of ['999999', '%00'].slice(0, 1 + Number(index === 0)))
        assert.deepEqual(await look(operator, id), others, `${route} of ${id} for an operator`)
      if (statuses[1] === 403) assert.deepEqual(await look(viewer, '999999'), others, route)
    }
  })

  it('rejects ids of one account under the path of another', async () => {
    const { world, accountId } = stage
    const { stranger } = stage.people
    const own = (await stranger.ask('GET', '/me')).body.accounts[0].accountId
    const { id } = (await command(world, 'POST', `/accounts/${accountId}/tokens`, { name: 'not theirs' })).body
    const member = await invite(world, accountId, 'viewer')
    const optedOut = phone()
    await command(world, 'POST', `/accounts/${accountId}/optouts`, { phone: optedOut })
    assert.equal((await stranger.ask('DELETE', `/accounts/${own}/credentials/${id}`)).status, 404)
    assert.equal((await stranger.ask('DELETE', `/accounts/${own}/members/${member.id}`)).status, 404)
    assert.equal((await stranger.ask('PUT', `/accounts/${own}/members/${member.id}`, { role: 'owner' })).status, 404)
    assert.equal((await stranger.ask('DELETE', `/accounts/${own}/optouts/${optedOut}`)).status, 404)
    const { path = '' } = await templateOf(stage)
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      assert.equal(
        (await stranger.ask(method, path.replace(':account', own), method === 'PUT' ? {} : undefined)).status,
        404,
        method,
      )
    }
    const { body } = await command(world, 'GET', `/accounts/${accountId}/credentials?limit=1000`)
    assert.equal(body.data.find((one: { id: number }) => one.id === id).revokedAt, null)
  })

  it('answers 404 for an invalid id', async () => {
    const { operator } = stage.people
    const bad = ['%00', 'x%00', '%F0%9F%92%A9', '9'.repeat(400), "'", '..%2f..']
    for (const id of bad) {
      const calls: [Method, string, unknown?][] = [
        ['DELETE', `/accounts/${stage.accountId}/credentials/${id}`],
        ['DELETE', `/accounts/${stage.accountId}/members/${id}`],
        ['PUT', `/accounts/${stage.accountId}/members/${id}`, { role: 'viewer' }],
        ['DELETE', `/accounts/${stage.accountId}/optouts/${id}`],
        ['GET', `/accounts/${stage.accountId}/templates/${id}`],
        ['PUT', `/accounts/${stage.accountId}/templates/${id}`, { title: 'A title' }],
        ['DELETE', `/accounts/${stage.accountId}/templates/${id}`],
        ['POST', `/accounts/${stage.accountId}/senders/${id}/approve`],
        ['GET', `/accounts/${stage.accountId}/checkout/${id}`],
        ['PUT', `/users/${id}/operator`, { operator: true }],
        ['POST', `/users/${id}/password-reset`],
        ['DELETE', `/users/${id}/two-factor`],
      ]
      for (const [method, path, given] of calls)
        assert.equal((await operator.ask(method, path, given)).status, 404, `${method} ${path}`)
    }
    assert.equal((await operator.ask('DELETE', `/accounts/${stage.accountId}/members/${'9'.repeat(600)}`)).status, 404)
  })

  it('lets only operators make a user an operator', async () => {
    const { owner, operator } = stage.people
    const asked = await owner.ask('POST', `/accounts/${stage.accountId}/keys`, { name: 'more', operator: true })
    assert.equal(asked.status, 403)
    assert.equal((await owner.ask('POST', '/auth/update-user', { name: 'Owner', operator: true })).status, 200)
    assert.equal((await owner.ask('GET', '/me')).body.operator, false)
    assert.equal(
      (await operator.ask('POST', `/accounts/${stage.accountId}/keys`, { name: 'more', operator: true })).status,
      201,
    )
  })

  it('rejects API keys and access tokens', async () => {
    const { token } = (
      await command(stage.world, 'POST', `/accounts/${stage.accountId}/tokens`, { name: 'for the API', operator: true })
    ).body
    assert.equal((await ask(stage.world, 'GET', '/me', { headers: { authorization: token } })).status, 401)
  })
})

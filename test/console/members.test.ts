import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, type World } from '../world.ts'
import {
  addAccount,
  addPerson,
  adminPassword,
  ask,
  command,
  freshAddress,
  freshEmail,
  invite,
  type Person,
  password,
  signIn,
  signInAdmin,
} from './people.ts'

onOneEngine('members, users and accounts', (engine) => {
  let world: World
  let accountId: number
  let owner: Person
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    accountId = await addAccount(world)
    owner = await addPerson(world, accountId, 'owner')
  })
  after(() => world.close())

  const roles = async (id: number): Promise<Record<string, string>> => {
    const { body } = await command(world, 'GET', `/accounts/${id}/members`)
    return Object.fromEntries(body.data.map(({ userId, role }: { userId: string; role: string }) => [userId, role]))
  }
  const take = (token: string) =>
    ask(world, 'POST', '/auth/reset-password', { body: { token, newPassword: password }, address: freshAddress() })

  it('lets a new member choose a password with the invitation and sign in', async () => {
    const email = freshEmail()
    const { status, body } = await command(world, 'POST', `/accounts/${accountId}/members`, {
      email: ` ${email.toUpperCase()} `,
      name: 'New One',
      role: 'member',
    })
    assert.equal(status, 201)
    const { user, role, invitation } = body
    assert.deepEqual(
      { email: user.email, name: user.name, role, keys: Object.keys(user) },
      { email, name: 'New One', role: 'member', keys: ['id', 'email', 'name'] },
    )
    assert.ok(new Date(invitation.expiresAt).getTime() > Date.now() + 71 * 3_600_000)
    assert.equal((await signIn(world, email, password)).status, 401)
    assert.equal((await take(invitation.token)).status, 200)
    assert.equal((await signIn(world, email, password)).status, 200)
    const listed = (await owner.ask('GET', `/accounts/${accountId}/members`)).body.data.find(
      (one: { email: string }) => one.email === email,
    )
    assert.deepEqual([listed.role, listed.hasPassword, listed.name], ['member', true, 'New One'])
  })

  it('expires an invitation after three days', async () => {
    const { token } = await invite(world, accountId, 'viewer')
    await sql`update auth_verifications set "expiresAt" = "expiresAt" - interval '72 hours 1 second'`.execute(world.db)
    assert.equal((await take(token)).status, 400)
  })

  it('lets an operator add an existing user, who signs in as before', async () => {
    const other = await addAccount(world)
    const person = await addPerson(world, other, 'viewer')
    const { status, body } = await command(world, 'POST', `/accounts/${accountId}/members`, {
      email: person.email,
      role: 'member',
    })
    assert.deepEqual(
      { status, invitation: body.invitation, id: body.user.id },
      { status: 201, invitation: null, id: person.id },
    )
    const { accounts } = (await person.ask('GET', '/me')).body
    assert.deepEqual(
      new Set(accounts.map(({ accountId: id }: { accountId: number }) => id)),
      new Set([other, accountId]),
    )
    const again = await owner.ask('POST', `/accounts/${accountId}/members`, { email: person.email, role: 'owner' })
    assert.equal(again.status, 409)
    assert.equal((await roles(accountId))[person.id], 'member')
  })

  it('accepts a password with the last invitation only', async () => {
    const theirs = await addAccount(world)
    const { body } = await command(world, 'POST', `/accounts/${accountId}/members`, {
      email: freshEmail(),
      role: 'viewer',
    })
    const again = await invite(world, theirs, 'owner', body.user.email)
    assert.equal(again.id, body.user.id)
    assert.equal((await take(body.invitation.token)).status, 400)
    const { rows } = await sql`select 1 from auth_verifications where value = ${again.id}`.execute(world.db)
    assert.equal(rows.length, 1)
    assert.equal((await take(again.token)).status, 200)
  })

  it('keeps one invitation when several are created at the same time', async () => {
    const { id, email } = await invite(world, accountId, 'viewer')
    const accounts = await Promise.all([1, 2, 3, 4].map(() => addAccount(world)))
    const made = await Promise.all(accounts.map((one) => invite(world, one, 'viewer', email)))
    const { rows } = await sql`select 1 from auth_verifications where value = ${id}`.execute(world.db)
    assert.equal(rows.length, 1)
    const statuses: number[] = []
    for (const { token } of made) statuses.push((await take(token)).status)
    assert.deepEqual(statuses.toSorted(), [200, 400, 400, 400])
  })

  it('rejects an invalid email, name or role', async () => {
    const email = freshEmail()
    const bad = [
      { email: 'x', role: 'viewer' },
      { email: `${'x'.repeat(250)}@example.com`, role: 'viewer' },
      { email: 'a@b.example\u0000', role: 'viewer' },
      { email, role: 'operator' },
      { email, role: ['owner'] },
      { email },
      { role: 'viewer' },
      { email, role: 'viewer', name: '' },
      { email, role: 'viewer', name: 'x'.repeat(101) },
    ]
    for (const body of bad)
      assert.equal((await owner.ask('POST', `/accounts/${accountId}/members`, body)).status, 400, JSON.stringify(body))
    const { rows } = await sql`select 1 from auth_users where email = ${email}`.execute(world.db)
    assert.equal(rows.length, 0)
  })

  it('keeps at least one owner', async () => {
    const id = await addAccount(world)
    const first = await addPerson(world, id, 'owner')
    const lastOwner = 'last_owner'
    assert.deepEqual((await first.ask('DELETE', `/accounts/${id}/members/${first.id}`)).body.code, lastOwner)
    assert.deepEqual(
      (await first.ask('PUT', `/accounts/${id}/members/${first.id}`, { role: 'viewer' })).body.code,
      lastOwner,
    )
    assert.deepEqual((await command(world, 'DELETE', `/accounts/${id}/members/${first.id}`)).body.code, lastOwner)
    const second = await invite(world, id, 'viewer')
    assert.equal((await first.ask('PUT', `/accounts/${id}/members/${second.id}`, { role: 'owner' })).status, 200)
    assert.equal((await first.ask('DELETE', `/accounts/${id}/members/${first.id}`)).status, 204)
    assert.deepEqual(await roles(id), { [second.id]: 'owner' })
    assert.equal((await first.ask('GET', `/accounts/${id}`)).status, 404)
  })

  it('keeps one of two owners who remove each other at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await addAccount(world)
      const [one, two] = [await invite(world, id, 'owner'), await invite(world, id, 'owner')]
      const answers = await Promise.all([
        command(world, 'DELETE', `/accounts/${id}/members/${one.id}`),
        command(world, 'PUT', `/accounts/${id}/members/${two.id}`, { role: 'viewer' }),
      ])
      assert.equal(answers.filter(({ status }) => status === 409).length, 1)
      assert.equal(Object.values(await roles(id)).filter((role) => role === 'owner').length, 1)
    }
  })

  it('applies a new role at once', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const add = async () =>
      (await person.ask('POST', `/accounts/${accountId}/optouts`, { phone: '255712345678' })).status
    assert.equal(await add(), 403)
    await owner.ask('PUT', `/accounts/${accountId}/members/${person.id}`, { role: 'member' })
    assert.equal(await add(), 201)
    await owner.ask('PUT', `/accounts/${accountId}/members/${person.id}`, { role: 'viewer' })
    assert.equal(await add(), 403)
  })

  it('adds a member once when invited twice at the same time', async () => {
    const email = freshEmail()
    const answers = await Promise.all(
      [1, 2].map(() => command(world, 'POST', `/accounts/${accountId}/members`, { email, role: 'viewer' })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
  })

  it('finds users by email in any case', async () => {
    const { id, email } = await invite(world, accountId, 'viewer')
    const find = (text: string) => command(world, 'GET', `/users?email=${encodeURIComponent(text)}`)
    for (const text of [email, ` ${email.toUpperCase()} `]) {
      const { body } = await find(text)
      assert.deepEqual([body.data.map((one: { id: string }) => one.id), body.total], [[id], 1], text)
    }
    assert.deepEqual((await find(freshEmail())).body.data, [])
    for (const text of ['', '%', 'x', `${email}\u0000`]) assert.equal((await find(text)).status, 400, text)
  })

  it('keeps at least one operator, also when two demote each other', async () => {
    const admin = await signInAdmin(world)
    const demote = (id: string) => command(world, 'PUT', `/users/${id}/operator`, { operator: false })
    const alone = await demote(admin.id)
    assert.deepEqual([alone.status, alone.body.code], [409, 'last_operator'])
    const second = await addPerson(world, accountId, 'viewer')
    assert.equal((await second.ask('GET', '/system')).status, 403)
    assert.equal((await admin.ask('PUT', `/users/${second.id}/operator`, { operator: true })).status, 200)
    assert.equal((await second.ask('GET', '/system')).status, 200)

    const answers = await Promise.all([demote(admin.id), demote(second.id)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    const { rows } = await sql`select 1 from auth_users where operator`.execute(world.db)
    assert.equal(rows.length, 1)
    assert.equal((await command(world, 'PUT', '/users/nobody/operator', { operator: false })).status, 404)
  })

  it('finds users and accounts by part of a name or email; only operators rename an account', async () => {
    const id = await addAccount(world)
    const chief = await addPerson(world, id, 'owner')
    // Checkout pages show this name to payers, so owners cannot change it.
    assert.equal((await chief.ask('PATCH', `/accounts/${id}`, { name: 'Somebody else' })).status, 403)
    const { status, body } = await command(world, 'PATCH', `/accounts/${id}`, { name: 'Duka 100% la Asha_' })
    assert.deepEqual([status, body.id, body.name], [200, id, 'Duka 100% la Asha_'])
    for (const bad of [{}, { name: ' ' }, { name: 'x'.repeat(201) }])
      assert.equal((await command(world, 'PATCH', `/accounts/${id}`, bad)).status, 400)
    const found = async (path: string, q: string) =>
      (await command(world, 'GET', `${path}?q=${encodeURIComponent(q)}`)).body
    for (const q of ['100% LA', 'asha_', 'duka']) {
      const { data, total } = await found('/accounts', q)
      assert.deepEqual([data.map((one: { id: number }) => one.id), total], [[id], 1], q)
    }
    assert.deepEqual((await found('/accounts', '100_')).data, [])
    await chief.ask('POST', '/auth/update-user', { name: 'Bi Zuhura' })
    for (const q of ['zuhu', chief.email.slice(0, 9).toUpperCase()]) {
      const { data } = await found('/users', q)
      assert.deepEqual(
        data.map((one: { id: string }) => one.id),
        [chief.id],
        q,
      )
    }
    assert.equal((await command(world, 'GET', '/users?q=a&q=b')).status, 400)

    for (const phone of ['255712000001', '255713000001', '254712000001'])
      await chief.ask('POST', `/accounts/${id}/optouts`, { phone })
    const optOuts = async (q: string) =>
      (await found(`/accounts/${id}/optouts`, q)).data?.map(({ phone }: { phone: string }) => phone)
    assert.deepEqual(await optOuts('255712'), ['255712000001'])
    assert.deepEqual(await optOuts('+255'), ['255712000001', '255713000001'])
    assert.deepEqual([await optOuts('712'), await optOuts('x')], [[], undefined])
  })
})

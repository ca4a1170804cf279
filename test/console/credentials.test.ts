import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { basic, onOneEngine, openWorld, until, type World } from '../world.ts'
import { addAccount, addPerson, adminPassword, command, type Person } from './people.ts'

onOneEngine('credentials in the console API', (engine) => {
  let world: World
  let owner: Person
  let account: string
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    const id = await addAccount(world)
    owner = await addPerson(world, id, 'owner')
    account = `/accounts/${id}`
  })
  after(() => world.close())

  const use = async (authorization: string) => (await world.send({}, { authorization })).status
  const credentialOf = async (id: number) =>
    (await owner.ask('GET', `${account}/credentials?limit=100`)).body.data.find((one: { id: number }) => one.id === id)

  it('creates a credential for the account, shows its secret once and revokes it', async () => {
    const key = (await owner.ask('POST', `${account}/keys`, { name: 'a key' })).body
    const token = (
      await owner.ask('POST', `${account}/tokens`, { name: 'a token', products: ['sms'], addresses: ['127.0.0.0/8'] })
    ).body
    assert.equal(await use(basic(key.apiKey, key.secret)), 200)
    assert.equal(await use(token.token), 200)
    const listed = await owner.ask('GET', `${account}/credentials`)
    assert.deepEqual(
      listed.body.data.map(({ id }: { id: number }) => id),
      [token.id, key.id],
    )
    for (const secret of [key.secret, token.token]) assert.equal(listed.text.includes(secret), false)

    assert.equal((await owner.ask('DELETE', `${account}/credentials/${key.id}`)).status, 204)
    assert.equal((await owner.ask('DELETE', `${account}/credentials/${key.id}`)).status, 404)
    await until('the revoked key is rejected', async () => (await use(basic(key.apiKey, key.secret))) === 401)
    assert.equal(await use(token.token), 200)
  })

  it('rejects invalid limits', async () => {
    const bad = [
      {},
      { name: '' },
      { name: ' ' },
      { name: 'x'.repeat(201) },
      { name: 'x', products: ['sms', 'fax'] },
      { name: 'x', products: Array(100).fill('sms') },
      { name: 'x', addresses: ['10.0.0.0/33'] },
      { name: 'x', addresses: ['localhost'] },
      { name: 'x', addresses: ['1'.repeat(100_000)] },
      { name: 'x', addresses: Array(101).fill('10.0.0.1') },
      { name: 'x', expiresAt: 'tomorrow' },
      { name: 'x', expiresAt: '2027-02-30T00:00:00Z' },
      { name: 'x', expiresAt: '2026-12-31T23:59:60Z' },
      { name: 'x', lenient: 'yes' },
    ]
    for (const body of bad) {
      for (const path of ['keys', 'tokens']) {
        const { status, text } = await owner.ask('POST', `${account}/${path}`, body)
        assert.equal(status, 400, JSON.stringify(body).slice(0, 80))
        assert.ok(text.length < 500)
      }
    }
    assert.equal((await owner.ask('GET', `${account}/credentials`)).body.total, 2)
  })

  it('expires a credential at its end time', async () => {
    const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString()
    const { token } = (await owner.ask('POST', `${account}/tokens`, { name: 'for a minute', expiresAt })).body
    assert.equal(await use(token), 200)
    world.clock.moveForward(61_000)
    assert.equal(await use(token), 401)
  })

  it('gives a new credential all scopes unless some are chosen, and changes them', async () => {
    const scopesOf = async (id: number) => (await credentialOf(id)).scopes
    const all = (await owner.ask('POST', `${account}/keys`, { name: 'all' })).body
    const some = (await owner.ask('POST', `${account}/tokens`, { name: 'some', scopes: ['contacts:read'] })).body
    assert.deepEqual([await scopesOf(all.id), await scopesOf(some.id)], [['*'], ['contacts:read']])
    const read = async (authorization: string) =>
      (await world.request('GET', '/v2/contacts', { headers: { authorization } })).status
    assert.deepEqual([await read(basic(all.apiKey, all.secret)), await read(some.token)], [200, 200])
    const change = (scopes: unknown, id = some.id) => owner.ask('PATCH', `${account}/credentials/${id}`, { scopes })
    assert.deepEqual((await change(['messages:read', 'messages:read'])).body.scopes, ['messages:read'])
    await until('the token may not read contacts', async () => (await read(some.token)) === 403)
    assert.deepEqual((await change(['contacts:read', '*'])).body.scopes, ['*'])
    await until('the token may read contacts', async () => (await read(some.token)) === 200)
    assert.deepEqual((await change([])).body.scopes, [])
    for (const wrong of [undefined, '*', ['contacts'], [5]])
      assert.equal((await change(wrong)).status, 400, JSON.stringify(wrong))
    const foreign = (await command(world, 'GET', '/accounts/1/credentials')).body.data[0].id
    assert.equal((await change(['*'], foreign)).status, 404)
    const { id } = (await owner.ask('POST', `${account}/credentials/${some.id}/rotate`, { overlapHours: 0 })).body
    assert.deepEqual(await scopesOf(id), [], 'rotation keeps them')
  })

  it('closes the public API to a credential that loses scopes, unless products are named', async () => {
    const cases: readonly (readonly [
      from: string[],
      to: string[],
      named: string[] | undefined,
      left: string[] | null,
    ])[] = [
      [['*'], ['contacts:read'], undefined, []],
      [['*'], ['contacts:read'], ['sms'], ['sms']],
      [['*'], [], undefined, null],
      [[], ['contacts:read'], undefined, null],
      [[], ['*'], undefined, null],
    ]
    for (const [scopes, to, named, left] of cases) {
      const { id, token } = (await owner.ask('POST', `${account}/tokens`, { name: 'one', scopes })).body
      const body = { scopes: to, products: named }
      const changed = await owner.ask('PATCH', `${account}/credentials/${id}`, body)
      assert.deepEqual([changed.status, changed.body.products], [200, left], JSON.stringify([scopes, to]))
      if (left?.length === 0) await until('the public API is closed', async () => (await use(token)) === 401)
      const rotated = (await owner.ask('POST', `${account}/credentials/${id}/rotate`, { overlapHours: 1 })).body
      assert.deepEqual((await credentialOf(rotated.id)).products, left, 'rotation keeps the products')
    }
  })

  it('shows the account and its settings to a program', async () => {
    const token = (await owner.ask('POST', `${account}/tokens`, { name: 'settings' })).body.token
    const headers = { authorization: token }
    const { id, created_at, counts, ...shown } = (await world.request('GET', '/v2/account', { headers })).body
    assert.deepEqual([`/accounts/${id}`, typeof created_at], [account, 'string'])
    assert.deepEqual(shown, {
      name: 'Another account',
      country: 'TZ',
      currency: 'TZS',
      language: 'en',
      requests_per_second: null,
      messages_per_day: null,
      smart_encoding: false,
      two_factor_required: false,
      consent_required: false,
      sending_window: null,
      shop_url: null,
      shop_websites: [],
    })
    assert.deepEqual([counts.members, counts.senders, counts.books], [1, 1, 1])
    const changed = await world.request('PATCH', '/v2/account', { headers, body: { smart_encoding: true } })
    assert.deepEqual([changed.status, changed.body.smart_encoding], [200, true])
    const wrong = await world.request('PATCH', '/v2/account', { headers, body: { name: 'Ours' } })
    assert.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'name'])
    const unproven = await world.request('PATCH', '/v2/account', { headers, body: { two_factor_required: true } })
    assert.deepEqual(
      [unproven.status, unproven.body.code, unproven.body.errors[0].field],
      [403, 'proof_required', 'two_factor_required'],
    )
  })

  it('gives credentials without scopes no access to the account API', async () => {
    const key = (await owner.ask('POST', `${account}/keys`, { name: 'old' })).body
    const { rows } = await sql<{ id: number }>`
      insert into credentials (account_id, kind, login, secret_hash, name, lenient, operator, created_at)
      select account_id, kind, 'old-key', secret_hash, name, lenient, operator, created_at from credentials where id = ${key.id}
      returning id
    `.execute(world.db)
    const authorization = basic('old-key', key.secret)
    assert.equal(await use(authorization), 200)
    const refused = await world.request('GET', '/v2/contacts', { headers: { authorization } })
    assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing'])
    const hint = String(refused.headers['ngoma-hint'])
    assert.match(hint, new RegExp(`lacks the scope contacts:read: .* npx ngoma credential change ${rows[0]?.id}`))
  })

  it('rotates a credential with its limits; both work until the old one ends', async () => {
    const limits = { products: ['sms'], addresses: ['127.0.0.0/8'], lenient: true, scopes: ['messages:send'] }
    const old = (await owner.ask('POST', `${account}/keys`, { name: 'web shop', ...limits })).body
    const rotate = (id: number, overlapHours: unknown) =>
      owner.ask('POST', `${account}/credentials/${id}/rotate`, { overlapHours })
    const find = async (id: number) =>
      (await owner.ask('GET', `${account}/credentials?limit=100`)).body.data.find(
        (one: { id: number }) => one.id === id,
      )
    for (const hours of [-1, 721, 1.5, 'x']) assert.equal((await rotate(old.id, hours)).status, 400, String(hours))

    const { status, body: made } = await rotate(old.id, 2)
    assert.equal(status, 201)
    const endsAt = new Date(world.clock.now().getTime() + 2 * 3_600_000)
    assert.ok(Math.abs(new Date(made.replaces.expiresAt).getTime() - endsAt.getTime()) < 60_000)
    const { name, products, addresses, lenient, scopes, expiresAt } = await find(made.id)
    assert.deepEqual(
      { name, products, addresses, lenient, scopes, expiresAt },
      { name: 'web shop', ...limits, expiresAt: null },
    )
    const listed = await find(old.id)
    assert.deepEqual([listed.replacedBy, listed.expiresAt], [made.id, made.replaces.expiresAt])
    assert.equal(await use(basic(old.apiKey, old.secret)), 200)
    assert.equal(await use(basic(made.apiKey, made.secret)), 200)

    const again = await rotate(old.id, 720)
    assert.deepEqual([again.status, again.body.detail], [409, 'The credential was rotated.'])
    assert.match(String(again.headers['ngoma-hint']), new RegExp(`rotate ${made.id}`))
    assert.equal(await use(basic(made.apiKey, made.secret)), 200, 'a replacement that may be in use stays valid')
    const next = (await rotate(made.id, 720)).body
    assert.match(String((await rotate(old.id, 1)).headers['ngoma-hint']), new RegExp(`replaced by ${next.id}`))
    await owner.ask('DELETE', `${account}/credentials/${next.id}`)
    await owner.ask('DELETE', `${account}/credentials/${made.id}`)
    const fresh = (await rotate(old.id, 720)).body
    assert.equal(fresh.replaces.expiresAt, made.replaces.expiresAt, 'the end time of the replaced key does not move')
    assert.equal((await find(fresh.id)).expiresAt, null)
    world.clock.moveForward(2 * 3_600_000 + 60_000)
    assert.deepEqual(
      [await use(basic(old.apiKey, old.secret)), await use(basic(fresh.apiKey, fresh.secret))],
      [401, 200],
    )
    assert.deepEqual((await rotate(old.id, 1)).body.code, 'credential_ended')
  })

  it('switches a credential to lenient and back on every process, until it ends', async () => {
    const { id, token } = (await owner.ask('POST', `${account}/tokens`, { name: 'older program' })).body
    const send = async () => (await world.send({ encoding: undefined }, { authorization: token })).body.code
    const change = (body: unknown, of = id) => owner.ask('PATCH', `${account}/credentials/${of}`, body)
    assert.equal(await send(), 118)
    const { status, body } = await change({ lenient: true })
    assert.deepEqual([status, body.id, body.name, body.lenient], [200, id, 'older program', true])
    assert.ok(!('secretHash' in body))
    await until('the credential is lenient', async () => (await send()) === 100)
    assert.equal((await change({ lenient: true })).status, 200)
    assert.equal((await change({ lenient: false })).body.lenient, false)
    await until('the credential is strict', async () => (await send()) === 118)

    for (const wrong of [{}, { lenient: 'yes' }, { lenient: null }])
      assert.equal((await change(wrong)).status, 400, JSON.stringify(wrong))
    const first = (await command(world, 'GET', '/accounts/1/credentials')).body.data[0].id
    assert.deepEqual(
      (await change({ lenient: true }, first)).body.code,
      'credential_not_found',
      'a credential of another account',
    )
    await owner.ask('DELETE', `${account}/credentials/${id}`)
    assert.deepEqual((await change({ lenient: true })).body.code, 'credential_ended')
  })

  it('keeps kind and end time on rotation; does not rotate ended or operator credentials', async () => {
    const expiresAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
    const old = (await owner.ask('POST', `${account}/tokens`, { name: 'for an hour', expiresAt })).body
    const rotate = (who: Person, id: number, overlapHours: number) =>
      who.ask('POST', `${account}/credentials/${id}/rotate`, { overlapHours })
    const made = (await rotate(owner, old.id, 24)).body
    assert.deepEqual([made.kind, made.expiresAt, made.replaces], ['token', expiresAt, { id: old.id, expiresAt }])
    const next = (await rotate(owner, made.id, 0)).body
    await until('the replaced token is rejected', async () => (await use(made.token)) === 401)
    assert.equal(await use(next.token), 200)
    await owner.ask('DELETE', `${account}/credentials/${next.id}`)
    assert.equal((await rotate(owner, next.id, 1)).status, 409)

    const operators = (await command(world, 'POST', `${account}/tokens`, { name: 'more', operator: true })).body
    assert.equal((await rotate(owner, operators.id, 1)).status, 403)
    const byCommand = await command(world, 'POST', `${account}/credentials/${operators.id}/rotate`, { overlapHours: 1 })
    assert.equal(byCommand.status, 201)
  })
})

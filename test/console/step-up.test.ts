import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { type Answer, onOneEngine, openWorld, type World } from '../world.ts'
import {
  addAccount,
  addPerson,
  adminPassword,
  command,
  freshEmail,
  type Person,
  password,
  signIn,
  signInAdmin,
} from './people.ts'
import { base32, nextTotp, totp } from './totp.ts'

const refusedFor = ({ status, body }: Answer) => (status === 403 ? body?.code : status)

onOneEngine('step-up authentication', (engine) => {
  let world: World
  let accountId: number
  let path: string
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    accountId = await addAccount(world)
    path = `/accounts/${accountId}`
  })
  after(() => world.close())

  /** Moves the last confirmation of all sessions into the past. */
  const ageSessions = (minutes: number) =>
    sql`
      update auth_sessions
         set "provedAt" = now() - make_interval(mins => ${minutes}), "createdAt" = now() - make_interval(mins => ${minutes})
    `.execute(world.db)
  const makeKey = async (person: Person) => refusedFor(await person.ask('POST', `${path}/keys`, { name: 'k' }))

  async function setUp(person: Person): Promise<Buffer> {
    const { body } = await person.ask('POST', '/auth/two-factor/enable', { password })
    const secret = base32(new URL(body.totpURI).searchParams.get('secret') ?? '')
    assert.equal((await person.ask('POST', '/auth/two-factor/verify-totp', { code: totp(secret) })).status, 200)
    return secret
  }

  it('is required for keys and secrets ten minutes after the last one', async () => {
    const owner = await addPerson(world, accountId, 'owner')
    assert.equal(await makeKey(owner), 201)
    await ageSessions(9)
    assert.equal(await makeKey(owner), 201)
    await ageSessions(11)
    const refused = await owner.ask('POST', `${path}/keys`, { name: 'k' })
    assert.deepEqual([refused.status, refused.body.code], [403, 'proof_required'])
    assert.equal((await owner.ask('GET', `${path}/credentials`)).status, 200)
    assert.equal((await owner.ask('POST', '/auth/prove', { password: 'wrong' })).status, 400)
    assert.equal(await makeKey(owner), 'proof_required')
    assert.equal((await owner.ask('POST', '/auth/prove', { password })).status, 200)
    assert.deepEqual([await makeKey(owner), (await owner.ask('GET', '/auth/proof')).status], [201, 200])
  })

  it('is required to widen access and to move money, and not to take access away', async () => {
    const [owner, member] = [await addPerson(world, accountId, 'owner'), await addPerson(world, accountId, 'member')]
    const smpp = await owner.ask('POST', `${path}/smpp/credentials`, { addresses: ['10.0.0.0/8'] })
    assert.equal(smpp.status, 201)
    await ageSessions(11)
    const changes: readonly (readonly [method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown])[] = [
      ['POST', '/members', { email: freshEmail(), role: 'owner' }],
      ['PUT', `/members/${member.id}`, { role: 'owner' }],
      ['PATCH', `/credentials/${smpp.body.id}`, { addresses: null }],
      ['PATCH', '/account', { language: null, twoFactorRequired: true }],
      ['POST', '/sub-accounts/1/transfer', { product: 'SMS', amount: '10', direction: 'to' }],
    ]
    for (const [method, rest, body] of changes)
      assert.equal(refusedFor(await owner.ask(method, `${path}${rest}`, body)), 'proof_required', rest)
    assert.equal((await owner.ask('PATCH', `${path}/account`, { language: null })).status, 200)
    assert.equal((await owner.ask('DELETE', `${path}/members/${member.id}`)).status, 204)
    assert.equal((await owner.ask('DELETE', `${path}/credentials/${smpp.body.id}`)).status, 204)
  })

  it('is not replaced by a renewed session cookie', async () => {
    const owner = await addPerson(world, accountId, 'owner')
    await ageSessions(11)
    await sql`update auth_sessions set "updatedAt" = now() - interval '2 days', "expiresAt" = now() + interval '4 days'`.execute(
      world.db,
    )
    assert.equal((await owner.ask('POST', '/auth/update-user', { name: 'Another' })).status, 200)
    assert.equal((await owner.ask('GET', '/auth/get-session')).status, 200)
    assert.equal(await makeKey(owner), 'proof_required')
  })

  it('is not required from the command line', async () => {
    await ageSessions(11)
    assert.equal((await command(world, 'POST', `${path}/keys`, { name: 'k' })).status, 201)
  })

  it('counts wrong attempts like wrong passwords', async () => {
    const owner = await addPerson(world, accountId, 'owner')
    for (let time = 0; time < 10; time += 1)
      assert.equal((await owner.ask('POST', '/auth/prove', { password: 'wrong' })).status, 400)
    await sql`update sign_in_failures set last_at = last_at + interval '1 minute'`.execute(world.db)
    assert.equal((await owner.ask('POST', '/auth/prove', { password })).status, 429)
  })

  it('accepts a code once', async () => {
    const owner = await addPerson(world, accountId, 'owner')
    assert.equal((await owner.ask('POST', '/auth/prove', { code: '000000' })).status, 401, 'no second factor is set up')
    const secret = await setUp(owner)
    await ageSessions(11)
    const code = nextTotp(secret)
    assert.equal((await owner.ask('POST', '/auth/prove', { code })).status, 200)
    assert.equal(await makeKey(owner), 201)
    assert.equal((await owner.ask('POST', '/auth/prove', { code })).status, 401)
  })

  it('requires a second factor in an account that demands it, and lets the user set one up', async () => {
    const [owner, viewer] = [await addPerson(world, accountId, 'owner'), await addPerson(world, accountId, 'viewer')]
    const operator = await signInAdmin(world)
    const elsewhere = await addAccount(world)
    await command(world, 'POST', `/accounts/${elsewhere}/members`, { email: viewer.email, role: 'viewer' })
    const required = await owner.ask('PATCH', `${path}/account`, { twoFactorRequired: true })
    assert.equal(required.body.twoFactorRequired, true)
    assert.equal((await command(world, 'GET', path)).body.twoFactorRequired, true)
    for (const person of [owner, viewer, operator]) {
      const { status, body, headers } = await person.ask('GET', path)
      assert.deepEqual([status, body.code], [403, 'two_factor_required'])
      assert.match(String(headers['ngoma-hint']), /Profile and security/)
    }
    assert.equal(
      refusedFor(await owner.ask('PATCH', `${path}/account`, { twoFactorRequired: false })),
      'two_factor_required',
    )
    assert.equal((await viewer.ask('GET', `/accounts/${elsewhere}`)).status, 200)
    assert.equal((await viewer.ask('GET', '/me')).body.accounts[0].twoFactorRequired, true)

    const secret = await setUp(viewer)
    assert.equal((await viewer.ask('GET', path)).status, 200)
    assert.equal((await viewer.ask('GET', '/me')).body.secondFactor, true)
    // The new session after a password change keeps its second factor.
    const passwords = { currentPassword: password, newPassword: password }
    assert.equal((await viewer.ask('POST', '/auth/change-password', passwords)).status, 200)
    assert.equal((await viewer.ask('GET', path)).status, 200)
    await sql`delete from auth_rate_limits`.execute(world.db)
    assert.equal((await viewer.ask('POST', '/auth/two-factor/disable', { password })).status, 200)
    assert.equal(refusedFor(await viewer.ask('GET', path)), 'two_factor_required')
    assert.equal((await viewer.ask('POST', '/auth/prove', { code: nextTotp(secret) })).status, 401)
    assert.equal((await command(world, 'PATCH', path, { twoFactorRequired: false })).status, 200)
    assert.equal((await owner.ask('GET', path)).status, 200)
  })

  it('accepts a code, but not a password, as the second factor of a session', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const secret = await setUp(person)
    await sql`update auth_sessions set "secondFactor" = false where "userId" = ${person.id}`.execute(world.db)
    await command(world, 'PATCH', path, { twoFactorRequired: true })
    assert.equal(refusedFor(await person.ask('GET', path)), 'two_factor_required')
    assert.equal((await person.ask('POST', '/auth/prove', { password })).status, 200)
    assert.equal(refusedFor(await person.ask('GET', path)), 'two_factor_required', 'a password is one factor')
    assert.equal((await person.ask('POST', '/auth/prove', { code: nextTotp(secret) })).status, 200)
    assert.equal((await person.ask('GET', path)).status, 200)
    await command(world, 'PATCH', path, { twoFactorRequired: false })
    assert.equal((await signIn(world, person.email, password)).body.twoFactorRedirect, true)
  })
})

onOneEngine('operators', (engine) => {
  it('need a second factor when the settings require it', async () => {
    const world = await openWorld(engine, { config: { adminPassword, operatorTwoFactor: true } })
    const operator = await signInAdmin(world)
    assert.deepEqual(
      [refusedFor(await operator.ask('GET', '/system')), refusedFor(await operator.ask('GET', '/accounts/1'))],
      ['two_factor_required', 'two_factor_required'],
    )
    assert.equal((await operator.ask('GET', '/me')).body.operatorTwoFactor, true)
    const { body } = await operator.ask('POST', '/auth/two-factor/enable', { password: adminPassword })
    const secret = base32(new URL(body.totpURI).searchParams.get('secret') ?? '')
    await operator.ask('POST', '/auth/two-factor/verify-totp', { code: totp(secret) })
    assert.deepEqual(
      [(await operator.ask('GET', '/system')).status, (await operator.ask('GET', '/accounts/1')).status],
      [200, 200],
    )
    assert.equal((await command(world, 'GET', '/system')).status, 200)
    await world.close()
  })
})

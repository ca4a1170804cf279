import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, until, type World } from '../world.ts'
import {
  addAccount,
  addCookies,
  addPerson,
  adminPassword,
  ask,
  command,
  freshAddress,
  password,
  signIn,
} from './people.ts'

const another = 'another password altogether'
const deviceIn = (cookie: string) => cookie.split('; ').find((pair) => pair.startsWith('ngoma.device=')) ?? ''

onOneEngine('known devices', (engine) => {
  let world: World
  let accountId: number
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    accountId = await addAccount(world)
  })
  after(() => world.close())

  /** Extends the lockout, so that it does not end during the test on a slow machine. */
  const extendLockout = () => sql`update sign_in_failures set last_at = last_at + interval '1 minute'`.execute(world.db)
  /** Locks the email after 200 wrong passwords from many addresses. */
  async function lockOut(email: string): Promise<void> {
    await sql`delete from sign_in_failures`.execute(world.db)
    assert.equal((await signIn(world, email, 'wrong')).status, 401)
    await sql`update sign_in_failures set failures = 200, last_at = clock_timestamp() + interval '1 minute'`.execute(
      world.db,
    )
  }

  it('signs in from a known device while other devices have to wait', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    await lockOut(person.email)
    const stranger = await signIn(world, person.email, password)
    assert.equal(stranger.status, 429)
    const device = deviceIn(person.cookie)
    const known = await signIn(world, person.email, password, { cookie: device })
    assert.equal(known.status, 200)
    // Other devices still wait.
    assert.equal((await signIn(world, person.email, password)).status, 429)
  })

  it('delays a known device after its own wrong passwords', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const cookie = deviceIn(person.cookie)
    for (let time = 0; time < 10; time += 1)
      assert.equal((await signIn(world, person.email, 'wrong', { cookie })).status, 401)
    await extendLockout()
    assert.equal((await signIn(world, person.email, password, { cookie })).status, 429)
    assert.equal((await signIn(world, person.email, password)).status, 200)
  })

  it('knows a device for its own user only', async () => {
    const [one, other] = [await addPerson(world, accountId, 'viewer'), await addPerson(world, accountId, 'viewer')]
    await lockOut(one.email)
    assert.equal((await signIn(world, one.email, password, { cookie: deviceIn(other.cookie) })).status, 429)
  })

  it('identifies a device by an HttpOnly cookie that cannot be forged', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const { cookies } = await signIn(world, person.email, password)
    const line = cookies.find((one) => one.startsWith('ngoma.device=')) ?? ''
    assert.match(line, /; Max-Age=31536000; Path=\/console\/v1; HttpOnly; SameSite=Strict$/)
    await lockOut(person.email)
    const [id = '', signature = ''] = deviceIn(addCookies('', cookies)).slice('ngoma.device='.length).split('.')
    for (const forged of [`${id}.${id}`, `${id}.`, id, `${id.slice(1)}A.${signature}`])
      assert.equal((await signIn(world, person.email, password, { cookie: `ngoma.device=${forged}` })).status, 429)
  })

  it('forgets all other devices when the password is changed', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const elsewhere = await person.signIn()
    const passwords = { currentPassword: password, newPassword: another }
    assert.equal((await person.ask('POST', '/auth/change-password', passwords)).status, 200)
    await lockOut(person.email)
    const attempt = async (cookie: string) =>
      (await signIn(world, person.email, another, { cookie: deviceIn(cookie) })).status
    assert.deepEqual([await attempt(elsewhere.cookie), await attempt(person.cookie)], [429, 200])

    const { token } = (await command(world, 'POST', `/users/${person.id}/password-reset`)).body
    const body = { token, newPassword: password }
    assert.equal((await ask(world, 'POST', '/auth/reset-password', { body, address: freshAddress() })).status, 200)
    await lockOut(person.email)
    assert.equal((await signIn(world, person.email, password, { cookie: deviceIn(person.cookie) })).status, 429)
  })

  it('does not delay a known device for wrong passwords of others at its address', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const address = freshAddress()
    const guess = async (_: unknown, time: number) => (await signIn(world, `${time}`, 'wrong', { address })).status
    await until('the address is delayed', async () =>
      (await Promise.all(Array.from({ length: 62 }, guess))).includes(429),
    )
    assert.equal(
      (await signIn(world, person.email, password, { address, cookie: deviceIn(person.cookie) })).status,
      200,
    )
  })

  it('counts wrong passwords per IPv6 network', async () => {
    const { email } = await addPerson(world, accountId, 'viewer')
    const from = (host: number) => `2001:db8:0:7:${host.toString(16)}::1`
    for (let time = 0; time < 10; time += 1)
      assert.equal((await signIn(world, email, 'wrong', { address: from(time) })).status, 401)
    await extendLockout()
    assert.equal((await signIn(world, email, 'wrong', { address: from(99) })).status, 429)
    assert.equal((await signIn(world, email, password, { address: '2001:db8:0:8::1' })).status, 200)
  })
})

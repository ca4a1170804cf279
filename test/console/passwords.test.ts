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
  password,
  signIn,
} from './people.ts'

const another = 'another password altogether'

onOneEngine('passwords', (engine) => {
  let world: World
  let accountId: number
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword, trustedProxies: ['192.0.2.1'] } })
    accountId = await addAccount(world)
  })
  after(() => world.close())

  const isIn = async (cookie: string) => (await ask(world, 'GET', '/me', { cookie })).status === 200
  const reset = (token: string, newPassword: string) =>
    ask(world, 'POST', '/auth/reset-password', { body: { token, newPassword }, address: freshAddress() })
  const offer = async (id: string): Promise<string> =>
    (await command(world, 'POST', `/users/${id}/password-reset`)).body.token
  /** Moves all recorded failures into the past. */
  const ageFailures = (seconds: number) =>
    sql`update sign_in_failures set last_at = last_at - make_interval(secs => ${seconds})`.execute(world.db)
  /** Extends a lockout, so that it does not end during the test on a slow machine. */
  const extraSeconds = 60
  const extendLockout = () => ageFailures(-extraSeconds)
  const fail = async (times: number, email: string, address: string) => {
    for (let time = 0; time < times; time += 1)
      assert.equal((await signIn(world, email, 'wrong', { address })).status, 401, `attempt ${time + 1}`)
  }

  it('ends every session after a change, including the current one', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const other = await person.signIn()
    const old = person.cookie
    const body = { currentPassword: password, newPassword: another }
    const keeping = { ...body, revokeOtherSessions: false }
    assert.equal((await person.ask('POST', '/auth/change-password', keeping)).status, 400)
    assert.equal((await person.ask('POST', '/auth/change-password', body)).status, 200)
    assert.deepEqual([await isIn(old), await isIn(other.cookie), await isIn(person.cookie)], [false, false, true])
    assert.equal((await signIn(world, person.email, password)).status, 401)
    assert.equal((await signIn(world, person.email, another)).status, 200)
  })

  it('rejects a sign-in with the old password when the password changes during its check', async () => {
    const { id, email } = await addPerson(world, accountId, 'viewer')
    await sql`delete from auth_sessions where "userId" = ${id}`.execute(world.db)
    await sql`
      create function change_password() returns trigger language plpgsql as $$
        begin
          update auth_accounts set password = 'another' where "userId" = new."userId";
          return new;
        end
      $$
    `.execute(world.db)
    await sql`create trigger change_password before insert on auth_sessions for each row execute function change_password()`.execute(
      world.db,
    )
    const late = await signIn(world, email, password)
    await sql`drop trigger change_password on auth_sessions`.execute(world.db)
    const wrong = await signIn(world, freshEmail(), 'wrong')
    assert.deepEqual([late.status, late.body, late.cookies], [401, wrong.body, []])
    const { rows } = await sql`select 1 from auth_sessions where "userId" = ${id}`.execute(world.db)
    assert.equal(rows.length, 0)
  })

  it('requires the old password for a change', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const cookie = person.cookie
    for (const currentPassword of ['wrong', '', undefined, 1]) {
      assert.equal(
        (await person.ask('POST', '/auth/change-password', { currentPassword, newPassword: another })).status,
        400,
        String(currentPassword),
      )
    }
    for (const newPassword of ['short', 'x'.repeat(129), undefined]) {
      assert.equal(
        (await person.ask('POST', '/auth/change-password', { currentPassword: password, newPassword })).status,
        400,
        String(newPassword),
      )
    }
    assert.ok(await isIn(cookie))
    assert.equal((await signIn(world, person.email, password)).status, 200)
  })

  it('rejects passwords that are easy to guess on every route that sets one', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const token = await offer(person.id)
    const local = person.email.slice(0, person.email.indexOf('@'))
    for (const [newPassword, reason] of [
      ['12345678', 'password_too_common'],
      ['Password1', 'password_too_common'],
      [`${local}`, 'password_is_email'],
      [person.email.toUpperCase(), 'password_is_email'],
    ] as const) {
      const body = { currentPassword: password, newPassword }
      for (const answer of [await reset(token, newPassword), await person.ask('POST', '/auth/change-password', body)]) {
        assert.deepEqual([answer.status, answer.body.code], [400, reason], newPassword)
        assert.match(String(answer.headers['ngoma-hint']), /choose a few unrelated words/)
      }
    }
    assert.equal((await reset(token, another)).status, 200)
  })

  it('resets a password with the last token only, once, and ends every session', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const [first, second] = [await offer(person.id), await offer(person.id)]
    assert.ok(await isIn(person.cookie), 'creating a reset token ends no session')
    assert.equal((await reset(first, another)).status, 400)
    assert.equal((await reset(second, 'short')).status, 400)
    assert.equal((await reset(second, another)).status, 200)
    assert.equal(await isIn(person.cookie), false)
    for (const token of [first, second, '', 'x'.repeat(64)])
      assert.equal((await reset(token, password)).status, 400, token)
    assert.equal((await signIn(world, person.email, another)).status, 200)
  })

  it('invalidates reset tokens when the password changes', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const token = await offer(person.id)
    assert.equal(
      (await person.ask('POST', '/auth/change-password', { currentPassword: password, newPassword: another })).status,
      200,
    )
    assert.equal((await reset(token, password)).status, 400)
  })

  it('resets once when two requests use the same token', async () => {
    const token = await offer((await addPerson(world, accountId, 'viewer')).id)
    const statuses = (await Promise.all([reset(token, another), reset(token, `${another} 2`)])).map(
      ({ status }) => status,
    )
    assert.deepEqual(statuses.toSorted(), [200, 400])
  })

  it('stores no plain password or reset token', async () => {
    const { token } = await invite(world, accountId, 'viewer')
    const { rows } = await sql<{ text: string }>`
      select v::text as text from auth_verifications v union all select a::text from auth_accounts a union all select e::text from audit_entries e
    `.execute(world.db)
    assert.ok(rows.length > 5)
    for (const secret of [token, password, another, adminPassword]) {
      assert.deepEqual(
        rows.filter(({ text }) => text.includes(secret)),
        [],
        secret,
      )
    }
  })

  it('rejects even the right password after ten wrong ones, with a wait that doubles', async () => {
    const { email } = await addPerson(world, accountId, 'viewer')
    const address = freshAddress()
    await fail(10, email, address)
    await extendLockout()
    for (const given of ['wrong', password]) {
      const { status, body, headers, cookies } = await signIn(world, email, given, { address })
      assert.deepEqual(
        { status, code: body.code, cookies },
        { status: 429, code: 'too_many_wrong_passwords', cookies: [] },
      )
      assert.equal(headers['retry-after'], '2')
    }
    await ageFailures(extraSeconds + 2)
    await fail(1, email, address)
    await extendLockout()
    const { status, headers } = await signIn(world, email, password, { address })
    assert.equal(status, 429)
    assert.equal(headers['retry-after'], '4')
    await ageFailures(extraSeconds + 4)
    assert.equal((await signIn(world, email, password, { address })).status, 200)
  })

  it('counts by email and address, and starts again after the right password', async () => {
    const { email } = await addPerson(world, accountId, 'viewer')
    const address = freshAddress()
    await fail(10, email, address)
    await extendLockout()
    assert.equal((await signIn(world, email.toUpperCase(), password, { address })).status, 429)
    assert.equal((await signIn(world, ` ${email}`, password, { address })).status, 429)
    assert.equal((await signIn(world, email, password, { address: freshAddress() })).status, 200)
    assert.equal((await signIn(world, freshEmail(), password, { address })).status, 401)
    await ageFailures(extraSeconds + 2)
    assert.equal((await signIn(world, email, password, { address })).status, 200)
    await fail(10, email, address)
    await extendLockout()
    assert.equal((await signIn(world, email, password, { address })).status, 429)
  })

  it('does not allow more guesses in parallel', async () => {
    const { email } = await addPerson(world, accountId, 'viewer')
    const address = freshAddress()
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await signIn(world, email, 'wrong', { address })).status),
    )
    const wrong = statuses.filter((status) => status === 401).length
    // Ten, and one more for each lockout that ends meanwhile on a slow machine.
    assert.ok(wrong >= 10 && wrong <= 12, statuses.join(' '))
    assert.equal(statuses.filter((status) => status === 429).length, 20 - wrong)
  })

  it('counts guesses in a session as well', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const guess = async () =>
      (await person.ask('POST', '/auth/change-password', { currentPassword: 'wrong', newPassword: another })).status
    for (let time = 0; time < 10; time += 1) assert.equal(await guess(), 400)
    await extendLockout()
    assert.equal(await guess(), 429)
    assert.equal((await person.ask('POST', '/auth/two-factor/disable', { password })).status, 429)
    await ageFailures(extraSeconds + 2)
    assert.equal(
      (await person.ask('POST', '/auth/change-password', { currentPassword: password, newPassword: another })).status,
      200,
    )
  })

  it('does not count passwords that were not checked', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    for (let time = 0; time < 12; time += 1) {
      assert.equal(
        (await person.ask('POST', '/auth/change-password', { currentPassword: password, newPassword: 'short' })).status,
        400,
      )
    }
  })

  it('stores nothing for passwords that were not checked', async () => {
    await sql`delete from sign_in_failures`.execute(world.db)
    const failures = async () =>
      (await sql<{ failures: number }>`select failures from sign_in_failures`.execute(world.db)).rows.map(
        (row) => row.failures,
      )
    assert.equal((await signIn(world, 'not an email', 'wrong')).status, 400)
    assert.deepEqual(await failures(), [])
    const email = freshEmail()
    const address = freshAddress()
    await fail(1, email, address)
    const body = { email, password: ['no text'] }
    assert.equal((await ask(world, 'POST', '/auth/sign-in/email', { body, address })).status, 400)
    assert.deepEqual(await failures(), [1, 1])
  })

  it('rejects too many attempts from an address before any query', async () => {
    const address = freshAddress()
    await sql`alter table sign_in_failures rename to elsewhere`.execute(world.db)
    const startMs = performance.now()
    const statuses = await Promise.all(
      Array.from({ length: 150 }, async () => (await signIn(world, freshEmail(), 'wrong', { address })).status),
    )
    const seconds = (performance.now() - startMs) / 1_000
    await sql`alter table elsewhere rename to sign_in_failures`.execute(world.db)
    const reached = statuses.filter((status) => status === 500).length
    // Sixty, and one more per second on a slow machine.
    assert.ok(reached >= 60 && reached <= 60 + seconds, `${reached} in ${seconds} s`)
    assert.equal(statuses.filter((status) => status === 429).length, 150 - reached)
  })

  it('also counts by address, whatever headers the client sends', async () => {
    const address = freshAddress()
    const statuses: number[] = []
    for (let time = 0; time < 63; time += 1) {
      const headers = {
        'x-forwarded-for': freshAddress(),
        'x-ngoma-address': freshAddress(),
        'x-real-ip': freshAddress(),
        'cf-connecting-ip': freshAddress(),
      }
      statuses.push((await signIn(world, `${time}`, 'wrong', { address, headers })).status)
    }
    assert.deepEqual(statuses, [...Array(60).fill(400), 429, 429, 429])
    const limited = await signIn(world, freshEmail(), 'wrong', { address })
    assert.equal(limited.status, 429)
    assert.ok(Number(limited.headers['retry-after']) > 0)
    assert.equal((await signIn(world, freshEmail(), 'wrong', { address: freshAddress() })).status, 401)
    const behindProxy = { address: '192.0.2.1', headers: { 'x-forwarded-for': address } }
    assert.equal((await signIn(world, freshEmail(), 'wrong', behindProxy)).status, 429)
    const { rows } = await sql<{
      key: string
    }>`select key from auth_rate_limits where key like ${`${address}|%`}`.execute(world.db)
    assert.deepEqual(
      rows.map(({ key }) => key),
      [`${address}|/sign-in/email`],
    )
  })
})

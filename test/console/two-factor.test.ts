import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { shareWorld } from '../shared-world.ts'
import { stopProcessClocks } from '../still-clock.ts'
import { onOneEngine, type World } from '../world.ts'
import {
  addAccount,
  addCookies,
  addPerson,
  ask,
  command,
  freshAddress,
  type Person,
  password,
  signIn,
} from './people.ts'
import { base32, nextTotp, periodSeconds, totp } from './totp.ts'

/** A code that is wrong now and in the periods around it. */
function wrongCode(secret: Buffer): string {
  const near = [-2, -1, 0, 1, 2].map((periods) => totp(secret, Date.now() + periods * periodSeconds * 1_000))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

interface Protected {
  readonly person: Person
  readonly secret: Buffer
  readonly backupCodes: readonly string[]
}

onOneEngine('two-factor authentication', (engine) => {
  let world: World
  let accountId: number
  before(async () => {
    world = await shareWorld(engine)
    accountId = await addAccount(world)
  })
  after(() => world.close())

  const isIn = async (cookie: string) => (await ask(world, 'GET', '/me', { cookie })).status === 200

  async function protect(): Promise<Protected> {
    const person = await addPerson(world, accountId, 'viewer')
    const { body } = await person.ask('POST', '/auth/two-factor/enable', { password })
    const secret = base32(new URL(body.totpURI).searchParams.get('secret') ?? '')
    assert.equal((await person.ask('POST', '/auth/two-factor/verify-totp', { code: totp(secret) })).status, 200)
    return { person, secret, backupCodes: body.backupCodes }
  }

  /** The first step of a sign-in, with the password. */
  async function begin(person: Person): Promise<string> {
    const { status, body, cookies } = await signIn(world, person.email, password)
    assert.deepEqual({ status, body }, { status: 200, body: { twoFactorRedirect: true, twoFactorMethods: ['totp'] } })
    return addCookies('', cookies)
  }

  const verify = (cookie: string, code: string, path = 'verify-totp') =>
    ask(world, 'POST', `/auth/two-factor/${path}`, { body: { code }, cookie, address: freshAddress() })

  it('asks for a code at every sign-in once enabled with a valid code', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    assert.equal((await person.ask('POST', '/auth/two-factor/enable', { password: 'wrong' })).status, 400)
    await person.ask('POST', '/auth/two-factor/enable', { password })
    assert.equal((await signIn(world, person.email, password)).body.user.email, person.email)

    const { person: other, secret } = await protect()
    assert.equal((await other.ask('GET', '/me')).body.user.twoFactor, true)
    const cookie = await begin(other)
    assert.equal(await isIn(cookie), false)
    const { status, cookies } = await verify(cookie, nextTotp(secret))
    assert.equal(status, 200)
    assert.ok(await isIn(addCookies(cookie, cookies)))
    for (const line of cookies) assert.match(line, /HttpOnly/)
    for (const line of cookies) assert.match(line, /SameSite=Strict/)
  })

  it('rejects a wrong code, a code without a password and a reused first step', async () => {
    const { person, secret } = await protect()
    assert.equal((await verify('', nextTotp(secret))).status, 401)
    assert.equal((await verify('ngoma.two_factor=2fa-x', nextTotp(secret))).status, 401)
    const cookie = await begin(person)
    assert.equal((await verify(cookie, wrongCode(secret))).status, 401)
    assert.equal((await verify(cookie, nextTotp(secret))).status, 200)
    assert.equal((await verify(cookie, nextTotp(secret))).status, 401)
  })

  it('accepts a code once, also when two requests use it at once', async () => {
    const { person, secret } = await protect()
    const code = nextTotp(secret)
    const halves = [await begin(person), await begin(person), await begin(person)]
    const [first = '', ...others] = halves
    const statuses = await Promise.all(others.map(async (cookie) => (await verify(cookie, code)).status))
    assert.deepEqual(statuses.toSorted(), [200, 401])
    const again = await verify(first, code)
    assert.deepEqual([again.status, again.body.code], [401, 'invalid_code'])
    assert.match(String(again.headers['ngoma-hint']), /the next one/)
    // Much later the same six digits can be valid again.
    await sql`update auth_used_codes set used_at = used_at - interval '3 minutes'`.execute(world.db)
    assert.equal((await verify(first, code)).status, 200)
    const { rows } = await sql`select 1 from auth_used_codes where user_id = ${person.id}`.execute(world.db)
    assert.equal(rows.length, 1)
  })

  it('limits codes to five per sign-in, ten in a row per user and three in ten seconds per address', async (context) => {
    const { person, secret } = await protect()
    const wrong = wrongCode(secret)
    for (let round = 0; round < 2; round += 1) {
      const cookie = await begin(person)
      for (let time = 0; time < 5; time += 1) assert.equal((await verify(cookie, wrong)).status, 401)
      if (round === 0) assert.equal((await verify(cookie, nextTotp(secret))).status, 400)
    }
    assert.equal((await verify(await begin(person), nextTotp(secret))).status, 429)
    await sql`update auth_two_factors set "lockedUntil" = now() - interval '1 second' where "userId" = ${person.id}`.execute(
      world.db,
    )
    assert.equal((await verify(await begin(person), nextTotp(secret))).status, 200)

    stopProcessClocks(context)
    const address = freshAddress()
    const statuses: number[] = []
    for (let time = 0; time < 4; time += 1) {
      const headers = { 'x-forwarded-for': freshAddress() }
      statuses.push(
        (await ask(world, 'POST', '/auth/two-factor/verify-totp', { body: { code: wrong }, address, headers })).status,
      )
    }
    assert.deepEqual(statuses, [401, 401, 401, 429])
  })

  it('accepts each backup code once', async () => {
    const { person, backupCodes } = await protect()
    const [code = ''] = backupCodes
    const cookie = await begin(person)
    assert.equal((await verify(cookie, 'aaaaa-aaaaa', 'verify-backup-code')).status, 401)
    const { status, cookies } = await verify(cookie, code, 'verify-backup-code')
    assert.equal(status, 200)
    assert.ok(await isIn(addCookies(cookie, cookies)))
    assert.equal((await verify(await begin(person), code, 'verify-backup-code')).status, 401)

    assert.equal(
      (await person.ask('POST', '/auth/two-factor/generate-backup-codes', { password: 'wrong' })).status,
      400,
    )
    const renewed = await person.ask('POST', '/auth/two-factor/generate-backup-codes', { password })
    assert.equal(renewed.status, 200)
    assert.equal((await verify(await begin(person), backupCodes[1] ?? '', 'verify-backup-code')).status, 401)
    assert.equal((await verify(await begin(person), renewed.body.backupCodes[0], 'verify-backup-code')).status, 200)
  })

  it('requires the password to disable it', async () => {
    const { person } = await protect()
    for (const given of ['wrong', ''])
      assert.equal((await person.ask('POST', '/auth/two-factor/disable', { password: given })).status, 400)
    await begin(person)
    // The address may have used its three attempts in ten seconds.
    await sql`delete from auth_rate_limits`.execute(world.db)
    assert.equal((await person.ask('POST', '/auth/two-factor/disable', { password })).status, 200)
    assert.equal((await signIn(world, person.email, password)).body.user.email, person.email)
  })

  it('stays enabled after a password change, which ends trusted devices and unfinished sign-ins', async () => {
    const { person, secret } = await protect()
    const half = await begin(person)
    const trusting = await begin(person)
    const body = { code: nextTotp(secret), trustDevice: true }
    const { cookies } = await ask(world, 'POST', '/auth/two-factor/verify-totp', {
      body,
      cookie: trusting,
      address: freshAddress(),
    })
    const device =
      addCookies('', cookies)
        .split('; ')
        .find((pair) => pair.startsWith('ngoma.trust_device=')) ?? ''
    const trusted = await signIn(world, person.email, password, { cookie: device })
    assert.equal(trusted.body.user.email, person.email)
    const next =
      addCookies('', trusted.cookies)
        .split('; ')
        .find((pair) => pair.startsWith('ngoma.trust_device=')) ?? ''

    const { token } = (await command(world, 'POST', `/users/${person.id}/password-reset`)).body
    assert.equal(
      (
        await ask(world, 'POST', '/auth/reset-password', {
          body: { token, newPassword: password },
          address: freshAddress(),
        })
      ).status,
      200,
    )
    assert.equal((await verify(half, nextTotp(secret))).status, 401)
    assert.equal((await signIn(world, person.email, password, { cookie: next })).body.twoFactorRedirect, true)
  })

  it('ends every session and trusted device when an operator removes it', async () => {
    const { person, secret } = await protect()
    const half = await begin(person)
    const body = { code: nextTotp(secret), trustDevice: true }
    const trusting = await ask(world, 'POST', '/auth/two-factor/verify-totp', {
      body,
      cookie: await begin(person),
      address: freshAddress(),
    })
    const lost = addCookies('', trusting.cookies)
    assert.ok((await isIn(lost)) && (await isIn(person.cookie)))

    assert.equal((await command(world, 'DELETE', `/users/${person.id}/two-factor`)).status, 204)
    assert.deepEqual(
      [await isIn(lost), await isIn(person.cookie), (await verify(half, nextTotp(secret))).status],
      [false, false, 401],
    )
    const { rows } = await sql`
      select 1 from auth_two_factors where "userId" = ${person.id} union all select 1 from auth_verifications where value = ${person.id}
    `.execute(world.db)
    assert.equal(rows.length, 0)
    assert.equal((await signIn(world, person.email, password)).body.user.email, person.email)
    assert.equal((await command(world, 'DELETE', `/users/${person.id}/two-factor`)).status, 204)
    assert.equal((await command(world, 'DELETE', '/users/nobody/two-factor')).status, 404)
  })

  it('records the user of the first step in the audit log, and no user for a forged cookie', async () => {
    const { person, secret } = await protect()
    const cookie = await begin(person)
    const actorOf = async (given: string, code: string, path?: string) => {
      const { status } = await verify(given, code, path)
      const { rows } = await sql<{ actor: string; userId: string | null }>`
        select actor, user_id as "userId" from audit_entries order by id desc limit 1
      `.execute(world.db)
      return { status, ...rows[0] }
    }
    const named = { actor: person.email, userId: person.id }
    const anyone = { actor: 'anyone', userId: null }
    assert.deepEqual(await actorOf(cookie, wrongCode(secret)), { status: 401, ...named })
    assert.deepEqual(await actorOf(cookie, 'aaaaa-aaaaa', 'verify-backup-code'), { status: 401, ...named })
    const [name = '', value = ''] =
      cookie
        .split('; ')
        .find((pair) => pair.startsWith('ngoma.two_factor='))
        ?.split('=') ?? []
    assert.ok(value.includes('.'))
    for (const forged of ['', `${name}=${value.split('.')[0]}`, `${name}=${value.slice(0, -8)}AAAA%3D`]) {
      assert.deepEqual(await actorOf(forged, wrongCode(secret)), { status: 401, ...anyone }, forged)
    }
    assert.deepEqual(await actorOf(cookie, nextTotp(secret)), { status: 200, ...named })
    // A used cookie identifies no user.
    assert.deepEqual(await actorOf(cookie, nextTotp(secret)), { status: 401, ...anyone })
  })

  it('stores its secret encrypted', async () => {
    const { person, secret, backupCodes } = await protect()
    const { rows } = await sql<{
      text: string
    }>`select t::text as text from auth_two_factors t where "userId" = ${person.id}`.execute(world.db)
    assert.equal(rows.length, 1)
    for (const one of [secret.toString('utf8'), secret.toString('hex'), ...backupCodes])
      assert.equal(rows[0]?.text.includes(one), false)
  })
})

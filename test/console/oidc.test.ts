import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, type World } from '../world.ts'
import { type Claims, clientSecret, openProvider, type Provider } from './oidc-provider.ts'
import { addAccount, addCookies, addPerson, adminPassword, ask, freshAddress, freshEmail, invite } from './people.ts'

const publicUrl = 'https://ngoma.example.com'
const redirectUri = `${publicUrl}/console/v1/auth/oauth2/callback/oidc`

onOneEngine('sign-in through an OpenID Connect provider', (engine) => {
  let provider: Provider
  let world: World
  let accountId: number
  before(async () => {
    provider = await openProvider(redirectUri)
    const oidc = { oidcIssuer: provider.issuer, oidcClientId: 'ngoma', oidcClientSecret: clientSecret }
    world = await openWorld(engine, { config: { adminPassword, publicUrl, ...oidc, oidcDomains: ['example.com'] } })
    accountId = await addAccount(world)
  })
  after(async () => {
    await world?.close()
    provider?.server.closeAllConnections()
    provider?.server.close()
  })

  /** Follows the redirects of the provider back to Ngoma, as a browser does. */
  async function followProvider(start: string): Promise<string> {
    let [url, cookie] = [start, '']
    for (let step = 0; step < 10; step += 1) {
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
      const lines = answer.headers.getSetCookie()
      cookie = addCookies(
        cookie,
        lines.map((line) => line.replace(/expires=Thu, 01 Jan 1970/i, 'max-age=0')),
      )
      const next = answer.headers.get('location')
      assert.ok(next !== null, `${answer.status} ${url}`)
      url = new URL(next, url).href
      if (url.startsWith(publicUrl)) return url
    }
    return assert.fail('the provider never sent the browser back')
  }

  async function begin(address: string, cookie = '', path = '/auth/oidc') {
    const { status, body, cookies } = await ask(world, 'POST', path, { address, cookie })
    assert.equal(status, 200)
    return { url: String(body.url), cookie: addCookies(cookie, cookies), lines: cookies }
  }
  const openCallback = (url: string, cookie: string, address: string) =>
    ask(world, 'GET', url.slice(publicUrl.length), { cookie, address })

  async function signInAs(claims: Claims): Promise<{ location: string; cookie: string }> {
    provider.claims = claims
    const address = freshAddress()
    const { url, cookie } = await begin(address)
    const { status, headers, cookies } = await openCallback(await followProvider(url), cookie, address)
    assert.equal(status, 302)
    return { location: String(headers.location), cookie: addCookies(cookie, cookies) }
  }
  const emailOf = async (cookie: string) => (await ask(world, 'GET', '/me', { cookie })).body?.user?.email ?? null
  const verified = (email: string, sub = `sub of ${email}`) => ({ sub, email, email_verified: true })

  it('signs in an invited user without a password and recognizes them later', async () => {
    const { email, id } = await invite(world, accountId, 'viewer')
    const first = await signInAs(verified(email))
    assert.deepEqual([first.location, await emailOf(first.cookie)], ['/', email])
    // Users are identified by `sub`, even if the provider changes their email.
    const again = await signInAs(verified(freshEmail(), `sub of ${email}`))
    assert.equal(await emailOf(again.cookie), email)
    const { rows } = await sql<{ text: string }>`
      select a::text as text from auth_accounts a where "userId" = ${id}
    `.execute(world.db)
    assert.equal(rows.length, 1)
    assert.doesNotMatch(rows[0]?.text ?? '', /eyJ/, 'no token is stored')
    const { rows: entries } = await sql<{ status: number }>`
      select status from audit_entries where action = 'session.begin-oidc' and detail ->> 'user' = ${id}
    `.execute(world.db)
    assert.deepEqual(entries, [{ status: 302 }, { status: 302 }])
    assert.match(first.cookie, /ngoma\.device=/)
  })

  it('redirects with PKCE, state and nonce, and a cookie that is sent on return from another site', async () => {
    const { url, lines } = await begin(freshAddress())
    const query = new URL(url).searchParams
    assert.deepEqual(
      [query.get('code_challenge_method'), query.get('redirect_uri'), query.get('scope')],
      ['S256', redirectUri, 'openid email profile'],
    )
    for (const name of ['state', 'nonce', 'code_challenge']) assert.ok((query.get(name) ?? '').length >= 32, name)
    const state = lines.find((line) => line.startsWith('ngoma.state=')) ?? ''
    assert.match(state, /HttpOnly/)
    assert.match(state, /SameSite=Lax/i)
  })

  it('rejects a person without an invitation and creates no user', async () => {
    const email = freshEmail()
    const { location, cookie } = await signInAs(verified(email))
    assert.deepEqual([location, await emailOf(cookie)], ['/sign-in?error=signup_disabled', null])
    const { rows } = await sql`select 1 from auth_users where email = ${email}`.execute(world.db)
    assert.equal(rows.length, 0)
  })

  it('rejects an unverified email and one of another domain', async () => {
    const { email } = await invite(world, accountId, 'viewer')
    const elsewhere = freshEmail().replace('example.com', 'other.example')
    await invite(world, accountId, 'viewer', elsewhere)
    const cases = [{ sub: 'a', email }, { sub: 'b', email, email_verified: false }, { sub: 'c' }, verified(elsewhere)]
    for (const claims of cases) {
      const { location, cookie } = await signInAs(claims)
      assert.deepEqual([location, await emailOf(cookie)], ['/sign-in?error=user_info_is_missing', null])
    }
  })

  it('rejects a user with a password until they connect the provider themselves', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const refused = await signInAs(verified(person.email))
    assert.deepEqual([refused.location, await emailOf(refused.cookie)], ['/sign-in?error=account_not_linked', null])
    const { url, cookie } = await begin(person.address, person.cookie, '/auth/oidc/link')
    const back = await openCallback(await followProvider(url), cookie, person.address)
    assert.deepEqual([back.status, back.headers.location], [302, '/profile'])
    assert.equal(await emailOf((await signInAs(verified(person.email))).cookie), person.email)
    const other = await addPerson(world, accountId, 'viewer')
    provider.claims = verified(freshEmail())
    const foreign = await begin(other.address, other.cookie, '/auth/oidc/link')
    const { headers } = await openCallback(await followProvider(foreign.url), foreign.cookie, other.address)
    assert.match(String(headers.location), /error=email_doesn/)
  })

  it('rejects a callback of another browser and a repeated callback', async () => {
    const { email } = await invite(world, accountId, 'viewer')
    provider.claims = verified(email)
    const address = freshAddress()
    const back = await followProvider((await begin(address)).url)
    const other = await begin(address)
    for (const cookie of ['', other.cookie]) {
      const { headers, cookies } = await openCallback(back, cookie, address)
      assert.match(String(headers.location), /^\/sign-in\?error=state/)
      assert.equal(addCookies('', cookies).includes('ngoma.session='), false)
    }
    const good = await followProvider(other.url)
    assert.equal((await openCallback(good, other.cookie, address)).headers.location, '/')
    assert.match(String((await openCallback(good, other.cookie, address)).headers.location), /^\/sign-in\?error=/)
  })

  it('rejects an ID token with another nonce', async () => {
    const { email } = await invite(world, accountId, 'viewer')
    provider.claims = verified(email)
    const address = freshAddress()
    const { url, cookie } = await begin(address)
    const changed = new URL(url)
    changed.searchParams.set('nonce', 'the nonce of another sign-in')
    const { headers } = await openCallback(await followProvider(changed.href), cookie, address)
    assert.equal(headers.location, '/sign-in?error=oauth_code_verification_failed')
  })

  it('counts as one factor and confirms the identity of a session', async () => {
    const { email } = await invite(world, accountId, 'owner')
    const { cookie } = await signInAs(verified(email))
    const { body } = await ask(world, 'GET', '/me', { cookie })
    assert.deepEqual([body.secondFactor, body.user.hasPassword, body.user.canSignIn], [false, false, true])
    assert.equal((await ask(world, 'GET', '/auth/proof', { cookie })).status, 200)
  })

  it('answers 503 while the provider is unreachable', async () => {
    const { issuer, server } = await openProvider(redirectUri)
    server.close()
    const config = { adminPassword, oidcIssuer: issuer, oidcClientId: 'x', oidcClientSecret: 'y' }
    const away = await openWorld(engine, { config })
    const { status, headers } = await ask(away, 'POST', '/auth/oidc')
    assert.equal(status, 503)
    assert.match(String(headers['ngoma-hint']), /password/)
    assert.equal((await ask(away, 'GET', '/about')).body.oidc, 'single sign-on')
    await away.close()
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { callFor, nameOfRoute } from '../account-api.ts'
import { onOneEngine, openWorld, orderBody, type World } from '../world.ts'
import { walkProducts } from './audit.ts'
import { walkConsent } from './audit-consent.ts'
import { questions } from './audit-routes.ts'
import { walkSignIn } from './audit-sign-in.ts'
import type { Walk } from './audit-walk.ts'
import {
  addAccount,
  addPerson,
  adminPassword,
  command,
  freshEmail,
  invite,
  type Person,
  password,
  signIn,
  signInAdmin,
} from './people.ts'

interface Entry {
  readonly id: number
  readonly accountId: number | null
  readonly userId: string | null
  readonly actor: string
  readonly address: string | null
  readonly action: string
  readonly params: Record<string, unknown>
  readonly status: number | null
  readonly detail: Record<string, unknown> | null
}

const text = 'a message that is nobody else s business'

onOneEngine('audit log: changes', (engine) => {
  let world: World
  let operator: Person
  let owner: Person
  let accountId: number
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    operator = await signInAdmin(world)
    accountId = await addAccount(world)
    owner = await addPerson(world, accountId, 'owner')
  })
  after(() => world.close())

  async function entriesAfter(id: number): Promise<Entry[]> {
    const { rows } = await sql<Entry>`
      select id, account_id as "accountId", user_id as "userId", actor, address, action, params, status, detail from audit_entries where id > ${id} order by id
    `.execute(world.db)
    return rows
  }
  const lastId = async () => (await entriesAfter(0)).at(-1)?.id ?? 0

  /** Runs a call and returns the one entry that it writes. */
  async function entryOf(call: () => Promise<unknown>): Promise<Omit<Entry, 'id'>> {
    const before = await lastId()
    await call()
    const found = await entriesAfter(before)
    assert.equal(found.length, 1, JSON.stringify(found))
    const { id: _, ...entry } = found[0] as Entry
    return entry
  }

  it('records one entry per change with actor, action, account and status, and no secrets', async () => {
    const secrets: string[] = [password, adminPassword, text, 'wrong guess', 'mistyped into the wrong field']
    const account = `/accounts/${accountId}`
    const created = await command(world, 'POST', `${account}/tokens`, { name: 'to revoke' })
    const [changed, removed, invited] = [
      await invite(world, accountId, 'viewer'),
      await invite(world, accountId, 'viewer'),
      await invite(world, accountId, 'viewer'),
    ]
    const leaver = await owner.signIn()
    secrets.push(created.body.token, changed.token, removed.token, invited.token)
    const newcomer = freshEmail()

    const walked = new Set<string>()
    const walk: Walk = async (who, method, pattern, path, body, wanted) => {
      walked.add(`${method} ${pattern}`)
      let answer: Awaited<ReturnType<Person['ask']>> | undefined
      const entry = await entryOf(async () => {
        answer = await who.ask(method, path, body)
      })
      for (const name of ['token', 'secret', 'totpURI', 'backupCodes'])
        secrets.push(...[answer?.body?.[name] ?? []].flat())
      if (answer?.body?.invitation) secrets.push(answer.body.invitation.token)
      const { actor, userId, address, accountId: where, ...rest } = { ...entry }
      const isAccount = pattern.includes(':account')
      const expected =
        pattern.startsWith('/auth') && wanted.actor === 'anyone'
          ? { actor: 'anyone', userId: null }
          : { actor: who.email, userId: who.id }
      assert.deepEqual(
        { actor, userId, address, where },
        { ...expected, address: who.address, where: isAccount ? accountId : (wanted.accountId ?? null) },
        pattern,
      )
      // Only the expected fields of a detail are compared: it also contains new ids.
      const { actor: _, accountId: _account, params: { ...params } = {}, detail = null, ...others } = wanted
      if (isAccount) params.account = String(accountId)
      if (callFor(method, path).url.startsWith('/v2/')) delete params.account
      assert.deepEqual(
        { ...rest, detail: detail === null ? null : { ...rest.detail, ...detail } },
        { params, detail: rest.detail, ...others },
        pattern,
      )
    }
    const params = (more: Record<string, string>) => ({ account: String(accountId), ...more })

    await walk(
      operator,
      'POST',
      '/accounts',
      '/accounts',
      { name: 'Third' },
      { action: 'account.create', status: 201, detail: { name: 'Third' } },
    )
    const limits = { requestsPerSecond: 100, messagesPerDay: null }
    await walk(operator, 'PUT', '/accounts/:account/limits', `${account}/limits`, limits, {
      action: 'account.limits',
      status: 200,
      detail: limits,
    })
    const required = { required: false }
    await walk(owner, 'PUT', '/accounts/:account/two-factor', `${account}/two-factor`, required, {
      action: 'account.two-factor',
      status: 200,
      detail: required,
    })
    await walk(
      operator,
      'PUT',
      '/accounts/:account/suspension',
      `${account}/suspension`,
      { suspended: false },
      {
        action: 'account.suspension',
        status: 200,
        detail: { suspended: false },
      },
    )
    await walk(
      owner,
      'POST',
      '/accounts/:account/keys',
      `${account}/keys`,
      { name: 'k' },
      { action: 'key.create', status: 201, detail: { name: 'k' } },
    )
    await walk(
      owner,
      'POST',
      '/accounts/:account/tokens',
      `${account}/tokens`,
      { name: 't' },
      { action: 'token.create', status: 201, detail: { name: 't' } },
    )
    const credential = String(created.body.id)
    const revoke = { action: 'credential.revoke', status: 204, params: params({ credential }) }
    await walk(
      owner,
      'DELETE',
      '/accounts/:account/credentials/:credential',
      `${account}/credentials/${credential}`,
      undefined,
      revoke,
    )
    const inviting = { action: 'member.invite', status: 201, detail: { email: newcomer, role: 'viewer' } }
    await walk(
      operator,
      'POST',
      '/accounts/:account/members',
      `${account}/members`,
      { email: newcomer, role: 'viewer' },
      inviting,
    )
    const change = {
      action: 'member.change',
      status: 200,
      params: params({ user: changed.id }),
      detail: { role: 'member' },
    }
    await walk(
      owner,
      'PUT',
      '/accounts/:account/members/:user',
      `${account}/members/${changed.id}`,
      { role: 'member' },
      change,
    )
    const remove = { action: 'member.remove', status: 204, params: params({ user: removed.id }) }
    await walk(
      owner,
      'DELETE',
      '/accounts/:account/members/:user',
      `${account}/members/${removed.id}`,
      undefined,
      remove,
    )
    const send = { action: 'sms.send', status: 201, detail: { messages: 1 } }
    await walk(owner, 'POST', '/accounts/:account/messages', `${account}/messages`, orderBody({ text }), send)
    await walkConsent(walk, { world, accountId, owner, operator, text })
    await walkProducts(walk, { world, accountId, owner, operator, text })
    const offer = { action: 'password.offer-reset', status: 201, params: { user: changed.id } }
    await walk(operator, 'POST', '/users/:user/password-reset', `/users/${changed.id}/password-reset`, undefined, offer)
    const unlock = { action: 'two-factor.remove', status: 204, params: { user: changed.id } }
    await walk(operator, 'DELETE', '/users/:user/two-factor', `/users/${changed.id}/two-factor`, undefined, unlock)
    const raise = { action: 'user.operator', status: 200, params: { user: changed.id }, detail: { operator: true } }
    await walk(operator, 'PUT', '/users/:user/operator', `/users/${changed.id}/operator`, { operator: true }, raise)

    const auth = (who: Person, path: string, body: unknown, wanted: Partial<Entry>) =>
      walk(who, 'POST', `/auth${path}`, `/auth${path}`, body, wanted)
    const anyone = { actor: 'anyone' }
    const asOwner = { email: owner.email, password }
    await auth(owner, '/sign-in/email', asOwner, {
      action: 'session.begin',
      status: 200,
      detail: { email: owner.email, user: owner.id },
    })
    await auth(leaver, '/sign-out', undefined, { action: 'session.end', status: 200 })
    await auth(owner, '/revoke-session', { token: 'none' }, { action: 'session.revoke', status: 200 })
    await auth(owner, '/revoke-other-sessions', undefined, { action: 'session.revoke-others', status: 200 })
    await auth(owner, '/update-user', { name: 'Somebody' }, { action: 'user.update', status: 200 })
    const passwords = { currentPassword: password, newPassword: password }
    await auth(owner, '/change-password', passwords, {
      action: 'password.change',
      status: 200,
      detail: { user: owner.id },
    })
    const choice = { token: invited.token, newPassword: password }
    await auth(owner, '/reset-password', choice, {
      ...anyone,
      action: 'password.reset',
      status: 200,
      detail: { user: invited.id },
    })
    await walkSignIn(walk, { world, accountId, owner })
    await auth(owner, '/two-factor/enable', { password }, { action: 'two-factor.enable', status: 200 })
    await auth(owner, '/two-factor/verify-totp', { code: 'x' }, { action: 'two-factor.verify', status: 401 })
    await auth(
      owner,
      '/two-factor/verify-backup-code',
      { code: 'x' },
      { action: 'two-factor.verify-backup-code', status: 401 },
    )
    await auth(
      owner,
      '/two-factor/generate-backup-codes',
      { password },
      { action: 'two-factor.backup-codes', status: 400 },
    )
    await auth(owner, '/two-factor/disable', { password }, { action: 'two-factor.disable', status: 200 })
    await signIn(world, owner.email, 'wrong guess')
    await signIn(world, 'mistyped into the wrong field', 'wrong guess')
    await signIn(world, 'mistyped into the wrong field'.toUpperCase(), 'wrong guess')

    const changing = world.app.http
      .listRoutes()
      .filter(
        ({ method, url }) =>
          /^\/(console\/v1|v2)\//.test(url) &&
          method !== 'GET' &&
          method !== 'HEAD' &&
          !questions.includes(nameOfRoute(url)),
      )
    assert.deepEqual(
      [...walked].toSorted(),
      changing.map(({ method, url }) => `${method} ${nameOfRoute(url)}`).toSorted(),
    )

    const { rows } = await sql<{ text: string }>`select lower(e::text) as text from audit_entries e`.execute(world.db)
    const log = world.logs.join('').toLowerCase()
    for (const secret of new Set(secrets)) {
      assert.ok(secret.length > 8, secret)
      assert.equal(
        rows.some((row) => row.text.includes(secret.toLowerCase())),
        false,
        secret,
      )
      assert.equal(log.includes(secret.toLowerCase()), false, secret)
    }
    for (const { cookie } of [owner, operator])
      assert.equal(
        rows.some((row) => row.text.includes(cookie.toLowerCase())),
        false,
      )
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { openSmtp, type SmtpServer } from '../smtp.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'
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
} from './people.ts'

onOneEngine('invitations by owners', (engine) => {
  let smtp: SmtpServer
  let world: World
  let accountId: number
  let owner: Person
  before(async () => {
    smtp = await openSmtp()
    world = await openWorld(engine, { config: { adminPassword, smtpUrl: smtp.url } })
    accountId = await addAccount(world, 'Duka la Asha')
    owner = await addPerson(world, accountId, 'owner')
  })
  after(async () => {
    await smtp.close()
    await world.close()
  })

  const inviteAs = (role: string, email: string, by = owner, account = accountId) =>
    by.ask('POST', `/accounts/${account}/members`, { email, role })
  /** The token of the last invitation email. */
  async function tokenTo(email: string): Promise<string> {
    const invitations = () =>
      smtp.mails.filter(({ to, source }) => to.includes(email) && /invitation#token/.test(source))
    await until(`an invitation email to ${email}`, () => invitations().length > 0)
    const source = invitations().at(-1)?.source ?? ''
    return /\/invitation#token=([0-9a-f]{64})/.exec(source)?.[1] ?? assert.fail(source)
  }
  const look = (token: string) => ask(world, 'POST', '/auth/invitation', { body: { token }, address: freshAddress() })
  const accept = (token: string, newPassword?: string) =>
    ask(world, 'POST', '/auth/accept-invitation', {
      body: { token, newPassword },
      address: freshAddress(),
    })
  const roles = async (id: number): Promise<Record<string, string>> => {
    const { body } = await command(world, 'GET', `/accounts/${id}/members`)
    return Object.fromEntries(body.data.map(({ email, role }: { email: string; role: string }) => [email, role]))
  }

  it('answer and look the same for known and unknown emails', async () => {
    const stranger = await addPerson(world, await addAccount(world), 'owner')
    const invited = await invite(world, await addAccount(world), 'viewer')
    const newcomer = freshEmail()
    const emails = [stranger.email, invited.email, newcomer]
    const answers = await Promise.all(emails.map((email) => inviteAs('viewer', email)))
    for (const [index, { status, body, headers }] of answers.entries()) {
      const email = emails[index]
      assert.deepEqual(
        { status, body },
        { status: 201, body: { email, role: 'viewer', user: null, invitation: null, mailed: true } },
      )
      assert.deepEqual(Object.keys(headers), Object.keys(answers[0]?.headers ?? {}))
    }
    const members = (await owner.ask('GET', `/accounts/${accountId}/members`)).body.data
    assert.equal(
      members.some(({ email }: { email: string }) => emails.includes(email)),
      false,
    )
    const { data } = (await owner.ask('GET', `/accounts/${accountId}/invitations`)).body
    const shown = data.filter(({ email }: { email: string }) => emails.includes(email))
    assert.deepEqual(
      shown.map(({ role }: { role: string }) => role),
      ['viewer', 'viewer', 'viewer'],
    )
    assert.deepEqual(Object.keys(shown[0]), ['id', 'email', 'role', 'invitedAt', 'expiresAt'])
    const { rows } = await sql`select 1 from auth_users where email = ${newcomer}`.execute(world.db)
    assert.equal(rows.length, 0, 'no user is created before the invitation is accepted')
  })

  it('let a new user choose a password that meets the password rules', async () => {
    const email = freshEmail()
    await inviteAs('member', email)
    const token = await tokenTo(email)
    assert.deepEqual((await look(token)).body, {
      accountName: 'Duka la Asha',
      email,
      role: 'member',
      choosesPassword: true,
      signInFirst: false,
    })
    for (const [given, reason] of [
      [undefined, 'password_too_short'],
      ['short', 'password_too_short'],
      ['12345678', 'password_too_common'],
      [email, 'password_is_email'],
    ] as const)
      assert.deepEqual(
        [(await accept(token, given)).body.code, await roles(accountId).then((all) => all[email])],
        [reason, undefined],
        given,
      )
    assert.equal((await accept(token, password)).status, 200)
    assert.equal((await roles(accountId))[email], 'member')
    assert.equal((await signIn(world, email, password)).status, 200)
    assert.deepEqual([(await accept(token, password)).status, (await look(token)).status], [400, 400])
    const { data } = (await owner.ask('GET', `/accounts/${accountId}/audit`)).body
    assert.deepEqual([data[0].action, data[0].status, data[0].detail.email], ['invitation.accept', 200, email])
  })

  it('add an existing user without asking for another password', async () => {
    const person = await addPerson(world, await addAccount(world), 'viewer')
    await inviteAs('viewer', person.email)
    const token = await tokenTo(person.email)
    // The email is not verified yet: the user with that password may not be the one who reads the email.
    const { choosesPassword, signInFirst } = (await look(token)).body
    assert.deepEqual([choosesPassword, signInFirst, (await accept(token)).status], [false, true, 401])
    const other = await addPerson(world, accountId, 'viewer')
    assert.equal((await other.ask('POST', '/auth/accept-invitation', { token })).status, 401)
    const body = { token, newPassword: 'a password that is ignored' }
    assert.equal((await person.ask('POST', '/auth/accept-invitation', body)).status, 200)
    assert.equal((await roles(accountId))[person.email], 'viewer')
    assert.equal((await signIn(world, person.email, password)).status, 200)
    assert.equal((await inviteAs('viewer', person.email)).status, 409)
    // The email is verified now, so the link is enough.
    const next = await addAccount(world)
    const chief = await addPerson(world, next, 'owner')
    await inviteAs('viewer', person.email, chief, next)
    await until('another invitation email', async () => (await tokenTo(person.email)) !== token)
    assert.equal((await accept(await tokenTo(person.email))).status, 200)
  })

  it('invalidate older tokens of a user who never chose a password', async () => {
    const invited = await invite(world, await addAccount(world), 'owner')
    await inviteAs('viewer', invited.email)
    assert.equal((await accept(await tokenTo(invited.email), password)).status, 200)
    const body = { token: invited.token, newPassword: 'another password altogether' }
    assert.equal((await ask(world, 'POST', '/auth/reset-password', { body, address: freshAddress() })).status, 400)
  })

  it('are replaced by a new invitation, can be withdrawn and expire after three days', async () => {
    const email = freshEmail()
    await inviteAs('viewer', email)
    const first = await tokenTo(email)
    await inviteAs('member', email)
    await until('another invitation email', async () => (await tokenTo(email)) !== first)
    const second = await tokenTo(email)
    assert.deepEqual([(await look(first)).status, (await look(second)).body.role], [400, 'member'])
    await sql`update invitations set expires_at = expires_at - interval '72 hours 1 second' where email = ${email}`.execute(
      world.db,
    )
    assert.equal((await accept(second, password)).status, 400)
    await inviteAs('viewer', email)
    const { data } = (await owner.ask('GET', `/accounts/${accountId}/invitations`)).body
    const { id } = data.find((one: { email: string }) => one.email === email)
    const other = await addPerson(world, await addAccount(world), 'owner')
    const own = (await other.ask('GET', '/me')).body.accounts[0].accountId
    assert.equal((await other.ask('DELETE', `/accounts/${own}/invitations/${id}`)).status, 404)
    assert.equal((await owner.ask('DELETE', `/accounts/${accountId}/invitations/${id}`)).status, 204)
    assert.equal((await accept(await tokenTo(email), password)).status, 400)
  })

  it('are limited to twenty an hour per account', async () => {
    const other = await addAccount(world)
    const chief = await addPerson(world, other, 'owner')
    await sql`update invitation_mails set mails = 19, first_at = now() where account_id = ${other}`.execute(world.db)
    const statuses = [
      await inviteAs('viewer', freshEmail(), chief, other),
      await inviteAs('viewer', freshEmail(), chief, other),
    ]
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [201, 429],
    )
  })

  it('reject a token that is not a string with 400', async () => {
    const body = { token: { toString: 'x' }, newPassword: password }
    const { status } = await ask(world, 'POST', '/auth/accept-invitation', { body, address: freshAddress() })
    assert.equal(status, 400)
  })

  it('store no plain token and are accepted only once by parallel requests', async () => {
    const email = freshEmail()
    await inviteAs('viewer', email)
    const token = await tokenTo(email)
    const { rows } = await sql<{ text: string }>`select i::text as text from invitations i`.execute(world.db)
    assert.equal(
      rows.some(({ text }) => text.includes(token)),
      false,
    )
    const statuses = (await Promise.all([accept(token, password), accept(token, password)])).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [200, 400])
  })
})

onOneEngine('invitations by owners without a mail server', (engine) => {
  it('are rejected for known and unknown emails alike; operators can create them', async () => {
    const world = await openWorld(engine, { config: { adminPassword } })
    const accountId = await addAccount(world)
    const owner = await addPerson(world, accountId, 'owner')
    const known = await addPerson(world, await addAccount(world), 'viewer')
    for (const email of [known.email, freshEmail()]) {
      const { status, body } = await owner.ask('POST', `/accounts/${accountId}/members`, { email, role: 'viewer' })
      assert.deepEqual([status, body.code], [409, 'mail_not_configured'])
    }
    assert.equal((await invite(world, accountId, 'viewer')).token.length, 64)
    await world.close()
  })
})

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
  password,
  signIn,
  signInAdmin,
} from './people.ts'

onOneEngine('emails to users', (engine) => {
  let smtp: SmtpServer
  let world: World
  let accountId: number
  before(async () => {
    smtp = await openSmtp()
    world = await openWorld(engine, { config: { adminPassword, smtpUrl: smtp.url } })
    accountId = await addAccount(world, 'Duka la Asha')
  })
  after(async () => {
    // First, so that the server does not wait for an email that SMTP holds back.
    await smtp.close()
    await world.close()
  })

  const forget = (email: string, host = 'localhost:8080', address = freshAddress()) =>
    ask(world, 'POST', '/auth/request-password-reset', { body: { email }, address, headers: { host } })
  /** The texts of the emails to an address. */
  const emailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email)).map(({ source }) => source)
  const emailTo = async (email: string, index = 0): Promise<string> => {
    await until(`email ${index} to ${email}`, () => emailsTo(email).length > index)
    return emailsTo(email)[index] ?? ''
  }
  const choose = (source: string) => {
    const token = /token=([0-9a-f]{64})/.exec(source)?.[1] ?? assert.fail(source)
    return ask(world, 'POST', '/auth/reset-password', {
      body: { token, newPassword: 'another password altogether' },
      address: freshAddress(),
    })
  }

  it('sends a reset link that works once, within an hour', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const { status, body } = await forget(` ${person.email.toUpperCase()} `)
    assert.deepEqual([status, body], [200, { status: true }])
    const source = await emailTo(person.email, 1)
    assert.match(source, / {2}http:\/\/localhost:8080\/reset-password#token=[0-9a-f]{64}\n/)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from "expiresAt" - now())::float8 as seconds from auth_verifications where value = ${person.id} order by "expiresAt" limit 1
    `.execute(world.db)
    assert.ok((rows[0]?.seconds ?? 0) > 3_500 && (rows[0]?.seconds ?? 0) <= 3_600)
    assert.equal((await choose(source)).status, 200)
    assert.equal((await choose(source)).status, 400)
    assert.equal((await person.ask('GET', '/me')).status, 401, 'every session ends with the old password')
    assert.equal((await signIn(world, person.email, 'another password altogether')).status, 200)
  })

  it('sends nothing to an unknown address, with the same response', async () => {
    const [nobody, taken] = [freshEmail(), (await addPerson(world, accountId, 'viewer')).email]
    const answers = [await forget(nobody), await forget(taken)]
    assert.deepEqual(answers[0]?.body, answers[1]?.body)
    await emailTo(taken, 1)
    assert.equal(emailsTo(nobody).length, 0)
    const { rows } = await sql<{ status: number; detail: unknown }>`
      select status, detail from audit_entries where action = 'password.ask-reset' and detail ->> 'email' in (${nobody}, ${taken})
    `.execute(world.db)
    assert.deepEqual(rows, [{ status: 200, detail: { email: taken } }], 'only the sent email is recorded')
    for (const bad of ['x', '', 'a@b.example\u0000']) assert.equal((await forget(bad)).status, 400, bad)
  })

  it('ignores an unknown Host header in the links of invitations', async () => {
    const owner = await addPerson(world, accountId, 'owner')
    const invited = freshEmail()
    const body = { email: invited, role: 'owner' }
    const path = `/accounts/${accountId}/members`
    const { cookie } = owner
    const answer = await ask(world, 'POST', path, { body, cookie, headers: { host: 'evil.example' } })
    assert.equal(answer.status, 201)
    const source = await emailTo(invited)
    assert.doesNotMatch(source, /evil/)
    assert.match(source, / {2}\/invitation#token=[0-9a-f]{64}\n/)
  })

  it('ignores the Host header of signed-out requests in links', async () => {
    const { email } = await addPerson(world, accountId, 'viewer')
    await forget(email, 'evil.example')
    const source = await emailTo(email, 1)
    assert.doesNotMatch(source, /evil/)
    assert.match(source, / {2}\/reset-password#token=[0-9a-f]{64}\n/)
    assert.equal((await choose(source)).status, 200)
  })

  it('sends three reset emails an hour to a user and keeps earlier tokens of operators valid', async () => {
    const invited = await invite(world, accountId, 'viewer')
    await emailTo(invited.email)
    for (let time = 0; time < 5; time += 1) assert.equal((await forget(invited.email)).status, 200)
    await emailTo(invited.email, 3)
    // Emails are sent in order: after this one arrives, no earlier one is missing.
    const last = await invite(world, accountId, 'viewer')
    await forget(last.email)
    await emailTo(last.email, 1)
    assert.equal(emailsTo(invited.email).length, 4)
    await sql`update password_mails set first_at = first_at - interval '1 hour'`.execute(world.db)
    await forget(invited.email)
    await emailTo(invited.email, 4)
    const body = { token: invited.token, newPassword: password }
    assert.equal((await ask(world, 'POST', '/auth/reset-password', { body, address: freshAddress() })).status, 200)
  })

  it('limits reset requests from one address', async () => {
    const address = freshAddress()
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async () => (await forget(freshEmail(), 'localhost', address)).status),
    )
    assert.ok(statuses.filter((status) => status === 429).length >= 5, statuses.join(' '))
  })

  it('sends an invitation that names the account', async () => {
    const operator = await signInAdmin(world)
    const email = freshEmail()
    const { body } = await operator.ask('POST', `/accounts/${accountId}/members`, { email, role: 'member' })
    assert.equal(body.mailed, true)
    const source = await emailTo(email)
    assert.ok(source.includes(body.invitation.token))
    assert.match(source, new RegExp(`${operator.email} invites you to join the account Duka la Asha as member`))
    const offered = (await command(world, 'POST', `/users/${body.user.id}/password-reset`)).body
    assert.equal(offered.mailed, true)
    assert.ok((await emailTo(email, 1)).includes(offered.token))
  })

  it('sends twenty invitations an hour for an account and reports that further ones were not mailed', async () => {
    const other = await addAccount(world)
    const sent = () => command(world, 'POST', `/accounts/${other}/members`, { email: freshEmail(), role: 'viewer' })
    await sent()
    await sql`update invitation_mails set mails = 19 where account_id = ${other}`.execute(world.db)
    const [last, beyond] = [(await sent()).body, (await sent()).body]
    assert.deepEqual([last.mailed, beyond.mailed, beyond.invitation.token.length], [true, false, 64])
    await sql`update invitation_mails set first_at = first_at - interval '1 hour' where account_id = ${other}`.execute(
      world.db,
    )
    assert.equal((await sent()).body.mailed, true)
  })

  it('logs a failed email, answers without waiting and reports the failure to the inviting user', async () => {
    const forgetful = (await invite(world, accountId, 'viewer')).email
    smtp.answerWith({ RCPT: '550 no such person' })
    const refused = await command(world, 'POST', `/accounts/${accountId}/members`, {
      email: freshEmail(),
      role: 'viewer',
    })
    assert.deepEqual([refused.status, refused.body.mailed, refused.body.invitation.token.length], [201, false, 64])
    const failures = () => world.logs.filter((line) => line.includes('failed to send an email to a user')).length
    const refusals = failures()
    assert.ok(refusals > 0)
    smtp.answerWith({ greeting: '' })
    await forget(forgetful)
    assert.equal(failures(), refusals, 'the answer precedes the end of the email')
    const slow = await command(world, 'POST', `/accounts/${accountId}/members`, { email: freshEmail(), role: 'viewer' })
    assert.deepEqual([slow.status, slow.body.mailed], [201, false])
    // On a slow machine the earlier email may have failed by now, but not this one.
    assert.ok(failures() <= refusals + 1, 'the answer precedes the end of the email')
    smtp.answerWith({})
  })
})

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

onOneEngine('Emails to users', (engine) => {
  let smtp: SmtpServer
  let world: World
  let accountId: number
  before(async () => {
    smtp = await openSmtp()
    world = await openWorld(engine, { config: { adminPassword, smtpUrl: smtp.url } })
    accountId = await addAccount(world, 'Duka la Asha')
  })
  after(async () => {
    // First, so that nobody waits for a letter that it holds.
    await smtp.close()
    await world.close()
  })

  const forget = (email: string, host = 'localhost:8080', address = freshAddress()) =>
    ask(world, 'POST', '/auth/request-password-reset', { body: { email }, address, headers: { host } })
  /** As people read it. */
  const lettersTo = (email: string) =>
    smtp.mails
      .filter(({ to }) => to.includes(email))
      .map(({ source }) => source.replaceAll('=\n', '').replaceAll('=3D', '='))
  const letterTo = async (email: string, index = 0): Promise<string> => {
    await until(`letter ${index} to ${email}`, () => lettersTo(email).length > index)
    return lettersTo(email)[index] ?? ''
  }
  const choose = (letter: string) => {
    const token = /token=([0-9a-f]{64})/.exec(letter)?.[1] ?? assert.fail(letter)
    return ask(world, 'POST', '/auth/reset-password', {
      body: { token, newPassword: 'another password altogether' },
      address: freshAddress(),
    })
  }

  it('have a link with which a forgotten password is chosen anew, for an hour and once', async () => {
    const person = await addPerson(world, accountId, 'viewer')
    const { status, body } = await forget(` ${person.email.toUpperCase()} `)
    assert.deepEqual([status, body], [200, { status: true }])
    const letter = await letterTo(person.email, 1)
    assert.match(letter, / {2}http:\/\/localhost:8080\/reset-password#token=[0-9a-f]{64}\n/)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from "expiresAt" - now())::float8 as seconds from auth_verifications where value = ${person.id} order by "expiresAt" limit 1
    `.execute(world.db)
    assert.ok((rows[0]?.seconds ?? 0) > 3_500 && (rows[0]?.seconds ?? 0) <= 3_600)
    assert.equal((await choose(letter)).status, 200)
    assert.equal((await choose(letter)).status, 400)
    assert.equal((await person.ask('GET', '/me')).status, 401, 'every session ends with the old password')
    assert.equal((await signIn(world, person.email, 'another password altogether')).status, 200)
  })

  it('go to nobody else, and the answer does not tell who is known here', async () => {
    const [nobody, taken] = [freshEmail(), (await addPerson(world, accountId, 'viewer')).email]
    const answers = [await forget(nobody), await forget(taken)]
    assert.deepEqual(answers[0]?.body, answers[1]?.body)
    await letterTo(taken, 1)
    assert.equal(lettersTo(nobody).length, 0)
    const { rows } = await sql<{ status: number; detail: unknown }>`
      select status, detail from audit_entries where action = 'password.ask-reset' and detail ->> 'email' in (${nobody}, ${taken})
    `.execute(world.db)
    assert.deepEqual(rows, [{ status: 200, detail: { email: taken } }], 'only what was mailed is written down')
    for (const bad of ['x', '', 'a@b.example\u0000']) assert.equal((await forget(bad)).status, 400, bad)
  })

  it('lead to no host that somebody who is not signed in made up', async () => {
    const { email } = await addPerson(world, accountId, 'viewer')
    await forget(email, 'evil.example')
    const letter = await letterTo(email, 1)
    assert.doesNotMatch(letter, /evil/)
    assert.match(letter, / {2}\/reset-password#token=[0-9a-f]{64}\n/)
    assert.equal((await choose(letter)).status, 200)
  })

  it('that reset a password are three an hour for a user, and take nothing away that others gave them', async () => {
    const invited = await invite(world, accountId, 'viewer')
    await letterTo(invited.email)
    for (let time = 0; time < 5; time += 1) assert.equal((await forget(invited.email)).status, 200)
    await letterTo(invited.email, 3)
    // Letters go out in turn, so whatever came before the last one would be there too.
    const last = await invite(world, accountId, 'viewer')
    await forget(last.email)
    await letterTo(last.email, 1)
    assert.equal(lettersTo(invited.email).length, 4)
    await sql`update password_mails set first_at = first_at - interval '1 hour'`.execute(world.db)
    await forget(invited.email)
    await letterTo(invited.email, 4)
    const body = { token: invited.token, newPassword: password }
    assert.equal((await ask(world, 'POST', '/auth/reset-password', { body, address: freshAddress() })).status, 200)
  })

  it('that ask for too many links from one address are refused', async () => {
    const address = freshAddress()
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async () => (await forget(freshEmail(), 'localhost', address)).status),
    )
    assert.ok(statuses.filter((status) => status === 429).length >= 5, statuses.join(' '))
  })

  it('invite people, and say where to', async () => {
    const operator = await signInAdmin(world)
    const email = freshEmail()
    const { body } = await operator.ask('POST', `/accounts/${accountId}/members`, { email, role: 'member' })
    assert.equal(body.mailed, true)
    const letter = await letterTo(email)
    assert.ok(letter.includes(body.invitation.token))
    assert.match(letter, new RegExp(`${operator.email} invites you to join the account Duka la Asha as member`))
    const offered = (await command(world, 'POST', `/users/${body.user.id}/password-reset`)).body
    assert.equal(offered.mailed, true)
    assert.ok((await letterTo(email, 1)).includes(offered.token))
  })

  it('invite twenty people an hour in the name of an account, and whoever invites more is told', async () => {
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

  it('that can not be sent are logged, hold nobody up, and whoever invites is told', async () => {
    smtp.answerWith({ RCPT: '550 no such person' })
    const refused = await command(world, 'POST', `/accounts/${accountId}/members`, {
      email: freshEmail(),
      role: 'viewer',
    })
    assert.deepEqual([refused.status, refused.body.mailed, refused.body.invitation.token.length], [201, false, 64])
    assert.ok(world.logs.some((line) => line.includes('failed to send an email to a user')))
    smtp.answerWith({ greeting: '' })
    const startMs = performance.now()
    const slow = await command(world, 'POST', `/accounts/${accountId}/members`, { email: freshEmail(), role: 'viewer' })
    assert.deepEqual([slow.status, slow.body.mailed], [201, false])
    await forget((await invite(world, accountId, 'viewer')).email)
    assert.ok(performance.now() - startMs < 14_000, 'the server has 15 s to greet')
    smtp.answerWith({})
  })
})

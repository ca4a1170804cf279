import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { openSmtp, type SmtpServer } from '../smtp.ts'
import { basic, onOneEngine, openWorld, until, type World } from '../world.ts'
import { addAccount, addPerson, adminPassword, command, consolePath, type Person, signInAdmin } from './people.ts'

onOneEngine('setup', (engine) => {
  let smtp: SmtpServer
  let world: World
  let operator: Person
  before(async () => {
    smtp = await openSmtp()
    world = await openWorld(engine, { config: { adminPassword, smtpUrl: smtp.url } })
    operator = await signInAdmin(world)
  })
  after(async () => {
    await smtp.close()
    await world.close()
  })

  it('follows the carriers, routes and prices of the installation', async () => {
    const setup = async () => (await operator.ask('GET', '/setup')).body
    const { carrier, route, price } = await setup()
    assert.deepEqual([carrier, route, price], ['open', 'open', 'open'])
    const settings = { host: '127.0.0.1', port: 9, systemId: 'ngoma' }
    await command(world, 'PUT', '/providers/north', {
      product: 'sms',
      kind: 'smpp',
      settings,
      secrets: { password: 'x' },
    })
    await command(world, 'POST', '/routes', { carrier: 'north', prefix: '255' })
    await command(world, 'PUT', '/prices', { product: 'SMS', prefix: '255', amount: '15' })
    const changed = await setup()
    // Nothing listens at its port.
    assert.deepEqual([changed.carrier, changed.route, changed.price], ['waiting', 'done', 'done'])
  })

  it('is done with email once a test email was accepted, and names the problem before', async () => {
    const send = () => operator.ask('POST', '/setup/test-email')
    const mail = async () => (await operator.ask('GET', '/setup')).body.mail
    assert.equal(await mail(), 'waiting')
    smtp.answerWith({ MAIL: '550 not from there' })
    const to = operator.email
    assert.deepEqual((await send()).body, { to, problem: { kind: 'sender', detail: '550 MAIL FROM' } })
    assert.equal(await mail(), 'waiting')
    smtp.answerWith({})
    assert.deepEqual((await send()).body, { to, problem: null })
    assert.deepEqual(smtp.mails.at(-1)?.to, [to])
    assert.equal(await mail(), 'done')
    assert.equal((await command(world, 'POST', '/setup/test-email')).status, 409)
  })

  it('knows the last complete backup', async () => {
    const setup = async () => (await operator.ask('GET', '/setup')).body
    assert.deepEqual([(await setup()).backup, (await setup()).lastBackupAt], ['open', null])
    await world.app.http.inject({ url: `${consolePath}/backup`, headers: world.app.controlHeaders })
    await until('the backup is recorded', async () => (await setup()).backup === 'done')
    assert.match((await setup()).lastBackupAt, /^\d{4}-/)
  })

  it('follows the data of an account, and ends after a month of use', async () => {
    const id = await addAccount(world)
    const viewer = await addPerson(world, id, 'viewer')
    const setup = async () => (await viewer.ask('GET', `/accounts/${id}/setup`)).body
    // A new account of staging has a trial credit.
    const fresh = { sender: 'open', credit: 'done', contacts: 'open', message: 'open', webhook: 'open' }
    assert.deepEqual(await setup(), { isNew: true, steps: fresh })

    const { body: sender } = await command(world, 'POST', `/accounts/${id}/senders`, { sender: 'DUKA' })
    assert.equal((await setup()).steps.sender, 'waiting')
    await command(world, 'POST', `/accounts/${id}/senders/${sender.id}/approve`, {})
    await command(world, 'POST', `/accounts/${id}/contacts`, { phone: '255712345678' })
    const url = 'http://127.0.0.1:9/hook'
    await command(world, 'POST', `/accounts/${id}/webhooks`, { event: 'delivery-report', url })
    assert.deepEqual((await setup()).steps, { ...fresh, sender: 'done', contacts: 'done', webhook: 'done' })

    const { body: key } = await command(world, 'POST', `/accounts/${id}/keys`, { name: 'k' })
    await world.send({}, { authorization: basic(key.apiKey, key.secret) })
    assert.deepEqual([(await setup()).isNew, (await setup()).steps.message], [true, 'done'])
    world.clock.moveForward(31 * 86_400_000)
    assert.equal((await setup()).isNew, false)
  })
})

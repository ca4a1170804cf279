import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Smsc, startSmsc } from '../../tools/smsc/smsc.ts'
import { browserMissing } from '../browser.ts'
import { adminEmail, adminPassword } from '../console/people.ts'
import { slowness } from '../pace.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { shareBrowser } from '../shared-browser.ts'
import { openTestDatabase, postgresUrl, type TestDatabase, until } from '../world.ts'
import { askConsole } from './console.ts'
import { type Server, startServer } from './server.ts'

const missing = postgresUrl === null ? 'PostgreSQL is not installed' : browserMissing

describe('A message from the dashboard to a carrier', { skip: missing }, () => {
  let database: TestDatabase
  let smsc: Smsc
  let receiver: Receiver
  let server: Server
  before(async () => {
    database = await openTestDatabase('postgres')
    smsc = await startSmsc({ systemId: 'ngoma', password: 'hush-hush' })
    receiver = await startReceiver()
    server = await startServer({
      DATABASE_URL: database.url ?? '',
      NGOMA_STAGING: 'true',
      NGOMA_ADMIN_PASSWORD: adminPassword,
    })
  })
  after(async () => {
    await server?.kill('SIGKILL')
    await receiver?.close()
    await smsc?.close()
    await database?.drop()
  })

  it('is sent by a signed-in user, submitted over SMPP, reported as delivered, and pushed to a webhook', async () => {
    const settings = { host: '127.0.0.1', port: smsc.port, systemId: 'ngoma' }
    await askConsole(server, 'PUT', '/providers/voda', {
      product: 'sms',
      kind: 'smpp',
      settings,
      secrets: { password: 'hush-hush' },
    })
    await askConsole(server, 'POST', '/routes', { carrier: 'voda' })
    await askConsole(server, 'POST', '/accounts/1/webhooks', { event: 'delivery-report', url: receiver.url })
    await until('the carrier is bound', async () => {
      const { state } = await askConsole(server, 'GET', '/providers/voda')
      return state === 'up'
    })

    const context = await (await shareBrowser()).newContext({ locale: 'en-GB' })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(30_000 * slowness)
      await page.goto(`${server.address}/accounts/1/send`)
      await page.getByLabel('Email').fill(adminEmail)
      await page.getByLabel(/^Password/).fill(adminPassword)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('textbox', { name: 'Numbers' }).fill('0712 345 678')
      await page.getByRole('textbox', { name: 'Message' }).fill('Habari ya asubuhi')
      await page.getByRole('button', { name: 'Send now' }).click()
      await page.getByText('1 accepted').waitFor()

      await page.goto(`${server.address}/accounts/1/messages`)
      await page
        .getByRole('row', { name: /0712 345 678/ })
        .getByText('Delivered')
        .waitFor()
    } finally {
      await context.close()
    }

    assert.equal(smsc.counts().distinct, 1)
    await until('the report is pushed', () => receiver.received.length > 0)
    const { dest_addr: number, status } = JSON.parse(receiver.received[0]?.text ?? '')
    assert.deepEqual({ number, status }, { number: '255712345678', status: 'DELIVERED' })
  })
})

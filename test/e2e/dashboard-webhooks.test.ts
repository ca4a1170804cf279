import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { addPerson, command } from '../console/people.ts'
import { checkPage, type Dashboard, openDashboard, phoneScreen, type Visit } from '../dashboard.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { verify } from '../webhooks.ts'
import { until } from '../world.ts'

describe('Webhooks in the dashboard', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let receiver: Receiver
  let visit: Visit
  let secret = ''
  let status = 200
  before(async () => {
    receiver = await startReceiver({ answer: () => ({ status, body: 'so it is' }) })
    dashboard = await openDashboard()
    visit = await dashboard.visit('/accounts/1/webhooks')
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
    await receiver?.close()
  })

  const list = '/accounts/1/webhooks'
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const inDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  const readSecret = (page: Page) => page.getByRole('group', { name: 'Secret' }).innerText()
  const test = async (page: Page, outcome: string) => {
    await press(page, 'Send test event')
    await page.getByRole('dialog').getByRole('status').getByText(outcome).waitFor()
  }
  const endpoint = async () => (await command(dashboard.world, 'GET', list)).body.data[0]
  const waiting = async () =>
    (await command(dashboard.world, 'GET', `${list}/${(await endpoint()).id}/events?state=waiting`)).body.data
  /**
   * The second try comes by itself a moment after the first, and could do what a test wants done by hand; the one after
   * that takes minutes.
   */
  const untilTriedTwice = async () => {
    await until('it was tried', async () => (await waiting())[0]?.attempts >= 1)
    dashboard.world.clock.moveForward(6_000)
    await until('it was tried again', async () => (await waiting())[0]?.attempts === 2)
  }

  it('are added with a secret that is shown once, and with which a test event is signed', async () => {
    const { page, complaints } = visit
    await page.getByText('No endpoints yet').waitFor()
    await press(page, 'Add endpoint')
    await page.getByLabel(/^Address/).fill('http://user:word@127.0.0.1/')
    await inDialog(page, 'Add endpoint')
    await page.getByText('must not have a user or a password').waitFor()
    await page.getByLabel(/^Address/).fill(receiver.url)
    await page.getByLabel('Request headers').fill('Authorization Bearer hush')
    await inDialog(page, 'Add endpoint')
    await page.getByText('Write one header per line').waitFor()
    await page.getByLabel('Request headers').fill('Authorization: Bearer hush\nX-Key: 7')
    await checkPage(page)
    await inDialog(page, 'Add endpoint')
    await page.getByText('This is shown once').waitFor()
    await page.getByText('Standard Webhooks').waitFor()
    secret = await readSecret(page)
    await checkPage(page)
    await inDialog(page, 'I have copied it')
    await page.getByRole('heading', { name: 'Webhook: Delivery reports' }).waitFor()
    await page.getByText('authorization, x-key').waitFor()
    for (const secretText of ['whsec_', 'hush']) assert.ok(!(await page.content()).includes(secretText))

    await test(page, 'Your server took it')
    const [called] = receiver.received
    assert.ok(called)
    assert.equal(verify(called, { secret }).status, 'DELIVERED')
    assert.equal(called.headers['ngoma-test'], 'true')
    assert.deepEqual([called.headers.authorization, called.headers['x-key']], ['Bearer hush', '7'])
    await page.getByRole('group', { name: 'What is sent' }).getByText('"dest_addr": "255700000001"').waitFor()
    await page.getByRole('table', { name: 'Attempts' }).getByText('so it is').waitFor()
    await checkPage(page)
    await page.keyboard.press('Escape')
    assert.deepEqual(complaints, [])
  })

  it('that fail are shown with the reason, and what failed is repeated', async () => {
    const { page, complaints } = visit
    status = 500
    await test(page, 'Answered 500: something went wrong in your server')
    await page.keyboard.press('Escape')
    await page.getByRole('alert').getByText('This endpoint is failing').waitFor()
    await checkPage(page)
    await page.getByRole('link', { name: 'All webhooks' }).click()
    const row = page.getByRole('row').filter({ hasText: receiver.url })
    await row.getByText('failing').waitFor()
    await row.getByText('Answered 500').waitFor()
    await checkPage(page)

    await row.getByRole('link', { name: 'Delivery reports' }).click()
    await untilTriedTwice()
    status = 200
    await page
      .getByRole('row')
      .filter({ hasText: 'waiting' })
      .getByRole('button', { name: /^Open event/ })
      .click()
    await inDialog(page, 'Repeat event')
    await page.getByRole('dialog').getByRole('status').getByText('Your server took it').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('This endpoint is failing').waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  it('repeat all that never arrived since a time', async () => {
    const { page } = visit
    status = 503
    await dashboard.world.send()
    await untilTriedTwice()
    status = 200
    await press(page, 'Repeat several')
    await inDialog(page, 'Repeat events')
    await page.getByText('1 event is delivered again now.').waitFor()
    await until('it arrived', async () => (await waiting()).length === 0)
    const called = receiver.received.at(-1)
    assert.ok(called)
    assert.equal(verify(called, { secret }).dest_addr, '255712345678')

    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: /^Waiting/ }).click()
    await page.getByText('No matches.').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('state')?.includes('waiting'), true)
  })

  it('are disabled and enabled, get another secret beside the one of before, and are deleted', async () => {
    const { page, complaints } = visit
    await press(page, 'Change')
    await page.getByText('Saved: authorization, x-key.').waitFor()
    await page.getByLabel(/^Address/).fill('https://nowhere.invalid/')
    await inDialog(page, 'Save')
    await page.getByText('the new URL leads to another server').waitFor()
    await page.getByLabel(/^Address/).fill(`${receiver.url}other`)
    await page.getByLabel('Request headers').fill('Authorization: Basic eA==\nX-Key:')
    await page.getByRole('switch', { name: 'Enabled' }).click()
    await inDialog(page, 'Save')
    await page.getByText('Somebody switched it off.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send test event' }).count(), 0)
    await press(page, 'Change')
    await page.getByRole('switch', { name: 'Enabled' }).click()
    await inDialog(page, 'Save')
    await page.getByRole('button', { name: 'Send test event' }).waitFor()

    await press(page, 'Rotate secret')
    await inDialog(page, 'Rotate secret')
    await page.getByText('This is shown once').waitFor()
    const rotated = await readSecret(page)
    assert.notEqual(rotated, secret)
    await inDialog(page, 'I have copied it')
    await test(page, 'Your server took it')
    const called = receiver.received.at(-1)
    assert.ok(called)
    assert.equal(called.path, '/other')
    assert.deepEqual([called.headers.authorization, called.headers['x-key']], ['Basic eA==', undefined])
    for (const one of [secret, rotated]) verify(called, { secret: one })
    await page.keyboard.press('Escape')

    await press(page, 'Delete')
    await inDialog(page, 'Delete endpoint')
    await page.getByText('No endpoints yet').waitFor()
    assert.equal(await endpoint(), undefined)
    assert.deepEqual(complaints, [])
  })

  it('fit on a phone in the dark, for who may only look', async (context) => {
    const { world } = dashboard
    status = 404
    const { body } = await command(world, 'POST', list, { event: 'airtime', url: receiver.url })
    await command(world, 'POST', `${list}/${body.id}/test`)
    const viewer = await addPerson(world, 1, 'viewer')
    const { page, complaints, leave } = await dashboard.visit(list, {
      as: viewer,
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    await page.getByText('there is nothing at this address').waitFor()
    await checkPage(page)
    await page.getByRole('table', { name: 'Endpoints' }).getByRole('link', { name: 'Airtime' }).click()
    await page.getByText('This endpoint is failing').waitFor()
    await page.getByRole('button', { name: /^Open event/ }).click()
    await page.getByRole('table', { name: 'Attempts' }).getByText('404', { exact: true }).first().waitFor()
    await checkPage(page)
    for (const name of ['Repeat event', 'Send test event', 'Change', 'Delete', 'Rotate secret', 'Repeat several'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
    assert.deepEqual(complaints, [])
  })
})

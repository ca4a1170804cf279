import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { addPerson, command } from '../console/people.ts'
import { type Dashboard, openDashboard, phoneScreen, type Visit } from '../dashboard.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { verify } from '../webhooks.ts'
import { until } from '../world.ts'

describe('Dashboard: webhooks', { skip: browserMissing }, () => {
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
  /** The second attempt comes moments after the first and could overtake a replay; the third takes minutes. */
  const untilTriedTwice = async () => {
    await until('it was tried', async () => (await waiting())[0]?.attempts >= 1)
    dashboard.world.clock.moveForward(6_000)
    await until('it was tried again', async () => (await waiting())[0]?.attempts === 2)
  }

  it('adds an endpoint, shows its secret once, and signs a test event with it', async () => {
    const { page, complaints } = visit
    await page.getByText('No endpoints yet').waitFor()
    await press(page, 'Add endpoint')
    await page.getByLabel(/^URL/).fill('http://user:word@127.0.0.1/')
    await inDialog(page, 'Add endpoint')
    await page.getByText('must not contain a user name or password').waitFor()
    await page.getByLabel(/^URL/).fill(receiver.url)
    await page.getByLabel('Request headers').fill('Authorization Bearer hush')
    await inDialog(page, 'Add endpoint')
    await page.getByText('Enter one header per line').waitFor()
    await page.getByLabel('Request headers').fill('Authorization: Bearer hush\nX-Key: 7')
    await inDialog(page, 'Add endpoint')
    await page.getByText('This is shown only once').waitFor()
    await page.getByText('Standard Webhooks').waitFor()
    secret = await readSecret(page)
    await inDialog(page, 'I have copied it')
    await page.getByRole('heading', { name: 'Webhook: Delivery reports' }).waitFor()
    await page.getByText('authorization, x-key').waitFor()
    for (const secretText of ['whsec_', 'hush']) assert.ok(!(await page.content()).includes(secretText))

    await test(page, 'Your server accepted the event')
    const [called] = receiver.received
    assert.ok(called)
    assert.equal(verify(called, { secret }).status, 'DELIVERED')
    assert.equal(called.headers['ngoma-test'], 'true')
    assert.deepEqual([called.headers.authorization, called.headers['x-key']], ['Bearer hush', '7'])
    await page.getByRole('group', { name: 'Body' }).getByText('"dest_addr": "255700000001"').waitFor()
    await page.getByRole('table', { name: 'Attempts' }).getByText('so it is').waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual(complaints, [])
  })

  it('shows why an endpoint fails, and replays a failed event', async () => {
    const { page, complaints } = visit
    status = 500
    await test(page, 'HTTP 500: an error occurred in your server')
    await page.keyboard.press('Escape')
    await page.getByRole('alert').getByText('This endpoint is failing').waitFor()
    await page.getByRole('link', { name: 'All webhooks' }).click()
    const row = page.getByRole('row').filter({ hasText: receiver.url })
    await row.getByText('Failing').waitFor()
    await row.getByText('HTTP 500').waitFor()

    await row.getByRole('link', { name: 'Delivery reports' }).click()
    await untilTriedTwice()
    status = 200
    await page
      .getByRole('row')
      .filter({ hasText: 'Retrying' })
      .getByRole('button', { name: /^Open event/ })
      .click()
    await page.getByRole('dialog').getByText('Retrying').waitFor()
    await inDialog(page, 'Replay event')
    await page.getByRole('dialog').getByRole('status').getByText('Your server accepted the event').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('This endpoint is failing').waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  it('replays all undelivered events since a time', async () => {
    const { page } = visit
    status = 503
    await dashboard.world.send()
    await untilTriedTwice()
    status = 200
    await press(page, 'Replay events')
    await inDialog(page, 'Replay events')
    await page.getByText('1 event is being delivered again.').waitFor()
    await until('it arrived', async () => (await waiting()).length === 0)
    const called = receiver.received.at(-1)
    assert.ok(called)
    assert.equal(verify(called, { secret }).dest_addr, '255712345678')

    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: /^Waiting/ }).click()
    await page.getByText('No matches.').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('state')?.includes('waiting'), true)
  })

  it('disables, enables and deletes an endpoint, and rotates its secret', async () => {
    const { page, complaints } = visit
    await press(page, 'Edit')
    await page.getByText('Stored: authorization, x-key.').waitFor()
    await page.getByLabel(/^URL/).fill('https://nowhere.invalid/')
    await inDialog(page, 'Save endpoint')
    await page.getByText('the new URL is on another server').waitFor()
    await page.getByLabel(/^URL/).fill(`${receiver.url}other`)
    await page.getByLabel('Request headers').fill('Authorization: Basic eA==\nX-Key:')
    await page.getByRole('switch', { name: 'Enabled' }).click()
    await inDialog(page, 'Save endpoint')
    await page.getByText('A member disabled this endpoint.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send test event' }).count(), 0)
    await press(page, 'Edit')
    await page.getByRole('switch', { name: 'Enabled' }).click()
    await inDialog(page, 'Save endpoint')
    await page.getByRole('button', { name: 'Send test event' }).waitFor()

    await press(page, 'Rotate secret')
    await inDialog(page, 'Rotate secret')
    await page.getByText('This is shown only once').waitFor()
    const rotated = await readSecret(page)
    assert.notEqual(rotated, secret)
    await inDialog(page, 'I have copied it')
    await test(page, 'Your server accepted the event')
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

  it('shows viewers failures without buttons to make changes', async (context) => {
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
    await page.getByText('nothing was found at this URL').waitFor()
    await page.getByRole('table', { name: 'Endpoints' }).getByRole('link', { name: 'Airtime' }).click()
    await page.getByText('This endpoint is failing').waitFor()
    await page.getByRole('button', { name: /^Open event/ }).click()
    await page.getByRole('table', { name: 'Attempts' }).getByText('404', { exact: true }).first().waitFor()
    for (const name of ['Replay event', 'Send test event', 'Edit', 'Delete', 'Rotate secret', 'Replay events'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
    assert.deepEqual(complaints, [])
  })
})

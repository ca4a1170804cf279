import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { command } from '../console/people.ts'
import { adminEmail, adminPassword, type Dashboard, openDashboard, phoneScreen, type Visit } from '../dashboard.ts'
import { slowness } from '../pace.ts'
import { basic, sendBody, until } from '../world.ts'

const phone = '255712345678'

describe('Dashboard: virtual phones and sandbox', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let visit: Visit
  let authorization: string
  before(async () => {
    dashboard = await openDashboard()
    const { world } = dashboard
    const { body } = await command(world, 'POST', '/accounts/1/senders', { sender: 'DUKA' })
    assert.equal((await command(world, 'POST', `/accounts/1/senders/${body.id}/approve`)).status, 200)
    visit = await dashboard.visit('/accounts/1/phones', { as: null })
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
  })

  /** Sends over the network, with the key that the test created. */
  async function send(message: string, { from = 'INFO', to = phone, ...change }: Record<string, string> = {}) {
    const body = JSON.stringify(
      sendBody({ source_addr: from, message, recipients: [{ recipient_id: 1, dest_addr: to }], ...change }),
    )
    const answer = await fetch(`${dashboard.address}/v1/send`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    })
    return (await answer.json()) as { request_id: string; valid: number; opted_out: number }
  }
  const screenOf = (page: Page, number = phone) => page.getByRole('region', { name: `Phone ${number}` })
  const statusOf = async (requestId: string) => [...(await dashboard.world.statuses(requestId)).values()][0]
  const list = async (path: string) => (await command(dashboard.world, 'GET', `/accounts/1${path}`)).body.data

  it('leads from the first key to a message, its reply, and a STOP that takes effect', async () => {
    const { page, complaints } = visit
    await page.getByLabel('Email').fill(adminEmail)
    await page.getByLabel(/^Password/).fill(adminPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
    await page.getByRole('table', { name: 'Special number endings' }).waitFor()

    await page.evaluate('window.wasHere = true')
    await page.getByRole('navigation').getByRole('link', { name: 'Developer' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Web shop')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const shown = async (label: string) => (await page.getByLabel(label, { exact: true }).textContent()) ?? ''
    authorization = basic(await shown('API key'), await shown('Secret'))
    await page.getByRole('button', { name: 'I have copied it' }).click()

    await page.getByRole('navigation').getByRole('link', { name: 'Virtual phones' }).click()
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
    assert.equal((await send('Karibu')).valid, 1)
    const screen = screenOf(page)
    await screen.getByText('Karibu').waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: 'New message on 0712 345 678: Karibu' })
      .waitFor({ state: 'attached' })

    await send('Mandazi ziko tayari', { from: 'DUKA' })
    await screen.getByText('Mandazi ziko tayari').waitFor()
    await screen.getByLabel('Reply to').selectOption('INFO')
    await screen.getByLabel('Message', { exact: true }).fill('Asante')
    await screen.getByRole('button', { name: 'Reply' }).click()
    await screen.getByRole('log').getByText('Asante').waitFor()
    await until(
      'the field is empty',
      async () => (await screen.getByLabel('Message', { exact: true }).inputValue()) === '',
    )
    const [answer] = await list('/inbound')
    assert.deepEqual([answer.phone, answer.number, answer.text], [phone, 'INFO', 'Asante'])

    await screen.getByRole('button', { name: 'STOP' }).click()
    await screen.getByText('Opted out').waitFor()
    const { valid, opted_out } = await send('Never to be seen')
    assert.deepEqual([valid, opted_out], [0, 1])
    await page.getByRole('navigation').getByRole('link', { name: 'Opt-outs' }).click()
    await page.getByRole('table', { name: 'Opt-outs' }).getByText('0712 345 678').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Virtual phones' }).click()
    await screen.getByRole('button', { name: 'START' }).click()
    await screen.getByText('Opted in again').waitFor()
    assert.equal((await send('Karibu tena')).valid, 1)
    await screen.getByText('Karibu tena').waitFor()
    assert.equal(await page.evaluate('window.wasHere'), true, 'the page was not reloaded')
    assert.deepEqual(complaints, [])
  })

  it('finds phones by number, and explains why no message arrived', async () => {
    const { page } = visit
    await send('Into the void', { to: '254700000003' })
    await screenOf(page, '254700000003').getByText('Its number ends in 0003').waitFor()
    await page.getByRole('searchbox', { name: 'Find a phone' }).fill('+254 7')
    await screenOf(page).waitFor({ state: 'detached' })
    await screenOf(page, '254700000003').getByRole('link', { name: '+254 700 000003' }).click()
    await page.getByRole('link', { name: 'All phones' }).click()
    await page.getByRole('searchbox', { name: 'Find a phone' }).fill('4477')
    await page.getByText('No phone has a number that starts with 4477').waitFor()
    await page.getByRole('searchbox', { name: 'Find a phone' }).fill('')
    await screenOf(page).waitFor()
  })

  it('opens one phone at a time on a small screen, and catches up after failed live updates', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/phones', {
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    await page.getByRole('list', { name: 'Phones' }).getByText('Karibu tena').waitFor()
    await page.getByRole('link', { name: /0712 345 678/ }).click()
    const screen = screenOf(page)
    await screen.getByText('Karibu tena').waitFor()
    let isBusy = true
    await page.route('**/live', (route) => (isBusy ? route.fulfill({ status: 503 }) : route.continue()))
    const refused = page.waitForResponse((response) => response.url().endsWith('/live') && response.status() === 503)
    await page.reload()
    await refused
    await screen.getByText('Karibu tena').waitFor()
    await send('Umepotea')
    await until('it arrived', async () => (await list(`/phones/${phone}/messages`))[0].text === 'Umepotea')
    isBusy = false
    // The page waits longer after each failure, up to 30 seconds.
    await screen.getByText('Umepotea').waitFor({ timeout: 45_000 * slowness })
    assert.deepEqual(complaints, [])
  })

  it('delivers a scheduled message after the clock was moved forward', async () => {
    const { page, complaints } = visit
    const { world, address } = dashboard
    await page.goto(`${address}/operator/sandbox`)
    await page.getByText('Same as the real time.').waitFor()
    const later = new Date(world.clock.now().getTime() + 30 * 60_000).toISOString().slice(0, 16).replace('T', ' ')
    const { request_id } = await send('Half an hour later', { to: '255712000010', schedule_time: later })
    await page.getByRole('button', { name: 'Forward 1 hour' }).click()
    await page.getByText('1 hour ahead of the real time.').waitFor()
    // In two days it would be too old to be sent.
    await until('it is delivered', async () => (await statusOf(request_id)) === 'DELIVERED')
    await page.getByLabel('Amount').fill('2')
    await page.getByRole('combobox', { name: 'Unit' }).click()
    await page.getByRole('option', { name: 'days' }).click()
    await page.getByRole('button', { name: 'Move clock' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move clock' }).click()
    await page.getByText('2 days 1 hour ahead of the real time.').waitFor()
    await page.getByRole('button', { name: 'Installation: switch to an account' }).click()
    await page.getByRole('menuitem').first().click()
    await page.getByRole('navigation').getByRole('link', { name: 'Virtual phones' }).click()
    await screenOf(page, '255712000010').getByText('Half an hour later').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('rejects every message until the sandbox is reset, on a phone screen', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/operator/sandbox', {
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    await page.getByRole('slider', { name: 'Rejections' }).press('End')
    await page.getByText('Not applied yet').waitFor()
    await page.getByRole('button', { name: 'Apply changes' }).click()
    await page.getByText('Faults active').waitFor()
    const refused = await send('Refused')
    await until('it is refused', async () => (await statusOf(refused.request_id)) === 'UNDELIVERED')
    await page.getByRole('button', { name: 'Reset all' }).click()
    await page.getByText('Faults active').waitFor({ state: 'detached' })
    const delivered = await send('Delivered')
    await until('it is delivered', async () => (await statusOf(delivered.request_id)) === 'DELIVERED')
    assert.deepEqual(complaints, [])
  })

  it('returns with Back to the page of the list', async () => {
    const { page, complaints } = visit
    for (let last = 0; last < 9; last += 1) await send('Karibu', { to: `25571300200${last}` })
    await page.goto(`${dashboard.address}/accounts/1/phones`)
    await page.getByRole('button', { name: 'Next page' }).click()
    await screenOf(page, '255712000010').getByRole('link').first().click()
    await page.getByRole('link', { name: 'All phones' }).waitFor()
    await page.goBack()
    await screenOf(page, '255712000010').waitFor()
    await page.getByRole('button', { name: 'Previous page' }).click()
    await screenOf(page, '255713002008').waitFor()
    assert.deepEqual(complaints, [])
  })
})

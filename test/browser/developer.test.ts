import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { type Dashboard, phoneScreen, shareDashboard } from '../dashboard.ts'
import { basic } from '../world.ts'

/** From a new key to a rejected request and its cause. */
const clicksMax = 8

describe("A developer's first integration", { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await shareDashboard()
  })
  after(() => dashboard?.close())

  /** A program that sends with a key. */
  const send = (authorization: string, from: string) =>
    fetch(`${dashboard.address}/v2/messages`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ from, to: ['255712345678'], text: 'Your PIN is 471147' }),
    })
  const shown = async (page: Page, label: string) =>
    (await page.getByRole('group', { name: label, exact: true }).textContent()) ?? ''

  it('takes a few clicks', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/home`)
    context.after(leave)
    let clicks = 0
    const click = async (target: Locator) => {
      clicks += 1
      await target.click()
    }
    await click(page.getByRole('navigation').getByRole('link', { name: 'Developer' }))
    await click(page.getByRole('button', { name: 'Create key' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Web shop')
    await click(dialog.getByRole('button', { name: 'Create key' }))
    const key = basic(await shown(page, 'API key'), await shown(page, 'Secret'))
    await click(page.getByRole('button', { name: 'I have copied it' }))

    await page.getByLabel('Phone number').fill('0712 345 678')
    assert.match(await shown(page, 'The request in curl'), /"to":\["0712 345 678"\]/)
    await click(page.getByRole('button', { name: 'Send message', exact: true }))
    await page.getByText('Delivered', { exact: true }).waitFor()

    await click(page.getByRole('link', { name: 'View in the request log' }))
    await page.getByRole('heading', { level: 1, name: 'POST /v2/messages' }).waitFor()
    assert.match(await shown(page, 'Request body'), /0712 345 678/)
    assert.match(await shown(page, 'Answer'), /"valid": 1/)

    assert.equal((await send(key, 'NOBODY')).status, 400)
    await click(page.getByRole('link', { name: 'Request log' }))
    const row = page.getByRole('row').filter({ hasText: '400' }).filter({ hasText: 'Web shop' })
    await click(row.getByRole('link'))
    await page
      .getByText(/Active sender IDs|active senders/i)
      .first()
      .waitFor()
    assert.match(await shown(page, 'Request body'), /"text": "Your PIN is ••••"/)
    assert.ok(clicks <= clicksMax, `${clicks} clicks`)
    assert.deepEqual(complaints, [])
  })

  it('works by keyboard alone, on a phone too', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/api`, {
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    /** Presses Tab until the element has the focus. */
    async function reach(target: Locator): Promise<void> {
      await target.waitFor()
      for (let time = 0; time < 40; time += 1) {
        if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
        await page.keyboard.press('Tab')
      }
      assert.fail(`${target} cannot be reached`)
    }
    await reach(page.getByLabel('Message text'))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Habari')
    await reach(page.getByRole('button', { name: 'Send message', exact: true }))
    await page.keyboard.press('Enter')
    await page.getByText('Delivered', { exact: true }).waitFor()
    await reach(page.getByRole('link', { name: 'View in the request log' }))
    await page.keyboard.press('Enter')
    const python = page.getByRole('tab', { name: 'Python' })
    await reach(page.getByRole('tab', { name: 'curl' }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    assert.equal(await python.getAttribute('aria-selected'), 'true')
    assert.match(await shown(page, 'The request in Python'), /"text": "Habari"/)
    await page.goto(`${dashboard.address}${dashboard.account}/api/requests?q=/v2/messages`)
    await page.getByRole('row').filter({ hasText: 'Dashboard' }).first().waitFor()
    await page.goto(`${dashboard.address}/docs/guides/request-log`)
    await page.getByRole('heading', { level: 1, name: 'Find a request' }).waitFor()
    assert.deepEqual(complaints, [])
  })
})

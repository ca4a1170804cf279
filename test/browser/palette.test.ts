import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { addPerson, command, password } from '../console/people.ts'
import { firstClient } from '../contacts.ts'
import { checkPage, type Dashboard, openInPage, phoneScreen, shareDashboard, type Visit } from '../dashboard.ts'
import { requestPin } from '../otp.ts'
import { until } from '../until.ts'

const asha = '255768941081'

describe('search and commands', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let visit: Visit
  before(async () => {
    dashboard = await shareDashboard()
    const { world } = dashboard
    await command(world, 'POST', `${dashboard.account}/contacts`, { phone: asha, firstName: 'Asha', lastName: 'Mushi' })
    await world.send({ message: 'Your order has left.', recipients: [{ recipient_id: 1, dest_addr: asha }] })
    await world.send({ recipients: [{ recipient_id: 1, dest_addr: '255713000015' }] })
    await requestPin(firstClient(world), asha)
    visit = await dashboard.visit(`${dashboard.account}/webhooks`)
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
  })

  const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
  const optionIn = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

  it('answer a question about one number from any page, by keyboard alone', async (context) => {
    const { page, complaints } = visit
    let keys = 0
    const press = async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    }
    await heading(page, 'Webhooks').waitFor()
    await press('Control+k')
    await palette(page).waitFor()
    await page.keyboard.type('0768941081')
    await optionIn(page, /^0768 941 081 Open the history/).waitFor()
    await press('Enter')
    await heading(page, '0768 941 081').waitFor()
    const history = page.getByRole('list', { name: 'History' })
    for (const kind of ['Outgoing message', 'PIN']) await history.getByText(kind, { exact: true }).first().waitFor()
    context.diagnostic(`keys other than the number: ${keys}`)
    assert.equal(keys, 2)

    for (const text of ['941081', 'asha mu']) {
      await openInPage(page, `${dashboard.account}/templates`)
      await heading(page, 'Templates').waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type(text)
      await optionIn(page, /^Asha Mushi 0768 941 081/).waitFor()
      await page.keyboard.press('Enter')
      await heading(page, '0768 941 081').waitFor()
    }
    assert.deepEqual(complaints, [])
  })

  it('take keys that are typed before the dialog is loaded', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/webhooks`)
    context.after(leave)
    await heading(page, 'Webhooks').waitFor()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/palette-dialog/, async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('g invx')
    await page.keyboard.press('Backspace')
    release()
    const field = palette(page).getByRole('combobox')
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('ite')
    assert.equal(await field.inputValue(), 'g invite')
    assert.match(page.url(), /webhooks$/)
    assert.deepEqual(complaints, [])
  })

  it('offer recent items, pages, commands and results', async () => {
    const { page, complaints } = visit
    await page.getByRole('button', { name: 'Search Ctrl + K' }).click()
    await palette(page)
      .getByRole('group', { name: 'Recent' })
      .getByRole('option', { name: /^Asha Mushi/ })
      .waitFor()
    await checkPage(page)
    await page.keyboard.type('new te')
    await optionIn(page, 'Create template').waitFor()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Create template' })
    await form.waitFor()
    assert.match(page.url(), /dialog=add/)
    await page.keyboard.press('Escape')
    // The search does not open over a form.
    await form.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('welcome')
    await palette(page)
      .getByRole('group', { name: 'Templates' })
      .getByRole('option', { name: /^Welcome/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  it('have keys that open pages, focus fields and move in lists, except while typing', async () => {
    const { page, complaints } = visit
    // The second key counts within 1.5 seconds of the first.
    await until('the keys opened the Messages page', async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('m')
      return heading(page, 'Messages').isVisible()
    })
    await page.getByRole('row').nth(2).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    assert.equal(await page.getByRole('row').nth(2).locator(':focus').count(), 1)
    await page.keyboard.press('/')
    const field = page.getByLabel('Phone number', { exact: true })
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('g h?')
    assert.equal(await field.inputValue(), 'g h?')
    await field.fill('')
    await field.blur()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.getByRole('row', { name: 'g m Messages' }).waitFor()
    await list.getByRole('row', { name: 'Ctrl K Search and commands' }).waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  it('find messages and PINs by last digits or the name of a contact', async () => {
    const { page, complaints } = visit
    const field = page.getByLabel('Phone number', { exact: true })
    const rows = page.locator('tbody tr')
    for (const [path, title, text] of [
      ['messages', 'Messages', '941081'],
      ['pins', 'PINs', 'Asha'],
    ] as const) {
      await openInPage(page, `${dashboard.account}/${path}`)
      await heading(page, title).waitFor()
      await field.fill(text)
      await page.getByRole('option', { name: 'Asha Mushi 0768 941 081' }).waitFor()
      await field.press('Enter')
      await page.waitForURL(/number=%2B255768941081/)
      await rows.getByRole('link', { name: '0768 941 081' }).first().waitFor()
      await rows.getByText('0713 000 015').waitFor({ state: 'detached' })
    }
    assert.deepEqual(complaints, [])
  })

  it('show a viewer only what the role allows', async (context) => {
    const { email } = await addPerson(dashboard.world, dashboard.world.accountId, 'viewer')
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/home`, {
      viewport: phoneScreen,
      colorScheme: 'dark',
      as: { email, password },
    })
    context.after(leave)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await optionIn(page, 'Sign out').waitFor()
    const names = (await palette(page).getByRole('option').allInnerTexts()).join('\n')
    for (const hidden of [
      'Send$',
      'Send message',
      'Add contact',
      'Create API key',
      'Add provider',
      'Audit log',
      'Providers',
    ])
      assert.doesNotMatch(names, new RegExp(`^${hidden}`, 'm'))
    await page.keyboard.type('zzzz')
    await palette(page).getByText('No results for “zzzz”').waitFor()
    assert.deepEqual(complaints, [])
  })
})

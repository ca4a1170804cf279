import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { browserMissing } from '../browser.ts'
import { adminEmail, adminPassword, checkPage, type Dashboard, deskScreen, openDashboard, phoneScreen } from '../dashboard.ts'

describe('The frame of the dashboard', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await openDashboard()
  })
  after(() => dashboard?.close())

  it('leads whoever has not signed in to the sign-in, and from there back to where they wanted to go', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/templates', { as: null })
    context.after(leave)
    await page.getByLabel('E-mail').fill(adminEmail)
    await page.getByLabel(/^Password/).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('E-mail').inputValue(), adminEmail)
    await page.getByLabel(/^Password/).fill(adminPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Templates' }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('has a menu on a phone and on a desk, in light and dark', async () => {
    for (const viewport of [phoneScreen, deskScreen])
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, complaints, leave } = await dashboard.visit('/', { viewport, colorScheme })
        await page.getByRole('heading', { level: 1 }).waitFor()
        if (viewport === phoneScreen) await page.getByRole('button', { name: 'Open the menu' }).click()
        await page.getByRole('link', { name: 'Sender names' }).waitFor()
        await checkPage(page)
        assert.deepEqual(complaints, [])
        await leave()
      }
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { browserMissing } from '../browser.ts'
import { textsOf } from '../catalogs.ts'
import { addPerson, command } from '../console/people.ts'
import { checkPage, type Dashboard, deskScreen, phoneScreen, shareDashboard } from '../dashboard.ts'
import { testLanguage } from '../translated.ts'
import { until } from '../world.ts'

describe('dashboard shell', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await shareDashboard()
  })
  after(() => dashboard?.close())

  it('redirects to the sign-in page and returns to the requested page', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/templates`, { as: null })
    context.after(leave)
    await page.getByLabel('Email').fill(dashboard.user.email)
    await page.getByLabel(/^Password/).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Email').inputValue(), dashboard.user.email)
    await page.getByLabel(/^Password/).fill(dashboard.user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Templates' }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('loads less than 300 KB of script for the first page, and nothing twice', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/')
    context.after(leave)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const loaded = await page.evaluate<readonly { name: string; encodedBodySize: number; decodedBodySize: number }[]>(
      `performance.getEntriesByType('resource').map(({ name, encodedBodySize, decodedBodySize }) => ({ name, encodedBodySize, decodedBodySize }))`,
    )
    const scripts = loaded.filter(({ name }) => name.endsWith('.js'))
    const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    assert.ok(scripts.length >= 3 && bytes > 50_000 && bytes < 300_000, `${scripts.length} scripts, ${bytes} bytes`)
    assert.ok(scripts.some(({ encodedBodySize, decodedBodySize }) => encodedBodySize < decodedBodySize / 2))
    assert.equal(new Set(scripts.map(({ name }) => name)).size, scripts.length)
    assert.deepEqual(complaints, [])
    const policy = (await fetch(dashboard.address)).headers.get('content-security-policy') ?? ''
    assert.match(policy, /script-src 'self';/)
    assert.doesNotMatch(policy, /script-src[^;]*unsafe/)
  })

  it('lets browsers cache hashed files for a year and missing files never', async () => {
    const headersOf = async (path: string) => {
      const { status, headers } = await fetch(`${dashboard.address}${path}`)
      return [status, headers.get('cache-control')]
    }
    const script =
      /\/assets\/[^"]+\.js/.exec(await (await fetch(dashboard.address)).text())?.[0] ??
      assert.fail('the page has no script')
    assert.deepEqual(await headersOf(script), [200, 'public, max-age=31536000, immutable'])
    assert.deepEqual(await headersOf('/favicon.svg'), [200, 'max-age=3600'])
    assert.deepEqual(await headersOf('/'), [200, 'no-cache'])
    assert.deepEqual(await headersOf(script.replace('.js', '0.js')), [404, 'no-store'])
  })

  it('has a menu on a phone in dark mode and on a desktop in light mode', async () => {
    for (const [viewport, colorScheme] of [
      [phoneScreen, 'dark'],
      [deskScreen, 'light'],
    ] as const) {
      const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/home`, { viewport, colorScheme })
      await page.getByRole('heading', { level: 1 }).waitFor()
      const entry = page.getByRole('link', { name: 'Sender names' })
      if (viewport === phoneScreen) {
        assert.equal(await entry.count(), 0, 'the closed menu is not in the tab order')
        await page.getByRole('button', { name: 'Open menu' }).click()
      }
      await entry.waitFor()
      await checkPage(page)
      assert.deepEqual(complaints, [])
      await leave()
    }
  })

  it('lets the keyboard skip the menu and focuses the heading of a chosen page', async (context) => {
    const { t } = textsOf(testLanguage ?? 'en')
    const [skip, senders] = [t.shell.skip, t.pages.senders]
    const { page, leave } = await dashboard.visit(`${dashboard.account}/templates`)
    context.after(leave)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const focused = () => page.evaluate<string>('document.activeElement.id || document.activeElement.textContent')
    await page.keyboard.press('Tab')
    assert.equal(await focused(), skip)
    await page.keyboard.press('Enter')
    await until('the page has the focus', async () => (await focused()) === 'page')
    await page.getByRole('link', { name: 'Sender names' }).click()
    await until('its heading has the focus', async () => (await focused()) === senders)
  })

  it('explains why a user cannot open a page', async (context) => {
    const viewer = await addPerson(dashboard.world, dashboard.world.accountId, 'viewer')
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/send`, { as: viewer })
    context.after(leave)
    await page.getByRole('heading', { name: 'Your role does not have access to this page' }).waitFor()
    await page.goto(`${dashboard.address}/operator/accounts`)
    await page.getByRole('heading', { name: 'This page is for operators' }).waitFor()
    await page.goto(`${dashboard.address}/accounts/999/messages`)
    await page.getByRole('heading', { name: 'You are not a member of this account' }).waitFor()
    await checkPage(page)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.waitForURL(`${dashboard.address}${dashboard.account}/home`)
    assert.deepEqual(complaints, [])
  })

  it('keeps a form open on outside clicks and leaves a list page that no longer exists', async (context) => {
    const { body } = await command(dashboard.world, 'GET', `${dashboard.account}/templates`)
    for (let number = body.total + 1; number <= 26; number += 1)
      await command(dashboard.world, 'POST', `${dashboard.account}/templates`, {
        title: `Template ${number}.`,
        text: 'Habari',
      })
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/templates`)
    context.after(leave)
    await page.getByRole('button', { name: 'Create template' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Title/).fill('Nusu')
    await page.mouse.click(5, 5)
    await dialog.getByRole('button', { name: 'Create template' }).click()
    await dialog.getByRole('textbox', { name: /^Text/ }).waitFor()
    assert.equal(await dialog.getByLabel(/^Title/).inputValue(), 'Nusu')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Next page' }).click()
    const rows = page.getByRole('button', { name: /^Actions for/ })
    await until('the second page is there', async () => (await rows.count()) === 1)
    await rows.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete template' }).click()
    await until('the first page is there', async () => (await rows.count()) === 25)
    assert.deepEqual(complaints, [])
  })

  it('reports a failed sign-out, and leaves no data behind after a successful one', async (context) => {
    const { page, leave } = await dashboard.visit(`${dashboard.account}/send`)
    context.after(leave)
    await page.getByRole('textbox', { name: 'Message' }).fill('Siri')
    const signOut = async () => {
      await page.getByRole('button', { name: /^Signed in as/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    await page.route('**/auth/sign-out', (route) => route.abort())
    await signOut()
    await page.getByText('You are still signed in').waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.unroute('**/auth/sign-out')
    await signOut()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.doesNotMatch(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })'), /Siri/)
  })
})

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

  it('loads less than 300 KB of script for its first page, and nothing twice', async (context) => {
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

  it('is kept by browsers as long as it can not change, and what is missing never', async () => {
    const headersOf = async (path: string) => {
      const { status, headers } = await fetch(`${dashboard.address}${path}`)
      return [status, headers.get('cache-control')]
    }
    const script = /\/assets\/[^"]+\.js/.exec(await (await fetch(dashboard.address)).text())?.[0] ?? assert.fail('the page has no script')
    assert.deepEqual(await headersOf(script), [200, 'public, max-age=31536000, immutable'])
    assert.deepEqual(await headersOf('/favicon.svg'), [200, 'max-age=3600'])
    assert.deepEqual(await headersOf('/'), [200, 'no-cache'])
    const [status, kept] = await headersOf(script.replace('.js', '0.js'))
    assert.ok(Number(status) >= 400, `${status}`)
    assert.equal(kept, 'no-store')
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

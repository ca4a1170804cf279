import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { products } from '../../dashboard/src/pages/api-setup/products.ts'
import { browserMissing } from '../browser.ts'
import { addPerson } from '../console/people.ts'
import { checkPage, type Dashboard, openDashboard, phoneScreen } from '../dashboard.ts'
import { until } from '../world.ts'

describe('API setup in the dashboard', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await openDashboard({ config: { hostConsole: ['127.0.0.1', 'localhost'], hostOtp: ['pins.example'] } })
  })
  after(() => dashboard?.close())

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  const shown = async (page: Page, label: string) => (await page.getByLabel(label, { exact: true }).textContent()) ?? ''
  const basic = (apiKey: string, secret: string) => `Basic ${Buffer.from(`${apiKey}:${secret}`).toString('base64')}`
  /** Over the wire, as a program does it. */
  const call = async (authorization: string, path = '/public/v1/vendors/balance') =>
    (await fetch(`${dashboard.address}${path}`, { headers: { authorization } })).status

  async function readKey(page: Page): Promise<string> {
    const [apiKey, secret] = [await shown(page, 'API key'), await shown(page, 'Secret')]
    assert.ok((await shown(page, 'Try it in a terminal')).startsWith(`curl -u ${apiKey}:${secret} ${dashboard.address}/`))
    await press(page, 'I have copied it')
    return basic(apiKey, secret)
  }

  it('makes a key for some products that works at once, is replaced with an overlap, and revoked', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/api')
    context.after(leave)
    await press(page, 'Create key')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Web shop')
    await dialog.getByLabel('Only some').check()
    await dialog.getByLabel('Credit').check()
    await dialog.getByLabel('Allowed IP addresses').fill('nonsense')
    await checkPage(page)
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('nonsense is no IP address').waitFor()
    assert.equal(await dialog.getByLabel(/^Name/).inputValue(), 'Web shop')
    await dialog.getByLabel('Allowed IP addresses').fill('127.0.0.0/8\n10.1.2.3')
    await dialog.getByLabel('Last day').fill('2090-01-31')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await readKey(page)
    assert.deepEqual([await call(key), await call(key, '/public/v1/address-books')], [200, 401])

    const row = page.getByRole('row', { name: 'Web shop' })
    assert.match((await row.textContent()) ?? '', /API key.*Credit.*127\.0\.0\.0\/8, 10\.1\.2\.3.*31 Jan 2090.*active/)
    await row.getByRole('button', { name: /^Replace Web shop/ }).click()
    await page.getByLabel('Both work for so many hours').fill('2')
    await press(page, 'Create new key')
    const next = await readKey(page)
    assert.deepEqual([await call(key), await call(next)], [200, 200])
    await row.filter({ hasText: 'replaced by no.' }).getByText('expiring').waitFor()
    await checkPage(page)
    dashboard.world.clock.moveForward(2 * 3_600_000 + 1_000)
    assert.deepEqual([await call(key), await call(next)], [401, 200])

    await row
      .filter({ hasText: 'active' })
      .getByRole('button', { name: /^Revoke Web shop/ })
      .click()
    await press(page, 'Revoke')
    await row.getByText('revoked').waitFor()
    await until('nothing gets in with it', async () => (await call(next)) === 401)
    assert.deepEqual(complaints, [])
  })

  it('makes a token that works as it is', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/api', { viewport: phoneScreen, colorScheme: 'dark' })
    context.after(leave)
    await press(page, 'Create token')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Reports')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const token = await shown(page, 'Token')
    assert.equal(await shown(page, 'Try it in a terminal'), `curl -H 'Authorization: ${token}' ${dashboard.address}/public/v1/vendors/balance`)
    assert.equal(await call(token), 200)
    await checkPage(page)
    await press(page, 'I have copied it')
    await page.getByText('Reports', { exact: true }).waitFor()
    await press(page, /^One-time PINs/)
    assert.equal(await shown(page, 'Base address of One-time PINs'), dashboard.address.replace('127.0.0.1', 'pins.example'))
    assert.equal(await shown(page, 'Base address of SMS'), dashboard.address)
    await checkPage(page)
    assert.deepEqual(complaints, [])
  })

  it('lets those who are no owners look only', async (context) => {
    const { page, leave } = await dashboard.visit('/accounts/1/api', { as: await addPerson(dashboard.world, 1, 'member') })
    context.after(leave)
    await page.getByText('first key').waitFor()
    assert.equal(await page.getByRole('button', { name: /Create|Replace|Revoke/ }).count(), 0)
  })

  it('names all paths that there are, each under its product', async () => {
    const { paths } = (await (await fetch(`${dashboard.address}/openapi.json`)).json()) as { paths: Record<string, Record<string, { tags: string[] }>> }
    const wanted = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { tags }]) => `${tags[0]}: ${method.toUpperCase()} ${path}`),
    )
    const named = products.flatMap(({ name, paths: own }) => own.map(({ method, path }) => `${name}: ${method} ${path}`))
    assert.deepEqual(named.toSorted(), wanted.toSorted())
  })
})

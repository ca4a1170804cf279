import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { products } from '../../dashboard/src/pages/api-setup/products.ts'
import { browserMissing } from '../browser.ts'
import { addAccount, addPerson, ageSessions, command } from '../console/people.ts'
import { confirmIdentity, type Dashboard, openDashboard, phoneScreen } from '../dashboard.ts'
import { inTestLanguage } from '../translated.ts'
import { basic, until } from '../world.ts'

describe('Dashboard: Developer', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await openDashboard({ config: { hostConsole: ['127.0.0.1', 'localhost'], hostOtp: ['pins.example'] } })
  })
  after(() => dashboard?.close())

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  const shown = async (page: Page, label: string) => (await page.getByLabel(label, { exact: true }).textContent()) ?? ''
  /** Calls the API over the network, as a program does. */
  const call = async (authorization: string, path = '/public/v1/vendors/balance') =>
    (await fetch(`${dashboard.address}${path}`, { headers: { authorization } })).status

  /** Chooses an action from the menu of a row. */
  async function choose(page: Page, row: Locator, action: string): Promise<void> {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: action }).click()
    await page.getByRole('menu').waitFor({ state: 'hidden' })
  }

  /** The example is a request to the public API, which a key with selected scopes cannot use. */
  async function readKey(page: Page, hasExample = true): Promise<string> {
    const [apiKey, secret] = [await shown(page, 'API key'), await shown(page, 'Secret')]
    const example = page.getByLabel('Try it in a terminal', { exact: true })
    assert.equal(await example.count(), Number(hasExample))
    if (hasExample)
      assert.ok((await example.textContent())?.startsWith(`curl -u ${apiKey}:${secret} ${dashboard.address}/`))
    await press(page, 'I have copied it')
    return basic(apiKey, secret)
  }

  it('creates a key for some products, replaces it with an overlap and revokes it', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/api')
    context.after(leave)
    await press(page, 'Create key')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Web shop')
    await dialog.getByLabel('Selected products').check()
    await dialog.getByLabel('Credit').check()
    await dialog.getByLabel('Allowed IP addresses').fill('nonsense')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('nonsense is not an IP address').waitFor()
    assert.equal(await dialog.getByLabel(/^Name/).inputValue(), 'Web shop')
    await dialog.getByLabel('Allowed IP addresses').fill('127.0.0.0/8\n10.1.2.3')
    await dialog.getByLabel('Last valid day').fill('2090-01-31')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await readKey(page)
    assert.deepEqual([await call(key), await call(key, '/public/v1/address-books')], [200, 401])

    const row = page.getByRole('row', { name: 'Web shop' })
    assert.match(
      (await row.textContent()) ?? '',
      inTestLanguage(/API key.*Credit.*127\.0\.0\.0\/8, 10\.1\.2\.3.*31 Jan 2090.*Active/),
    )
    await choose(page, row, 'Replace')
    await page.getByLabel('Overlap (hours)').fill('2')
    await press(page, 'Create new key')
    const next = await readKey(page)
    assert.deepEqual([await call(key), await call(next)], [200, 200])
    await row.filter({ hasText: 'Replaced by no.' }).getByText('Expiring').waitFor()
    dashboard.world.clock.moveForward(2 * 3_600_000 + 1_000)
    assert.deepEqual([await call(key), await call(next)], [401, 200])

    await choose(page, row.filter({ hasText: 'Active' }), 'Revoke')
    await press(page, 'Revoke')
    await row.getByText('Revoked').waitFor()
    await until('the key is rejected', async () => (await call(next)) === 401)
    assert.deepEqual(complaints, [])
  })

  it('chooses the scopes of a key, and changes them after a confirmation', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/api')
    context.after(leave)
    await press(page, 'Create key')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Newsletter')
    await dialog.getByLabel('Selected scopes').check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Select at least one scope.').waitFor()
    await dialog.getByLabel('Read contacts').check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await readKey(page, false)
    assert.deepEqual([await call(key, '/v2/contacts'), await call(key, '/v2/messages')], [200, 403])
    const row = page.getByRole('row', { name: 'Newsletter' })
    await row.getByText('contacts:read').waitFor()
    await ageSessions(dashboard.world)
    await choose(page, row, 'Change scopes')
    await dialog.getByLabel('No access').check()
    await dialog.getByRole('button', { name: 'Change scopes' }).click()
    await confirmIdentity(page)
    await row.getByText('No access').waitFor()
    await until('the key has no access', async () => (await call(key, '/v2/contacts')) === 403)
    assert.deepEqual(complaints, [])
  })

  it('creates a token that works without a secret', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/api', {
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    await press(page, 'Create token')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Reports')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const token = await shown(page, 'Token')
    assert.equal(
      await shown(page, 'Try it in a terminal'),
      `curl -H 'Authorization: ${token}' ${dashboard.address}/public/v1/vendors/balance`,
    )
    assert.equal(await call(token), 200)
    await press(page, 'I have copied it')
    await page.getByRole('table', { name: 'Keys and tokens' }).getByText('Reports', { exact: true }).waitFor()
    await press(page, /^One-time PINs/)
    assert.equal(await shown(page, 'Base URL of One-time PINs'), dashboard.address.replace('127.0.0.1', 'pins.example'))
    assert.equal(await shown(page, 'Base URL of SMS'), dashboard.address)
    assert.deepEqual(complaints, [])
  })

  it('creates a lenient key that accepts older formats until it is made strict, and allows private URLs', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/api')
    context.after(leave)
    await press(page, 'Create key')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Old register')
    await dialog.getByLabel('Lenient').check({ force: true })
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const authorization = await readKey(page)
    const send = async () => {
      const body = JSON.stringify({
        source_addr: 'INFO',
        message: 2026,
        recipients: [{ recipient_id: 'A-1', dest_addr: '+255712345678' }],
      })
      const response = await fetch(`${dashboard.address}/v1/send`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      })
      return ((await response.json()) as { code: number }).code
    }
    assert.equal(await send(), 100)
    const row = page.getByRole('row', { name: 'Old register' })
    await row.getByText('Lenient', { exact: true }).waitFor()
    await choose(page, row, 'Make strict')
    await dialog.getByText('request_id is a string').waitFor()
    await press(page, 'Make strict')
    await row.getByText('Lenient', { exact: true }).waitFor({ state: 'detached' })
    await until('the send is rejected', async () => (await send()) === 104)
    await choose(page, row, 'Make lenient')
    await press(page, 'Make lenient')
    await row.getByText('Lenient', { exact: true }).waitFor()
    await until('the send is accepted again', async () => (await send()) === 100)
    for (const [action, state] of [
      ['Allow private URLs', 'visible'],
      ['Forbid private URLs', 'detached'],
    ] as const) {
      await choose(page, row, action)
      await press(page, action)
      await row.getByText('Private URLs', { exact: true }).waitFor({ state })
    }
    assert.deepEqual(complaints, [])
  })

  it('lists a rejected request within moments, and finds it by key and by word', async (context) => {
    const fresh = await addAccount(dashboard.world)
    const { page, complaints, leave } = await dashboard.visit(`/accounts/${fresh}/api`)
    context.after(leave)
    await page.getByRole('link', { name: 'Request log' }).first().click()
    await page.getByText('No API requests yet').waitFor()
    await page.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Rejected requests' }).click()
    await page.getByText('No rejected requests').waitFor()
    const make = async (name: string) =>
      (await command(dashboard.world, 'POST', `/accounts/${fresh}/keys`, { name })).body
    const [shop, register] = [await make('Web shop'), await make('School register')]
    const send = (authorization: string) =>
      dashboard.world.send({ source_addr: 'NOBODY', message: 'Nobody reads this here' }, { authorization })
    for (let time = 0; time < 12; time += 1) await send(basic(shop.apiKey, shop.secret))
    await send(basic(register.apiKey, 'wrong'))
    const table = page.getByRole('table', { name: 'Rejected requests' })
    const byName = table.getByRole('row', { name: 'Unknown sender ID "NOBODY"' })
    await byName.getByRole('cell', { name: '12', exact: true }).waitFor()
    assert.match((await byName.textContent()) ?? '', /400, code 111: Invalid Sender ID.*POST.*\/v1\/send.*Web shop/)
    await table
      .getByRole('row', { name: 'The secret does not belong to this key' })
      .getByText('School register')
      .waitFor()
    assert.equal((await table.textContent())?.includes('Nobody reads this'), false)
    await page.getByRole('searchbox', { name: 'Search' }).fill('secret does not')
    await byName.waitFor({ state: 'detached' })
    await page.goto(`${dashboard.address}/accounts/${fresh}/api/requests?grouped=true`)
    await page.getByRole('combobox', { name: 'Key or token' }).click()
    await page.getByRole('option', { name: /^Web shop/ }).click()
    await table.getByText('School register').waitFor({ state: 'detached' })
    await byName.waitFor()
    await page.waitForURL(new RegExp(`credential=${shop.id}`))

    const phone = await dashboard.visit(`/accounts/${fresh}/home`, { viewport: phoneScreen, colorScheme: 'dark' })
    context.after(phone.leave)
    await phone.page.getByText('13 API requests of this account were rejected since').waitFor()
    await phone.page.getByRole('link', { name: 'Rejected requests' }).click()
    await phone.page.getByText('Unknown sender ID "NOBODY"').waitFor()
    assert.deepEqual([...complaints, ...phone.complaints], [])
  })

  it('shows members no button to change keys', async (context) => {
    const { page, leave } = await dashboard.visit('/accounts/1/api', {
      as: await addPerson(dashboard.world, 1, 'member'),
    })
    context.after(leave)
    await page.getByText('first key').waitFor()
    assert.equal(await page.getByRole('button', { name: /Create|Actions/ }).count(), 0)
  })

  it('lists every path of the public API under its product', async () => {
    const { paths } = (await (await fetch(`${dashboard.address}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { tags: string[] }>>
    }
    // The reference lists the balance under only one of its two products.
    const shared = 'SMS: GET /public/v1/vendors/balance'
    const wanted = Object.entries(paths)
      .filter(([path]) => !path.startsWith('/v2/'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { tags }]) => `${tags[0]}: ${method.toUpperCase()} ${path}`),
      )
    const named = products.flatMap(({ tag, paths: own }) => own.map(({ method, path }) => `${tag}: ${method} ${path}`))
    assert.deepEqual(named.toSorted(), [...wanted, shared].toSorted())
  })
})

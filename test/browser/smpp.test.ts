import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { addAccount, addPerson, command } from '../console/people.ts'
import { type Dashboard, openDashboard, phoneScreen } from '../dashboard.ts'
import { findFreePort } from '../postgres.ts'
import { inTestLanguage } from '../translated.ts'
import { until } from '../world.ts'

describe('Dashboard: SMPP', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let port: number
  before(async () => {
    port = await findFreePort()
    dashboard = await openDashboard({ config: { publicUrl: 'https://sms.example', smppPort: port } })
  })
  after(() => dashboard?.close())

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const shown = async (page: Page, label: string) =>
    (await page.getByRole('dialog').getByLabel(label, { exact: true }).textContent()) ?? ''

  async function choose(page: Page, row: Locator, action: string): Promise<void> {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: action }).click()
    await page.getByRole('menu').waitFor({ state: 'hidden' })
  }

  it('creates a credential, changes its limits, replaces its password and revokes it', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/smpp')
    context.after(leave)
    await page.getByText('No SMPP credentials yet').waitFor()
    await press(page, 'Create credential')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('System ID').fill('web-shop')
    await dialog.getByLabel('Messages per second').fill('100001')
    await dialog.getByRole('button', { name: 'Create credential' }).click()
    await dialog.getByText('Enter a whole number from 0 to 100,000.').waitFor()
    await dialog.getByLabel('Messages per second').fill('20')
    await dialog.getByLabel('Allowed IP addresses').fill('nonsense')
    await dialog.getByRole('button', { name: 'Create credential' }).click()
    const addresses = dialog.getByLabel('Allowed IP addresses')
    const atField = dialog.locator(`#${await addresses.getAttribute('id')}-error`)
    await atField.getByText('nonsense is not an IP address').waitFor()
    assert.equal(await addresses.evaluate((field) => field === field.ownerDocument.activeElement), true)
    assert.equal(await dialog.getByRole('alert').count(), 0)
    await addresses.fill('192.0.2.0/24')
    await dialog.getByRole('button', { name: 'Create credential' }).click()
    assert.deepEqual([await shown(page, 'Host'), await shown(page, 'Port')], ['sms.example', String(port)])
    assert.equal(await shown(page, 'System ID'), 'web-shop')
    const password = await shown(page, 'Password')
    assert.match(password, /^\w{8}$/)
    await press(page, 'I have copied it')
    const row = page.getByRole('row', { name: 'web-shop' }).first()
    assert.match(
      (await row.textContent()) ?? '',
      inTestLanguage(/0 of 4.*20\/s · Window 50.*192\.0\.2\.0\/24.*Never.*Active/),
    )

    await choose(page, row, 'Edit limits')
    await page.getByRole('textbox', { name: 'Binds', exact: true }).fill('2')
    await page.getByLabel('Deliver incoming messages').check({ force: true })
    await press(page, 'Save changes')
    await row.getByText('0 of 2').waitFor()
    await row.getByText('Incoming messages').waitFor()

    await sql`
      insert into smpp_binds (credential_id, account_id, mode, address, encrypted, owner, bound_at, lease_until)
      select id, account_id, 'transceiver', '192.0.2.7', true, 'api-1:318:e75441d9', now(), now() + interval '1 hour' from credentials where kind = 'smpp'
    `.execute(dashboard.world.db)
    await choose(page, row, 'Replace password')
    await page.getByLabel('Overlap (hours)').fill('2')
    await press(page, 'Create new password')
    await page.getByText(/^The old password works until/).waitFor()
    assert.notEqual(await shown(page, 'Password'), password)
    await press(page, 'I have copied it')
    await row.getByText(/^Old password valid until/).waitFor()

    await page.getByRole('row', { name: /Transceiver 192.0.2.7 TLS .* api-1, process 318$/ }).waitFor()
    await row.getByText('1 of 2').waitFor()

    const { page: carriers, leave: leaveCarriers } = await dashboard.visit('/operator/providers')
    await carriers.getByRole('row', { name: 'Account 1 web-shop Transceiver 192.0.2.7 TLS' }).waitFor()
    const entry = carriers.getByRole('navigation').getByRole('link', { name: 'Providers', exact: true })
    const screen = carriers.viewportSize()?.height ?? 0
    await until('the entry of the page is on screen', async () => {
      const box = await entry.boundingBox()
      return box !== null && box.y + box.height <= screen
    })
    await leaveCarriers()

    await choose(page, row, 'Revoke')
    await page.getByText('Its 1 bind is closed').waitFor()
    await press(page, 'Revoke')
    await row.getByText('Revoked', { exact: true }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('asks an owner to have limits raised by an operator', async (context) => {
    const accountId = await addAccount(dashboard.world, 'Owned')
    const owner = await addPerson(dashboard.world, accountId, 'owner')
    const { page, complaints, leave } = await dashboard.visit(`/accounts/${accountId}/smpp`, { as: owner })
    context.after(leave)
    await press(page, 'Create credential')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('An operator can allow more than 4 binds, a window of 50 and 100 messages').waitFor()
    await dialog.getByLabel('Messages per second').fill('0')
    await dialog.getByRole('button', { name: 'Create credential' }).click()
    await dialog.getByText('Enter a whole number from 1 to 100. Ask an operator for more.').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('shows a viewer the credentials without actions', async (context) => {
    const accountId = await addAccount(dashboard.world, 'Viewed')
    await command(dashboard.world, 'POST', `/accounts/${accountId}/smpp/credentials`, { systemId: 'viewed' })
    const viewer = await addPerson(dashboard.world, accountId, 'viewer')
    const { page, complaints, leave } = await dashboard.visit(`/accounts/${accountId}/smpp`, {
      as: viewer,
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    await page.getByText('viewed', { exact: true }).waitFor()
    await page.getByText('Only owners of the account can create').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Actions for|^Create credential/ }).count(), 0)
    assert.deepEqual(complaints, [])
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { browserMissing } from '../browser.ts'
import { addPerson, command } from '../console/people.ts'
import { type Dashboard, openDashboard, phoneScreen, type Visit } from '../dashboard.ts'

const dayMs = 86_400_000

describe('data retention in the dashboard', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let visit: Visit
  before(async () => {
    dashboard = await openDashboard()
    const { world } = dashboard
    const old = new Date(world.clock.now().getTime() - 50 * dayMs)
    await sql`
      insert into inbound_messages (account_id, carrier, phone, number, text, kind, received_at, text_removed)
      select 1, 'c', '255712345678', '15015', '', 'message', ${old}, true from generate_series(1, 3)
    `.execute(world.db)
    visit = await dashboard.visit('/accounts/1/retention')
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
  })

  it('shows what a shorter limit removes, and from when it applies', async () => {
    const { page, complaints } = visit
    const messages = page.getByRole('group', { name: 'Messages' })
    await messages.getByText('Kept now: 400 days.').waitFor()
    await messages.getByRole('combobox', { name: 'Limit' }).click()
    await page.getByRole('option', { name: 'Number of days' }).click()
    await messages.getByRole('textbox', { name: 'Days (Limit)' }).fill('6')
    await messages.getByText('Enter a number from 7 to 36,500.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Save limits' }).isDisabled())
    await messages.getByRole('textbox', { name: 'Days (Limit)' }).fill('40')
    await page.getByRole('button', { name: 'Save limits' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove old data?' })
    await dialog.getByRole('row', { name: /^Incoming messages 40 days 3 / }).waitFor()
    await dialog.getByRole('button', { name: 'Save and remove' }).click()
    await page.getByText('Limits saved.').waitFor()
    await messages.getByText(/^Kept now: 400 days\. From .*: 40 days\.$/).waitFor()
    await page
      .getByRole('table', { name: 'Data to remove' })
      .getByRole('row', { name: /^Incoming messages 40 days 3 / })
      .waitFor()
    const { classes } = (await command(dashboard.world, 'GET', '/accounts/1/retention')).body
    assert.deepEqual([classes[1].limit, classes[1].next.days], [40, 40])
    assert.deepEqual(complaints, [])
  })

  it('says that a text was removed', async () => {
    const { page } = visit
    await page.goto(`${dashboard.address}/accounts/1/numbers/255712345678`)
    const removed = page.getByRole('list', { name: 'History' }).getByText('Text removed')
    await removed.first().waitFor()
    assert.equal(await removed.count(), 3)
  })

  it('lets operators set defaults and maximums, and shows the last run', async () => {
    const { page, complaints } = visit
    await page.goto(`${dashboard.address}/operator/retention`)
    const logs = page.getByRole('group', { name: 'Logs' })
    await logs.getByRole('combobox', { name: 'Maximum' }).click()
    await page.getByRole('option', { name: 'Number of days' }).click()
    await logs.getByRole('textbox', { name: 'Days (Maximum)' }).fill('800')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('Limits saved.').waitFor()
    const { classes } = (await command(dashboard.world, 'GET', '/retention')).body
    assert.equal(classes[3].max, 800)
    await page
      .getByRole('table', { name: 'Last run' })
      .getByRole('row', { name: /^Incoming messages .* Done/ })
      .waitFor()
    assert.deepEqual(complaints, [])
  })

  it('is read-only for viewers, on a phone too', async () => {
    const viewer = await addPerson(dashboard.world, 1, 'viewer')
    const { page, leave } = await dashboard.visit('/accounts/1/retention', { as: viewer, viewport: phoneScreen })
    await page
      .getByRole('group', { name: 'Messages' })
      .getByText(/^Kept now/)
      .waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save limits' }).count(), 0)
    await leave()
  })
})

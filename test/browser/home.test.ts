import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { browserMissing } from '../browser.ts'
import { addPerson, command, password } from '../console/people.ts'
import { type Dashboard, shareDashboard, untilLive, type Visit } from '../dashboard.ts'

describe('home page', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let home: string
  let visit: Visit
  before(async () => {
    dashboard = await shareDashboard()
    home = `${dashboard.account}/home`
    visit = await dashboard.visit(home)
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
  })

  const figure = (name: string) => visit.page.getByRole('group', { name: `${name} today`, exact: true })

  it('guides a new account by its real state, and can be hidden and brought back', async () => {
    const { page } = visit
    const steps = page.getByRole('region', { name: 'Set up your account' })
    // New accounts of staging have a trial credit.
    await steps.getByText('1 of 5 done').waitFor()
    for (const name of ['Request sender name', 'Add contacts', 'Send first message', 'Add webhook'])
      await steps.getByRole('link', { name }).waitFor()
    await figure('Messages').getByText('0', { exact: true }).waitFor()

    await steps.getByRole('button', { name: 'Hide checklist' }).click()
    await untilLive(page, () => page.reload())
    await page.getByRole('button', { name: 'Show checklist (1 of 5 done)' }).click()
    await dashboard.world.send({ recipients: [{ recipient_id: 1, dest_addr: '255712345678' }] })
    await steps.getByText('First message (done)').waitFor()
    await steps.getByText('2 of 5 done').waitFor()
    await figure('Messages').getByText('1', { exact: true }).waitFor()
    await figure('Delivered').getByText('100% of completed messages').waitFor()
  })

  it('names who can do a step that the role does not allow', async (context) => {
    const { email } = await addPerson(dashboard.world, dashboard.world.accountId, 'viewer')
    const viewer = await dashboard.visit(home, { as: { email, password } })
    context.after(viewer.leave)
    const steps = viewer.page.getByRole('region', { name: 'Set up your account' })
    const webhook = steps.getByRole('listitem').filter({ hasText: 'Webhook' })
    await webhook.getByText('An owner of the account can do this.').waitFor()
    assert.equal(await steps.getByRole('link').count(), 0)
  })

  it('counts delivered and failed messages in a chart and a table', async () => {
    const { page } = visit
    // The first phone cannot be reached. The second number is rejected, so its message counts as failed but not sent.
    await dashboard.world.send({
      recipients: ['255712340003', '255712340000'].map((dest_addr, index) => ({ recipient_id: index, dest_addr })),
    })
    await figure('Undelivered').getByText('2', { exact: true }).waitFor()
    await figure('Messages').getByText('3', { exact: true }).waitFor()
    await figure('Delivered').getByText('33.3% of completed messages').waitFor()
    await page.getByRole('img', { name: '3 messages: 1 delivered (33.3%), 2 undelivered, 0 pending' }).waitFor()
    await page.getByRole('button', { name: 'Show table' }).click()
    const rows = page.getByRole('table', { name: 'Messages by day' }).getByRole('row')
    assert.equal(await rows.count(), 31)
    assert.match((await rows.nth(1).textContent()) ?? '', /^\d+ \w+3120/)
    const link = new URL(
      (await page.getByRole('link', { name: 'View undelivered' }).getAttribute('href')) ?? '',
      dashboard.address,
    )
    assert.deepEqual(
      [link.searchParams.get('status'), link.searchParams.get('from')?.slice(10)],
      // Midnight in the browser’s time zone, three hours ahead of GMT.
      ['undelivered', 'T21:00:00.000Z'],
    )
    await page.getByRole('region', { name: 'Credit' }).getByText('TZS').first().waitFor()
    await figure('Undelivered').getByRole('link').click()
    await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('status'), 'undelivered')
  })

  it('reports by day, by reason and by country, with charts, tables and a file', async () => {
    const { page, complaints } = visit
    await page.getByRole('link', { name: 'Reports' }).first().click()
    const total = page.getByRole('region', { name: 'Total' })
    await total.getByRole('group', { name: 'Delivery rate' }).getByText('33.3%').waitFor()
    await page.getByRole('img', { name: 'Messages by day' }).waitFor()
    await page.getByRole('combobox', { name: 'Group by' }).click()
    await page.getByRole('option', { name: 'Failure reason' }).click()
    const table = page.getByRole('table', { name: 'Messages by failure reason' })
    await table.waitFor()
    assert.equal(await table.getByRole('row').count(), 4)
    await table.getByRole('link', { name: 'The phone is switched off or out of coverage.' }).click()
    await page.getByRole('table', { name: 'Messages by day' }).waitFor()
    await total.getByRole('group', { name: 'Undelivered' }).getByText('1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear: Failure reason' }).click()
    await total.getByRole('group', { name: 'Messages' }).getByText('3', { exact: true }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    assert.match((await download).suggestedFilename(), /^report-day-.*\.csv$/)
    await page.goto(`${dashboard.address}/operator/reports?by=account`)
    await page.getByRole('table', { name: 'Messages by account' }).getByRole('link').first().waitFor()
    await page.getByRole('region', { name: 'Queue age' }).waitFor()
    await page.getByRole('table', { name: 'Carrier quality by day' }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('lists problems and links to their pages', async () => {
    const { page, complaints } = visit
    await command(dashboard.world, 'POST', `${dashboard.account}/senders`, {
      sender: 'DUKA',
      sampleContent: 'Karibu dukani',
    })
    await page.goto(`${dashboard.address}${home}`)
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await attention.getByText('Sender name DUKA is waiting for approval.').waitFor()
    await attention.getByRole('link', { name: 'Approvals' }).click()
    await page.waitForURL('**/operator/approvals')
    await page.goBack()
    await attention.getByRole('link', { name: 'Sender names' }).click()
    await page.waitForURL(`**${dashboard.account}/senders`)
    assert.deepEqual(complaints, [])
  })

  it('reports an unreachable server and loads on the next attempt', async () => {
    const { page } = visit
    await page.route('**/overview?*', (route) => route.abort())
    await page.goto(`${dashboard.address}${home}`)
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
    await page.unroute('**/overview?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await figure('Undelivered').getByText('2', { exact: true }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
  })
})

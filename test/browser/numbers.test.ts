import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { browserMissing } from '../browser.ts'
import { command } from '../console/people.ts'
import { type Dashboard, openDashboard, phoneScreen } from '../dashboard.ts'
import { addEverything, person } from '../person.ts'

describe('the history of a number', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await openDashboard()
    await addEverything(dashboard.world, person)
    await command(dashboard.world, 'POST', '/accounts/1/consents', {
      ...{ phone: person, source: 'web form', status: 'given', at: '2026-01-31' },
    })
  })
  after(() => dashboard?.close())

  it('has one list of all events, and opens from every number', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/numbers')
    context.after(leave)
    await page.getByLabel('Phone number').fill('0713 000 777')
    await page.getByRole('button', { name: 'Show history' }).click()
    await page.getByRole('heading', { name: '0713 000 777' }).waitFor()
    await page.getByText('Amina').first().waitFor()
    const history = page.getByRole('list', { name: 'History' })
    for (const kind of ['Outgoing message', 'Incoming message', 'PIN', 'Airtime', 'Payment', 'Consent', 'Opt-out'])
      await history.getByText(kind, { exact: true }).first().waitFor()

    const kinds = page.getByRole('group', { name: 'Kinds of events' })
    await kinds.getByText('Airtime').click()
    await history.getByText('Outgoing message').first().waitFor({ state: 'hidden' })
    assert.equal(await history.getByRole('listitem').count(), 1)
    await kinds.getByText('All', { exact: true }).click()

    await page.getByRole('button', { name: 'Actions for 0713 000 777' }).click()
    await page.getByRole('menuitem', { name: 'Opt in again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove opt-out' }).click()
    // The notification with Undo stays while the mouse is over it.
    await page.getByText('0713 000 777 can receive your messages again.').hover()
    await history.getByText('Opt-out', { exact: true }).waitFor({ state: 'hidden' })
    await page.getByText('Not opted out').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    await page.getByText(/^Opted out since/).waitFor()

    await page.goto(`${dashboard.address}/accounts/1/messages`)
    await page.getByRole('link', { name: '0713 000 777' }).first().click()
    await page.getByRole('heading', { name: '0713 000 777' }).waitFor()
    await page.getByRole('link', { name: 'View contact' }).click()
    await page.getByRole('row', { name: /Amina/ }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('adds an unknown number to the contacts', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`/accounts/1/numbers/${person}`, {
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    await page.getByText('Outgoing message').first().waitFor()
    await page.goto(`${dashboard.address}/accounts/1/numbers/255713000123`)
    await page.getByText('Nothing has happened with this number yet.').waitFor()
    await page.getByRole('link', { name: 'Add to contacts' }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByLabel('Phone number').first().inputValue(), '+255713000123')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.goto(`${dashboard.address}/accounts/1/numbers/12`)
    await page.getByRole('alert').waitFor()
    assert.deepEqual(complaints, [])
  })
})

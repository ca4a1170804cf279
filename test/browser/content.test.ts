import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { browserMissing } from '../browser.ts'
import { addPerson, command } from '../console/people.ts'
import { type Dashboard, openDashboard, openInPage, phoneScreen } from '../dashboard.ts'

describe('Dashboard: templates, sender names and opt-outs', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await openDashboard({ config: { segmentsMax: 10 } })
  })
  after(() => dashboard?.close())

  it('creates, edits and deletes a template, and counts its parts', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/templates')
    context.after(leave)
    await page.getByRole('row', { name: /^Welcome/ }).waitFor()
    await page.getByRole('button', { name: 'Create template' }).click()
    const dialog = page.getByRole('dialog')
    await page.getByLabel(/^Text/).fill('Hello ')
    await dialog.getByRole('button', { name: 'First name' }).click()
    assert.equal(await page.getByLabel(/^Text/).inputValue(), 'Hello {first_name}')
    await dialog.getByText('18 characters · 1 part').waitFor()
    await page.getByLabel(/^Text/).fill('ŷ'.repeat(71))
    await dialog.getByText('71 characters · 2 parts').waitFor()
    await dialog.getByRole('button', { name: 'Create template' }).click()
    await dialog.getByText('Enter a title').waitFor()

    // A text that the server rejects stays in the form, with the server's error.
    await page.getByLabel(/^Title/).fill('Reminder')
    await page.getByLabel(/^Text/).fill('x'.repeat(5_000))
    await dialog.getByRole('button', { name: 'Create template' }).click()
    assert.match(
      await dialog.getByText('The text is empty or too long').innerText(),
      /The text is empty or too long\. The message has \d+ parts/,
    )
    await page.getByLabel(/^Text/).fill('Hello {first_name}, your bill is due')
    await dialog.getByRole('button', { name: 'Create template' }).click()
    await page.getByRole('row', { name: /^Reminder Hello {first_name}, your bill is due 1/ }).waitFor()

    await page.getByRole('button', { name: 'Reminder', exact: true }).click()
    await page.getByLabel(/^Title/).fill('Bill')
    await page.getByRole('button', { name: 'Save template' }).click()
    await page.getByRole('row', { name: /^Bill Hello/ }).waitFor()
    await page.getByRole('searchbox').fill('welc')
    await page.getByRole('row', { name: /^Bill/ }).waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('bill')
    await page.getByRole('row', { name: /^Bill/ }).waitFor()
    assert.match(
      (await page.getByRole('link', { name: 'Send Bill' }).getAttribute('href')) ?? '',
      /^\/accounts\/1\/send\?template=\d+$/,
    )
    await page.getByRole('button', { name: 'Actions for Bill' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete template' }).click()
    await page.getByText('No matches.').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('requests a sender name and shows the decision of the operator', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/senders')
    context.after(leave)
    await page.getByRole('row', { name: /^INFO Active/ }).waitFor()
    await page.getByRole('button', { name: 'Request a sender name' }).click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Send request' })
    await dialog.getByLabel(/^Sender name/).fill('Duka letu la vitu')
    await page.getByLabel(/^Sample message/).fill('Your order is on its way')
    await submit.click()
    await dialog.getByText('Use at most 11 characters').waitFor()
    await dialog.getByLabel(/^Sender name/).fill('INFO')
    await submit.click()
    assert.match(
      await dialog.getByText('The account already has').innerText(),
      /The account already has the sender ID\. Sender ID "INFO" is active/,
    )
    assert.equal(await page.getByLabel(/^Sample message/).inputValue(), 'Your order is on its way')
    await dialog.getByLabel(/^Sender name/).fill('DUKA')
    await submit.click()
    await page.getByRole('row', { name: /^DUKA Pending Awaiting approval Your order is on its way/ }).waitFor()
    const { body } = await command(dashboard.world, 'GET', '/accounts/1/senders?q=DUKA')
    await command(dashboard.world, 'POST', `/accounts/1/senders/${body.data[0].id}/reject`, {
      reason: 'Another shop has this name',
    })
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Rejected' }).click()
    await page.getByRole('row', { name: /^DUKA Rejected Another shop has this name/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /^INFO/ }).count(), 0)
    assert.deepEqual(complaints, [])
  })

  it('adds an opt-out, finds it by its first digits, and warns before removing one', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/opt-outs')
    context.after(leave)
    await page.getByText('No opt-outs yet').waitFor()
    for (const phone of ['0712 000 111', '254700000222']) {
      await page.getByRole('button', { name: 'Add number' }).click()
      const dialog = page.getByRole('dialog')
      await page.getByLabel(/^Phone number/).fill('0712')
      await dialog.getByRole('button', { name: 'Add number' }).click()
      await dialog.getByText('Enter a phone number, such as').waitFor()
      await page.getByLabel(/^Phone number/).fill(phone)
      await dialog.getByRole('button', { name: 'Add number' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('row', { name: /^0712 000 111/ }).waitFor()
    await page.getByRole('searchbox').fill('+254 7')
    await page.getByRole('row', { name: /^0712 000 111/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Actions for +254 700 000222' }).click()
    await page.getByRole('menuitem', { name: 'Remove opt-out' }).click()
    await page.getByText('Remove the opt-out only if they have asked for messages again').waitFor()
    await page.getByRole('button', { name: 'Remove opt-out' }).click()
    await page.getByText('No matches.').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('shows viewers no button to make changes', async (context) => {
    const viewer = await addPerson(dashboard.world, 1, 'viewer')
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/templates', {
      viewport: phoneScreen,
      colorScheme: 'dark',
      as: viewer,
    })
    context.after(leave)
    for (const [path, text] of [
      ['templates', 'Welcome'],
      ['senders', 'DUKA'],
      ['opt-outs', '0712 000 111'],
      ['contacts', 'No contacts yet'],
      ['books', 'Contacts that are in no other address book'],
    ] as const) {
      await openInPage(page, `/accounts/1/${path}`)
      await page.getByText(text).first().waitFor()
      const changing = /^(Add|Create|Import|Request|Send)\b/
      for (const role of ['button', 'link'] as const)
        assert.equal(await page.getByRole('main').getByRole(role, { name: changing }).count(), 0, path)
    }
    assert.deepEqual(complaints, [])
  })
})

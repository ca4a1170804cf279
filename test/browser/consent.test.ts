import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { addPerson, command } from '../console/people.ts'
import { type Dashboard, openDashboard, openInPage, phoneScreen } from '../dashboard.ts'

describe('Dashboard: opt-outs, consents and the do-not-disturb list', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await openDashboard({})
  })
  after(() => dashboard?.close())

  async function importFile(page: Page, content: string) {
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Import CSV' }).click()
    await dialog.getByText('Choose a file.').waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await dialog.getByRole('button', { name: 'Import CSV' }).click()
    return dialog
  }

  async function exported(page: Page): Promise<string> {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString()
  }

  it('imports opt-outs, shows the invalid rows, filters by source and exports them', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/opt-outs')
    context.after(leave)
    await command(dashboard.world, 'POST', '/accounts/1/optouts', { phone: '255712000111' })
    const dialog = await importFile(page, 'phone\n255712000111\n0712\n255712000222\n')
    await dialog.getByText('1 row added, 1 already there.').waitFor()
    await dialog.getByRole('row', { name: /^2 0712 phone is not a phone number of Tanzania/ }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: /^0712 000 222 Imported file/ }).waitFor()
    await page.getByRole('combobox', { name: 'Source' }).click()
    await page.getByRole('option', { name: 'Added by hand' }).click()
    await page.getByRole('row', { name: /^0712 000 222/ }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /^0712 000 111 Added by hand/ }).waitFor()
    assert.match(await exported(page), /^phone,source,created_at\r\n255712000111,person,[^\n]+\n$/)
    assert.deepEqual(complaints, [])
  })

  it('records a consent and a withdrawal, and requires consent for bulk messages', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/consents')
    context.after(leave)
    await page.getByText('No consents yet').waitFor()
    for (const choice of ['The person consents', 'The person withdraws the consent']) {
      await page.getByRole('button', { name: 'Add consent' }).click()
      const dialog = page.getByRole('dialog')
      await page.getByLabel(/^Phone number/).fill('0712 000 333')
      await dialog.getByLabel(choice).check()
      await dialog.getByRole('button', { name: 'Add consent' }).click()
      await dialog.getByText('Enter the source.').waitFor()
      await page.getByLabel(/^Source/).fill('shop')
      await page.getByLabel(/^Text/).fill('I agree to offers by SMS.')
      await dialog.getByRole('button', { name: 'Add consent' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('row', { name: /^0712 000 333 Withdrawn .* shop/ }).waitFor()
    await page.getByRole('row', { name: /^0712 000 333 Given .* shop I agree/ }).waitFor()
    await page.getByRole('button', { name: 'Require consent' }).click()
    const question = page.getByRole('dialog')
    await question.getByText(/^This account has \d+ records of consent\.$/).waitFor()
    await question.getByRole('button', { name: 'Require consent' }).click()
    await page.getByRole('button', { name: 'Do not require consent' }).waitFor()
    const { body } = await command(dashboard.world, 'GET', '/accounts/1')
    assert.equal(body.consentRequired, true)

    await openInPage(page, '/accounts/1/send')
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello')
    await page.getByRole('textbox', { name: 'Numbers' }).fill('255712000333, 255712000444')
    await page.getByText('Without consent').waitFor()
    await command(dashboard.world, 'PATCH', '/accounts/1', { consentRequired: false })
    assert.deepEqual(complaints, [])
  })

  it('adds, imports and removes numbers of the do-not-disturb list', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/operator/do-not-disturb')
    context.after(leave)
    await page.getByText('The list is empty').waitFor()
    await page.getByRole('button', { name: 'Add number' }).click()
    const dialog = page.getByRole('dialog')
    await page.getByLabel(/^Phone number/).fill('255712000555')
    await page.getByLabel(/^Note/).fill('Letter of 31 January')
    await dialog.getByRole('button', { name: 'Add number' }).click()
    await page.getByRole('row', { name: /^\+255 712 000 555 Added by hand .* Letter of 31 January/ }).waitFor()
    const importing = await importFile(page, '255712000666\n255712000555')
    await importing.getByText('1 row added, 1 already there.').waitFor()
    await importing.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: /^\+255 712 000 666 Imported file/ }).waitFor()
    await page.getByRole('button', { name: 'Actions for +255 712 000 666' }).click()
    await page.getByRole('menuitem', { name: 'Remove from list' }).click()
    await page.getByRole('button', { name: 'Remove from list' }).click()
    await page.getByRole('row', { name: /^\+255 712 000 666/ }).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  it('shows viewers no button to make changes', async (context) => {
    const viewer = await addPerson(dashboard.world, 1, 'viewer')
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/consents', {
      viewport: phoneScreen,
      colorScheme: 'dark',
      as: viewer,
    })
    context.after(leave)
    await page.getByText('shop').first().waitFor()
    for (const name of ['Add consent', 'Import CSV', 'Require consent'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
    assert.deepEqual(complaints, [])
  })
})

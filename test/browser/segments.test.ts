import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { browserMissing } from '../browser.ts'
import { type Dashboard, openInPage, shareDashboard } from '../dashboard.ts'
import { chooseField, csv } from './import-page.ts'

describe('Dashboard: contact fields and segments', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await shareDashboard()
  })
  after(() => dashboard?.close())

  it('imports columns as new fields, and selects contacts by a segment', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/imports/new`)
    context.after(leave)
    const file = 'Phone,Full name,Voucher,Points\n0768 941 081,Asha Mwinyi,V1,120\n0768 941 082,Juma Ali,V2,20\n'
    await page.locator('input[type=file]').setInputFiles(csv('shop.csv', Buffer.from(file)))
    await chooseField(page, 'Voucher', 'New field (Text)')
    await chooseField(page, 'Points', 'New field (Number)')
    await page.getByText('2 of 2 rows can be imported.').waitFor()
    await page
      .getByRole('row', { name: /^1 0768 941 081 \+255768941081 Asha Mwinyi Voucher: V1 · Points: 120/ })
      .waitFor()
    await page.getByRole('button', { name: 'Import contacts' }).click()
    await page.getByText('2 of 2 rows').waitFor()
    await page.getByText('Full name → Full name, Voucher → Voucher, Points → Points').waitFor()

    await openInPage(page, `${dashboard.account}/segments/new`)
    await page.getByLabel(/^Name/).fill('Loyal')
    await page.getByRole('combobox', { name: 'Condition 1: field' }).click()
    await page.getByRole('option', { name: 'Points' }).click()
    await page.getByRole('combobox', { name: 'Condition 1: comparison' }).click()
    await page.getByRole('option', { name: 'is at least' }).click()
    await page.getByText('Complete the conditions').waitFor()
    await page.getByRole('textbox', { name: 'Condition 1: value' }).fill('100')
    await page.getByText('1 contact matches').waitFor()
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByRole('combobox', { name: 'Condition 2: field' }).click()
    await page.getByRole('option', { name: 'Last message' }).click()
    await page.getByRole('textbox', { name: 'Condition 2: value' }).fill('30')
    await page.getByText('No contacts match').waitFor()
    await page.getByRole('combobox', { name: 'Condition 2: comparison' }).click()
    await page.getByRole('option', { name: 'never' }).click()
    await page.getByText('1 contact matches').waitFor()
    await page.getByRole('button', { name: 'Save segment' }).click()
    await page.getByRole('row', { name: /^Loyal Points is at least 100 and never messaged/ }).waitFor()
    await page.getByRole('link', { name: 'Send message to Loyal' }).click()
    await page.getByRole('button', { name: 'Voucher', exact: true }).click()
    await page.getByRole('region', { name: 'Estimated cost' }).getByText('V1', { exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Loyal', exact: true }).click()
    const table = page.getByRole('table', { name: 'Contacts' })
    await table.getByRole('row', { name: /Asha Mwinyi 0768 941 081 .*Voucher: V1 · Points: 120/ }).waitFor()
    assert.equal(await table.getByRole('row').count(), 2)

    await page.getByRole('button', { name: 'Asha Mwinyi', exact: true }).click()
    await page.getByLabel('Points').fill('many')
    await page.getByRole('button', { name: 'Save contact' }).click()
    await page.getByRole('dialog').getByText('Enter a number').waitFor()
    await page.getByLabel('Points').fill('90')
    await page.getByRole('button', { name: 'Save contact' }).click()
    await table.getByRole('row', { name: /Asha/ }).waitFor({ state: 'detached' })

    await openInPage(page, `${dashboard.account}/contact-fields`)
    await page.getByRole('button', { name: 'Add field' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Tier')
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Choice' }).click()
    await dialog.getByLabel('Choices').fill('Gold\nSilver')
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await page.getByRole('row', { name: /^Tier \{tier\} Choice Gold, Silver/ }).waitFor()
    await page.getByRole('button', { name: 'Actions for Points' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete field' }).click()
    await dialog.getByText('A segment uses this contact field: "Loyal".').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('shows an import without a valid row as a failure', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/imports/new`)
    context.after(leave)
    await page.locator('input[type=file]').setInputFiles(csv('bad.csv', Buffer.from('Phone\n12\n13\n')))
    await page.getByText('0 of 2 rows can be imported.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Import contacts' }).isDisabled(), true)
    assert.deepEqual(complaints, [])
  })
})

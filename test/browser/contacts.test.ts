import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { browserMissing } from '../browser.ts'
import { type Dashboard, shareDashboard } from '../dashboard.ts'
import { slowness } from '../pace.ts'
import { inTestLanguage } from '../translated.ts'
import { until } from '../until.ts'
import { chooseField as choose, csv } from './import-page.ts'

const rowsCount = 10_000
const badEvery = 400
const badCount = rowsCount / badEvery

/** Column names that are not mapped automatically, and a cell that contains the delimiter. */
function makeFile(): Buffer {
  const rows = Array.from({ length: rowsCount }, (_, index) => {
    const number =
      index % badEvery === 0 ? `0712${String(index).padStart(4, '0')}` : `2557${String(10_000_000 + index)}`
    return `${number};Mteja ${index};"Mtaa wa ${index}; Ilala";${index % 2 === 0 ? 'Arusha' : 'Mbeya'}`
  })
  return Buffer.from(`\uFEFF${['Mawasiliano;Anaitwa;Maelezo;Makazi', ...rows].join('\r\n')}`)
}

describe('Dashboard: contacts', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await shareDashboard()
  })
  after(() => dashboard?.close())

  /** Keeps new imports waiting, so that a test can look at the page of a running one. */
  async function holdImports(): Promise<() => Promise<void>> {
    const { db } = dashboard.world
    await sql`create function hold_import() returns trigger language plpgsql as 'begin new.due_at = new.due_at + interval ''1 day''; return new; end'`.execute(
      db,
    )
    await sql`create trigger hold before update on contact_imports for each row
              when (old.status = 'uploading' and new.status = 'waiting') execute function hold_import()`.execute(db)
    return async () => {
      await sql`drop function if exists hold_import cascade`.execute(db)
      await sql`update contact_imports set due_at = created_at where status = 'waiting'`.execute(db)
    }
  }

  it('imports 10,000 contacts with a manual column mapping and reports the result of each row', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/books`)
    context.after(leave)
    await page.getByRole('button', { name: 'Add address book' }).click()
    await page.getByLabel(/^Name/).fill('Wateja')
    await page.getByRole('dialog').getByRole('button', { name: 'Add address book' }).click()
    await page.getByRole('link', { name: 'Wateja' }).waitFor()
    await page.getByRole('button', { name: 'Actions for Wateja' }).click()
    await page.getByRole('menuitem', { name: 'Import contacts' }).click()

    await page.getByRole('heading', { name: 'Import contacts' }).waitFor()
    await page.locator('input[type=file]').setInputFiles(csv('orodha.xlsx', Buffer.from('PK\x03\x04 and more')))
    assert.match(await page.getByRole('main').getByRole('alert').innerText(), /spreadsheet/)
    await page.locator('input[type=file]').setInputFiles(csv('orodha.csv', makeFile()))
    await page.getByRole('table', { name: 'Columns of the file' }).waitFor()
    assert.equal(
      await page.getByRole('combobox', { name: 'Contact field for Mawasiliano' }).inputValue(),
      'Phone number',
    )
    await choose(page, 'Mawasiliano', 'Do not import')
    assert.equal(await page.getByRole('button', { name: 'Import contacts' }).isDisabled(), true)
    await choose(page, 'Mawasiliano', 'Phone number')
    await choose(page, 'Anaitwa', 'First name')
    await choose(page, 'Makazi', 'City')
    await page.getByText('9,975 of 10,000 rows can be imported.').waitFor()
    const examples = page.getByRole('table', { name: 'First rows as they will be imported' })
    await examples.getByRole('row', { name: /^2 255710000001 \+255710000001 Mteja 1/ }).waitFor()
    await page
      .getByRole('row', { name: /^401 07120400 Skipped Mawasiliano is not a phone number of Tanzania/ })
      .waitFor()

    const letGo = await holdImports()
    context.after(letGo)
    await page.getByRole('button', { name: 'Import contacts' }).click()
    await page.getByText('0 of 10,000 rows').waitFor()
    assert.equal(await page.getByRole('progressbar', { name: 'Import progress' }).getAttribute('aria-valuenow'), '0')
    await page.getByRole('button', { name: 'Cancel import' }).waitFor()
    await letGo()
    await page.getByText('10,000 of 10,000 rows').waitFor({ timeout: 60_000 * slowness })
    await page.getByRole('button', { name: 'Cancel import' }).waitFor({ state: 'detached' })

    await page.getByText(`Skipped (${badCount})`).click()
    const report = page.getByRole('table', { name: 'Rows of the file' })
    await report
      .getByRole('row', { name: /^401 07120400 Skipped Mawasiliano is not a phone number of Tanzania/ })
      .waitFor()
    assert.equal(await report.getByRole('row').count(), 1 + badCount)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download report' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
    assert.equal(lines.length, 1 + rowsCount)
    assert.equal(lines.filter((line) => line.includes('invalid')).length, badCount)
    assert.deepEqual(complaints, [])
  })

  it('asks how the numbers of each column are written, and shows how they are read', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/imports/new`)
    context.after(leave)
    const file = 'Phone;Points;Weight;Shop\n0768941081;1.250;1.250;A\n0768941082;300;12.5;B\n'
    await page.locator('input[type=file]').setInputFiles(csv('europe.csv', Buffer.from(file)))
    await choose(page, 'Points', 'New field (Number)')
    await choose(page, 'Weight', 'New field (Number)')
    const columns = page.getByRole('table', { name: 'Columns of the file' })
    await columns.getByText('Read as 1250 · 300').waitFor()
    await columns.getByText('Read as 1.25 · 12.5').waitFor()
    assert.equal(await columns.getByRole('combobox', { name: /^How numbers in/ }).count(), 2)
    const first = page.getByRole('table', { name: 'First rows as they will be imported' }).getByRole('row').nth(1)
    await first.getByText('Points:\u00A01250 · Weight:\u00A01.25').waitFor()
    await columns.getByRole('combobox', { name: 'How numbers in Points are written' }).click()
    await page.getByRole('option', { name: /^1,250\.5/ }).click()
    await columns.getByText('Read as 1.25 · 300').waitFor()
    await first.getByText('Points:\u00A01.25 · Weight:\u00A01.25').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('imports a file without column names and cancels an import', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/imports/new`)
    context.after(leave)
    const letGo = await holdImports()
    context.after(letGo)
    await page
      .locator('input[type=file]')
      .setInputFiles(csv('short.csv', Buffer.from('\uFEFF"255754000001","Asha ""A."" Ali"\n255754000002,Beatus\n')))
    await page.getByText('Asha "A." Ali · Beatus').waitFor()
    assert.equal(await page.getByRole('switch', { name: /The first row/ }).isChecked(), false)
    await choose(page, 'Column 2', 'Phone number')
    // A field comes from one column.
    assert.equal(await page.getByRole('combobox', { name: 'Contact field for Column 1' }).inputValue(), 'Do not import')
    await choose(page, 'Column 1', 'Phone number')
    await choose(page, 'Column 2', 'First name')
    await page.getByRole('button', { name: 'Import contacts' }).click()
    await page.getByText('0 of 2 rows').waitFor()
    assert.match(
      await page.locator('main').innerText(),
      inTestLanguage(/Column 1 → Phone number, Column 2 → First name/),
    )
    await page.getByRole('button', { name: 'Cancel import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click()
    await page.getByText('Cancelled', { exact: true }).waitFor()
    await page.goto(`${dashboard.address}${dashboard.account}/imports`)
    await page.getByRole('row', { name: /^short.csv Default Cancelled 2/ }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('lists contacts by page, and finds, edits and deletes one', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/contacts`)
    context.after(leave)
    const table = page.getByRole('table', { name: 'Contacts' })
    await page.getByRole('combobox', { name: 'Address book' }).fill('watej')
    await page.getByRole('option', { name: 'Wateja' }).click()
    // All contacts are in this address book, so the list looks the same before and after the filter applies. The clear
    // button tells them apart.
    await page.getByRole('button', { name: 'Clear: Address book' }).waitFor()
    await page.getByText(`${(rowsCount - badCount).toLocaleString('en')} in total`).waitFor()
    await table.getByRole('row', { name: /Mteja 9999/ }).waitFor()
    await page.getByRole('button', { name: 'Next page', exact: true }).click()
    await table.getByRole('row', { name: /Mteja 9974/ }).waitFor()
    assert.match(page.url(), /\?book=\d+&contacts\.page=[\w-]+$/)

    await page.getByRole('searchbox').fill('710004321')
    await table.getByRole('row', { name: /Mteja 4321 0710 004 321/ }).waitFor()
    await page.getByRole('searchbox').fill('mteja 432')
    await table.getByRole('row', { name: /Mteja 4329/ }).waitFor()
    assert.equal(await table.getByRole('row').count(), 1 + 11)
    await page.getByRole('button', { name: 'Mteja 4329', exact: true }).click()
    await page.getByLabel('Last name').fill('Mwisho')
    await page.getByRole('combobox', { name: 'Address books' }).click()
    await page.getByRole('option', { name: 'Default' }).click()
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Save contact' }).click()
    await table.getByRole('row', { name: /Mteja 4329 Mwisho 0710 004 329/ }).waitFor()

    await page.getByRole('button', { name: 'Actions for Mteja 4329 Mwisho' }).click()
    await page.getByRole('menuitem', { name: 'Remove from this address book' }).click()
    await page.getByRole('button', { name: 'Remove contact' }).click()
    await table.getByRole('row', { name: /Mteja 4329/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear: Address book' }).click()
    await table.getByRole('row', { name: /Mteja 4329 Mwisho/ }).waitFor()
    await page.getByRole('button', { name: 'Actions for Mteja 4329 Mwisho' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete contact' }).click()
    await table.getByRole('row', { name: /Mteja 4329/ }).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  it('keeps the list and the form while offline, and continues when the network is back', async (context) => {
    const { page, context: browser, leave } = await dashboard.visit(`${dashboard.account}/contacts`)
    context.after(leave)
    const table = page.getByRole('table', { name: 'Contacts' })
    await table.getByRole('row', { name: /Mteja 9999/ }).waitFor()
    const hasForm = () =>
      page.evaluate<boolean>(`performance.getEntriesByType('resource').some(({ name }) => name.includes('edit-form'))`)
    await until('the page has loaded its form', hasForm)
    await browser.setOffline(true)
    await page.getByText('You are offline').waitFor()
    await page.getByRole('button', { name: 'Next page', exact: true }).click()
    await page.getByRole('main').getByRole('alert').getByText('No connection').waitFor()
    await table.getByRole('row', { name: /Mteja 9999/ }).waitFor()

    await page.getByRole('button', { name: 'Add contact' }).click()
    const dialog = page.getByRole('dialog')
    await page.getByLabel(/^Phone number/).fill('+255 766 123 456')
    await page.getByLabel('First name').fill('Zuhura')
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await dialog.getByRole('alert').getByText('No connection').waitFor()
    assert.equal(await page.getByLabel('First name').inputValue(), 'Zuhura')
    await browser.setOffline(false)
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await dialog.waitFor({ state: 'detached' })
    // The list reloads the requested page, the second, by itself.
    await table.getByRole('row', { name: /Mteja 9974/ }).waitFor()
    await page.getByRole('button', { name: 'Previous page', exact: true }).click()
    await table.getByRole('row', { name: /Zuhura 0766 123 456/ }).waitFor()
    assert.equal(await page.getByRole('main').getByRole('alert').count(), 0)
  })

  it('leaves out a column whose name is there twice', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/imports/new`)
    context.after(leave)
    await page
      .locator('input[type=file]')
      .setInputFiles(csv('list.csv', Buffer.from('Phone,Phone,Notes\n255754000001,255754000002,x\n')))
    await page.getByText('Not imported: duplicate column name').waitFor()
    assert.deepEqual(complaints, [])
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { browserMissing } from '../browser.ts'
import { addPerson, command } from '../console/people.ts'
import { type Dashboard, openDashboard, phoneScreen, type Visit } from '../dashboard.ts'
import { orderBody, until } from '../world.ts'

describe('Dashboard: credit and prices', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let visit: Visit
  before(async () => {
    dashboard = await openDashboard()
    const { world } = dashboard
    for (const [prefix, amount] of [
      ['', '30'],
      ['25571', '20'],
    ])
      await command(world, 'PUT', '/prices', { product: 'SMS', prefix, amount })
    await command(world, 'PUT', '/accounts/1/balances/AIRTIME/postpaid', {
      allowPostpaid: true,
      postpaidLimit: '50000',
    })
    await command(world, 'POST', '/accounts/1/credit', { product: 'SMS', amount: '5000', note: 'Invoice 7' })
    await until(
      'the prices are known',
      async () => (await command(world, 'POST', '/accounts/1/quotes', orderBody())).body.price === '20.0000',
    )
    await world.send()
    visit = await dashboard.visit('/accounts/1/credit')
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
  })

  const balance = async (product: string) => {
    const { body } = await command(dashboard.world, 'GET', '/accounts/1/balances')
    return body.data.find((one: { product: string }) => one.product === product)
  }

  it('shows balances, and keeps the reminder form when its request fails', async () => {
    const { page, complaints } = visit
    const row = page.getByRole('row').filter({ hasText: 'Messages (SMS)' })
    await row.getByText('1,004,980 TZS').waitFor()
    await page.getByText('50,000 TZS', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Set reminder for Messages (SMS)' }).click()
    await page.getByLabel(/^Level/).fill('much')
    await page.getByLabel(/^By SMS/).check()
    await page.getByLabel(/^Phone number/).fill('the owner')
    await page.getByRole('button', { name: 'Save reminder' }).click()
    await page.getByText('Enter an amount with at most four decimals').waitFor()
    await page.getByText('Enter a phone number, such as').waitFor()
    await page.getByLabel(/^Level/).fill('5000.5')
    await page.getByLabel(/^Phone number/).fill('0712 345 678')
    await page.route('**/reminders', (route) => route.abort())
    await page.getByRole('button', { name: 'Save reminder' }).click()
    await page.getByText('The server cannot be reached').waitFor()
    await page.unroute('**/reminders')
    assert.equal(await page.getByLabel(/^Level/).inputValue(), '5000.5')
    await page.getByRole('button', { name: 'Save reminder' }).click()
    await row.getByText('Below 5,000.50 TZS, by SMS to 0712 345 678').waitFor()
    const { creditLevel, smsReminder, emailReminder } = await balance('SMS')
    assert.deepEqual([creditLevel, smsReminder, emailReminder], ['5000.5000', true, false])
    assert.deepEqual(complaints, [])
  })

  it('keeps the filters of the statement in the URL and applies them to the download', async () => {
    const { page, complaints } = visit
    await page.getByRole('tab', { name: 'Statement' }).click()
    await page.getByRole('link', { name: /^Request \d+$/ }).waitFor()
    await page.getByText('−20 TZS').waitFor()
    for (const [filter, choice] of [
      ['Product', 'Messages (SMS)'],
      ['Type', 'Added'],
    ] as const) {
      await page.getByRole('combobox', { name: filter }).click()
      await page.getByRole('option', { name: choice }).click()
    }
    await page.getByText('−20 TZS').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Invoice 7').waitFor()
    assert.equal(await page.getByRole('table', { name: 'Statement' }).getByRole('row').count(), 3)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const file = await (await download).createReadStream()
    let text = ''
    for await (const chunk of file) text += chunk
    assert.deepEqual(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(',')[4]?.trim()),
      ['kind', 'credit', 'credit'],
    )
    // Days are in the time zone of the browser, three hours before GMT, and the last day is included.
    await page.getByLabel('From', { exact: true }).fill('2020-01-31')
    await page.getByLabel('Until', { exact: true }).fill('2020-01-31')
    await page.getByText('No matches.').waitFor()
    const query = new URL(
      (await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')) ?? '',
      dashboard.address,
    ).searchParams
    assert.deepEqual([query.get('from'), query.get('to')], ['2020-01-30T21:00:00.000Z', '2020-01-31T21:00:00.000Z'])
    assert.deepEqual(complaints, [])
  })

  it('lets the owner of a reseller open sub-accounts and transfer credit to and from them', async (context) => {
    const { world } = dashboard
    const parent = (await command(world, 'POST', '/accounts', { name: 'Reseller' })).body.id
    const child = (await command(world, 'POST', '/accounts', { name: 'Duka la Asha', parentId: parent })).body.id
    const { page, complaints, leave } = await dashboard.visit(`/accounts/${parent}/credit`, {
      as: await addPerson(world, parent, 'owner'),
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    await page.getByRole('tab', { name: 'Sub-accounts' }).click()
    await page.getByText('Tanzania').waitFor()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Transfer credit: Duka la Asha' }).click()
    await dialog.getByText('Available: 1,000,000 TZS').waitFor()
    await dialog.getByLabel(/^Amount/).fill('2000000')
    await dialog.getByRole('button', { name: 'Transfer credit' }).click()
    await dialog.getByText('The available credit does not cover the amount.').waitFor()
    await dialog.getByLabel(/^Amount/).fill('250000')
    await dialog.getByLabel('Note').fill('June')
    await dialog.getByRole('button', { name: 'Transfer credit' }).click()
    await page.getByText('Credit transferred.').waitFor()
    await page.getByRole('button', { name: 'Transfer credit: Duka la Asha' }).click()
    await dialog.getByLabel('From Duka la Asha to Reseller').check()
    await dialog.getByText('Available: 1,250,000 TZS').waitFor()
    await dialog.getByLabel(/^Amount/).fill('50000')
    await dialog.getByRole('button', { name: 'Transfer credit' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Statement' }).click()
    await page.getByText(new RegExp(`^Transfer \\d+ to account ${child}$`)).waitFor()
    await page.getByText(new RegExp(`^Transfer \\d+ from account ${child}`)).waitFor()

    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Account: Reseller' }).click()
    await page.getByRole('menu').getByText('Sub-accounts').waitFor()
    await page.getByRole('menuitem', { name: 'Duka la Asha' }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await page.goto(`${dashboard.address}/accounts/${child}/credit`)
    await page.getByText('1,200,000 TZS').waitFor()
    assert.equal(await page.getByRole('tab', { name: 'Sub-accounts' }).count(), 0)
    assert.deepEqual(complaints, [])
  })

  it('lets operators set, import and delete prices, and lists invalid rows of an import', async () => {
    const { page, complaints } = visit
    await page.goto(`${dashboard.address}/operator/prices`)
    await page.getByText('longest prefix').waitFor()
    await page.getByRole('button', { name: 'Set price' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Account' }).click()
    await page.getByRole('option', { name: 'First account' }).click()
    await dialog.getByLabel('Prefix').fill('+255')
    await dialog.getByLabel(/^Price/).fill('18.25')
    await dialog.getByRole('button', { name: 'Set price' }).click()
    const own = page.getByRole('row').filter({ hasText: 'First account' })
    await own.getByText('18.25 TZS').waitFor()

    await page.getByRole('button', { name: 'Import prices' }).click()
    const load = async (text: string) => {
      const chooser = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: /^CSV file/ }).click()
      await (await chooser).setFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await dialog.getByRole('button', { name: 'Import prices' }).click()
    }
    await load('product,prefix,price\nSMS,254,25\nSMS,+256,25\nMAIL,,1\n')
    await dialog.getByText('2 rows are invalid, so nothing was imported.').waitFor()
    const wrong = dialog.getByRole('table', { name: 'Invalid rows' }).getByRole('row')
    await wrong.filter({ hasText: '2' }).getByText('a prefix is 0 to 15 digits').waitFor()
    await wrong.filter({ hasText: '3' }).getByText('the product is one of').waitFor()
    await load('product,prefix,price\nSMS,254,25\nOTP,,35\n')
    await page.getByText('2 prices imported.').waitFor()

    await page.getByRole('searchbox', { name: 'Numbers starting with' }).fill('+254')
    await page.getByRole('row').filter({ hasText: '18.25' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete the price of Messages (SMS) for +254…' }).click()
    await page.getByRole('button', { name: 'Delete price' }).click()
    await page.getByText('No matches.').waitFor()
    const { body } = await command(dashboard.world, 'GET', '/prices?limit=100')
    assert.deepEqual(
      body.data.map(({ prefix, amount }: { prefix: string; amount: string }) => `${prefix} ${amount}`).sort(),
      [' 30.0000', ' 35.0000', '255 18.2500', '25571 20.0000'],
    )
    assert.deepEqual(complaints, [])
  })

  it('shows viewers their own prices', async (context) => {
    const viewer = await addPerson(dashboard.world, 1, 'viewer')
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/credit', {
      as: viewer,
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    await page.getByText('Messages (SMS)').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Set reminder/ }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Add credit' }).count(), 0)
    await page.goto(`${dashboard.address}/accounts/1/credit?view=statement`)
    await page.getByText('Invoice 7').waitFor()
    await page.goto(`${dashboard.address}/accounts/1/credit?view=prices&product=SMS`)
    await page.getByText('18.25 TZS').waitFor()
    // A price of the account for a shorter prefix overrides this one.
    assert.equal(await page.getByText('20 TZS', { exact: true }).count(), 0)
    assert.deepEqual(complaints, [])
  })

  it('shows operators the price list of one account', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/operator/prices?account=1', { viewport: phoneScreen })
    context.after(leave)
    await page.getByText('18.25 TZS').waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Account' }).inputValue(), 'First account (1)')
    assert.deepEqual(complaints, [])
  })
})

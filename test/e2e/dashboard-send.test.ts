import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { browserMissing } from '../browser.ts'
import { addAccount, command } from '../console/people.ts'
import { checkPage, type Dashboard, openDashboard, phoneScreen, type Visit } from '../dashboard.ts'
import { until } from '../world.ts'

describe('Sending in the dashboard', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let visit: Visit
  before(async () => {
    dashboard = await openDashboard()
    visit = await dashboard.visit('/accounts/1/send')
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
  })

  const account = (path: string) => `/accounts/1${path}`

  it('counts segments and says the price while one types, and sends once', async () => {
    const { page, complaints } = visit
    await page.getByRole('textbox', { name: 'Numbers' }).fill('+255 712 345 678, 255712345678\nnobody')
    await page.getByLabel('Message').fill('Habari €')
    await page.getByText('8 characters · 1 segment · GSM').waitFor()
    await page.getByLabel('Message').fill('Habari 😀')
    await page.getByText('Unicode (70 characters').waitFor()
    await page.getByText('because of 😀').waitFor()
    await page.getByLabel('Message').fill('Habari')
    const cost = page.getByRole('region', { name: 'What it will cost' })
    await cost.getByText('Given twice').waitFor()
    await cost.getByText('Not a number').waitFor()
    await checkPage(page)
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('1 accepted; left out: 1 not valid, 1 given twice').waitFor()
    assert.equal(await page.getByLabel('Message').inputValue(), '')
    const { body } = await command(dashboard.world, 'GET', account('/messages?phone=255712345678'))
    assert.equal(body.data.length, 1)
    assert.equal(body.data[0].text, 'Habari')
    assert.deepEqual(complaints, [])
  })

  it('keeps everything when a request fails, also over a reload, and does not send twice when it is tried again', async () => {
    const { page, context } = visit
    await page.getByRole('textbox', { name: 'Numbers' }).fill('255712000001')
    await page.getByLabel('Message').fill('Ujumbe')
    await page.getByLabel('Campaign').fill('Krismasi')
    // The server takes it, and its answer is lost.
    await page.route('**/sms/send', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('The server cannot be reached').waitFor()
    assert.equal(await page.getByLabel('Message').inputValue(), 'Ujumbe')
    await page.unroute('**/sms/send')
    await page.reload()
    const sendAgain = async (count: number) => {
      await page.getByRole('button', { name: 'Send now' }).click()
      await page.getByText('1 accepted.').waitFor()
      const { body } = await command(dashboard.world, 'GET', account('/messages?phone=255712000001'))
      assert.equal(body.data.length, count)
    }
    assert.equal(await page.getByLabel('Message').inputValue(), 'Ujumbe')
    await sendAgain(1)
    // Once it is known to be sent, the same again is meant.
    await page.getByRole('textbox', { name: 'Numbers' }).fill('255712000001')
    await page.getByLabel('Message').fill('Ujumbe')
    await page.getByLabel('Campaign').fill('Krismasi')
    await sendAgain(2)

    await page.getByLabel('Message').fill('Kesho')
    await page.reload()
    await page.getByLabel('Message').waitFor()
    assert.equal(await page.getByLabel('Message').inputValue(), 'Kesho')
    await context.setOffline(true)
    await page.getByText('You are offline').waitFor()
    await context.setOffline(false)
  })

  it('takes the numbers out of a file', async () => {
    const { page } = visit
    await page.getByText('A file', { exact: true }).click()
    const buffer = Buffer.from('jina;simu\nAsha;255712000010\nJuma;+255712000011\n')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'File of numbers' }).click()
    await (await chooser).setFiles({ name: 'watu.csv', mimeType: 'text/csv', buffer })
    await page.getByText('2 numbers in the column “simu” of watu.csv').waitFor()
    await page.getByLabel('Message').fill('Kwa wote')
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('2 accepted.').waitFor()
  })

  it('writes to a book from a template, later; that is moved, and then cancelled', async () => {
    const { page, complaints } = visit
    const { world } = dashboard
    const { body: book } = await command(world, 'POST', account('/books'), { name: 'Wateja', description: '' })
    await command(world, 'POST', account('/contacts'), { phone: '255712000020', firstName: 'Asha', bookIds: [book.id] })
    const { body: template } = await command(world, 'POST', account('/templates'), {
      title: 'Salamu',
      text: 'Habari {first_name}',
    })
    await page.goto(`${dashboard.address}${account(`/send?book=${book.id}&template=${template.id}`)}`)
    await page.getByRole('combobox', { name: 'Address book' }).waitFor()
    await page.getByText('Habari {first_name}').waitFor()
    await page.waitForURL(/\/send$/)
    // What was led here once does not come again over what is written by then, and another template asks first.
    await page.getByLabel('Message').fill('Yangu')
    await page.reload()
    await page.getByRole('combobox', { name: 'Address book' }).waitFor()
    assert.equal(await page.getByLabel('Message').inputValue(), 'Yangu')
    await page.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: 'Salamu' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await page.getByLabel('Message').inputValue(), 'Yangu')
    await page.goto(`${dashboard.address}${account(`/send?template=${template.id}`)}`)
    await page.getByRole('button', { name: 'Replace text' }).click()
    await page.getByText('Habari {first_name}').waitFor()
    await page.getByLabel('Send later').check()
    await page.getByLabel(/^When/).fill('2035-01-31T08:00')
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByText('1 accepted.').waitFor()

    await page.getByRole('link', { name: 'What is scheduled' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Habari' })
    await row.getByText('31 Jan 2035, 08:00').waitFor()
    await row.getByRole('button', { name: /^Move/ }).click()
    await page.getByLabel(/^New time/).fill('2035-02-01T09:30')
    await page.getByRole('button', { name: 'Move messages' }).click()
    await row.getByText('1 Feb 2035, 09:30').waitFor()
    await checkPage(page)
    await row.getByRole('button', { name: /^Cancel/ }).click()
    await page.getByRole('button', { name: 'Cancel messages' }).click()
    await page.getByText('Nothing waits').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('keeps what is written in one account apart from another', async (context) => {
    const other = await addAccount(dashboard.world, 'Nyingine')
    const { page, complaints, leave } = await dashboard.visit(account('/send'))
    context.after(leave)
    await page.getByLabel('Message').fill('Kwa kwanza')
    await page.evaluate(`history.pushState({}, '', '/accounts/${other}/send')`)
    await page.getByRole('button', { name: 'Account: Nyingine' }).waitFor()
    assert.equal(await page.getByLabel('Message').inputValue(), '')
    await page.getByLabel('Message').fill('Kwa pili')
    await page.goBack()
    await until('the first is back', async () => (await page.getByLabel('Message').inputValue()) === 'Kwa kwanza')
    await page.goForward()
    await until('the second is back', async () => (await page.getByLabel('Message').inputValue()) === 'Kwa pili')
    assert.deepEqual(complaints, [])
  })

  it('fits on a phone in the dark', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(account('/send'), {
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    await page.getByLabel('Message').fill('Habari')
    await checkPage(page)
    await page.goto(`${dashboard.address}${account('/scheduled')}`)
    await page.getByText('Nothing waits').waitFor()
    await checkPage(page)
    assert.deepEqual(complaints, [])
  })
})

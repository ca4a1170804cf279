import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Page, Route } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { addAccount, command } from '../console/people.ts'
import { checkPage, type Dashboard, shareDashboard, type Visit } from '../dashboard.ts'
import { until } from '../world.ts'

describe('Send page', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let visit: Visit
  before(async () => {
    dashboard = await shareDashboard()
    visit = await dashboard.visit(`${dashboard.account}/send`)
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
  })

  const account = (path: string) => `${dashboard.account}${path}`

  /** Holds all sends, on the page as well, so that Undo does not end after ten seconds. Returns how to send them. */
  async function holdSends(page: Page): Promise<() => Promise<void>> {
    const { db, accountId } = dashboard.world
    await sql`create function hold_send() returns trigger language plpgsql as 'begin new.due_at = new.due_at + interval ''1 day''; return new; end'`.execute(
      db,
    )
    await sql`create trigger hold before insert on sms_batches
              for each row when (new.account_id = ${sql.lit(accountId)}) execute function hold_send()`.execute(db)
    const hold = async (route: Route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), held_seconds: 86_400 } })
    }
    await page.route('**/v2/messages', hold)
    return async () => {
      await page.unroute('**/v2/messages', hold)
      await sql`drop function hold_send cascade`.execute(db)
      await sql`update sms_batches set due_at = now() where account_id = ${accountId}`.execute(db)
      await until('the held messages are sent', async () => {
        const { rows } = await sql`select from sms_batches where account_id = ${accountId}`.execute(db)
        return rows.length === 0
      })
    }
  }

  it('shows parts and price while the user types, and sends once', async (context) => {
    const { page, complaints } = visit
    context.after(await holdSends(page))
    await page.getByRole('textbox', { name: 'Numbers' }).fill('+255 712 345 678, 255712345678\nnobody')
    await page.getByRole('textbox', { name: 'Message' }).fill('Habari €')
    await page.getByText('8 characters · 1 part · GSM').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('Habari 😀')
    await page.getByText('Unicode because of 😀: 70 characters').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('Habari')
    const cost = page.getByRole('region', { name: 'Estimated cost' })
    await cost.getByText('Duplicates').waitFor()
    await cost.getByText('Invalid or unreachable').waitFor()
    await page.getByRole('button', { name: 'Send now' }).click()
    // The draft comes back.
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 message was cancelled and not charged.').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'Habari')
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('1 accepted · 1 invalid · 1 duplicate').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), '')
    const { body } = await command(dashboard.world, 'GET', account('/messages?number=255712345678'))
    assert.deepEqual(
      body.data.map(({ text, reason }: Record<string, unknown>) => [text, reason]),
      [
        ['Habari', null],
        ['Habari', 'cancelled'],
      ],
    )
    assert.deepEqual(complaints, [])
  })

  it('asks before it sends a text with an empty placeholder', async () => {
    const { page } = visit
    await page.getByRole('textbox', { name: 'Numbers' }).fill('0712345678')
    await page.getByRole('textbox', { name: 'Message' }).fill('Habari {voucher}')
    await page.getByText('1 message has no value for {voucher}.').waitFor()
    await page.getByRole('button', { name: 'Send now' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 message has no value for {voucher}.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Value of {voucher}').fill('V1')
    await page.getByText('Habari V1').waitFor()
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('1 accepted').waitFor()
  })

  it('keeps the draft over a failed request and a reload, and does not send twice on retry', async () => {
    const { page, context } = visit
    await page.getByRole('textbox', { name: 'Numbers' }).fill('255712000001')
    await page.getByRole('textbox', { name: 'Message' }).fill('Ujumbe')
    await page.getByLabel('Campaign').fill('Krismasi')
    // The server accepts the request, but its answer is lost.
    await page.route('**/v2/messages', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('The server cannot be reached').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'Ujumbe')
    await page.unroute('**/v2/messages')
    await page.reload()
    const sendAgain = async (count: number) => {
      await page.getByRole('button', { name: 'Send now' }).click()
      await page.getByText('1 accepted').waitFor()
      const { body } = await command(dashboard.world, 'GET', account('/messages?number=255712000001'))
      assert.equal(body.data.length, count)
    }
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'Ujumbe')
    await sendAgain(1)
    // After success, the same content is a new request.
    await page.getByRole('textbox', { name: 'Numbers' }).fill('255712000001')
    await page.getByRole('textbox', { name: 'Message' }).fill('Ujumbe')
    await page.getByLabel('Campaign').fill('Krismasi')
    await sendAgain(2)

    await page.getByRole('textbox', { name: 'Message' }).fill('Kesho')
    await page.reload()
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'Kesho')
    await context.setOffline(true)
    await page.getByText('You are offline').waitFor()
    await context.setOffline(false)
  })

  it('sends to everyone again after the undo of a send that stopped midway', async (context) => {
    const { page } = visit
    context.after(await holdSends(page))
    await page.getByRole('textbox', { name: 'Numbers' }).fill('255712000002')
    await page.getByRole('textbox', { name: 'Message' }).fill('Sehemu')
    const stop = async (route: Route) => {
      const response = await route.fetch()
      const stopped = { code: 'insufficient_balance', detail: 'Stopped midway', hint: '' }
      await route.fulfill({ response, json: { ...(await response.json()), held_seconds: 86_400, stopped } })
    }
    await page.route('**/v2/messages', stop)
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('Stopped midway').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 message was cancelled and not charged.').waitFor()
    await page.unroute('**/v2/messages', stop)
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('1 accepted').waitFor()
    const { body } = await command(dashboard.world, 'GET', account('/messages?number=255712000002'))
    assert.deepEqual(
      body.data.map(({ reason }: Record<string, unknown>) => reason),
      [null, 'cancelled'],
    )
  })

  async function chooseNumbers(page: Page, numbers: readonly string[]): Promise<void> {
    await page.getByText('File', { exact: true }).click()
    const buffer = Buffer.from(['jina;simu', ...numbers.map((number, index) => `Mteja ${index};${number}`)].join('\n'))
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'File with numbers' }).click()
    await (await chooser).setFiles({ name: 'watu.csv', mimeType: 'text/csv', buffer })
    await page.getByText(`${numbers.length} numbers in column “simu” of watu.csv`).waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('Kwa wote ')
    await page.getByRole('button', { name: 'jina', exact: true }).click()
  }

  it('reads numbers and names from a file, sends a test, and asks before the message goes to many people', async () => {
    const { page } = visit
    await chooseNumbers(
      page,
      Array.from({ length: 50 }, (_, index) => String(255_712_001_000 + index)),
    )
    const test = page.getByRole('region', { name: 'Test message' })
    await test.getByLabel('Your number').fill('0712 000 099')
    await test.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('Test message sent to 0712 000 099.').waitFor()
    // The button waits for the price of these recipients.
    await page.getByRole('button', { name: 'Send now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send to 50 people for 50 TZS?' })
    await dialog.getByText('You can undo the send for 10 seconds').waitFor()
    await checkPage(page)
    await dialog.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('50 accepted').waitFor()
    for (const [number, text] of [
      ['0712000099', 'Kwa wote Mteja 0'],
      ['255712001049', 'Kwa wote Mteja 49'],
    ]) {
      const { body } = await command(dashboard.world, 'GET', account(`/messages?number=${number}`))
      assert.deepEqual(
        body.data.map((message: Record<string, unknown>) => message.text),
        [text],
      )
    }
  })

  it('schedules a template for an address book, reschedules it and cancels it', async () => {
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
    // A reload does not apply the address again, and another template asks before it replaces the text.
    await page.getByRole('textbox', { name: 'Message' }).fill('Yangu')
    await page.reload()
    await page.getByRole('combobox', { name: 'Address book' }).waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'Yangu')
    await page.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: 'Salamu' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'Yangu')
    await page.goto(`${dashboard.address}${account(`/send?template=${template.id}`)}`)
    await page.getByRole('button', { name: 'Replace text' }).click()
    await page.getByText('Habari {first_name}').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('Habari {frist_name}')
    await page.getByText('Contacts have no field {frist_name}.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Send now' }).isDisabled())
    await page.getByRole('button', { name: 'Use {first_name}' }).click()
    await page.getByLabel('Send later').check()
    await page.getByLabel(/^Send time/).fill('2035-01-31T08:00')
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByText('Scheduled for 31 Jan 2035, 08:00 (Africa/Dar_es_Salaam)').waitFor()
    await page.getByRole('link', { name: 'View schedule' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Habari' })
    await row.getByText('31 Jan 2035, 08:00').waitFor()
    await row.getByRole('button', { name: /^Reschedule/ }).click()
    await page.getByLabel(/^New send time/).fill('2035-02-01T09:30')
    await page.getByRole('button', { name: 'Reschedule messages' }).click()
    await row.getByText('1 Feb 2035, 09:30').waitFor()
    await row.getByRole('button', { name: /^Cancel/ }).click()
    await page.getByRole('button', { name: 'Keep message' }).waitFor()
    await page.getByRole('button', { name: 'Cancel 1 message' }).click()
    await page.getByText('No scheduled messages').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('keeps a separate draft for each account', async (context) => {
    const other = await addAccount(dashboard.world, 'Nyingine')
    const { page, complaints, leave } = await dashboard.visit(account('/send'))
    context.after(leave)
    await page.getByRole('textbox', { name: 'Message' }).fill('Kwa kwanza')
    await page.evaluate(`history.pushState({}, '', '/accounts/${other}/send')`)
    await page.getByRole('button', { name: 'Account: Nyingine' }).waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), '')
    await page.getByRole('textbox', { name: 'Message' }).fill('Kwa pili')
    await page.goBack()
    await until(
      'the first is back',
      async () => (await page.getByRole('textbox', { name: 'Message' }).inputValue()) === 'Kwa kwanza',
    )
    await page.goForward()
    await until(
      'the second is back',
      async () => (await page.getByRole('textbox', { name: 'Message' }).inputValue()) === 'Kwa pili',
    )
    assert.deepEqual(complaints, [])
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { command } from '../console/people.ts'
import { checkPage, type Dashboard, deskScreen, openDashboard, openInPage, phoneScreen } from '../dashboard.ts'
import { until } from '../until.ts'

/** Before campaigns had pages. */
const clicksBefore = 14

const customers = [
  { phone: '255712340010', firstName: 'Asha' },
  { phone: '255712340011', firstName: 'Juma' },
  // Switched off.
  { phone: '255712340003', firstName: 'Neema' },
  { phone: '255712340012', firstName: 'Baraka' },
]

describe('Dashboard: campaigns', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await openDashboard()
    const post = (path: string, body: unknown) => command(dashboard.world, 'POST', `/accounts/1${path}`, body)
    const { id } = (await post('/books', { name: 'Customers' })).body
    for (const contact of customers) assert.equal((await post('/contacts', { ...contact, bookIds: [id] })).status, 201)
    assert.equal((await post('/optouts', { phone: '255712340012' })).status, 201)
    await holdStarts()
  })
  after(() => dashboard?.close())

  /** Starts wait for `letStart`, so that Undo does not end after ten seconds. */
  async function holdStarts(): Promise<void> {
    const { db } = dashboard.world
    await sql`create function hold_start() returns trigger language plpgsql as 'begin new.due_at = new.due_at + interval ''1 day''; return new; end'`.execute(
      db,
    )
    await sql`create trigger hold before update on campaigns for each row
              when (old.status = 'draft' and new.status = 'scheduled') execute function hold_start()`.execute(db)
  }
  async function letStart(): Promise<void> {
    await sql`update campaigns set due_at = starts_at where status = 'scheduled'`.execute(dashboard.world.db)
    dashboard.world.clock.moveForward(10_000)
  }
  const campaigns = async () => (await command(dashboard.world, 'GET', '/accounts/1/campaigns')).body.data

  it('sends the promotion of a shop with fewer clicks, after an undo, and shows the results', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/home')
    context.after(leave)
    let clicks = 0
    const click = async (locator: Locator) => {
      clicks += 1
      await locator.click()
    }
    const button = (name: string) => page.getByRole('button', { name })

    await click(page.getByRole('link', { name: 'Campaigns', exact: true }))
    await page.getByText('No campaigns yet.').waitFor()
    await click(page.getByRole('link', { name: 'New campaign' }))
    await click(page.getByRole('combobox', { name: 'Address books', exact: true }))
    await click(page.getByRole('option', { name: 'Customers (4)' }))
    await page.getByText('3 recipients', { exact: true }).waitFor()
    await page.getByText('Opted out: 1').waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    await click(button('Next: Message'))
    await page.getByLabel('Message text').fill('Habari {first_name|mteja}, punguzo 20% leo')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('Habari Asha, punguzo 20% leo').waitFor()
    await click(button('Next recipient'))
    await preview.getByText('Habari Juma, punguzo 20% leo').waitFor()
    await preview.getByText('Recipient 2 of 3').waitFor()
    await page.setViewportSize(phoneScreen)
    await page.setViewportSize(deskScreen)
    await click(button('Next: When'))
    await click(button('Next: Review'))
    await checkPage(page)
    await click(button('Send campaign'))
    const dialog = page.getByRole('dialog', { name: 'Send to 3 people for 3 TZS?' })
    await click(dialog.getByRole('button', { name: 'Send campaign' }))
    assert.ok(clicks < clicksBefore, `${clicks} clicks`)
    context.diagnostic(`${clicks} clicks`)

    await page.getByText(/^Starts in \d+ seconds?$/).waitFor()
    // The page may learn of the draft before the answer to Undo arrives.
    await page.route('**/withdraw', async (route) => {
      const response = await route.fetch()
      await button('Send campaign').waitFor()
      await route.fulfill({ response })
    })
    await button('Undo').click()
    await page.getByText('The start was undone. Nothing was sent.').waitFor()
    assert.deepEqual([(await campaigns()).length, (await campaigns())[0].status], [1, 'draft'])
    await button('Send campaign').click()
    await dialog.getByRole('button', { name: 'Send campaign' }).click()
    await button('Undo').waitFor()
    await letStart()

    const figure = (name: string) => page.getByRole('group', { name, exact: true })
    await figure('Delivered').getByText('2', { exact: true }).waitFor()
    await figure('Undelivered').getByText('1', { exact: true }).waitFor()
    await page.getByText('4 of 4 numbers processed').waitFor()
    await page.getByText(/^3 recipients, 1 left out · from /).waitFor()
    await page.getByText('The phone is switched off').waitFor()
    await until('the campaign has ended', async () => {
      dashboard.world.app.sms.work.announce('campaigns')
      dashboard.world.clock.moveForward(3_000)
      return (await campaigns())[0].status === 'done'
    })
    await button('Resend to undelivered').click()
    await page.getByRole('dialog', { name: 'Send to 1 person again for about 1 TZS?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.setViewportSize(phoneScreen)
    await button('Duplicate campaign').click()
    await page.getByText('3 recipients', { exact: true }).waitFor()
    assert.match(await page.getByLabel('Campaign name').inputValue(), /\(copy\)$/)
    await openInPage(page, '/accounts/1/campaigns')
    await page.getByRole('row', { name: /\(copy\)/ }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('checks links and the time of the start before the review', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/campaigns/new?step=message', {
      timezoneId: 'America/New_York',
    })
    context.after(leave)
    const text = page.getByLabel('Message text')
    await text.fill('Karibu ')
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByLabel('Address of the link', { exact: true }).fill('duka.co.tz/leo')
    await page.keyboard.press('Enter')
    await page.getByText('Address of the link').waitFor({ state: 'detached' })
    assert.equal(await text.inputValue(), 'Karibu {link https://duka.co.tz/leo}')
    await text.fill('{link duka.co.tz}')
    await page
      .getByText('Link without a complete address: duka.co.tz. Write https:// in front.', { exact: true })
      .waitFor()
    await text.fill('{link https://example.com/}')
    await page.getByRole('button', { name: 'Next: When' }).click()
    await page.getByRole('radio', { name: 'At a time' }).check()
    const time = page.getByLabel('Time', { exact: true })
    const past = page.getByText('This time is past. Choose a later one.')
    await time.waitFor()
    assert.equal(await past.count(), 0)
    await time.fill('2020-01-01T09:00')
    await past.waitFor()
    await page.getByRole('button', { name: 'Next: Review' }).click()
    for (const name of [/^https:\/\/example.com\/ is only an example/, 'This time is past. Choose a later one.'])
      await page.getByRole('button', { name }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('sends a campaign and takes it back by keyboard alone', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/campaigns')
    context.after(leave)
    const press = (key: string) => page.keyboard.press(key)
    await tabTo(page, 'New campaign')
    await press('Enter')
    await page.getByRole('heading', { name: 'New campaign' }).waitFor()
    await tabTo(page, 'Address books')
    await press('ArrowDown')
    await page.getByRole('option', { name: 'Customers (4)' }).waitFor()
    await page.keyboard.type('Cust')
    await press('ArrowDown')
    await press('Enter')
    await page.getByText('3 recipients', { exact: true }).waitFor()
    await tabTo(page, 'Next: Message')
    await press('Enter')
    await tabTo(page, 'Message text')
    await page.keyboard.type('Karibu')
    await page.getByRole('region', { name: 'Preview' }).getByText('Karibu').waitFor()
    await tabTo(page, 'Next: When')
    await press('Enter')
    await tabTo(page, 'Next: Review')
    await press('Enter')
    await tabTo(page, 'Send campaign')
    await press('Enter')
    await page.getByRole('dialog', { name: /^Send to 3 people/ }).waitFor()
    await tabTo(page, 'Send campaign')
    await press('Enter')
    await page.getByText(/^Starts in \d+ seconds?$/).waitFor()
    await until('Undo has the focus', async () => (await focused(page)) === 'Undo')
    await press('Enter')
    await page.getByText('The start was undone. Nothing was sent.').waitFor()
    await page.getByRole('button', { name: 'Send campaign' }).waitFor()
    const [{ status, progress }] = await campaigns()
    assert.deepEqual([status, progress.queued], ['draft', 0])
    assert.deepEqual(complaints, [])
  })

  it('continues a message of the Send page as a campaign, with its numbers', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/send?to=0712340020')
    context.after(leave)
    await page.getByLabel('Message', { exact: true }).fill('Habari')
    await page.getByRole('button', { name: 'Make it a campaign' }).click()
    await page.getByRole('region', { name: 'Preview' }).getByText('Habari').waitFor()
    await page.getByLabel('Your phone number').fill('0712 340 021')
    await page.getByRole('button', { name: 'Send test message' }).click()
    await page.getByText('Test message sent to 0712 340 021.').waitFor()
    assert.deepEqual(complaints, [])
  })
})

/** The name of the element with the focus. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `(({ activeElement: one }) => one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent ?? '')(document)`,
  )

const tabsMax = 80

async function tabTo(page: Page, name: string): Promise<void> {
  for (let tab = 0; tab < tabsMax; tab += 1) {
    await page.keyboard.press('Tab')
    if ((await focused(page)).trim() === name) return
  }
  assert.fail(`${tabsMax} tabs do not reach ${name}`)
}

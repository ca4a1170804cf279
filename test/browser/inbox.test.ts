import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { begin, untilCode } from '../airtime.ts'
import { browserMissing } from '../browser.ts'
import { addPerson, command } from '../console/people.ts'
import { firstClient } from '../contacts.ts'
import { type Dashboard, openInPage, phoneScreen, shareDashboard, type Visit } from '../dashboard.ts'
import { requestPin } from '../otp.ts'
import { inTestLanguage } from '../translated.ts'
import { until } from '../world.ts'

const amina = '255713000003'
const baraka = '255713000004'
const neema = '255713000015'
const zawadi = '255713000017'

describe('the inbox', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let visit: Visit
  before(async () => {
    dashboard = await shareDashboard()
    await command(dashboard.world, 'PUT', '/inbound/numbers/15001', { accountId: dashboard.world.accountId })
    await command(dashboard.world, 'POST', `${dashboard.account}/contacts`, { phone: amina, firstName: 'Amina' })
    await command(dashboard.world, 'POST', `${dashboard.account}/templates`, {
      title: 'On its way',
      text: 'Hello {first_name}, order {order} is on its way.',
    })
    visit = await dashboard.visit(`${dashboard.account}/inbox`)
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
  })

  const write = (from: string, text: string) =>
    command(dashboard.world, 'POST', '/inbound/simulate', { from, to: '15001', text })
  /** The texts that were sent to a number, oldest first. */
  async function sentTo(phone: string): Promise<readonly string[]> {
    const { rows } = await sql<{ text: string }>`
      select coalesce(m.text, r.text) as text
        from sms_messages m
        join sms_requests r on r.id = m.request_id
       where m.phone = ${phone} and m.account_id = ${dashboard.world.accountId}
       order by m.id
    `.execute(dashboard.world.db)
    return rows.map(({ text }) => text)
  }
  const rowIn = (page: Page, name: RegExp) =>
    page.getByRole('list', { name: 'Conversations', exact: true }).getByRole('link', { name })
  const logOf = (page: Page) => page.getByRole('log', { name: 'Messages' })
  const replyIn = (page: Page) => page.getByRole('textbox', { name: 'Your reply' })
  const sendIn = (page: Page) => page.getByRole('button', { name: 'Send reply' })
  const untilSent = (page: Page) => until('the draft is sent', async () => (await replyIn(page).inputValue()) === '')

  it('shows new messages at once, and marks them as read when they are opened', async () => {
    const { page, complaints } = visit
    await page.getByText('No open conversations. Messages that people send to your numbers appear here.').waitFor()
    await write(amina, 'Habari, mpo wazi Jumapili?')
    await write(amina, 'Na Jumatatu?')
    await write(baraka, 'Habari')
    await write(baraka, 'STOP')
    const entry = page.getByRole('link', { name: /^Inbox/ })
    await entry.getByText('2 unread').waitFor()
    const row = rowIn(page, /^Amina.*Na Jumatatu\?.*2 unread$/)
    await row.waitFor()
    await page.getByRole('searchbox').fill('0713 000 004')
    await row.waitFor({ state: 'detached' })
    await rowIn(page, /^0713 000 004.*Opted out/).click()
    await page.getByText('This number has opted out, so it gets no replies.').waitFor()
    await logOf(page).getByText('Opted out').waitFor()
    await page.getByRole('button', { name: 'Clear: Search by number or name' }).click()
    const filters = page.getByRole('group', { name: 'Conversations to show' })
    await filters.getByRole('button', { name: 'Unread' }).click()
    await row.click()
    await logOf(page).getByText('Na Jumatatu?').waitFor()
    await entry.getByText('unread').waitFor({ state: 'detached' })
    // The opened conversation stays in the list of unread ones.
    await row.waitFor({ state: 'detached' })
    assert.equal(await rowIn(page, /^Amina/).getAttribute('aria-current'), 'page')
    await filters.getByRole('button', { name: 'Open' }).click()
    await rowIn(page, /^0713 000 004/).waitFor()
    await write(amina, 'Asante sana')
    await logOf(page).getByText('Asante sana').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('answers by keyboard: with a template, a note, and by closing the conversation', async () => {
    const { page, complaints } = visit
    await page.keyboard.press('u')
    await page.getByText('Choose a conversation').waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await logOf(page).getByText('Asante sana').waitFor()
    await page.keyboard.press('r')
    await page.getByRole('combobox', { name: 'Insert template' }).click()
    await page.getByRole('option', { name: 'On its way' }).click()
    await page.getByText('No value for {order}. Replace it before you send the reply.').waitFor()
    assert.ok(await sendIn(page).isDisabled())
    // The placeholder is selected, so that typing replaces it.
    await until('the reply has the focus', () => page.evaluate('document.activeElement?.tagName === "TEXTAREA"'))
    await page.keyboard.type('4711')
    assert.equal(await replyIn(page).inputValue(), 'Hello Amina, order 4711 is on its way.')
    await page.keyboard.press('Control+Enter')
    await logOf(page).getByText('Hello Amina, order 4711 is on its way.').waitFor()
    await logOf(page).getByText('Undelivered: The phone is switched off or out of coverage.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Internal note' }).fill('Wholesale customer')
    await page.keyboard.press('Control+Enter')
    await logOf(page).getByText('Internal noteWholesale customer').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await logOf(page)
      .getByText(/closed the conversation/)
      .waitFor()
    await rowIn(page, /^Amina/).waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByRole('row', { name: 'u Back to the list' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reopen conversation' }).click()
    await rowIn(page, /^Amina/).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('starts a conversation', async () => {
    const { page } = visit
    await page.getByRole('button', { name: 'New conversation' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Phone number' }).fill('0713 000 016')
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Your order is ready.')
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await logOf(page).getByText('Your order is ready.').waitFor()
    await logOf(page).getByText('· Delivered').waitFor()
    await page.getByRole('heading', { name: '0713 000 016' }).waitFor()
  })

  it('shows scheduled messages after the newest one', async () => {
    const { page } = visit
    const later = { from: 'INFO', text: 'Karibu kesho', to: [zawadi], notBefore: '2040-01-31T08:00:00Z' }
    assert.equal((await command(dashboard.world, 'POST', `${dashboard.account}/messages`, later)).status, 201)
    await write(zawadi, 'Ni leo?')
    await openInPage(page, `${dashboard.account}/inbox`)
    await rowIn(page, /0713 000 017/).click()
    await logOf(page).getByText('Karibu kesho').waitFor()
    const shown = await logOf(page).innerText()
    const order = [/Ni leo\?/, /Scheduled/, /Karibu kesho/].map((text) => shown.search(inTestLanguage(text)))
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
      shown,
    )
  })

  it('sends one of two simultaneous replies, and the other only after its author has seen the first', async (context) => {
    const { world } = dashboard
    const members = await Promise.all([
      addPerson(world, world.accountId, 'member'),
      addPerson(world, world.accountId, 'member'),
    ])
    const visits = await Promise.all(members.map((as) => dashboard.visit(`${dashboard.account}/inbox`, { as })))
    for (const { leave } of visits) context.after(leave)
    const before = (await sentTo(amina)).length
    const sentSince = async () => (await sentTo(amina)).slice(before)
    const texts = ['Yes, until noon.', 'Yes, all day.'] as const
    // Both requests leave when both members have pressed the button.
    let waiting = 0
    await Promise.all(
      visits.map(async ({ page }, index) => {
        await page.route('**/replies', async (route) => {
          waiting += 1
          await until('both members have pressed the button', () => waiting >= 2)
          await route.continue()
        })
        await rowIn(page, /^Amina/).click()
        await replyIn(page).fill(texts[index] ?? '')
        await sendIn(page).click()
      }),
    )
    const [first, second] = visits.map(({ page }) => page) as [Page, Page]
    const noticeIn = (page: Page) => page.getByRole('alert').filter({ hasText: 'has already replied' })
    await noticeIn(first).or(logOf(first).getByText(texts[0])).first().waitFor()
    const isFirstLate = (await noticeIn(first).count()) === 1
    const [won, late] = isFirstLate ? [second, first] : [first, second]
    const [sent, kept] = isFirstLate ? [texts[1], texts[0]] : texts
    await noticeIn(late).waitFor()
    assert.deepEqual(await sentSince(), [sent])
    assert.equal(await replyIn(late).inputValue(), kept)
    assert.ok(await sendIn(late).isDisabled())
    await logOf(late).getByText(sent).waitFor()
    await untilSent(won)
    // The draft survives a look at another conversation.
    await rowIn(late, /^0713 000 004/).click()
    await late.getByText('This number has opted out').waitFor()
    await rowIn(late, /^Amina/).click()
    await late.getByRole('button', { name: 'Send anyway' }).click()
    await logOf(won).getByText(kept).waitFor()
    await untilSent(late)
    assert.deepEqual(await sentSince(), [sent, kept])

    // The answer of the server is lost: the text stays, and a second attempt sends nothing.
    await won.unroute('**/replies')
    await won.route('**/replies', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await replyIn(won).fill('Welcome!')
    await sendIn(won).click()
    await won.getByRole('alert').getByText('The server cannot be reached').waitFor()
    await logOf(won).getByText('Welcome!').waitFor()
    assert.equal(await replyIn(won).inputValue(), 'Welcome!')
    await won.unroute('**/replies')
    await replyIn(won).press('Control+Enter')
    await untilSent(won)
    assert.deepEqual(await sentSince(), [sent, kept, 'Welcome!'])
    for (const { complaints } of visits) assert.deepEqual(complaints, [])
  })

  it('is read-only for viewers', async (context) => {
    const viewer = await addPerson(dashboard.world, dashboard.world.accountId, 'viewer')
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/inbox`, {
      viewport: phoneScreen,
      colorScheme: 'dark',
      as: viewer,
    })
    context.after(leave)
    await rowIn(page, /^Amina/).click()
    await page.getByText('You can only read this conversation.').waitFor()
    await logOf(page).getByText('Welcome!').waitFor()
    assert.equal(await page.getByRole('searchbox').isVisible(), false)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('searchbox').waitFor()
    assert.equal(await page.getByRole('button', { name: 'New conversation' }).count(), 0)
    assert.deepEqual(complaints, [])
  })

  it('answers a question about one number in 4 clicks on 3 pages', async (context) => {
    const { page, complaints } = visit
    const { world } = dashboard
    await world.send({ message: 'Your order has left.', recipients: [{ recipient_id: 1, dest_addr: neema }] })
    await requestPin(firstClient(world), neema)
    await untilCode(world, await begin(world, { dest_addr: neema, reference_id: 'gift' }), 100)
    await write(neema, 'Where is my order?')
    await openInPage(page, `${dashboard.account}/home`)
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    let clicks = 0
    const click = async (target: Locator) => {
      clicks += 1
      await target.click()
    }
    await click(page.getByRole('link', { name: 'Find a number' }))
    await page.getByRole('textbox', { name: 'Phone number' }).fill('0713 000 015')
    await click(page.getByRole('button', { name: 'Show history' }))
    const history = page.getByRole('list', { name: 'History' })
    for (const kind of ['Outgoing message', 'Incoming message', 'PIN', 'Airtime'])
      await history.getByText(kind, { exact: true }).first().waitFor()
    await click(page.getByRole('link', { name: 'Open conversation' }))
    await replyIn(page).fill('It arrives today.')
    await click(sendIn(page))
    await logOf(page).getByText('It arrives today.').waitFor()
    assert.equal((await sentTo(neema)).at(-1), 'It arrives today.')
    context.diagnostic(`clicks: ${clicks}`)
    assert.equal(clicks, 4)
    assert.deepEqual(complaints, [])
  })
})

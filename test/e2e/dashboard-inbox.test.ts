import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { addPerson, command } from '../console/people.ts'
import { checkPage, type Dashboard, openDashboard, phoneScreen } from '../dashboard.ts'
import { until } from '../world.ts'

const amina = '255713000003'
const baraka = '255713000004'

describe('the inbox', { skip: browserMissing, timeout: 120_000 }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await openDashboard()
    await command(dashboard.world, 'PUT', '/inbound/numbers/15001', { accountId: 1 })
    await command(dashboard.world, 'POST', '/accounts/1/contacts', { phone: amina, firstName: 'Amina' })
  })
  after(() => dashboard?.close())

  const write = (from: string, text: string) =>
    command(dashboard.world, 'POST', '/inbound/simulate', { from, to: '15001', text })
  /** The texts that were sent to a number, oldest first. */
  async function sentTo(phone: string): Promise<readonly string[]> {
    const { rows } = await sql<{ text: string }>`
      select coalesce(m.text, r.text) as text
        from sms_messages m
        join sms_requests r on r.id = m.request_id
       where m.phone = ${phone}
       order by m.id
    `.execute(dashboard.world.db)
    return rows.map(({ text }) => text)
  }
  const listOf = (page: Page) => page.getByRole('list', { name: 'Conversations', exact: true })
  const logOf = (page: Page) => page.getByRole('log', { name: 'Messages' })
  const replyIn = (page: Page) => page.getByRole('textbox', { name: 'Your reply' })
  const sendIn = (page: Page) => page.getByRole('button', { name: 'Send reply' })

  it('shows new messages at once, and marks them as read when they are opened', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/inbox')
    context.after(leave)
    await page.getByText('No open conversations. Messages that people send to your numbers appear here.').waitFor()
    await write(amina, 'Habari, mpo wazi Jumapili?')
    await write(amina, 'Na Jumatatu?')
    await write(baraka, 'Asante')
    await write(baraka, 'STOP')
    const entry = page.getByRole('link', { name: /^Inbox/ })
    await entry.getByText('2 unread').waitFor()
    const row = listOf(page).getByRole('link', { name: /^Amina.*Na Jumatatu\?.*2 unread$/ })
    await row.waitFor()
    await checkPage(page)
    await page.getByRole('searchbox').fill('0713 000 004')
    await row.waitFor({ state: 'detached' })
    await listOf(page)
      .getByRole('link', { name: /^0713 000 004.*Opted out/ })
      .click()
    await page.getByText('This number has opted out, so it gets no replies.').waitFor()
    await logOf(page).getByText('Opted out').waitFor()
    await page.getByRole('button', { name: 'Clear: Search by number or name' }).click()
    await row.click()
    await logOf(page).getByText('Na Jumatatu?').waitFor()
    await entry.getByText('unread').waitFor({ state: 'detached' })
    assert.equal(await listOf(page).locator('[aria-current]').innerText().then(firstLine), 'Amina')
    await write(amina, 'Asante sana')
    await logOf(page).getByText('Asante sana').waitFor()
    await checkPage(page)
    assert.deepEqual(complaints, [])
  })

  it('answers by keyboard: with a template, a note, and by closing the conversation', async (context) => {
    await command(dashboard.world, 'POST', '/accounts/1/templates', {
      title: 'On its way',
      text: 'Hello {first_name}, order {order} is on its way.',
    })
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/inbox')
    context.after(leave)
    await listOf(page).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await logOf(page).getByText('Asante sana').waitFor()
    await page.keyboard.press('r')
    await page.getByRole('combobox', { name: 'Insert template' }).click()
    await page.getByRole('option', { name: 'On its way' }).click()
    await page.getByText('No value for {order}. Replace it before you send the reply.').waitFor()
    assert.ok(await sendIn(page).isDisabled())
    // The placeholder is selected.
    await until('the reply has the focus', () => page.evaluate('document.activeElement?.tagName === "TEXTAREA"'))
    await page.keyboard.type('4711')
    assert.equal(await replyIn(page).inputValue(), 'Hello Amina, order 4711 is on its way.')
    await page.keyboard.press('Control+Enter')
    await logOf(page).getByText('Hello Amina, order 4711 is on its way.').waitFor()
    await logOf(page).getByText('Delivered').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Internal note' }).fill('Wholesale customer')
    await page.keyboard.press('Control+Enter')
    await logOf(page).getByText('Internal noteWholesale customer').waitFor()
    await checkPage(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await logOf(page)
      .getByText(/closed the conversation/)
      .waitFor()
    await listOf(page)
      .getByRole('link', { name: /^Amina/ })
      .waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByRole('row', { name: 'u Back to the list' }).waitFor()
    await checkPage(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reopen conversation' }).click()
    await listOf(page)
      .getByRole('link', { name: /^Amina/ })
      .waitFor()
    assert.deepEqual(complaints, [])
  })

  it('sends one of two simultaneous replies, and the other only after its author has seen the first', async (context) => {
    const members = [await addPerson(dashboard.world, 1, 'member'), await addPerson(dashboard.world, 1, 'member')]
    const visits = await Promise.all(members.map((as) => dashboard.visit('/accounts/1/inbox', { as })))
    for (const { leave } of visits) context.after(leave)
    const before = (await sentTo(amina)).length
    // Both requests leave when both members have pressed the button.
    let waiting = 0
    const texts = ['Yes, until noon.', 'Yes, all day.']
    await Promise.all(
      visits.map(async ({ page }, index) => {
        await page.route('**/replies', async (route) => {
          waiting += 1
          await until('both replies are sent', () => waiting >= 2)
          await route.continue()
        })
        await listOf(page)
          .getByRole('link', { name: /^Amina/ })
          .click()
        await replyIn(page).fill(texts[index] ?? '')
        await sendIn(page).click()
      }),
    )
    const notices = visits.map(({ page }) => page.getByRole('alert').filter({ hasText: 'has already replied' }))
    await until('one member sees the notice', async () => (await countOf(notices)) === 1)
    const late = (await notices[0]?.count()) === 1 ? 0 : 1
    const [lost, won] = [visits[late]?.page, visits[1 - late]?.page]
    assert.ok(lost && won)
    assert.deepEqual((await sentTo(amina)).slice(before), [texts[1 - late]])
    assert.equal(await replyIn(lost).inputValue(), texts[late])
    assert.ok(await sendIn(lost).isDisabled())
    await logOf(lost)
      .getByText(texts[1 - late] ?? '')
      .waitFor()
    await until('the sent reply is no longer a draft', async () => (await replyIn(won).inputValue()) === '')
    await checkPage(lost)
    // The draft survives a look at another conversation.
    await listOf(lost)
      .getByRole('link', { name: /^0713 000 004/ })
      .click()
    await lost.getByText('This number has opted out').waitFor()
    await listOf(lost)
      .getByRole('link', { name: /^Amina/ })
      .click()
    await lost.getByRole('button', { name: 'Send anyway' }).click()
    await logOf(won)
      .getByText(texts[late] ?? '')
      .waitFor()
    assert.deepEqual((await sentTo(amina)).slice(before), [texts[1 - late], texts[late]])

    // The answer of the server is lost: the text stays, and the second attempt sends nothing.
    await won.unroute('**/replies')
    await won.route('**/replies', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await replyIn(won).fill('Welcome!')
    await sendIn(won).click()
    await won.getByRole('alert').getByText('The server cannot be reached').waitFor()
    assert.equal(await replyIn(won).inputValue(), 'Welcome!')
    await won.unroute('**/replies')
    await logOf(won).getByText('Welcome!').waitFor()
    await replyIn(won).press('Control+Enter')
    await until('the reply is sent', async () => (await replyIn(won).inputValue()) === '')
    assert.equal((await sentTo(amina)).length, before + 3)
    for (const { complaints } of visits) assert.deepEqual(complaints, [])
  })

  it('fits a phone in dark mode, and is read-only for viewers', async (context) => {
    const viewer = await addPerson(dashboard.world, 1, 'viewer')
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/inbox', {
      viewport: phoneScreen,
      colorScheme: 'dark',
      as: viewer,
    })
    context.after(leave)
    await listOf(page)
      .getByRole('link', { name: /^Amina/ })
      .click()
    await page.getByText('You can only read this conversation.').waitFor()
    await logOf(page).getByText('Welcome!').waitFor()
    await checkPage(page)
    assert.equal(await page.getByRole('searchbox').isVisible(), false)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('searchbox').waitFor()
    assert.equal(await page.getByRole('button', { name: 'New conversation' }).count(), 0)
    await checkPage(page)
    assert.deepEqual(complaints, [])
  })

  it('starts a conversation', async (context) => {
    const { page, leave } = await dashboard.visit('/accounts/1/inbox')
    context.after(leave)
    await page.getByRole('button', { name: 'New conversation' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Phone number' }).fill('0713 000 005')
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Your order is ready.')
    await checkPage(page)
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await logOf(page).getByText('Your order is ready.').waitFor()
    await page.getByRole('heading', { name: '0713 000 005' }).waitFor()
  })
})

const firstLine = (text: string) => text.split('\n')[0]

const countOf = async (locators: readonly { count(): Promise<number> }[]) =>
  (await Promise.all(locators.map((one) => one.count()))).reduce((sum, count) => sum + count, 0)

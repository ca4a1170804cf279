import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { assertSent, conversationWith, freshPhone, messagesWith, untilStates } from '../chat.ts'
import { addPerson, command } from '../console/people.ts'
import { checkPage, type Dashboard, dashboardOf, deskScreen, phoneScreen, type Visit } from '../dashboard.ts'
import { openWhatsAppWorld, type WhatsAppWorld } from '../whatsapp.ts'
import { postgresUrl, until } from '../world.ts'

const inbox = '/accounts/1/inbox'

describe('the inbox with WhatsApp', { skip: browserMissing }, () => {
  let open: WhatsAppWorld
  let dashboard: Dashboard
  let visit: Visit
  before(async () => {
    open = await openWhatsAppWorld(postgresUrl === null ? 'embedded' : 'postgres')
    await command(open.world, 'POST', '/providers/wa/templates/sync')
    dashboard = await dashboardOf(open.world, await addPerson(open.world, 1, 'member'))
    visit = await dashboard.visit(inbox)
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
    await open?.whatsapp.close()
  })

  const logOf = (page: Page) => page.getByRole('log', { name: 'Messages' })
  const choose = async (page: Page, name: string, option: RegExp) => {
    await page.getByRole('combobox', { name, exact: true }).last().click()
    await page.getByRole('option', { name: option }).click()
  }

  it('starts a conversation with a template, and shows why it was not delivered', async () => {
    const { page, complaints } = visit
    const { world, whatsapp } = open
    const phone = freshPhone('0002')
    await page.getByRole('button', { name: 'New conversation' }).click()
    const dialog = page.getByRole('dialog', { name: 'New conversation' })
    await dialog.getByLabel(/^Phone number/).fill(`+${phone}`)
    await choose(page, 'Channel', /^WhatsApp · /)
    await choose(page, 'Template', /order_ready/)
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await dialog.getByText('Choose a template, and fill in all its texts.').waitFor()
    await dialog.getByLabel('Text for 1').fill('Asha')
    await dialog.getByText('Hello Asha').waitFor()
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await logOf(page).getByText('Template: order_ready\nAsha').waitFor()
    await page.getByText('On WhatsApp, only a template can be sent until the person writes again.').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Your reply' }).count(), 0)
    await untilStates(world, phone, ['sent'])
    await whatsapp.report(whatsapp.sent.at(-1)?.id ?? '', 'failed', 131026)
    await logOf(page)
      .getByText(/Not delivered: the number cannot receive messages on this channel/)
      .waitFor()
    await choose(page, 'Template', /order_ready/)
    await page.getByLabel('Text for 1').fill('Asha Juma')
    await page.getByRole('button', { name: 'Send template' }).click()
    await logOf(page).getByText('Asha Juma').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('shows files and places, and sends a reply once when its answer is lost', async () => {
    const { page, complaints } = visit
    const { world, whatsapp } = open
    const phone = freshPhone('0002')
    await whatsapp.write({ from: phone }, { type: 'image', caption: 'This one?' })
    await whatsapp.write({ from: phone }, { type: 'document', filename: 'order.pdf' })
    await whatsapp.write({ from: phone }, { type: 'location', latitude: -6.8, longitude: 39.28, name: 'Home' })
    const { id } = await conversationWith(world, phone)
    await page.getByRole('list', { name: 'Conversations', exact: true }).getByText('Location: Home').click()
    const log = logOf(page)
    await log.getByText('-6.8, 39.28').waitFor()
    const picture = log.getByRole('img', { name: 'This one?' })
    await picture.scrollIntoViewIfNeeded()
    await until('the picture is shown', () =>
      picture.evaluate<boolean, { naturalWidth: number }>((image) => image.naturalWidth > 0),
    )
    const [download] = await Promise.all([page.waitForEvent('download'), log.getByText('order.pdf').click()])
    assert.equal(download.suggestedFilename(), 'order.pdf')

    await page.getByText('Replies are possible until').waitFor()
    const reply = page.getByRole('textbox', { name: 'Your reply' })
    await reply.fill('Asante!')
    await page.route('**/replies', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Send reply' }).click()
    await page.getByText('The server cannot be reached').waitFor()
    assert.equal(await reply.inputValue(), 'Asante!')
    await page.unroute('**/replies')
    await page.getByRole('button', { name: 'Send reply' }).click()
    await until('the field is empty', async () => (await reply.inputValue()) === '')

    await page.getByRole('radiogroup', { name: 'Kind of message' }).getByText('File', { exact: true }).click()
    await page.getByLabel('Link to the file').fill('http://example.com/a.pdf')
    await page.getByText('Enter a link that begins with https://.').waitFor()
    await choose(page, 'Type', /^Document$/)
    await page.getByLabel('Link to the file').fill('https://example.com/prices.pdf')
    await page.getByRole('button', { name: 'Send file' }).click()
    await log.getByRole('link', { name: 'prices.pdf' }).waitFor()
    const sent = (await messagesWith(world, phone)).filter(({ direction }) => direction === 'out')
    assert.deepEqual(
      sent.map(({ content }) => content),
      [
        { type: 'text', text: 'Asante!' },
        { type: 'document', url: 'https://example.com/prices.pdf', filename: 'prices.pdf' },
      ],
    )
    assert.match(page.url(), new RegExp(`/inbox/${id}$`))
    assert.deepEqual(complaints, [])
  })

  it('has conversations of programs under All, which viewers read, on a phone and in the dark', async (context) => {
    const phone = freshPhone('0002')
    await assertSent(open.sendTemplate(phone))
    const as = await addPerson(open.world, 1, 'viewer')
    for (const options of [{ viewport: phoneScreen, colorScheme: 'dark' }, { viewport: deskScreen }] as const) {
      const { page, complaints, settle, leave } = await dashboard.visit(`${inbox}?show=all&q=${phone}`, {
        as,
        ...options,
      })
      context.after(leave)
      await page.getByRole('list', { name: 'Conversations', exact: true }).getByText('Template: order_ready').click()
      await page.getByText('Members of the account can reply.').waitFor()
      await logOf(page).getByText('Template: order_ready').waitFor()
      await settle()
      await checkPage(page)
      assert.deepEqual(complaints, [])
    }
  })
})

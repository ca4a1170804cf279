import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type Smsc, startSmsc } from '../../tools/smsc/smsc.ts'
import { browserMissing } from '../browser.ts'
import { command } from '../console/people.ts'
import { type Dashboard, openDashboard, phoneScreen } from '../dashboard.ts'
import { openSmtp, type SmtpServer } from '../smtp.ts'
import { until } from '../world.ts'

const overview = '/operator/overview'
const checklist = (page: Page) => page.getByRole('region', { name: 'Set up your installation' })

/** The way of an operator from a new installation to a message that went over a real SMPP connection. */
describe('setup of an installation', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let smsc: Smsc
  let smtp: SmtpServer
  before(async () => {
    smtp = await openSmtp()
    dashboard = await openDashboard({ config: { smtpUrl: smtp.url } })
    smsc = await startSmsc({ clock: dashboard.world.clock, delayMs: 10, systemId: 'ngoma', password: 'secret' })
  })
  after(async () => {
    await dashboard?.close()
    await smsc?.close()
    await smtp?.close()
  })

  /** The fields of the form that a carrier needs, in their order. */
  const carrierFields = (name: string) =>
    [
      [/^Name/, name],
      [/^Host/, '127.0.0.1'],
      [/^Port/, String(smsc.port)],
      [/^System ID/, 'ngoma'],
      [/^Password/, 'secret'],
    ] as const

  const send = async (number: string) => {
    const before = smsc.counts().submitted
    await dashboard.world.send({ recipients: [{ recipient_id: 1, dest_addr: number }] })
    await until('the message reached the SMSC', () => smsc.counts().submitted === before + 1)
  }

  it('takes nine clicks to a carrier with a route and a price, and ticks each step', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(overview)
    context.after(leave)
    let clicks = 0
    const click = async (target: Locator) => {
      clicks += 1
      await target.click()
    }
    const steps = checklist(page)
    const goBack = () => click(page.getByRole('link', { name: 'Overview', exact: true }))
    await steps.getByText('0 of 5 done').waitFor()

    await click(steps.getByRole('link', { name: 'Add a carrier' }))
    for (const [label, value] of carrierFields('north')) await page.getByLabel(label).fill(value)
    await click(page.getByRole('button', { name: 'Add provider' }))
    await page.getByRole('table', { name: 'Binds' }).getByText('Up', { exact: true }).waitFor()
    await goBack()
    await steps.getByText('Carrier (done)').waitFor()

    await click(steps.getByRole('link', { name: 'Add a route' }))
    await page.getByLabel(/^Prefix/).fill('255')
    await click(page.getByRole('dialog').getByRole('button', { name: 'Add route' }))
    await page.getByRole('row').filter({ hasText: '255…' }).waitFor()
    await goBack()
    await steps.getByText('Route (done)').waitFor()

    await click(steps.getByRole('link', { name: 'Set a price' }))
    await page
      .getByLabel(/^Prefix/)
      .last()
      .fill('255')
    await page.getByLabel(/^Price/).fill('15')
    await click(page.getByRole('dialog').getByRole('button', { name: 'Set price' }))
    await page.getByRole('row').filter({ hasText: '255…' }).waitFor()
    await goBack()
    await steps.getByText('Price (done)').waitFor()
    await steps.getByText('3 of 5 done').waitFor()
    assert.equal(clicks, 9)
    await send('255712000200')
    assert.deepEqual(complaints, [])
  })

  it('sends a test email, explains a failure, and knows the last backup', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(overview, { viewport: phoneScreen, colorScheme: 'dark' })
    context.after(leave)
    const steps = checklist(page)
    const sendEmail = steps.getByRole('button', { name: 'Send test email' })
    smtp.answerWith({ MAIL: '550 not from there' })
    await sendEmail.click()
    await steps.getByRole('alert').getByText('does not send for the address in NGOMA_MAIL_FROM').waitFor()
    smtp.answerWith({})
    await sendEmail.click()
    await page.getByText('The mail server accepted the test email to').waitFor()
    await steps.getByText('Email (done)').waitFor()
    assert.match(smtp.mails[0]?.html ?? '', /This is the test email that you asked for/)
    await steps.getByText('4 of 5 done').waitFor()
    await command(dashboard.world, 'GET', '/backup')
    // Nothing is left to do.
    await steps.waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  it('works by keyboard alone', async (context) => {
    for (const { id } of (await command(dashboard.world, 'GET', '/routes')).body.data)
      await command(dashboard.world, 'DELETE', `/routes/${id}`)
    await command(dashboard.world, 'DELETE', '/providers/north')
    const { page, complaints, leave } = await dashboard.visit(overview)
    context.after(leave)
    const { keyboard } = page
    const tabTo = async (target: Locator) => {
      await target.waitFor()
      for (let presses = 0; presses < 120; presses += 1) {
        if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
        await keyboard.press('Tab')
      }
      assert.fail(`no focus on ${target}`)
    }
    const steps = checklist(page)
    await tabTo(steps.getByRole('link', { name: 'Add a carrier' }))
    await keyboard.press('Enter')
    for (const [label, value] of carrierFields('south')) {
      await tabTo(page.getByLabel(label))
      await keyboard.type(value)
    }
    await keyboard.press('Enter')
    await page.getByRole('table', { name: 'Binds' }).getByText('Up', { exact: true }).waitFor()
    await tabTo(page.getByRole('link', { name: 'Overview', exact: true }))
    await keyboard.press('Enter')
    await tabTo(steps.getByRole('link', { name: 'Add a route' }))
    await keyboard.press('Enter')
    await tabTo(page.getByLabel(/^Prefix/))
    await keyboard.type('255')
    await keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: '255…' }).waitFor()
    await send('255712000201')
    assert.deepEqual(complaints, [])
  })
})

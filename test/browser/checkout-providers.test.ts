import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { Mpesa } from '../../tools/mpesa/api.ts'
import { startMpesa } from '../../tools/mpesa/mpesa.ts'
import { type Aggregator, startAggregator } from '../aggregators.ts'
import { browserMissing, measurePage } from '../browser.ts'
import { openCheckout } from '../checkout.ts'
import { command } from '../console/people.ts'
import { type Front, startFront } from '../front.ts'
import { openContext } from '../shared-browser.ts'
import { openWorld, postgresUrl, type World } from '../world.ts'

/** Outside staging, with a phone prompt and a redirect, in a browser without scripts. */
describe('Checkout page with providers in Chromium', { skip: browserMissing }, () => {
  let front: Front
  let world: World
  let mpesa: Mpesa
  let cards: Aggregator
  before(async () => {
    front = await startFront()
    world = await openWorld(postgresUrl === null ? 'embedded' : 'postgres', {
      config: { staging: false, currency: 'KES', publicUrl: front.url },
    })
    front.serve(world)
    mpesa = await startMpesa({ payers: 'manual', now: () => world.clock.now() })
    cards = await startAggregator('flutterwave')
    const { url: baseUrl, shortCode, consumerKey, consumerSecret, passkey } = mpesa
    const bodies = {
      mpesa: { kind: 'mpesa', settings: { baseUrl, shortCode }, secrets: { consumerKey, consumerSecret, passkey } },
      cards: { kind: 'http', settings: cards.settings, secrets: cards.secrets },
    }
    for (const [name, body] of Object.entries(bodies))
      assert.equal((await command(world, 'PUT', `/providers/${name}`, { product: 'payments', ...body })).status, 200)
  })
  after(async () => {
    await world.close()
    await mpesa.close()
    await cards.close()
    await front.close()
  })

  async function visit(mobile?: string): Promise<{ page: Page; complaints: string[]; leave: () => Promise<void> }> {
    const path = await openCheckout(world, { amount: '1500', mobile })
    const context = await openContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(`${front.url}${path}`)
    return { page, complaints, leave: () => context.close() }
  }
  const untilHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  it('is paid by phone prompt, and by redirect, each started once', async (context) => {
    const { page, complaints, leave } = await visit('254712345678')
    context.after(leave)
    const phone = page.getByLabel('Phone number')
    assert.equal(await phone.inputValue(), '254712345678')
    const { widthPx, contrasts } = await measurePage(page)
    assert.deepEqual([widthPx, contrasts.filter(({ ratio }) => ratio < 4.5)], [320, []])
    await phone.fill('0712')
    await page.getByRole('button', { name: 'Pay 1,500.00 KES' }).click()
    await page.getByRole('alert').waitFor()
    await phone.fill('0712 000 111')
    await page.getByRole('button', { name: 'Pay 1,500.00 KES' }).click()
    await untilHeading(page, 'Your payment is being processed')
    assert.match(await page.getByText('Confirm the payment').innerText(), /\+254712000111/)
    await page.goBack()
    await page.goForward()
    await page.reload()
    await untilHeading(page, 'Your payment is being processed')
    await mpesa.answer('254712000111')
    await page.getByRole('link', { name: 'Check now' }).click()
    await untilHeading(page, 'Payment successful')
    assert.equal(mpesa.payments.length, 1)
    assert.deepEqual(complaints, [])

    const second = await visit()
    context.after(second.leave)
    await second.page.getByRole('button', { name: 'Pay by card or mobile money' }).click()
    await untilHeading(second.page, 'Card payment')
    // Back at the shop, the same payment goes on.
    await second.page.goBack()
    await second.page.getByRole('link', { name: 'Check now' }).waitFor()
    await second.page.getByRole('link', { name: 'Continue to payment' }).click()
    await second.page.getByRole('button', { name: 'Pay by card' }).click()
    await untilHeading(second.page, 'Your payment is being processed')
    world.clock.moveForward(60_000)
    await untilHeading(second.page, 'Payment successful')
    assert.deepEqual([cards.payments.size, second.complaints], [1, []])
  })
})

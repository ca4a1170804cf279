import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { browserMissing, measurePage } from '../browser.ts'
import { checkoutPath, freshTransaction } from '../checkout.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { openContext } from '../shared-browser.ts'
import { addEndpoint, type TestEndpoint, verify } from '../webhooks.ts'
import { authorization, openWorld, postgresUrl, until, type World } from '../world.ts'

/** As a payer uses it: in a browser that runs no scripts, or that does. */
describe('Checkout page in Chromium', { skip: browserMissing }, () => {
  let world: World
  let address: string
  let receiver: Receiver
  let endpoint: TestEndpoint
  before(async () => {
    world = await openWorld(postgresUrl === null ? 'embedded' : 'postgres')
    address = await world.app.http.listen({ host: '127.0.0.1', port: 0 })
    receiver = await startReceiver()
    endpoint = await addEndpoint(world, 'checkout', receiver.url)
  })
  after(async () => {
    await world.close()
    await receiver.close()
  })

  /** Opens a session over the wire, as a client does, and its page, as the payer who was sent there does. */
  async function visit(
    change: Record<string, string> = {},
    options: BrowserContextOptions = { javaScriptEnabled: false },
  ) {
    const transactionId = freshTransaction()
    const response = await fetch(`${address}${checkoutPath({ transaction_id: transactionId, ...change })}`, {
      headers: { authorization, 'service-secure-token': `token of ${transactionId}` },
      redirect: 'manual',
    })
    const location = response.headers.get('location') ?? ''
    assert.ok(location.startsWith(`${address}/checkout/`), location)
    const context = await openContext(options)
    const page = await context.newPage()
    // A policy that stops something of the page is said here.
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(location)
    return { page, transactionId, location, complaints, leave: () => context.close() }
  }

  /** The events of a transaction, once all were delivered. */
  async function callbacksOf(transactionId: string) {
    const events = sql<{
      due: boolean
    }>`select due_at is not null as due from webhook_events where body::json ->> 'transactionID' = ${transactionId}`
    await until('all is told', async () => {
      const { rows } = await events.execute(world.db)
      return rows.length > 0 && rows.every(({ due }) => !due)
    })
    return receiver.received.filter(({ text }) => JSON.parse(text).transactionID === transactionId)
  }

  const press = (page: Page, name: RegExp | string) => page.getByRole('button', { name }).click()
  const untilHeading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  it('is paid once, with one event that carries the token', async (context) => {
    const { page, transactionId, location, complaints, leave } = await visit()
    context.after(leave)
    const second = await page.context().newPage()
    await second.goto(location)
    await press(page, 'Pay 1,500.50 TZS')
    await untilHeading(page, 'Payment successful')
    assert.equal(page.url(), location)
    await page.reload()
    await untilHeading(page, 'Payment successful')
    const [callback, ...more] = await callbacksOf(transactionId)
    assert.ok(callback !== undefined && more.length === 0)
    assert.equal(verify(callback, endpoint).status, 'success')
    assert.equal(callback.headers['service-secure-token'], `token of ${transactionId}`)

    // Another window still has its button.
    await press(second, 'Pay 1,500.50 TZS')
    await untilHeading(second, 'Payment successful')
    await second.goBack()
    await second.goForward()
    assert.equal((await callbacksOf(transactionId)).length, 1)
    assert.deepEqual(complaints, [])
  })

  it('is cancelled, with a failed event', async (context) => {
    const { page, transactionId, complaints, leave } = await visit()
    context.after(leave)
    await press(page, 'Cancel')
    await untilHeading(page, 'Payment cancelled')
    const [callback, ...more] = await callbacksOf(transactionId)
    assert.ok(callback !== undefined && more.length === 0)
    assert.equal(verify(callback, endpoint).status, 'failed')
    assert.deepEqual(complaints, [])
  })

  it('shows the result of a slow payment by itself', async (context) => {
    const { page, transactionId, leave } = await visit({ mobile: '255712340004' })
    context.after(leave)
    await press(page, /^Pay/)
    await untilHeading(page, 'Your payment is being processed')
    world.clock.moveForward(30_000)
    await untilHeading(page, 'Payment successful')
    assert.equal((await callbacksOf(transactionId)).length, 1)
  })

  it('works with the keyboard alone, in reading order', async (context) => {
    const { page, transactionId, leave } = await visit()
    context.after(leave)
    const focused = () => page.locator(':focus').innerText()
    await page.keyboard.press('Tab')
    assert.equal(await focused(), 'Pay 1,500.50 TZS')
    await page.keyboard.press('Tab')
    assert.equal(await focused(), 'Cancel')
    await page.keyboard.press('Enter')
    await untilHeading(page, 'Payment cancelled')
    assert.equal((await callbacksOf(transactionId)).length, 1)
  })

  it('fits a small phone, in light and dark mode', async () => {
    const long = {
      reference_number: `${'long'.repeat(30)}<script>document.title = 'taken'</script>`.slice(0, 128),
      amount: '12345678901234.99',
      mobile: '255712345678',
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints, leave } = await visit(long, { viewport: { width: 320, height: 568 }, colorScheme })
      const { widthPx, contrasts } = await measurePage(page)
      assert.equal(widthPx, 320)
      assert.equal(await page.title(), 'Pay 12,345,678,901,234.99 TZS to First account')
      assert.equal(await page.locator('script').count(), 0)
      assert.ok(contrasts.length >= 8)
      for (const { text, ratio } of contrasts)
        assert.ok(ratio >= 4.5, `${text} has a contrast of ${ratio.toFixed(2)} in the ${colorScheme}`)
      assert.deepEqual(complaints, [])
      await leave()
    }
  })
})

import assert from 'node:assert/strict'
import { after, afterEach, before, it } from 'node:test'
import { sql } from 'kysely'
import { type Aggregator, type AggregatorName, startAggregator } from '../../../test/aggregators.ts'
import { getPage, openCheckout, postForm, tokenOf } from '../../../test/checkout.ts'
import { command } from '../../../test/console/people.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

const hourMs = 3_600_000
const publicUrl = 'https://pay.example.com'

/** The example files, against servers that follow the public documentation. */
function testAggregator(name: AggregatorName, paid: string, failed: string): void {
  onOneEngine(`payments over ${name}`, (engine) => {
    let world: World
    let aggregator: Aggregator
    let callbackPath = ''
    before(async () => {
      world = await openWorld(engine, { config: { currency: 'KES', publicUrl } })
      aggregator = await startAggregator(name)
      const { settings, secrets } = aggregator
      const { status, body, text } = await command(world, 'PUT', `/providers/${name}`, {
        product: 'payments',
        kind: 'http',
        settings,
        secrets,
      })
      assert.equal(status, 200, text)
      callbackPath = new URL(body.callbackUrl).pathname
    })
    after(async () => {
      await world.close()
      await aggregator.close()
    })
    afterEach(() => assert.deepEqual(aggregator.refused.splice(0), []))

    /** Opens a session and pays by redirect. */
    async function start(change: Record<string, string> = {}) {
      const path = await openCheckout(world, { amount: '1500.50', ...change })
      const { headers: shown } = await getPage(world, path)
      assert.match(
        String(shown['content-security-policy']),
        new RegExp(`form-action 'self' ${aggregator.url.replaceAll('.', '\\.')};`),
      )
      const token = await tokenOf(world, path)
      const { status, headers } = await postForm(world, path, 'pay', `token=${token}&method=redirect`)
      assert.equal(status, 303)
      const { rows } = await sql<{ id: string }>`
        select payment_id as id from checkout_payments p order by p.id desc limit 1
      `.execute(world.db)
      const id = rows[0]?.id ?? ''
      return { path, token, location: String(headers.location), id, payment: aggregator.payments.get(id) }
    }
    type Started = Awaited<ReturnType<typeof start>>

    const call = async (body: string, headers: Record<string, string>) =>
      (
        await world.app.http.inject({
          method: 'POST',
          url: callbackPath,
          headers: { 'content-type': 'application/json', ...headers },
          payload: body,
        })
      ).statusCode
    const callback = ({ id }: Started, change: Record<string, unknown> = {}) => {
      const { body, headers } = aggregator.webhook(id, change)
      return call(body, headers)
    }
    const headingOf = async ({ path }: Started) => (await getPage(world, path)).heading
    const stateOf = async ({ id }: Started) => {
      const { rows } = await sql<{ row: string }>`
        select concat_ws(' ', state, receipt, refund) as row from checkout_payments where payment_id = ${id}
      `.execute(world.db)
      return rows[0]?.row
    }
    const settle = ({ payment }: Started, status: string) => {
      assert.ok(payment !== undefined)
      payment.status = status
    }

    it('redirects once, and is paid by a signed callback that the query confirms', async () => {
      const started = await start()
      const { path, token, location, payment } = started
      assert.ok(location.startsWith(`${aggregator.url}/`) && location.endsWith(started.id), location)
      assert.deepEqual(
        [payment?.amount, payment?.currency, payment?.returnUrl],
        [name === 'paystack' ? 150_050 : 1_500.5, 'KES', `${publicUrl}${path}`],
      )
      // A double click, and the page in another tab.
      assert.equal((await postForm(world, path, 'pay', `token=${token}&method=redirect`)).headers.location, location)
      assert.equal(aggregator.payments.size, 1)
      const page = await getPage(world, path)
      assert.ok(page.html.includes(`href="${location}"`))

      const { body, headers } = aggregator.webhook(started.id, { status: paid })
      const [signature = ''] = Object.keys(headers)
      for (const wrong of [{}, { [signature]: 'x' }, { [signature]: `${headers[signature]}0` }])
        assert.equal(await call(body, wrong), 401)
      // A callback that the query does not confirm.
      assert.equal(await callback(started, { status: paid }), 200)
      assert.equal(await headingOf(started), 'Your payment is being processed')

      settle(started, paid)
      assert.deepEqual([await callback(started), await callback(started)], [200, 200])
      assert.equal(await headingOf(started), 'Payment successful')
      assert.match((await stateOf(started)) ?? '', /^paid \d+$/)
      const other = aggregator.webhook(started.id, { reference: '000000000000', tx_ref: '000000000000' })
      assert.equal(await call(other.body, other.headers), 404)
      aggregator.refused.length = 0
    })

    it('is asked when no callback comes, and a failed one can be paid again', async () => {
      const started = await start()
      settle(started, failed)
      world.clock.moveForward(60_000)
      await until('the payment failed', async () => (await stateOf(started)) === 'failed')
      assert.match((await getPage(world, started.path)).html, /The payment failed/)
      aggregator.refused.length = 0
    })

    it('stays unknown while the amount differs, and operators see it at once', async () => {
      const started = await start()
      settle(started, paid)
      if (started.payment) started.payment.amount = 100
      assert.equal(await callback(started), 200)
      assert.match((await stateOf(started)) ?? '', /^pending/)
      world.clock.moveForward(60_000)
      await until('it is listed as unknown', async () => {
        const { data } = (await command(world, 'GET', '/payments?list=unknown')).body
        return data.some(({ reason }: { reason: string | null }) => reason?.includes('instead of 1500.50 KES'))
      })
      assert.equal(await headingOf(started), 'Your payment is being processed')
      aggregator.refused.length = 0
    })

    it('is found by our id after a lost answer', async () => {
      aggregator.next = 'lose'
      const lost = await start()
      assert.deepEqual([lost.location, await stateOf(lost)], [lost.path, 'started'])
      settle(lost, paid)
      world.clock.moveForward(60_000)
      await until('the payment was found', async () => (await stateOf(lost))?.startsWith('paid') === true)
    })

    it('is unknown after garbage, and fails only after a day in which the provider has no such payment', async () => {
      aggregator.next = { status: 200, body: '<html>' }
      const garbage = await start()
      assert.deepEqual([garbage.payment, await stateOf(garbage)], [undefined, 'started'])
      world.clock.moveForward(2 * hourMs)
      await until('it was asked', () => aggregator.refused.length > 0)
      assert.match((await stateOf(garbage)) ?? '', /^started/)
      world.clock.moveForward(24 * hourMs)
      await until('the payment failed', async () => (await stateOf(garbage)) === 'failed')
      aggregator.refused.length = 0
    })

    it('does not start when the provider throttles', async () => {
      aggregator.next = { status: 429, body: '' }
      const refused = await start()
      assert.deepEqual([refused.payment, await stateOf(refused)], [undefined, 'failed'])
      // It can be paid at once.
      const { headers } = await postForm(world, refused.path, 'pay', `token=${refused.token}&method=redirect`)
      assert.ok(String(headers.location).startsWith(aggregator.url))
    })
  })
}

testAggregator('paystack', 'success', 'failed')
testAggregator('flutterwave', 'successful', 'failed')

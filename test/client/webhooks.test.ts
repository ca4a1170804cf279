import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type DeliveryReportCallback, verifyWebhook, WebhookVerificationError } from 'ngoma/client'
import { command } from '../console/people.ts'
import { startReceiver } from '../receiver.ts'
import { shareWorld } from '../shared-world.ts'
import { addEndpoint } from '../webhooks.ts'
import { onOneEngine, until, type World } from '../world.ts'

onOneEngine('verifyWebhook with a server', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  it('accepts a callback from the server and rejects a modified one', async (test) => {
    const receiver = await startReceiver()
    test.after(() => receiver.close())
    const { id, secret: old } = await addEndpoint(world, 'delivery-report', receiver.url)
    await world.send()
    await until('the callback arrives', () => receiver.received.length === 1)
    const [{ text, headers } = assert.fail()] = receiver.received
    const payload = await verifyWebhook<DeliveryReportCallback>(text, headers, old)
    assert.deepEqual([payload.dest_addr, payload.status], ['255712345678', 'DELIVERED'])
    assert.deepEqual(
      await verifyWebhook(Buffer.from(text), new Headers(headers), [`whsec_${btoa('another')}`, old]),
      payload,
    )
    assert.deepEqual(
      await verifyWebhook(
        text,
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]])),
        old,
      ),
      payload,
    )

    const wrong: readonly [string, Record<string, string>, string | string[]][] = [
      [`${text} `, headers, old],
      [text, { ...headers, 'webhook-id': 'evt_0' }, old],
      [text, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, old],
      [text, { ...headers, 'webhook-signature': `v1,${btoa('x'.repeat(32))} v1a,x v1,? v1,` }, old],
      [text, { 'webhook-id': 'evt_1' }, old],
      [text, headers, `whsec_${btoa('another')}`],
    ]
    for (const [body, given, secret] of wrong)
      await assert.rejects(verifyWebhook(body, given, secret), WebhookVerificationError)

    const { body: rotated } = await command(world, 'POST', `/accounts/${world.accountId}/webhooks/${id}/rotate`)
    await world.send()
    await until('the next callback arrives', () => receiver.received.length === 2)
    const [, next = assert.fail()] = receiver.received
    for (const secret of [old, rotated.secret]) assert.ok(await verifyWebhook(next.text, next.headers, secret))
  })
})

describe('verifyWebhook', () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const sign = (body: string, atSeconds: number) => {
    const timestamp = String(Math.floor(atSeconds))
    const signature = createHmac('sha256', Buffer.alloc(24, 7)).update(`evt_1.${timestamp}.${body}`).digest('base64')
    return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
  }
  const now = () => Date.now() / 1_000

  it('rejects callbacks that are too old or from the future', async () => {
    for (const offset of [-310, 310, -1e9])
      await assert.rejects(verifyWebhook('{}', sign('{}', now() + offset), secret), /too old|future/)
    assert.deepEqual(await verifyWebhook('{}', sign('{}', now() - 290), secret), {})
    assert.deepEqual(await verifyWebhook('{}', sign('{}', now() - 3_000), secret, { toleranceSeconds: 3_600 }), {})
    await assert.rejects(
      verifyWebhook('{}', sign('{}', now() - 20), secret, { toleranceSeconds: 10 }),
      WebhookVerificationError,
    )
  })

  it('rejects an invalid secret without repeating it, and a parsed body', async () => {
    for (const none of [[], '', 'whsec_', 'whsec_?hidden'])
      await assert.rejects(
        verifyWebhook('{}', sign('{}', now()), none),
        (error) => error instanceof TypeError && !error.message.includes('hidden'),
      )
    const parsed = JSON.parse('{"status":"DELIVERED"}')
    for (const body of [parsed, null, undefined, 7])
      await assert.rejects(verifyWebhook(body, sign('{}', now()), secret), {
        name: 'TypeError',
        message: /raw request body/,
      })
    const bytes = new TextEncoder().encode('[{}]')
    for (const body of [bytes.subarray(1, 3), bytes.slice(1, 3).buffer])
      assert.deepEqual(await verifyWebhook(body, sign('{}', now()), secret), {})
    await assert.rejects(verifyWebhook('not json', sign('not json', now()), secret), WebhookVerificationError)
  })
})

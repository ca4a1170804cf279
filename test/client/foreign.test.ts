import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ConnectionError, type Ngoma, RefusedError, ServerError } from 'ngoma/client'
import { startReceiver } from '../receiver.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'
import { html, openAt, type Tries, triesWith } from './faulty-proxy.ts'

onOneEngine('client: answers that are not from Ngoma', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  const tries: Tries = (...given) => triesWith(world)(...given)

  it('quotes the beginning of a foreign answer', async () => {
    for (const [status, kind] of [
      [200, ServerError],
      [403, RefusedError],
      [502, ServerError],
    ] as const) {
      const { error } = await tries([html(status)], ({ senders }) => senders.page(), { retriesMax: 0 })
      assert.ok(error instanceof kind, String(error))
      assert.match(
        error.message,
        new RegExp(`^HTTP ${status}, but the answer is not from Ngoma: <html><p>Try later</p>.{100,200}…$`),
      )
      assert.ok(error.message.length < 300 && String(error.body).length < 300)
    }
  })

  it('does not accept another answer as a list', async () => {
    const lists: readonly ((ngoma: Ngoma) => AsyncIterable<unknown>)[] = [
      ({ sms }) => sms.reports({ request_id: '1' }),
      ({ senders }) => senders.list(),
      ({ templates }) => templates.list(),
      ({ books }) => books.list(),
      ({ contacts }) => contacts.list(),
      ({ chat }) => chat.activeUsers(),
    ]
    for (const list of lists) {
      for (const body of ['{}', '{"data":{}}', '{"data":[]}', 'null', '"[]"']) {
        const { error } = await tries([{ status: 200, body }], async (ngoma) => {
          for await (const item of list(ngoma)) assert.fail(String(item))
        })
        assert.ok(
          error instanceof ServerError && error.message.startsWith('HTTP 200, but the answer is not from Ngoma'),
          String(error),
        )
      }
    }
  })

  it('does not accept another answer as a success', async () => {
    const calls: readonly ((ngoma: Ngoma) => Promise<unknown>)[] = [
      ({ sms }) => sms.send({ source_addr: 'INFO', message: 'Hello', recipients: ['255712345678'] }),
      ({ airtime }) => airtime.transfer({ dest_addr: '255712345678', amount: '500', reference_id: '1' }),
      ({ airtime }) => airtime.status({ transaction_id: '1' }),
      ({ chat }) =>
        chat.send({ from: 'SHOP', to: '255712345678', channel: 'whatsapp', message_type: 'text', text: 'Hello' }),
      ({ checkout }) => checkout.open({ amount: '1500.50', reference_number: 'order 7', transaction_id: 't-7' }),
      ({ otp }) => otp.request({ appId: 1, msisdn: '255712345678' }),
      ({ credit }) => credit.balance('SMS'),
      ({ credit }) => credit.sms(),
      ({ contacts }) => contacts.create({ mob_no: '255712345678' }),
      ({ contacts }) => contacts.delete('1'),
      ({ templates }) => templates.create({ sms_title: 'Hello', message: 'Hello' }),
      ({ templates }) => templates.delete('1'),
    ]
    for (const call of calls) {
      const { error, seen } = await tries([{ status: 200, body: '{"ok":true}' }], call)
      assert.ok(error instanceof ServerError && error.isUncertain && seen.length === 1, String(error))
      assert.match(error.message, /^HTTP 200, but the answer is not from Ngoma: {"ok":true}$/)
    }
  })

  it('does not follow redirects, which would leak the credential', async (test) => {
    const stranger = await startReceiver()
    test.after(() => stranger.close())
    for (const status of [301, 302, 307, 308]) {
      const { error } = await tries([{ status, headers: { location: stranger.url } }], ({ senders }) => senders.page())
      assert.ok(error instanceof ServerError && error.message.includes(stranger.url), String(error))
    }
    assert.deepEqual(stranger.received, [])
  })

  it('reports a refused connection as certain', async () => {
    const closed = await startReceiver()
    await closed.close()
    await assert.rejects(
      openAt(world, closed.url, { retriesMax: 0 }).senders.page(),
      (error) => error instanceof ConnectionError && !error.isUncertain && /ECONNREFUSED/.test(error.message),
    )
  })
})

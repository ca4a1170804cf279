import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { ask, command } from '../../../../test/console/people.ts'
import { recordSubmits, simulatorOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { assertLedger } from '../../../../test/ledger.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { addEndpoint } from '../../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import type { Submission } from '../../../carriers/carrier.ts'
import { countMissingReceipts } from '../progress/store-receipts.ts'

const hourMs = 3_600_000

onOneEngine('options of a send', (engine) => {
  let world: World
  let submits: Submission[]
  before(async () => {
    // 22:00 in Dar es Salaam.
    world = await openWorld(engine, { startAt: new Date('2030-06-15T19:00:00Z') })
    submits = recordSubmits(simulatorOf(world.app))
  })
  after(() => world.close())

  const get = async (path: string) => (await command(world, 'GET', `/accounts/1${path}`)).body
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    ask(world, 'POST', `/accounts/1${path}`, { body, headers: { ...world.app.controlHeaders, ...headers } })
  async function send(change: Record<string, unknown>) {
    const { status, body, text } = await post('/messages', { from: 'INFO', text: 'Hello', ...change })
    assert.equal(status, 201, text)
    return body
  }
  const submitTo = (phone: string) => submits.find((one) => one.phone === phone)
  const numbersIn = async (query: string) =>
    (await get(`/messages?${query}`)).data.map(({ phone }: { phone: string }) => phone)

  it('finds messages by tag, by the reference of the request and by that of a recipient', async () => {
    const labels = { tags: ['june', 'vip'], reference: 'order 7', campaign: 'Summer' }
    const { requestIds } = await send({ ...labels, to: [{ number: '0712700107', reference: 'line 1' }, '0712700108'] })
    await send({ tags: ['june'], to: ['0712700109'] })
    assert.deepEqual(await numbersIn('tag=june'), ['255712700109', '255712700108', '255712700107'])
    assert.deepEqual(await numbersIn('tag=vip&campaign=summer'), ['255712700108', '255712700107'])
    assert.deepEqual(await numbersIn('reference=order%207'), ['255712700108', '255712700107'])
    assert.deepEqual(await numbersIn('reference=line%201'), ['255712700107'])
    const [message] = (await get('/messages?reference=line%201')).data
    const one = await get(`/messages/${message.id}`)
    assert.deepEqual(
      [one.tags, one.reference, one.recipientId, one.currency],
      [labels.tags, 'order 7', 'line 1', 'TZS'],
    )
    const request = await get(`/requests/${requestIds[0]}`)
    assert.deepEqual(
      [request.tags, request.reference, request.campaign, request.valid, request.price, request.currency],
      [labels.tags, 'order 7', 'Summer', 2, '2.0000', 'TZS'],
    )
    assert.equal((await command(world, 'GET', '/accounts/1/requests/1')).body.code, 'request_not_found')
  })

  it('stores nothing more for a send without them', async () => {
    const { requestIds } = await send({ to: ['0712700110'] })
    const { rows } = await sql`
      select r.tags, r.reference, r.origin, r.wire, (select count(*) from sms_labels l where l.request_id = r.id) as labels
        from sms_requests r
       where r.id = ${requestIds[0]}
    `.execute(world.db)
    assert.deepEqual(rows, [{ tags: null, reference: null, origin: null, wire: null, labels: 0 }])
  })

  it('sends flash and binary messages with their validity', async () => {
    const flash = await send({ to: ['0712700111'], flash: true, validity: 3_600 })
    await send({ to: ['0712700112'], text: undefined, binary: { data: 'CAFE', udh: '0605040B8423F0' } })
    await until('both are submitted', () =>
      ['255712700111', '255712700112'].every((phone) => submitTo(phone) !== undefined),
    )
    const { messageClass, validUntil } = submitTo('255712700111') as Submission
    const { dueAt } = await get(`/requests/${flash.requestIds[0]}`)
    assert.deepEqual([messageClass, validUntil.getTime()], [0, Date.parse(dueAt) + hourMs])
    const { parts, binary } = submitTo('255712700112') as Submission
    assert.deepEqual([parts, binary], [['0605040b8423f0cafe'], { dataCoding: 4, hasHeader: true }])
  })

  it('ends a message without a receipt when the carrier accepts it', async () => {
    // The simulated network would report that the phone is switched off.
    const { requestIds } = await send({ to: ['0712700003', '0712700000'], receipt: false })
    const messages = await untilFinal(world.db, String(requestIds[0]))
    assert.deepEqual(
      messages.map(({ phone, status, reason }) => [phone, status, reason]),
      [
        ['255712700003', 'DELIVERED', 'no_receipt'],
        ['255712700000', 'UNDELIVERED', 'refused_by_network'],
      ],
    )
    assert.equal(submitTo('255712700003')?.receipt, false)
    const { rows } = await sql<{ id: number; carrier: string; at: Date }>`
      select id, carrier, submitted_at as at from sms_messages where request_id = ${requestIds[0]} order by id limit 1
    `.execute(world.db)
    const { id: fromId, carrier: name, at } = rows[0] ?? assert.fail()
    const until = new Date(at.getTime() + hourMs)
    const receipts = await countMissingReceipts(world.db, [{ name, fromId, since: at, until }])
    assert.equal(receipts.get(name)?.submitted ?? 0, 0, 'it says nothing about the receipts of the carrier')
    const { data } = await get(`/messages?request=${requestIds[0]}&status=delivered`)
    const { timeline, explanation } = await get(`/messages/${data[0].id}`)
    assert.match(explanation, /^The carrier accepted the message\. No delivery receipt was requested/)
    assert.deepEqual(
      timeline.map(({ event }: { event: string }) => event),
      ['accepted', 'queued', 'submitted', 'ended'],
    )
    await assertLedger(world.db)
  })

  it('holds messages so that they can be cancelled, and then sends them', async () => {
    const order = { from: 'INFO', text: 'Hello', to: ['0712700116'], hold: 10 }
    const undone = await send(order)
    const kept = { ...order, to: ['0712700117'] }
    const first = await post('/messages', kept, { 'Idempotency-Key': 'held' })
    const repeat = () => post('/messages', kept, { 'Idempotency-Key': 'held' })
    world.clock.moveForward(1_000)
    const again = await repeat()
    assert.deepEqual(again.body.requestIds, first.body.requestIds)
    assert.ok(first.body.heldSeconds <= 10 && again.body.heldSeconds <= first.body.heldSeconds - 1, again.text)
    assert.equal((await get('/messages?number=255712700117')).data[0].stage, 'scheduled')
    const cancelled = await post(`/requests/${undone.requestIds[0]}/cancel`)
    assert.deepEqual(cancelled.body, { cancelled: 1, tooLate: 0 })
    world.clock.moveForward(10_000)
    const [message] = await untilFinal(world.db, String(first.body.requestIds[0]))
    assert.equal(message?.status, 'DELIVERED')
    assert.equal(submitTo('255712700116'), undefined)
    assert.equal((await repeat()).body.heldSeconds, 0)
    await assertLedger(world.db)
  })

  it('keeps messages until the sending window of the request opens', async () => {
    const { requestIds } = await send({ to: ['0712700114'], sendWindow: { from: '08:00', to: '20:00' } })
    await until('it is held', async () => (await get('/scheduled')).data[0]?.nextAt === '2030-06-16T05:00:00.000Z')
    const operator = await command(
      world,
      'GET',
      `/messages/${(await get(`/messages?request=${requestIds[0]}`)).data[0].id}`,
    )
    assert.match(operator.body.waitsFor, /sending window of its account or its request/)
    await command(world, 'PATCH', '/accounts/1', { sendingWindow: { from: '20:00', to: '23:00' } })
    const apart = await post('/messages', {
      from: 'INFO',
      text: 'x',
      to: ['0712700115'],
      sendWindow: { from: '08:00', to: '20:00' },
    })
    assert.equal(apart.body.code, 'send_window_closed')
    const short = { from: 'INFO', text: 'x', to: ['0712700115'], validity: 3_600 }
    await command(world, 'PATCH', '/accounts/1', { sendingWindow: null })
    const expiring = await post('/messages', { ...short, sendWindow: { from: '08:00', to: '20:00' } })
    assert.deepEqual([expiring.status, expiring.body.code], [400, 'send_window_too_late'])
    world.clock.moveForward(10 * hourMs)
    const [message] = await untilFinal(world.db, String(requestIds[0]))
    assert.deepEqual([message?.status, message?.attempts], ['DELIVERED', 0])
  })

  it('reports final statuses to the callback URL, and once to an endpoint with the same URL', async () => {
    const receiver = await startReceiver()
    try {
      const bodies = () => receiver.received.map(({ text }) => JSON.parse(text))
      const to = [{ number: '0712700117', reference: 'a' }, '0712700003']
      await send({ to, callbackUrl: receiver.url })
      await send({ to: ['0712700118'] })
      await until('both reports arrived', () => receiver.received.length === 2)
      const byNumber = bodies().toSorted((a, b) => a.dest_addr.localeCompare(b.dest_addr))
      assert.deepEqual(
        byNumber.map((one) => [one.dest_addr, one.recipient_id, one.status, one.reason]),
        [
          ['255712700003', 2, 'UNDELIVERED', 'absent_subscriber'],
          ['255712700117', 'a', 'DELIVERED', undefined],
        ],
      )
      assert.ok(receiver.received.every(({ headers }) => headers['webhook-signature'] !== undefined))
      const [reported] = (await get('/messages?number=255712700117')).data
      await until('the message shows its callback', async () =>
        (await get(`/messages/${reported.id}`)).timeline.some((one: { event: string }) => one.event === 'callback'),
      )
      const { data } = (await command(world, 'GET', '/accounts/1/webhooks')).body
      const { id } = data.find(({ url }: { url: string }) => url === receiver.url)
      await command(world, 'PUT', `/accounts/1/webhooks/${id}`, { stringIds: true })
      await send({ to: ['0712700120'], callbackUrl: receiver.url })
      await until('the report with string ids arrived', () => receiver.received.length === 3)
      assert.equal(bodies()[2].recipient_id, '1')
      await addEndpoint(world, 'delivery-report', receiver.url)
      const { requestIds } = await send({ to: ['0712700119'], callbackUrl: receiver.url })
      await untilFinal(world.db, String(requestIds[0]))
      await until('the report arrived', () => receiver.received.length === 4)
      await until(
        'no report is left',
        async () => (await sql`select from sms_reports`.execute(world.db)).rows.length === 0,
      )
      assert.deepEqual(bodies().at(-1)?.dest_addr, '255712700119')
    } finally {
      await receiver.close()
    }
  })

  it('reports to the callback URL when its endpoint was removed as unused meanwhile', async () => {
    const receiver = await startReceiver()
    try {
      const notBefore = new Date(world.clock.now().getTime() + hourMs).toISOString()
      await send({ to: ['0712700121'], callbackUrl: receiver.url, notBefore })
      await sql`update webhook_endpoints set removed_at = now() where ad_hoc and removed_at is null`.execute(world.db)
      world.clock.moveForward(2 * hourMs)
      await until('the report arrived', () => receiver.received.length === 1)
      assert.equal(JSON.parse(receiver.received[0]?.text ?? '').dest_addr, '255712700121')
    } finally {
      await receiver.close()
    }
  })

  it('sends undelivered messages again, with their own texts and the options of the request', async () => {
    const sent = await send({
      text: 'For {x}',
      to: [
        { number: '0712710003', reference: 'one', variables: { x: 1 } },
        { number: '0712720003', variables: { x: 2 } },
        { number: '0712730003', variables: { x: 3 } },
        { number: '0712700120', variables: { x: 4 } },
      ],
      ...{ tags: ['again'], flash: true, validity: 7_200 },
    })
    const [request] = sent.requestIds
    const waiting = await send({ to: ['0712710003'], notBefore: '2031-01-01T00:00:00Z' })
    assert.equal((await post(`/requests/${waiting.requestIds[0]}/resend`)).body.code, 'nothing_to_resend')
    await untilFinal(world.db, String(request))
    await command(world, 'POST', '/accounts/1/optouts', { phone: '255712730003' })
    const key = { 'idempotency-key': 'resend' }
    const again = await post(`/requests/${request}/resend`, undefined, key)
    assert.equal(again.status, 201, again.text)
    assert.deepEqual(
      again.body.recipients.map((one: Record<string, unknown>) => [one.recipientId, one.number, one.text, one.outcome]),
      [
        ['one', '255712710003', 'For 1', 'message'],
        ['2', '255712720003', 'For 2', 'message'],
        ['3', '255712730003', null, 'opted_out'],
      ],
    )
    assert.deepEqual((await post(`/requests/${request}/resend`, undefined, key)).body.requestIds, again.body.requestIds)
    const found = await get(`/requests/${again.body.requestIds[0]}`)
    assert.deepEqual(
      [found.tags, found.format, Date.parse(found.validUntil) - Date.parse(found.dueAt)],
      [['again'], 'flash', 7_200_000],
    )
    assert.equal((await get('/messages?reference=one')).data.length, 2)

    const [failed] = (await get(`/messages?request=${request}&number=0712710003`)).data
    const [delivered] = (await get(`/messages?request=${request}&number=0712700120`)).data
    const rest = (await post(`/requests/${request}/resend`)).body
    assert.deepEqual([rest.total, rest.valid, rest.optedOut], [1, 0, 1])
    assert.equal((await post(`/messages/${failed.id}/resend`)).body.code, 'already_resent')
    const single = await post(`/messages/${failed.id}/resend?again=true`)
    assert.deepEqual([single.status, single.body.recipients[0].text], [201, 'For 1'])
    assert.equal((await post(`/messages/${delivered.id}/resend`)).body.code, 'nothing_to_resend')
    assert.equal((await post('/messages/999999999/resend')).body.code, 'message_not_found')
    await sql`update sms_messages set text = '' where request_id = ${request}`.execute(world.db)
    assert.equal((await post(`/requests/${request}/resend?again=true`)).body.code, 'text_removed')
  })

  it('does not send again while the window of the request and that of the account are apart', async () => {
    const sent = await send({ to: ['0712740003'], sendWindow: { from: '00:00', to: '22:00' } })
    await untilFinal(world.db, String(sent.requestIds[0]))
    await command(world, 'PATCH', '/accounts/1', { sendingWindow: { from: '22:30', to: '23:30' } })
    const path = `/requests/${sent.requestIds[0]}/resend`
    assert.equal((await post(path)).body.code, 'send_window_closed')
    await command(world, 'PATCH', '/accounts/1', { sendingWindow: null })
    assert.equal((await post(path)).status, 201)
  })

  it('cancels one message, and reschedules the others', async () => {
    const notBefore = '2030-12-24T08:00:00+03:00'
    const { requestIds } = await send({ to: ['0712700131', '0712700132'], notBefore })
    const [last, first] = (await get(`/messages?request=${requestIds[0]}`)).data
    assert.equal(first.dueAt, '2030-12-24T05:00:00.000Z')
    assert.deepEqual((await post(`/messages/${first.id}/cancel`)).body, { cancelled: 1, tooLate: 0 })
    assert.deepEqual((await post(`/messages/${first.id}/cancel`)).body, { cancelled: 0, tooLate: 0 })
    assert.equal((await post('/messages/999999999/cancel')).body.code, 'message_not_found')
    const path = `/requests/${requestIds[0]}/reschedule`
    assert.equal((await post(path, { notBefore: '2020-01-01T00:00:00Z' })).body.code, 'time_in_past')
    assert.equal((await post(path, { notBefore: null })).body.moved, 1)
    await untilFinal(world.db, String(requestIds[0]))
    assert.deepEqual(
      [(await get(`/messages/${first.id}`)).stage, (await get(`/messages/${last.id}`)).stage],
      ['cancelled', 'delivered'],
    )
    await assertLedger(world.db)
  })
})

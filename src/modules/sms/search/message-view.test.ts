import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addAccount, command } from '../../../../test/console/people.ts'
import { cursorAfter } from '../../../../test/cursors.ts'
import { messagesOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { shareWorld } from '../../../../test/shared-world.ts'
import { addEndpoint } from '../../../../test/webhooks.ts'
import { onOneEngine, until, type World } from '../../../../test/world.ts'
import type { RequestRecipient } from '../../../contract/account/messages.ts'
import { addOptOut } from '../../consent/index.ts'
import type { TimelineEntry } from './timeline.ts'

onOneEngine('recipients and messages', (engine) => {
  let world: World
  let mine: string
  before(async () => {
    world = await shareWorld(engine)
    mine = `/accounts/${world.accountId}`
  })
  after(() => world.close())

  const get = (path: string) => command(world, 'GET', `${mine}${path}`)
  const send = async (
    recipients: readonly (readonly [recipient_id: number, dest_addr: string])[],
    change: Record<string, unknown> = {},
  ) => {
    const { body, text } = await world.send({
      recipients: recipients.map(([recipient_id, dest_addr]) => ({ recipient_id, dest_addr })),
      ...change,
    })
    assert.ok(body.request_id, text)
    return body.request_id as string
  }
  const countKept = async () =>
    (
      await sql<{
        count: number
      }>`select count(*) as count from sms_refused where account_id = ${world.accountId}`.execute(world.db)
    ).rows[0]?.count

  it('show the status and reason of every recipient of a request', async () => {
    await addOptOut(world.app.sms, world.accountId, '255712700104', 'person')
    const requestId = await send([
      [1, '255712700101'],
      [2, '255712700103'],
      [3, '255712700101'],
      [4, `+255712700105 ${'x'.repeat(30)}😀`],
      [1, '255712700106'],
      [5, '255712700104'],
      [6, '255712700003'],
    ])
    await untilFinal(world.db, requestId)
    const { status, body, text } = await get(`/requests/${requestId}/recipients`)
    assert.equal(status, 200, text)
    assert.deepEqual(body.refused, { total: 4, kept: 4 })
    assert.deepEqual(
      body.data.map(({ recipientId, outcome, stage, reason }: RequestRecipient) => [
        recipientId,
        outcome,
        stage,
        reason,
      ]),
      [
        ['1', 'message', 'delivered', null],
        ['2', 'message', 'delivered', null],
        ['6', 'message', 'undelivered', 'absent_subscriber'],
        ['3', 'duplicate', null, 'duplicate_number'],
        ['4', 'invalid', null, 'invalid_number'],
        ['1', 'invalid', null, 'repeated_reference'],
        ['5', 'opted_out', null, 'opted_out'],
      ],
    )
    const [, , undelivered, , invalid] = body.data as RequestRecipient[]
    assert.equal(undelivered?.explanation, 'The phone is switched off or out of coverage.')
    assert.deepEqual([invalid?.number.length, invalid?.number.slice(0, 14)], [32, '+255712700105 '])
    for (const one of body.data as RequestRecipient[])
      if (one.outcome !== 'message') assert.match(one.explanation ?? '', /\.$/)

    const recipientsOf = `/requests/${requestId}/recipients`
    const walked: RequestRecipient[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { data: RequestRecipient[]; next: string | null; total: number } = (
        await get(`${recipientsOf}?limit=2&cursor=${cursor}`)
      ).body
      assert.equal(page.total, 7)
      walked.push(...page.data)
      cursor = page.next
    }
    assert.deepEqual(walked, body.data)
    const refused = (await get(`${recipientsOf}?refused=true`)).body
    const withoutMessage = walked.filter(({ outcome }) => outcome !== 'message')
    assert.deepEqual([refused.data, refused.total], [withoutMessage, withoutMessage.length])
  })

  it('store refused recipients only when there are any, up to 10,000 per request', async () => {
    const before = await countKept()
    await send([[1, '255712700201']])
    assert.equal(await countKept(), before)
    const requestId = await send(Array.from({ length: 10_050 }, (_, index) => [index + 1, `bad ${index}`] as const))
    const { body } = await get(`/requests/${requestId}/recipients?limit=1000&cursor=${cursorAfter({}, '8999')}`)
    assert.deepEqual(
      [body.refused, body.data.length, body.data[999].number],
      [{ total: 10_050, kept: 10_000 }, 1_000, 'bad 9999'],
    )
    assert.equal(body.next, null)
  })

  it('have a timeline that includes callbacks', async () => {
    const receiver = await startReceiver()
    await addEndpoint(world, 'delivery-report', receiver.url)
    const requestId = await send([[1, '255712700301']], { message: 'x'.repeat(200) })
    await untilFinal(world.db, requestId)
    await until('the callback arrived', () => receiver.received.length > 0)
    const [message] = await messagesOf(world.db, requestId)
    const view = async () => (await get(`/messages/${message?.id}`)).body
    await until('the call is written down', async () =>
      (await view()).timeline.some(({ event }: TimelineEntry) => event === 'callback'),
    )
    const { timeline, stage, carrier, parts, price, text, sender, explanation, ...rest } = await view()
    assert.deepEqual(
      [stage, carrier, parts, price, sender, text.length, explanation],
      ['delivered', 'simulator', 2, '2.0000', 'INFO', 200, null],
    )
    assert.deepEqual([rest.requestId, rest.phone], [Number(requestId), '255712700301'])
    assert.deepEqual(
      timeline.map(({ event }: TimelineEntry) => event),
      ['accepted', 'queued', 'submitted', 'receipt', 'receipt', 'callback'],
    )
    // Receipts have the times of the carrier.
    const times = timeline.filter(({ event }: TimelineEntry) => event !== 'receipt').map(({ at }: TimelineEntry) => at)
    assert.deepEqual(times, times.toSorted())
    const texts = timeline.map(({ text: words }: TimelineEntry) => words)
    assert.deepEqual(texts.slice(0, 5), [
      'The message was accepted.',
      'The message was queued for carrier simulator.',
      'Carrier simulator accepted the message.',
      'Part 1 was delivered.',
      'Part 2 was delivered.',
    ])
    assert.equal(texts[5], `The callback to ${receiver.url} got status 200.`)
    const last = timeline.at(-1)
    assert.deepEqual([last.detail.status, last.detail.problem, last.detail.url], [200, null, receiver.url])
    assert.ok(last.detail.tookMs >= 0)
    await receiver.close()
  })

  it('show the callback behind 10,000 other events, also of a removed endpoint', async () => {
    const receiver = await startReceiver()
    const { id } = await addEndpoint(world, 'delivery-report', receiver.url)
    // A search by id from the time of the message reads these events first.
    const afterMessage = new Date(world.clock.now().getTime() + 3_600_000)
    await sql`
      insert into webhook_events (account_id, endpoint_id, body, created_at)
      select ${world.accountId}, ${id}, '{}', ${afterMessage} from generate_series(1, 10000)
    `.execute(world.db)
    const requestId = await send([[1, '255712700302']])
    await untilFinal(world.db, requestId)
    await until('the callback arrived', () => receiver.received.length > 0)
    const [message] = await messagesOf(world.db, requestId)
    const callbacks = async () =>
      (await get(`/messages/${message?.id}`)).body.timeline
        .filter(({ event }: TimelineEntry) => event === 'callback')
        .map(({ detail }: TimelineEntry) => detail.url)
    await until('the attempt is stored', async () => (await callbacks()).includes(receiver.url))
    await command(world, 'DELETE', `${mine}/webhooks/${id}`)
    assert.ok((await callbacks()).includes(receiver.url))
    await receiver.close()
  })

  it('are scheduled until they are due, and cancelled when they were', async () => {
    const requestId = await send([[1, '255712700401']], { schedule_time: '2090-01-01 08:00' })
    const [message] = await messagesOf(world.db, requestId)
    const view = async () => (await get(`/messages/${message?.id}`)).body
    const before = await view()
    assert.deepEqual(
      [before.stage, before.timeline.map(({ event }: TimelineEntry) => event)],
      ['scheduled', ['accepted', 'scheduled']],
    )
    assert.equal(before.timeline[1].detail.for, '2090-01-01T08:00:00.000Z')
    await command(world, 'POST', `${mine}/requests/${requestId}/cancel`, {})
    const after = await view()
    assert.deepEqual([after.stage, after.reason, after.timeline.at(2).event], ['cancelled', 'cancelled', 'ended'])
    assert.match(after.explanation, /^The message was cancelled/)
    assert.equal(after.timeline.at(2).text, after.explanation)
  })

  it('show no PIN', async () => {
    assert.equal(
      (await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: '255712700501' } })).status,
      200,
    )
    const { data } = (await get('/messages?number=255712700501')).body
    assert.deepEqual([data.length, data[0].text], [1, 'Your PIN is ******'])
    assert.equal((await get(`/messages/${data[0].id}`)).body.text, 'Your PIN is ******')
  })

  it('are listed by number, by request or both, newest first', async () => {
    const [one, other] = ['255712700601', '255712700602'] as const
    const [first, second] = [
      await send([[1, one]]),
      await send([
        [1, one],
        [2, other],
      ]),
    ]
    const list = async (query: string) => {
      const { status, body } = await get(`/messages?${query}`)
      assert.equal(status, 200)
      return body.data.map((message: { requestId: number; phone: string }) => `${message.requestId} ${message.phone}`)
    }
    assert.deepEqual(await list(`number=${one}`), [`${second} ${one}`, `${first} ${one}`])
    assert.deepEqual(await list(`request=${second}`), [`${second} ${other}`, `${second} ${one}`])
    assert.deepEqual(await list(`request=${second}&number=${other}`), [`${second} ${other}`])
    assert.deepEqual((await list('limit=3')).toSorted(), [`${first} ${one}`, `${second} ${one}`, `${second} ${other}`])
  })

  it('return 404 for other accounts', async () => {
    const stranger = await addAccount(world, 'Stranger')
    const requestId = await send([[1, '255712700701']])
    const [message] = await messagesOf(world.db, requestId)
    const ask = (path: string) => command(world, 'GET', `/accounts/${stranger}${path}`)
    assert.equal((await ask(`/messages/${message?.id}`)).status, 404)
    assert.equal((await ask(`/requests/${requestId}/recipients`)).status, 404)
    assert.equal((await ask(`/messages?request=${requestId}`)).body.data.length, 0)
    assert.equal((await ask('/messages?number=255712700701')).body.data.length, 0)
  })
})

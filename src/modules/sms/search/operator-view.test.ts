import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addCarrier } from '../../../../test/carriers.ts'
import { command } from '../../../../test/console/people.ts'
import { messagesOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { parseScrape } from '../../../../test/prometheus.ts'
import { startReceiver } from '../../../../test/receiver.ts'
import { addEndpoint } from '../../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import { workTables } from '../../../console/work.ts'
import type { Queue } from '../../../contract/console/sms.ts'

onOneEngine('messages and queues for operators', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const get = async (path: string) => {
    const { status, body, text } = await command(world, 'GET', path)
    assert.equal(status, 200, text)
    return body
  }
  const send = async (numbers: readonly string[], change: Record<string, unknown> = {}) => {
    const recipients = numbers.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr }))
    const { body, text } = await world.send({ recipients, ...change })
    assert.ok(body.request_id, text)
    const messages = await messagesOf(world.db, body.request_id)
    return { requestId: Number(body.request_id), ids: messages.map(({ id }) => id) }
  }

  it('show a message of any account with its references and webhook events', async () => {
    const receiver = await startReceiver()
    await addEndpoint(world, 'delivery-report', receiver.url)
    const { requestId, ids } = await send(['255712800101'])
    await untilFinal(world.db, String(requestId))
    await until(
      'the event is delivered',
      async () => (await get(`/messages/${ids[0]}`)).events[0]?.state === 'delivered',
    )
    const { accountId, accountName, currency, lane, waitsFor, references, events, status } = await get(
      `/messages/${ids[0]}`,
    )
    assert.deepEqual(
      [accountId, accountName, currency, lane, waitsFor, status],
      [1, 'First account', 'TZS', 'single', null, 'DELIVERED'],
    )
    assert.equal(references.length, 1)
    assert.deepEqual([events[0].url, events[0].attempts, events[0].problem], [receiver.url, 1, null])
    assert.equal((await command(world, 'GET', '/messages/999999')).status, 404)
    await receiver.close()
  })

  it('count the pending messages of a queue, not its batches, with the reason why they wait', async () => {
    const carrier = await addCarrier(world)
    await command(world, 'POST', '/routes', { carrier, prefix: '255713' })
    const { requestId, ids } = await send(['255713800201', '255713800202', '255713800203'])
    await sql`update sms_messages set submitted_at = now() where id = any(${ids.slice(0, 2)}::bigint[])`.execute(
      world.db,
    )
    await send(['255713800204', '255713800205'], { schedule_time: '2090-01-01 00:00' })
    const queues: Queue[] = (await get('/queues')).data
    const { messages, batches, scheduled, oldestDueAt, waitsFor, perSecond } =
      queues.find((one) => one.carrier === carrier) ?? assert.fail('there is no queue')
    assert.deepEqual([messages, batches, scheduled, perSecond], [1, 1, 2, 0])
    assert.match(waitsFor ?? '', /has been disconnected since/)
    assert.ok(Date.parse(oldestDueAt ?? '') <= Date.now())

    const waiting = await get(`/messages/${ids[2]}`)
    assert.equal(waiting.waitsFor, waitsFor)
    assert.deepEqual([waiting.route.prefix, waiting.lane], ['255713', 'bulk'])
    const ofAccount = async () => (await get(`/accounts/1/messages/${ids[2]}`)).delay
    const { cause, since } = await ofAccount()
    assert.deepEqual([cause, typeof since], ['disconnected', 'string'])
    const order = { from: 'INFO', text: 'Hello', to: ['255713800206', '255712800207'] }
    assert.equal((await command(world, 'POST', '/accounts/1/quotes', order)).body.delayed, 1)
    await command(world, 'POST', `/providers/${carrier}/pause`)
    assert.match((await get(`/messages/${ids[2]}`)).waitsFor, /is paused/)
    assert.equal((await ofAccount()).cause, 'paused')
    const { carriers } = await get('/system')
    assert.deepEqual(
      carriers.find(({ name }: { name: string }) => name === carrier),
      { name: carrier, ready: false, paused: true },
    )
    const { data } = await get(`/requests/${requestId}/messages`)
    assert.deepEqual(
      data.map(({ id, stage }: { id: number; stage: string }) => [id, stage]),
      ids.map((id, index) => [id, index < 2 ? 'submitted' : 'queued']),
    )
  })

  it('have the age of the metric while an account is suspended, and after it is resumed', async () => {
    const carrier = await addCarrier(world)
    await command(world, 'POST', '/routes', { carrier, prefix: '255715' })
    await send(['255715800201'])
    const ages = async () => {
      const [queue] = ((await get('/queues')).data as Queue[]).filter((one) => one.carrier === carrier)
      const { value } = parseScrape((await world.app.http.inject('/metrics')).body)
      const seconds = value('ngoma_sms_queue_age_seconds', { carrier, lane: 'single' }) ?? Number.NaN
      const shown = queue?.oldestDueAt ? (world.clock.now().getTime() - Date.parse(queue.oldestDueAt)) / 1_000 : 0
      return [Math.round(seconds / 60), Math.round(shown / 60), queue?.messages]
    }
    world.clock.moveForward(600_000)
    assert.deepEqual(await ages(), [10, 10, 1])
    const suspend = (suspended: boolean) => command(world, 'PATCH', '/accounts/1', { suspended })
    assert.equal((await suspend(true)).status, 200)
    assert.deepEqual(await ages(), [0, 0, 1])
    world.clock.moveForward(1_200_000)
    assert.equal((await suspend(true)).status, 200, 'keeps the time of the first suspension')
    world.clock.moveForward(1_200_000)
    assert.equal((await suspend(false)).status, 200)
    assert.deepEqual(await ages(), [10, 10, 1])
    world.clock.moveForward(300_000)
    assert.equal((await suspend(false)).status, 200, 'was not suspended')
    assert.deepEqual(await ages(), [15, 15, 1])
  })

  it('count messages for another submit from the time of that submit', async () => {
    const carrier = await addCarrier(world)
    await command(world, 'POST', '/routes', { carrier, prefix: '255714' })
    const now = world.clock.now().getTime()
    const dueAt = new Date(now - 60_000)
    for (const [phone, retryAt] of [
      ['255714800201', dueAt],
      ['255714800202', new Date(now + 3_600_000)],
    ] as const) {
      const { requestId, ids } = await send([phone])
      const submittedAt = new Date(now - 7_200_000)
      await sql`update sms_requests set due_at = ${submittedAt} where id = ${requestId}`.execute(world.db)
      await sql`
        update sms_messages set submitted_at = ${submittedAt}, retry_at = ${retryAt} where id = ${ids[0]}
      `.execute(world.db)
      await sql`
        update sms_batches set again = true, due_at = ${retryAt} where first_message_id = ${ids[0]}
      `.execute(world.db)
    }
    const queues: Queue[] = (await get('/queues')).data
    const queue = queues.find((one) => one.carrier === carrier)
    assert.deepEqual(
      [queue?.messages, queue?.batches, queue?.scheduled, queue?.oldestDueAt],
      [1, 1, 1, dueAt.toISOString()],
    )
  })

  it('count whole batches beyond the limit', async () => {
    const { ids } = await send(['255712800301'], { schedule_time: '2090-01-01 00:00' })
    await sql`
      update sms_batches set last_message_id = first_message_id + 100000 where first_message_id = ${ids[0]}
    `.execute(world.db)
    const queues: Queue[] = (await get('/queues')).data
    const queue = queues.find((one) => one.carrier === 'simulator' && one.lane === 'single')
    assert.deepEqual([queue?.more, queue?.scheduled], [true, 100_001])
  })

  it('count due work of every table that has any', async () => {
    const { data } = await get('/work')
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
       where column_name = 'lease_until' and table_schema = 'public'
         and table_name in (select table_name from information_schema.columns where column_name = 'due_at')
       order by 1
    `.execute(world.db)
    const names = rows.map(({ name }) => name).filter((name) => name !== 'sms_batches')
    assert.deepEqual([...workTables], names)
    assert.deepEqual(data.map(({ work }: { work: string }) => work).toSorted(), names)
  })
})

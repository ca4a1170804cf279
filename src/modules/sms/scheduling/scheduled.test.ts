import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addAccount, command } from '../../../../test/console/people.ts'
import { messagesOf, recordSubmits, simulatorOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { assertLedger, sumsOf } from '../../../../test/ledger.ts'
import { addEndpoint } from '../../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import type { Submission } from '../../../carriers/carrier.ts'
import { firstAccountId } from '../../accounts/index.ts'
import { cancelScheduledTo } from '../index.ts'

const hourMs = 3_600_000
const mine = `/accounts/${firstAccountId}`
let nextPhone = 255_712_500_100

function somePhones(count: number): string[] {
  const first = nextPhone
  nextPhone += count
  return Array.from({ length: count }, (_, index) => String(first + index))
}

onOneEngine('scheduled messages', (engine) => {
  let world: World
  let submits: Submission[]
  before(async () => {
    world = await openWorld(engine)
    submits = recordSubmits(simulatorOf(world.app))
  })
  after(() => world.close())

  const timeIn = (hours: number) =>
    new Date(world.clock.now().getTime() + hours * hourMs).toISOString().slice(0, 16).replace('T', ' ')
  const sendIn = async (hours: number, phones: readonly string[]): Promise<string> => {
    const recipients = phones.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr }))
    const { status, text, body } = await world.send({ recipients, schedule_time: hours === 0 ? '' : timeIn(hours) })
    assert.equal(status, 200, text)
    return body.request_id
  }
  /** Three requests of one message each. Sent together, they usually share a batch, but that is not guaranteed. */
  async function sendNeighbours(groups: readonly [string[], string[], string[]]): Promise<[string, string, string]> {
    for (let tries = 0; tries < 5; tries += 1) {
      const requests = (await Promise.all(groups.map((phones) => sendIn(1, phones)))) as [string, string, string]
      const { rows } = await sql<{ count: number }>`
        select b.last_message_id - b.first_message_id + 1 as count
          from sms_requests r
          join sms_batches b on r.first_message_id between b.first_message_id and b.last_message_id
         where r.id = ${requests[1]}
      `.execute(world.db)
      if (rows[0]?.count === 3) return requests
      await Promise.all(requests.map(cancel))
    }
    assert.fail('three sends at once never shared a batch')
  }
  const ask = (path: string, body?: unknown) =>
    command(world, body === undefined ? 'GET' : 'POST', `${mine}${path}`, body)
  const cancel = (requestId: string) => ask(`/requests/${requestId}/cancel`, {})
  const move = (requestId: string, notBefore: string | null) => ask(`/requests/${requestId}/reschedule`, { notBefore })
  const listed = async () =>
    (await ask('/scheduled?limit=1000')).body.data as { id: number; state: string; messages: number; dueAt: string }[]
  const isListed = async (requestId: string) => (await listed()).some(({ id }) => id === Number(requestId))
  const reasonsOf = async (requestId: string) =>
    (await messagesOf(world.db, requestId)).map(({ status, reason }) => `${status} ${reason}`)
  const submitsTo = (phones: readonly string[]) => submits.filter(({ phone }) => phones.includes(phone)).length
  const held = async () => (await sumsOf(world.db, firstAccountId)).held

  it('are listed page by page, first due first', async () => {
    const [later, sooner] = [await sendIn(9, somePhones(3)), await sendIn(8, somePhones(1))]
    const all = await listed()
    const [first, second] = [sooner, later].map((id) => all.findIndex((one) => one.id === Number(id)))
    assert.ok(first !== undefined && second !== undefined && first >= 0 && first < second)
    assert.deepEqual([all[second]?.state, all[second]?.messages], ['scheduled', 3])
    const { next } = (await ask('/scheduled?limit=1')).body
    const { body } = await ask(`/scheduled?limit=1&cursor=${next}`)
    assert.deepEqual([body.data.length, body.total], [1, all.length])
    await Promise.all([cancel(later), cancel(sooner)])
  })

  it('are cancelled with their credit returned and a callback, without their neighbours in the batch', async () => {
    await addEndpoint(world, 'delivery-report', 'http://127.0.0.1:9/')
    const before = await sumsOf(world.db, firstAccountId)
    const groups: [string[], string[], string[]] = [somePhones(1), somePhones(1), somePhones(1)]
    const [one, middle, other] = await sendNeighbours(groups)
    assert.notDeepEqual(await sumsOf(world.db, firstAccountId), before)
    const { status, body } = await cancel(middle)
    assert.deepEqual([status, body], [200, { cancelled: 1, tooLate: 0 }])
    assert.deepEqual(await reasonsOf(middle), ['UNDELIVERED cancelled'])
    assert.deepEqual([await isListed(one), await isListed(middle), await isListed(other)], [true, false, true])
    const { rows } =
      await sql`select body from webhook_events where body like ${`%"request_id":"${middle}"%"UNDELIVERED"%`}`.execute(
        world.db,
      )
    assert.equal(rows.length, 1)
    await assertLedger(world.db)
    assert.deepEqual((await cancel(middle)).body, { cancelled: 0, tooLate: 0 })
    world.clock.moveForward(hourMs)
    await Promise.all([untilFinal(world.db, one), untilFinal(world.db, other)])
    assert.deepEqual([submitsTo(groups[0]), submitsTo(groups[1]), submitsTo(groups[2])], [1, 0, 1])
    assert.deepEqual((await cancel(one)).body, { cancelled: 0, tooLate: 1 })
    assert.equal(await held(), before.held)
  })

  it('are cancelled over several transactions', async () => {
    const phones = somePhones(2_300)
    const requestId = await sendIn(1, phones)
    assert.deepEqual((await cancel(requestId)).body, { cancelled: 2_300, tooLate: 0 })
    assert.deepEqual(new Set(await reasonsOf(requestId)), new Set(['UNDELIVERED cancelled']))
    assert.equal(await isListed(requestId), false)
    await assertLedger(world.db)
  })

  it('are cancelled when due while the carrier is unavailable', async () => {
    const simulator = simulatorOf(world.app)
    const { ready } = simulator
    simulator.setChaos({ disconnectRate: 1 })
    const requestId = await sendIn(0, somePhones(5))
    await until('the connection was lost', () => !simulator.ready())
    // On its own, the carrier would be back in a second and get the messages again.
    simulator.ready = () => false
    try {
      await until(
        'it was let go',
        async () =>
          (await sql`select from sms_batches where lease_owner is not null`.execute(world.db)).rows.length === 0,
      )
      assert.equal((await listed()).find(({ id }) => id === Number(requestId))?.state, 'waiting')
      assert.deepEqual((await cancel(requestId)).body, { cancelled: 5, tooLate: 0 })
    } finally {
      simulator.ready = ready
      simulator.setChaos({ disconnectRate: 0 })
    }
    world.clock.moveForward(2_000)
    await assertLedger(world.db)
  })

  it('are not cancelled while a worker has claimed them, or after it died', async () => {
    const requestId = await sendIn(1, somePhones(2))
    const lease = (owner: string | null, seconds: number) =>
      sql`
      update sms_batches b
         set lease_owner = ${owner}, lease_until = case when ${owner}::text is not null then clock_timestamp() + make_interval(secs => ${seconds}) end
        from sms_requests r
       where r.id = ${requestId} and b.first_message_id = r.first_message_id
    `.execute(world.db)
    for (const seconds of [3_600, -1]) {
      await lease('another', seconds)
      assert.equal((await listed()).find(({ id }) => id === Number(requestId))?.state, 'sending')
      assert.deepEqual((await cancel(requestId)).body, { cancelled: 0, tooLate: 2 })
      const { moved, tooLate } = (await move(requestId, timeIn(5))).body
      assert.deepEqual([moved, tooLate], [0, 2])
    }
    await lease(null, 0)
    assert.deepEqual((await cancel(requestId)).body, { cancelled: 2, tooLate: 0 })
  })

  it('are not cancelled while another batch over the same messages is claimed', async () => {
    const requestId = await sendIn(1, somePhones(4))
    const [, second] = await messagesOf(world.db, requestId)
    await sql`
      insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at, lease_owner, lease_until)
      select account_id, carrier, lane, ${second?.id}, ${second?.id}, valid_until, due_at, 'another', clock_timestamp() + interval '1 hour'
        from sms_batches
       where ${second?.id}::bigint between first_message_id and last_message_id
    `.execute(world.db)
    assert.deepEqual((await cancel(requestId)).body, { cancelled: 3, tooLate: 1 })
    await sql`update sms_batches set lease_owner = null, lease_until = null where lease_owner = 'another'`.execute(
      world.db,
    )
    world.clock.moveForward(hourMs)
    assert.deepEqual((await untilFinal(world.db, requestId)).map(({ status }) => status).toSorted(), [
      'DELIVERED',
      'UNDELIVERED',
      'UNDELIVERED',
      'UNDELIVERED',
    ])
  })

  it('return 404 for other accounts', async () => {
    const stranger = await addAccount(world, 'Stranger')
    const requestId = await sendIn(1, somePhones(1))
    for (const [path, body] of [
      ['cancel', {}],
      ['reschedule', { notBefore: null }],
    ] as const) {
      assert.equal(
        (await command(world, 'POST', `/accounts/${stranger}/requests/${requestId}/${path}`, body)).status,
        404,
      )
      assert.equal((await command(world, 'POST', `${mine}/requests/0/${path}`, body)).status, 404)
    }
    assert.equal((await command(world, 'GET', `/accounts/${stranger}/scheduled`)).body.total, 0)
    assert.deepEqual(await reasonsOf(requestId), ['PENDING null'])
    assert.equal(
      await cancelScheduledTo(
        world.app.sms,
        stranger,
        (await messagesOf(world.db, requestId))[0]?.phone ?? '',
        world.clock.now(),
      ),
      0,
    )
    await cancel(requestId)
  })

  it('do not include PINs', async () => {
    const simulator = simulatorOf(world.app)
    simulator.setChaos({ disconnectRate: 1 })
    const [phone = ''] = somePhones(1)
    assert.equal((await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: phone } })).status, 200)
    const { rows } = await sql<{
      requestId: string
    }>`select request_id::text as "requestId" from sms_messages where phone = ${phone}`.execute(world.db)
    const requestId = rows[0]?.requestId ?? ''
    assert.deepEqual([(await cancel(requestId)).status, (await move(requestId, timeIn(1))).status], [404, 404])
    simulator.setChaos({ disconnectRate: 0 })
    world.clock.moveForward(2_000)
    assert.deepEqual(
      (await untilFinal(world.db, requestId)).map(({ status }) => status),
      ['DELIVERED'],
    )
  })

  it('are cancelled by number in all requests', async () => {
    const [phone = '', ...others] = somePhones(4)
    await untilFinal(world.db, await sendIn(0, [phone]))
    const requests = [await sendIn(1, [phone]), await sendIn(2, [...others, phone]), await sendIn(3, others)] as const
    assert.equal(await cancelScheduledTo(world.app.sms, firstAccountId, phone, world.clock.now()), 2)
    assert.equal(await cancelScheduledTo(world.app.sms, firstAccountId, phone, world.clock.now()), 0)
    assert.deepEqual([await isListed(requests[0]), await isListed(requests[1])], [false, true])
    world.clock.moveForward(3 * hourMs)
    await Promise.all(requests.map((requestId) => untilFinal(world.db, requestId)))
    assert.deepEqual([submitsTo([phone]), submitsTo(others)], [1, 6])
    await assertLedger(world.db)
  })
})

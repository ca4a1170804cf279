import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../../test/console/people.ts'
import { messagesOf, recordSubmits, simulatorOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { assertLedger } from '../../../../test/ledger.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import type { Submission } from '../../../carriers/carrier.ts'
import { firstAccountId } from '../../accounts/index.ts'

const hourMs = 3_600_000
const mine = `/accounts/${firstAccountId}`
let nextPhone = 255_712_500_100

function somePhones(count: number): string[] {
  const first = nextPhone
  nextPhone += count
  return Array.from({ length: count }, (_, index) => String(first + index))
}

onOneEngine('rescheduled messages', (engine) => {
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

  it('move to a later time with their validity, without their neighbours', async () => {
    const groups: [string[], string[], string[]] = [somePhones(1), somePhones(1), somePhones(1)]
    const [one, middle, other] = await sendNeighbours(groups)
    const { status, body } = await move(middle, timeIn(100))
    assert.deepEqual([status, body.moved, body.tooLate], [200, 1, 0])
    assert.equal((await listed()).find(({ id }) => id === Number(middle))?.dueAt, body.dueAt)
    world.clock.moveForward(hourMs)
    await Promise.all([untilFinal(world.db, one), untilFinal(world.db, other)])
    // The original validity would have ended by now.
    world.clock.moveForward(80 * hourMs)
    await untilFinal(world.db, await sendIn(0, somePhones(1)))
    await until('the expiry has run', async () => (await countExpiriesDue()) === 0)
    assert.deepEqual([await reasonsOf(middle), submitsTo(groups[1])], [['PENDING null'], 0])
    world.clock.moveForward(20 * hourMs)
    assert.deepEqual(
      [(await untilFinal(world.db, middle)).map(({ status: end }) => end), submitsTo(groups[1])],
      [['DELIVERED'], 1],
    )
  })

  const countExpiriesDue = async () =>
    (await sql`select from sms_expiries where valid_until <= ${world.clock.now()}`.execute(world.db)).rows.length

  it('expire with the new validity when no carrier accepts them', async () => {
    const requestId = await sendIn(1, somePhones(2))
    await move(requestId, timeIn(50))
    await sql`update sms_batches b set lease_owner = 'another', lease_until = clock_timestamp() + interval '1 hour'`.execute(
      world.db,
    )
    world.clock.moveForward(121 * hourMs)
    await untilFinal(world.db, await sendIn(0, somePhones(1)))
    assert.deepEqual(new Set(await reasonsOf(requestId)), new Set(['PENDING null']))
    world.clock.moveForward(hourMs)
    assert.deepEqual(new Set((await untilFinal(world.db, requestId)).map(({ reason }) => reason)), new Set(['expired']))
    await sql`update sms_batches b set lease_owner = null, lease_until = null where lease_owner = 'another'`.execute(
      world.db,
    )
    await assertLedger(world.db)
  })

  it('keep the old validity when a carrier already has them and the rest moves', async () => {
    const requestId = await sendIn(1, somePhones(2))
    const [taken, rest] = await messagesOf(world.db, requestId)
    assert.ok(taken && rest)
    await world.app.sms.progress.add({
      kind: 'taken',
      id: taken.id,
      carrier: 'simulator',
      references: [],
      at: world.clock.now(),
    })
    const { moved, tooLate } = (await move(requestId, timeIn(100))).body
    assert.deepEqual([moved, tooLate], [1, 1])
    world.clock.moveForward(81 * hourMs)
    const reasonOf = async (id: number) => (await messagesOf(world.db, requestId)).find((one) => one.id === id)?.reason
    await until('it has ended', async () => (await reasonOf(taken.id)) === 'expired')
    assert.equal(await reasonOf(rest.id), null)
    await cancel(requestId)
    await assertLedger(world.db)
  })

  it('have one expiry, however often they move', async () => {
    const requestId = await sendIn(1, somePhones(3))
    const watches = async () =>
      (
        await sql<{ due: Date }>`
          select e.first_due_at as due from sms_expiries e join sms_requests r on e.first_message_id between r.first_message_id and r.last_message_id
           where r.id = ${requestId}
        `.execute(world.db)
      ).rows.map(({ due }) => due.toISOString())
    for (const hours of [5, 3, 7]) {
      const { dueAt } = (await move(requestId, timeIn(hours))).body
      assert.deepEqual(await watches(), [dueAt])
    }
    // Messages in a claimed batch keep the original expiry.
    const [, middle] = await messagesOf(world.db, requestId)
    await world.app.sms.progress.add({
      kind: 'taken',
      id: middle?.id ?? 0,
      carrier: 'simulator',
      references: [],
      at: world.clock.now(),
    })
    await move(requestId, timeIn(9))
    assert.equal((await watches()).length, 2)
    await cancel(requestId)
  })

  it('are sent at once when moved to now', async () => {
    const [long, short] = [somePhones(700), somePhones(1)]
    const [many, single] = [await sendIn(30, long), await sendIn(30, short)]
    assert.equal((await move(many, null)).body.moved, 700)
    // Starts a new minute, so that it is not over before the request.
    world.clock.moveForward(60_000 - (world.clock.now().getTime() % 60_000))
    assert.equal((await move(single, timeIn(0))).body.moved, 1)
    await Promise.all([untilFinal(world.db, many), untilFinal(world.db, single)])
    assert.deepEqual([submitsTo(long), submitsTo(short)], [700, 1])
    await until('no message of it waits', async () => !(await isListed(many)))
  })

  it('reject a time in the past and a malformed time', async () => {
    const requestId = await sendIn(1, somePhones(1))
    for (const [time, code] of [
      [timeIn(-1), 'time_in_past'],
      ['tomorrow', 'invalid_time'],
    ] as const) {
      const { status, body } = await move(requestId, time)
      assert.deepEqual([status, body.code], [400, code])
    }
    assert.equal((await move(requestId, `${timeIn(2).replace(' ', 'T')}Z`)).body.moved, 1)
    await cancel(requestId)
  })
})

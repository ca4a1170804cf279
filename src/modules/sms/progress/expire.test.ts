import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { messagesOf, openAppOn, sendThrough, simulatorOf, untilFinal } from '../../../../test/e2e/apps.ts'
import {
  onOneEngine,
  openTestDatabase,
  openWorld,
  type TestDatabase,
  until,
  type World,
} from '../../../../test/world.ts'
import type { Submitted } from '../../../carriers/carrier.ts'
import { ProviderFailure } from '../../../carriers/provider-kind.ts'
import { createClock } from '../../../engine/clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const phonesFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => String(first + index))
const recipients = (phones: readonly string[]) => ({
  recipients: phones.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
})
/** The carrier accepts the message and sends no receipt. */
const silent = '255712340002'

onOneEngine('messages of an earlier process', (engine) => {
  let database: TestDatabase
  before(async () => {
    database = await openTestDatabase(engine)
  })
  after(() => database.drop())

  it('get their lost receipts through a status request', async () => {
    const now = new Date()
    const first = await openAppOn(database, { clock: createClock(now), config: { simulatorDelayMs: 5 * minuteMs } })
    const delivered = await sendThrough(first, recipients(phonesFrom(255712351010, 600)))
    const inParts = await sendThrough(first, { message: 'x'.repeat(400) })
    const undelivered = await sendThrough(first, recipients(['255712340003']))
    const open = await sendThrough(first, recipients([silent]))
    for (const requestId of [delivered, inParts, undelivered, open]) {
      await until('the carrier has them', async () =>
        (await messagesOf(database.db, requestId)).every(({ submittedAt }) => submittedAt !== null),
      )
    }
    await first.close()

    const second = await openAppOn(database, { clock: createClock(new Date(now.getTime() + 10 * minuteMs)) })
    try {
      const endOf = async (requestId: string) =>
        new Set((await untilFinal(database.db, requestId)).map(({ status, reason }) => `${status} ${reason}`))
      assert.deepEqual(await endOf(delivered), new Set(['DELIVERED null']))
      assert.deepEqual(await endOf(inParts), new Set(['DELIVERED null']))
      assert.deepEqual(await endOf(undelivered), new Set(['UNDELIVERED absent_subscriber']))
      assert.equal((await messagesOf(database.db, open))[0]?.status, 'PENDING')
    } finally {
      await second.close()
    }
  })
})

onOneEngine('expiry', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  async function send(phones: readonly string[], change: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await world.send({ ...recipients(phones), ...change })
    assert.equal(status, 200)
    return body.request_id
  }

  /**
   * A test cannot wait for something not to happen. When a message that was sent later is delivered, the other would
   * have been sent too.
   */
  const witness = async () => untilFinal(world.db, await send(['255712345678']))
  const stateOf = async (requestId: string) =>
    new Set((await messagesOf(world.db, requestId)).map(({ status, reason }) => `${status} ${reason}`))
  const watches = async (requestId: string) => (await dueTimes(requestId)).length

  async function dueTimes(requestId: string): Promise<Date[]> {
    const { rows } = await sql<{ due: Date }>`
      select e.due_at as due
        from sms_expiries e
        join sms_requests r on r.first_message_id between e.first_message_id and e.last_message_id
       where r.id = ${requestId}
    `.execute(world.db)
    return rows.map(({ due }) => due)
  }

  const untilLookedAt = (requestId: string) =>
    until('it was looked at', async () => (await dueTimes(requestId)).every((due) => due > world.clock.now()))
  const isTaken = async (requestId: string) =>
    (await messagesOf(world.db, requestId)).every(({ submittedAt }) => submittedAt !== null)

  it('stops watching when every message is final', async () => {
    const requestId = await send(['255712345611', '255712345612'])
    assert.equal(await watches(requestId), 1)
    await untilFinal(world.db, requestId)
    world.clock.moveForward(minuteMs)
    await until('nobody watches any more', async () => (await watches(requestId)) === 0)
  })

  it('ends only the pending messages of a batch', async () => {
    const requestId = await send(['255712345613', silent, '255712340003'])
    await until(
      'the others are final',
      async () => (await messagesOf(world.db, requestId)).filter(({ status }) => status === 'PENDING').length === 1,
    )
    world.clock.moveForward(72 * hourMs)
    await untilFinal(world.db, requestId)
    assert.deepEqual(
      await stateOf(requestId),
      new Set(['DELIVERED null', 'UNDELIVERED expired', 'UNDELIVERED absent_subscriber']),
    )
    await until('nobody watches any more', async () => (await watches(requestId)) === 0)
  })

  it('ends messages even when the carrier cannot be asked or fails', async () => {
    const simulator = simulatorOf(world.app)
    const { ask } = simulator
    let asked = 0
    simulator.ask = async () => {
      asked += 1
      throw new ProviderFailure('unstarted', 'away', { reason: 'carrier_away', away: true })
    }
    try {
      const failing = await send([silent])
      await until('it is taken', () => isTaken(failing))
      world.clock.moveForward(72 * hourMs)
      await untilFinal(world.db, failing)
      assert.deepEqual(await stateOf(failing), new Set(['UNDELIVERED expired']))
      assert.ok(asked > 0)

      Reflect.deleteProperty(simulator, 'ask')
      const mute = await send([silent])
      await until('it is taken', () => isTaken(mute))
      world.clock.moveForward(72 * hourMs)
      await untilFinal(world.db, mute)
      assert.deepEqual(await stateOf(mute), new Set(['UNDELIVERED expired']))
    } finally {
      simulator.ask = ask
    }
  })

  it('ends messages that no carrier accepted, and they are not sent afterwards', async () => {
    const simulator = simulatorOf(world.app)
    simulator.setChaos({ disconnectRate: 1 })
    const requestId = await send(['255712345614'])
    await until('the carrier is away', () => !simulator.ready())
    world.clock.moveForward(72 * hourMs)
    await untilFinal(world.db, requestId)
    simulator.setChaos({ disconnectRate: 0 })
    world.clock.moveForward(minuteMs)
    await witness()
    const [message] = await messagesOf(world.db, requestId)
    assert.deepEqual([message?.status, message?.reason, message?.submittedAt], ['UNDELIVERED', 'expired', null])
  })

  it('counts from the due time, not from the acceptance', async () => {
    const due = new Date(world.clock.now().getTime() + 100 * hourMs)
    const requestId = await send([silent], { schedule_time: due.toISOString().slice(0, 16).replace('T', ' ') })
    world.clock.moveForward(101 * hourMs)
    await until('it is taken', () => isTaken(requestId))
    world.clock.moveForward(70 * hourMs)
    await untilLookedAt(requestId)
    assert.deepEqual(await stateOf(requestId), new Set(['PENDING null']))
    world.clock.moveForward(hourMs)
    await untilFinal(world.db, requestId)
    assert.deepEqual(await stateOf(requestId), new Set(['UNDELIVERED expired']))
  })

  it('requests statuses less and less often, and once at the end', async () => {
    const simulator = simulatorOf(world.app)
    const { ask } = simulator
    const asked: Submitted[] = []
    simulator.ask = async (submitted) => {
      asked.push(submitted)
      return []
    }
    try {
      const requestId = await send([silent])
      await until('it is taken', () => isTaken(requestId))
      const [message] = await messagesOf(world.db, requestId)
      for (const hours of [1, 1, 1, 1, 3, 3, 10, 10, 20, 20]) {
        world.clock.moveForward(hours * hourMs)
        await untilLookedAt(requestId)
      }
      const looks = asked.filter(({ references }) => references[0] === `sim-${message?.id}-1`).length
      assert.ok(looks >= 4 && looks <= 8, `it was asked ${looks} times in 70 hours`)

      simulator.ask = async ({ references }) =>
        references.map((one) => ({ reference: one, status: 'DELIVERED', reason: null, at: world.clock.now() }))
      world.clock.moveForward(2 * hourMs)
      await untilFinal(world.db, requestId)
      assert.deepEqual(await stateOf(requestId), new Set(['DELIVERED null']))
    } finally {
      simulator.ask = ask
    }
  })

  it('uses the due time and the shorter validity of a PIN', async () => {
    const simulator = simulatorOf(world.app)
    const { ask } = simulator
    let looks = 0
    simulator.ask = async ({ phone }) => {
      if (phone === silent) looks += 1
      return []
    }
    try {
      const { status, text } = await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: silent } })
      assert.equal(status, 200, text)
      const { rows } = await sql<{
        id: string
      }>`select max(request_id)::text as id from sms_messages where phone = ${silent}`.execute(world.db)
      const requestId = rows[0]?.id ?? ''
      await until('it is taken', () => isTaken(requestId))
      for (const minutes of [1, 2, 4, 8, 16]) {
        world.clock.moveForward(minutes * minuteMs)
        await untilLookedAt(requestId)
      }
      assert.ok(looks >= 3 && looks <= 8, `it was asked ${looks} times in half an hour`)
      world.clock.moveForward(30 * minuteMs)
      await untilFinal(world.db, requestId)
      assert.deepEqual(await stateOf(requestId), new Set(['UNDELIVERED expired']))
    } finally {
      simulator.ask = ask
    }
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Submission } from '../../src/carriers/carrier.ts'
import { createClock } from '../../src/engine/clock.ts'
import { onOneEngine, openTestDatabase, openWorld, type TestDatabase, type World } from '../world.ts'
import { messagesOf, openAppOn, recordSubmits, sendThrough, simulatorOf, untilFinal } from './apps.ts'

const minute = 60_000
const wire = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')
/** The start of the minute that many minutes from now. */
const minutesAhead = (now: Date, minutes: number) => new Date((Math.floor(now.getTime() / minute) + minutes) * minute)
const recipient = (number: string | number) => ({ recipients: [{ recipient_id: 1, dest_addr: String(number) }] })

onOneEngine('Scheduled sends', (engine) => {
  let world: World
  let submits: Submission[]
  before(async () => {
    world = await openWorld(engine)
    submits = recordSubmits(simulatorOf(world.app))
  })
  after(() => world.close())

  const submitsTo = (phone: string) => submits.filter((submission) => submission.phone === phone).length
  const statusesOf = async (requestId: string) => (await messagesOf(world.db, requestId)).map(({ status }) => status)

  /**
   * Proves that nothing was sent: a later message is delivered, so an earlier one would have been too.
   */
  async function witness() {
    const { body } = await world.send(recipient(255712345670))
    await untilFinal(world.db, body.request_id)
  }

  it('go out at their minute, not before', async () => {
    const phone = '255712345671'
    const due = minutesAhead(world.clock.now(), 10)
    const { body } = await world.send({ ...recipient(phone), schedule_time: wire(due) })
    assert.equal(body.successful, true)
    await witness()
    world.clock.moveForward(due.getTime() - world.clock.now().getTime() - minute / 2)
    await witness()
    assert.equal(submitsTo(phone), 0)
    assert.deepEqual(await statusesOf(body.request_id), ['PENDING'])

    world.clock.moveForward(due.getTime() - world.clock.now().getTime())
    await untilFinal(world.db, body.request_id)
    assert.deepEqual(await statusesOf(body.request_id), ['DELIVERED'])
    assert.equal(submitsTo(phone), 1)
  })

  it('go out once and completely with thousands in the same minute', async () => {
    const due = minutesAhead(world.clock.now(), 5)
    const bulk = Array.from({ length: 1_200 }, (_, index) => ({
      recipient_id: index,
      dest_addr: String(255712400000 + index + 10),
    }))
    const sends = [
      world.send({ recipients: bulk, schedule_time: wire(due) }),
      ...Array.from({ length: 60 }, (_, index) =>
        world.send({ ...recipient(255712500010 + index), schedule_time: wire(due) }),
      ),
    ]
    const requestIds = (await Promise.all(sends)).map(({ body }) => body.request_id)
    const before = submits.length
    await witness()
    assert.equal(submits.length, before + 1, 'only the witness went out')

    world.clock.moveForward(due.getTime() - world.clock.now().getTime())
    for (const requestId of requestIds) await untilFinal(world.db, requestId)
    const phones = submits.slice(before + 1).map(({ phone }) => phone)
    assert.equal(phones.length, 1_260)
    assert.equal(new Set(phones).size, 1_260)
  })

  it('may be far in the future, with the full validity period from then', async () => {
    const phone = '255712345672'
    const { body } = await world.send({ ...recipient(phone), schedule_time: '2199-12-31 23:59' })
    assert.equal(body.code, 100)
    world.clock.moveForward(400 * 24 * 60 * minute)
    await witness()
    assert.deepEqual(await statusesOf(body.request_id), ['PENDING'])
    assert.equal(submitsTo(phone), 0)

    world.clock.moveForward(new Date('2199-12-31T23:59:00Z').getTime() - world.clock.now().getTime())
    await untilFinal(world.db, body.request_id)
    assert.deepEqual(await statusesOf(body.request_id), ['DELIVERED'])
    assert.equal(submitsTo(phone), 1)
  })
})

onOneEngine('A send scheduled for a time without a running server', (engine) => {
  let database: TestDatabase
  before(async () => {
    database = await openTestDatabase(engine)
  })
  after(() => database.drop())

  it('goes out once when the server is back', async () => {
    const now = new Date()
    const due = minutesAhead(now, 30)
    const first = await openAppOn(database, { clock: createClock(now) })
    const requestId = await sendThrough(first, { ...recipient(255712345673), schedule_time: wire(due) })
    const early = recordSubmits(simulatorOf(first))
    await first.close()
    assert.deepEqual(early, [])

    const second = await openAppOn(database, { clock: createClock(new Date(due.getTime() + 45 * minute)) })
    try {
      const messages = await untilFinal(database.db, requestId)
      assert.deepEqual(
        messages.map(({ status }) => status),
        ['DELIVERED'],
      )
    } finally {
      await second.close()
    }
  })
})

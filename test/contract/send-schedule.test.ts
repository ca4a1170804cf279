import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addOptOut, deleteOptOut } from '../../src/modules/consent/index.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'

const minuteMs = 60_000

onOneEngine('POST /v1/send, schedule_time', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { startAt: new Date('2030-06-15T10:30:00Z') })
  })
  after(() => world.close())

  /** A schedule_time this many minutes from now. */
  const inMinutes = (minutes: number) =>
    new Date(world.clock.now().getTime() + minutes * minuteMs).toISOString().slice(0, 16).replace('T', ' ')
  /** Moves to the start of a minute, so that it does not change during a test. */
  const startMinute = () => world.clock.moveForward(minuteMs - (world.clock.now().getTime() % minuteMs))
  const to = (...numbers: readonly string[]) => ({
    recipients: numbers.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
  })
  const batches = async (requestId: string) =>
    (
      await sql<{ due_at: Date; valid_until: Date; lease_owner: string | null }>`
        select b.due_at, b.valid_until, b.lease_owner
          from sms_batches b
          join sms_requests r on b.first_message_id between r.first_message_id and r.last_message_id
         where r.id = ${requestId}
      `.execute(world.db)
    ).rows
  const delivered = (requestId: string, phone = '255712345678') =>
    until(
      `the message to ${phone} is delivered`,
      async () => (await world.statuses(requestId)).get(phone) === 'DELIVERED',
    )

  const now: readonly [title: string, change: Record<string, unknown>][] = [
    ['absent', {}],
    ['null', { schedule_time: null }],
    ['empty', { schedule_time: '' }],
  ]
  for (const [title, change] of now) {
    it(`means now if it is ${title}`, async () => {
      const { status, body } = await world.send(change)
      assert.equal(status, 200)
      await delivered(body.request_id)
    })
  }

  it('treats the current minute as now, and the previous one as the past', async () => {
    startMinute()
    const { status, body } = await world.send({ schedule_time: inMinutes(0) })
    assert.equal(status, 200)
    await delivered(body.request_id)
    const past = await world.send({ schedule_time: inMinutes(-1) })
    assert.equal(past.status, 400)
    assert.deepEqual(past.body, { code: 112, message: 'Schedule Time Is In The Past' })
  })

  it('sends at that minute, not before', async () => {
    startMinute()
    const schedule_time = inMinutes(10)
    const { status, body } = await world.send({ schedule_time })
    assert.equal(status, 200)
    assert.deepEqual(
      [body.successful, body.code, body.message, body.valid],
      [true, 100, 'Message Submitted Successfully', 1],
    )
    const dueAt = new Date(`${schedule_time.replace(' ', 'T')}:00Z`)
    const expected = [{ due_at: dueAt, valid_until: new Date(dueAt.getTime() + 72 * 60 * minuteMs), lease_owner: null }]
    assert.deepEqual(await batches(body.request_id), expected)

    world.clock.moveForward(8 * minuteMs)
    // Due messages are sent in order: after this delivery the other would be sent too.
    await delivered((await world.send()).body.request_id)
    assert.deepEqual(await batches(body.request_id), expected)
    assert.equal((await world.statuses(body.request_id)).get('255712345678'), 'PENDING')

    world.clock.moveForward(2 * minuteMs)
    await delivered(body.request_id)
    await until('the batch is removed', async () => (await batches(body.request_id)).length === 0)
  })

  it('honours an opt-out after acceptance', async () => {
    const { body } = await world.send({
      ...to('255712001101', '255712001102', '255712001103'),
      schedule_time: inMinutes(5),
    })
    assert.deepEqual([body.valid, body.opted_out], [3, 0])
    await addOptOut(world.app.sms, 1, '255712001102', 'person')
    world.clock.moveForward(6 * minuteMs)
    await until(
      'all messages are final',
      async () => ![...(await world.statuses(body.request_id)).values()].includes('PENDING'),
    )
    assert.deepEqual(Object.fromEntries(await world.statuses(body.request_id)), {
      '255712001101': 'DELIVERED',
      '255712001102': 'UNDELIVERED',
      '255712001103': 'DELIVERED',
    })
    const { rows } =
      await sql`select reason, submitted_at from sms_messages where request_id = ${body.request_id} and phone = '255712001102'`.execute(
        world.db,
      )
    assert.deepEqual(rows, [{ reason: 'opted_out', submitted_at: null }])
  })

  it('sends to a number that opted in again before the time', async () => {
    const { body } = await world.send({ ...to('255712001201', '255712001202'), schedule_time: inMinutes(5) })
    await addOptOut(world.app.sms, 1, '255712001201', 'person')
    await deleteOptOut(world.db, 1, '255712001201')
    world.clock.moveForward(6 * minuteMs)
    await delivered(body.request_id, '255712001201')
  })

  const far = ['2031-12-31 23:59', '2032-02-29 00:00', '2099-01-01 00:00', '9999-12-31 23:59']
  for (const schedule_time of far) {
    it(`has no upper limit: ${schedule_time}`, async () => {
      const { status, body } = await world.send({ schedule_time })
      assert.equal(status, 200)
      assert.deepEqual(
        (await batches(body.request_id)).map(({ due_at }) => due_at),
        [new Date(`${schedule_time.replace(' ', 'T')}:00Z`)],
      )
      assert.equal((await world.statuses(body.request_id)).get('255712345678'), 'PENDING')
    })
  }

  const unreadable = [
    '2031-02-29 10:00',
    '2031-04-31 10:00',
    '2031-13-01 10:00',
    '2031-00-10 10:00',
    '2031-01-00 10:00',
    '2031-01-01 24:00',
    '2031-01-01 10:60',
    '2026-13-45 99:99',
    '2031-1-1 10:00',
    '2031-01-01 10:00:00',
    '2031-01-01T10:00',
    '2031-01-01T10:00:00Z',
    '2031-01-01T10:00:00+03:00',
    '2031-01-01',
    '10:00',
    ' 2031-01-01 10:00',
    '2031-01-01 10:00\n',
    '2031/01/01 10:00',
    '+12031-01-01 10:00',
    '٢٠٣١-٠١-٠١ ١٠:٠٠',
    'now',
    ' ',
    0,
    1_924_945_200,
    true,
    false,
    [],
    ['2031-01-01 10:00'],
    {},
  ]
  it('rejects every other format and type', async () => {
    for (const schedule_time of unreadable) {
      const { status, body } = await world.send({ schedule_time })
      assert.deepEqual(body, { code: 117, message: 'Invalid Schedule Time' }, JSON.stringify(schedule_time))
      assert.equal(status, 400)
    }
  })
})

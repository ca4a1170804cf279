import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addOptOut } from '../../src/modules/consent/index.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'

const hourMs = 3_600_000

interface Range {
  readonly first_message_id: number
  readonly last_message_id: number
}

onOneEngine('POST /v1/send, many recipients', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { startAt: new Date('2030-06-15T10:30:00Z') })
  })
  after(() => world.close())

  /** Numbers without the endings that make the simulated network fail or delay a message. */
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => `25571${3_001_111 + index}`)
  const to = (list: readonly string[]) => ({
    recipients: list.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
  })
  const inAnHour = () => new Date(world.clock.now().getTime() + hourMs).toISOString().slice(0, 16).replace('T', ' ')
  const request = async (id: string) =>
    (
      await sql<
        Range & { valid: number }
      >`select first_message_id, last_message_id, valid from sms_requests where id = ${id}`.execute(world.db)
    ).rows[0] ?? assert.fail()
  const batches = async ({ first_message_id, last_message_id }: Range) =>
    (
      await sql<Range & { lane: string }>`
        select first_message_id, last_message_id, lane from sms_batches
         where last_message_id >= ${first_message_id} and first_message_id <= ${last_message_id}
         order by first_message_id
      `.execute(world.db)
    ).rows
  const statuses = async (id: string) =>
    Object.fromEntries(
      (
        await sql<{
          status: string
          count: number
        }>`select status, count(*) as count from sms_messages where request_id = ${id} group by status`.execute(
          world.db,
        )
      ).rows.map(({ status, count }) => [status, count]),
    )

  const sizes: readonly [count: number, batchSizes: readonly number[]][] = [
    [501, [500, 1]],
    [1_000, [500, 500]],
    [1_500, [500, 500, 500]],
  ]
  for (const [count, batchSizes] of sizes) {
    it(`accepts ${count} recipients in batches of at most 500, and delivers them all`, async () => {
      const list = numbers(count)
      const { status, body } = await world.send({ ...to(list), schedule_time: inAnHour() })
      assert.equal(status, 200)
      assert.deepEqual(
        [body.code, body.valid, body.invalid, body.duplicates, body.opted_out, body.total_validated],
        [100, count, 0, 0, 0, count],
      )

      const range = await request(body.request_id)
      assert.deepEqual([range.valid, range.last_message_id - range.first_message_id + 1], [count, count])
      const { rows } = await sql<{ id: number; phone: string; recipient_id: string }>`
        select id, phone, recipient_id from sms_messages where request_id = ${body.request_id} order by id
      `.execute(world.db)
      assert.deepEqual(
        rows,
        list.map((phone, index) => ({ id: range.first_message_id + index, phone, recipient_id: String(index + 1) })),
      )

      const cut = await batches(range)
      assert.deepEqual(
        cut.map(({ first_message_id, last_message_id }) => last_message_id - first_message_id + 1),
        batchSizes,
      )
      for (const [index, { first_message_id, lane }] of cut.entries())
        assert.deepEqual([first_message_id, lane], [range.first_message_id + index * 500, 'bulk'])

      world.clock.moveForward(hourMs)
      await until('all messages are delivered', async () => (await statuses(body.request_id)).DELIVERED === count)
    })
  }

  it('classifies many recipients like few', async () => {
    const gone = '255714001111'
    await addOptOut(world.app.sms, 1, gone, 'person')
    const good = [gone, ...numbers(599)]
    const { recipients } = to([
      ...good,
      ...good.slice(0, 50),
      ...Array.from({ length: 25 }, (_, index) => `+2557${index}`),
    ])
    const { body } = await world.send({
      recipients: [...recipients, { recipient_id: 5, dest_addr: '255719999998' }],
      schedule_time: inAnHour(),
    })
    assert.deepEqual(
      [body.valid, body.invalid, body.duplicates, body.opted_out, body.total_validated],
      [599, 26, 50, 1, 676],
    )
    const { first_message_id, last_message_id } = await request(body.request_id)
    assert.equal(last_message_id - first_message_id + 1, 599)
    assert.deepEqual(await statuses(body.request_id), { PENDING: 599 })
  })

  it('sends nothing without a valid recipient', async () => {
    const { status, body } = await world.send(to(numbers(600).map((number) => `+${number}`)))
    assert.deepEqual(
      [status, body.successful, body.code, body.valid, body.invalid, body.total_validated],
      [200, false, 101, 0, 600, 600],
    )
    assert.deepEqual(await statuses(body.request_id), {})
  })

  it('keeps concurrent large and small sends separate', async () => {
    const counts = [1, 501, 2, 600, 1, 3]
    const schedule_time = inAnHour()
    const answers = await Promise.all(counts.map((count) => world.send({ ...to(numbers(count)), schedule_time })))
    assert.equal(new Set(answers.map(({ body }) => body.request_id)).size, counts.length)
    for (const [index, { status, body }] of answers.entries()) {
      assert.deepEqual([status, body.valid], [200, counts[index]])
      const range = await request(body.request_id)
      const { rows } = await sql<{
        id: number
      }>`select id from sms_messages where request_id = ${body.request_id} order by id`.execute(world.db)
      assert.deepEqual(
        rows.map(({ id }) => id),
        Array.from({ length: counts[index] ?? 0 }, (_, place) => range.first_message_id + place),
      )
      for (const { first_message_id, last_message_id } of await batches(range))
        assert.ok(last_message_id - first_message_id < 500)
    }
  })
})

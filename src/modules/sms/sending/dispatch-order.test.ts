import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { recordSubmits, simulatorOf } from '../../../../test/e2e/apps.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import type { Submission } from '../../../carriers/carrier.ts'
import { dispatchTopic } from './dispatch.ts'

onOneEngine('dispatch to a carrier with little capacity', (engine) => {
  let world: World
  let submits: Submission[]
  /** The number of messages that the carrier has capacity for. */
  let room = 0
  before(async () => {
    world = await openWorld(engine)
    const simulator = simulatorOf(world.app)
    submits = recordSubmits(simulator)
    const { submit } = simulator
    simulator.ready = () => room > 0
    simulator.submit = (submission) => {
      room -= 1
      return submit(submission)
    }
  })
  after(() => world.close())

  const phonesOf = (first: number) => Array.from({ length: 10 }, (_, index) => String(first + index))
  const batches = async () =>
    (
      await sql<{ dueAt: Date; owner: string | null }>`
        select due_at as "dueAt", lease_owner as owner from sms_batches order by id
      `.execute(world.db)
    ).rows

  async function send(phones: readonly string[]): Promise<void> {
    const recipients = phones.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr }))
    const { status, text } = await world.send({ recipients })
    assert.equal(status, 200, text)
  }

  async function makeRoom(places: number): Promise<void> {
    const before = submits.length
    room = places
    world.app.sms.work.wake(dispatchTopic('simulator'))
    await until('the capacity is used', () => submits.length === before + places)
    await until('no batch is claimed', async () => (await batches()).every(({ owner }) => owner === null))
  }

  it('sends the oldest messages first, and counts their age from the due time', async () => {
    const [older, newer] = [phonesOf(255712371010), phonesOf(255712372010)]
    const sentAt = world.clock.now().getTime()
    await send(older)
    await makeRoom(3)
    world.clock.moveForward(60_000)
    await send(newer)
    await makeRoom(4)

    const [first] = await batches()
    assert.ok((first?.dueAt.getTime() ?? 0) < sentAt + 30_000, 'a batch that is put back keeps its due time')
    await world.app.sms.queue.read()
    const age = world.app.sms.queue.ageSeconds('simulator', 'bulk')
    assert.ok(age >= 60, `the oldest is shown as ${age} seconds old`)

    for (let left = 13; left > 0; left -= 1) await makeRoom(1)
    assert.deepEqual(
      submits.map(({ phone }) => phone),
      [...older, ...newer],
    )
  })
})

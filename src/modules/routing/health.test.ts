import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addCentre, addRoute, type Centre, carrierOf } from '../../../test/centres.ts'
import { command } from '../../../test/console/people.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

const minuteMs = 60_000

onOneEngine('a carrier that stops sending receipts', (engine) => {
  let world: World
  let centres: Centre[]
  before(async () => {
    world = await openWorld(engine)
    centres = [await addCentre(world, 'eating'), await addCentre(world, 'other')]
    await addRoute(world, 'eating', { prefix: '255' })
    await addRoute(world, 'other')
  })
  after(async () => {
    await world.close()
    for (const { smsc } of centres) await smsc.close()
  })

  const healthOf = async () => (await carrierOf(world, 'eating')).health
  const countSubmitted = async () => {
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from sms_messages where submitted_at is not null and carrier = 'eating'`.execute(
      world.db,
    )
    return rows[0]?.count ?? 0
  }
  const send = (numbers: readonly string[]) =>
    world.send({ recipients: numbers.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })) })

  it('is taken out of rotation, unless it never sent any', async () => {
    // Numbers that end in 0002 never get a receipt.
    const silent = Array.from({ length: 40 }, (_, index) => `25571${String(index + 10)}10002`)
    await send(silent)
    await until('all were taken', async () => (await countSubmitted()) === 40)
    // After 15 minutes their receipts are overdue, but this carrier never sent any.
    await until('they are counted', async () => (await outcomesOf(world)) >= 40)
    world.clock.moveForward(16 * minuteMs)
    await until('it was evaluated', async () => (await evaluatedAt(world)) > world.clock.now())
    assert.equal((await healthOf()).state, 'in')

    // Moves these messages out of the evaluated period. Otherwise a check that runs between two receipts would count the
    // others as missing.
    world.clock.moveForward(10 * minuteMs)
    await send(['255712345678'])
    await until('it brought one', async () => (await receiptsOf(world)) > 0)
    await send(silent.map((number) => number.replace('25571', '25578')))
    await until('all were taken', async () => (await countSubmitted()) === 81)
    await until('they are counted', async () => (await outcomesOf(world)) >= 81)
    world.clock.moveForward(16 * minuteMs)
    await until('it is out', async () => (await healthOf()).state === 'out')
    assert.match((await healthOf()).reason, /^9\d% of 41 messages had no delivery receipt after 15 minutes$/)
    const { unhealthyCarriers } = (await command(world, 'GET', '/system')).body.database.operations
    assert.deepEqual(
      unhealthyCarriers.map(({ name }: { name: string }) => name),
      ['eating'],
    )
    assert.match(unhealthyCarriers[0].reason, /had no delivery receipt/)
    await until(
      'the other is chosen',
      async () => (await command(world, 'GET', '/routes/try?number=255712345678')).body.carrier === 'other',
    )
  })
})

async function sumOf({ db }: World, column: string): Promise<number> {
  const { rows } = await sql<{
    sum: number
  }>`select coalesce(sum(${sql.ref(column)}), 0)::int as sum from routing_outcomes`.execute(db)
  return rows[0]?.sum ?? 0
}

const outcomesOf = (world: World) => sumOf(world, 'taken')
const receiptsOf = (world: World) => sumOf(world, 'receipts')

/** The time of the next health check. */
async function evaluatedAt({ db }: World): Promise<Date> {
  const { rows } = await sql<{
    due: Date
  }>`select due_at as due from periodic_tasks where name = 'sms: health of carriers'`.execute(db)
  return rows[0]?.due ?? new Date(0)
}

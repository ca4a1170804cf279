import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openWorld, type World } from '../../../test/world.ts'
import { lockWaitingBatches, moveMessages } from './store-move.ts'

const later = new Date('2091-01-01T00:00:00Z')

onBothEngines('Messages that change their carrier', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const batches = async () =>
    (await sql<{ carrier: string; count: number }>`select carrier, count(*) as count from sms_batches group by carrier order by carrier`.execute(world.db)).rows
  const move = (from: string, to: (phone: string) => string) =>
    world.db.transaction(async (tx) =>
      moveMessages(tx, from, await lockWaitingBatches(tx, { carrier: from, withScheduled: false }, 0, 10, later), later, ({ phone }) => to(phone)),
    )

  it('come back only when no batch over them is left there: two would send them twice', async () => {
    const recipients = ['255712800101', '255712800102'].map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr }))
    await world.send({ recipients, schedule_time: '2090-01-01 00:00' })
    assert.deepEqual(await move('simulator', (phone) => (phone.endsWith('1') ? 'other' : 'simulator')), new Set(['other']))
    assert.deepEqual(await batches(), [
      { carrier: 'other', count: 1 },
      { carrier: 'simulator', count: 1 },
    ])
    assert.deepEqual(await move('other', () => 'simulator'), new Set())
    assert.equal((await batches()).length, 2)

    await sql`delete from sms_batches where carrier = 'simulator'`.execute(world.db)
    assert.deepEqual(await move('other', () => 'simulator'), new Set(['simulator']))
    assert.deepEqual(await batches(), [{ carrier: 'simulator', count: 1 }])
  })
})

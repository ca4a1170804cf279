import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, type World } from '../../../../test/world.ts'
import { firstAccountId } from '../../accounts/index.ts'
import { listPending } from '../progress/store-progress.ts'
import { cancelRequest } from '../scheduling/scheduled.ts'
import { viewMessage } from '../search/message-view.ts'
import { listMoves } from '../search/store-messages.ts'
import { lockWaitingBatches, moveMessages } from './store-moves.ts'

const later = new Date('2091-01-01T00:00:00Z')

onOneEngine('messages that move to another carrier', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const batches = async () =>
    (
      await sql<{
        carrier: string
        count: number
      }>`select carrier, count(*) as count from sms_batches group by carrier order by carrier`.execute(world.db)
    ).rows
  const move = (from: string, to: (phone: string) => string) =>
    world.db.transaction(async (tx) =>
      moveMessages(
        tx,
        from,
        await lockWaitingBatches(tx, { carrier: from, withScheduled: false }, 0, 10, later),
        later,
        ({ phone }) => to(phone),
      ),
    )

  it('return only when no batch over them is left, because two batches would send them twice', async () => {
    const recipients = ['255712800101', '255712800102'].map((dest_addr, index) => ({
      recipient_id: index + 1,
      dest_addr,
    }))
    await world.send({ recipients, schedule_time: '2090-01-01 00:00' })
    assert.deepEqual(
      await move('simulator', (phone) => (phone.endsWith('1') ? 'other' : 'simulator')),
      new Set(['other']),
    )
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

  it('keep the history of their carriers, with the first move and the last ones', async () => {
    const { body } = await world.send({ schedule_time: '2090-01-01 00:00' })
    const { rows } = await sql<{ id: number }>`
      select id from sms_messages where request_id = ${body.request_id}
    `.execute(world.db)
    const [{ id } = assert.fail('there is no message')] = rows
    assert.deepEqual(await listMoves(world.db, id), [])
    const moveTo = async (to: string) => {
      const [{ carrier } = assert.fail('there is no batch')] = (
        await sql<{ carrier: string }>`select carrier from sms_batches where first_message_id = ${id}`.execute(world.db)
      ).rows
      await move(carrier, () => to)
    }
    await moveTo('voda')
    assert.deepEqual(await listMoves(world.db, id), [{ at: later, from: 'simulator', to: 'voda' }])
    const { timeline } = await viewMessage(world.app.sms, firstAccountId, id)
    const moved = timeline.filter(({ event }) => event === 'moved').map(({ text }) => text)
    assert.deepEqual(moved, ['The message was moved from carrier simulator to carrier voda.'])
    for (let count = 1; count <= 25; count += 1) await moveTo(`other-${count}`)
    const moves = await listMoves(world.db, id)
    assert.deepEqual(
      [moves.length, moves[0]?.to, moves[1]?.from, moves.at(-1)?.to],
      [20, 'voda', 'other-6', 'other-25'],
    )
  })

  it('keep the claim of a worker that died, so that they cannot be cancelled', async () => {
    const { body } = await world.send({ schedule_time: '2090-01-01 00:00' })
    await sql`
      update sms_batches b
         set lease_owner = 'dead', lease_until = clock_timestamp() - interval '1 minute'
        from sms_requests r
       where r.id = ${body.request_id} and b.first_message_id = r.first_message_id
    `.execute(world.db)
    assert.deepEqual(await move('simulator', () => 'third'), new Set(['third']))
    assert.deepEqual(await cancelRequest(world.app.sms, firstAccountId, Number(body.request_id)), {
      cancelled: 0,
      tooLate: 1,
    })
    const { rows } =
      await sql`select from sms_batches where carrier = 'third' and lease_until < clock_timestamp()`.execute(world.db)
    assert.equal(rows.length, 1, 'somebody else can take it')
  })

  it('keep the time and the reason of another submit, without the references of the earlier carrier', async () => {
    const { body } = await world.send({ schedule_time: '2090-01-01 00:00' })
    const [submittedAt, retryAt] = ['2090-12-31T23:00:00.000Z', '2090-12-31T23:30:00.000Z']
    const { rows: messages } = await sql<{ id: number }>`
      update sms_messages
         set carrier = 'north', submitted_at = ${submittedAt}, retry_at = ${retryAt}, reason = 'absent_subscriber'
       where request_id = ${body.request_id}
      returning id
    `.execute(world.db)
    const id = messages[0]?.id ?? 0
    await sql`
      update sms_batches set carrier = 'north', due_at = ${retryAt}, again = true where first_message_id = ${id}
    `.execute(world.db)
    await sql`
      insert into sms_references (carrier, reference, message_id, part, parts, failed_at) values ('north', 'n1', ${id}, 1, 1, now())
    `.execute(world.db)

    assert.deepEqual(await move('north', () => 'south'), new Set(['south']))
    const { rows: moved } = await sql`
      select b.carrier, b.again, b.due_at, m.retry_at, m.reason
        from sms_batches b
        join sms_messages m on m.id = b.first_message_id and m.carrier = b.carrier
       where b.first_message_id = ${id}
    `.execute(world.db)
    const at = new Date(retryAt)
    assert.deepEqual(moved, [{ carrier: 'south', again: true, due_at: at, retry_at: at, reason: 'absent_subscriber' }])
    const range = { id: 1, accountId: firstAccountId, firstMessageId: id, lastMessageId: id }
    const [pending] = await listPending(world.db, { ...range, carrier: 'south', validUntil: later })
    assert.deepEqual([pending?.carrier, pending?.references], ['south', []])
  })
})

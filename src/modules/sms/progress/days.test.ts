import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../../test/console/people.ts'
import { messagesOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { assertLedger } from '../../../../test/ledger.ts'
import { onBothEngines, openWorld, until, type World } from '../../../../test/world.ts'
import { migrationsDirectory } from '../../../migrations.ts'
import { firstAccountId } from '../../accounts/index.ts'
import { writeProgress } from './progress.ts'
import { type Day, dayPart, listDays } from './store-days.ts'

const dayMs = 86_400_000
const carrier = 'simulator'
const to = (...phones: string[]) => ({
  recipients: phones.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
})

/** Runs the statement of the migration over the stored messages. */
const fillDays =
  /insert into sms_days[^;]+;/.exec(readFileSync(join(migrationsDirectory, '0022_days.sql'), 'utf8'))?.[0] ?? ''

onBothEngines('daily counts', (engine) => {
  let world: World
  before(async () => {
    // An hour before midnight in any time zone of the test machine. A few days ago, because the migration ignores the
    // future.
    const today = Math.floor(Date.now() / dayMs) * dayMs
    world = await openWorld(engine, { startAt: new Date(today - 9 * dayMs - 3_600_000) })
  })
  after(() => world.close())

  async function send(change: Record<string, unknown>): Promise<string> {
    const { status, text, body } = await world.send(change)
    assert.equal(status, 200, text)
    return body.request_id
  }
  const today = () => world.clock.now().toISOString().slice(0, 10)
  const countsOn = async (day: string) => {
    const [found] = await listDays(world.db, firstAccountId, day, day)
    return [found?.sent ?? 0, found?.delivered ?? 0, found?.failed ?? 0]
  }
  const allDays = async () =>
    (
      await sql<Day>`select account_id, day::text, sent, delivered, failed from sms_days order by account_id, day`.execute(
        world.db,
      )
    ).rows
  const untilTaken = (requestId: string) =>
    until('the carrier has it', async () =>
      (await messagesOf(world.db, requestId)).every(({ submittedAt }) => submittedAt !== null),
    )

  it('count submitted and final messages, each on its own day', async () => {
    const first = today()
    const mixed = await send(to('255712345678', '255712345679', '255712340000', '255712340003'))
    const inParts = await send({ message: 'x'.repeat(400), ...to('255712345677') })
    const silent = await send(to('255712340002'))
    const { status } = await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: '255712345676' } })
    assert.equal(status, 200)
    await untilFinal(world.db, mixed)
    await untilFinal(world.db, inParts)
    await untilTaken(silent)
    await until('the PIN arrived', async () => (await countsOn(first))[1] === 4)
    assert.deepEqual(await countsOn(first), [6, 4, 2])

    // It expires on another day.
    world.clock.moveForward(4 * dayMs)
    await untilFinal(world.db, silent)
    assert.deepEqual(await countsOn(first), [6, 4, 2])
    assert.deepEqual(await countsOn(today()), [0, 0, 1])
  })

  it('leave out cancelled messages', async () => {
    const counts = await countsOn(today())
    const later = await send({ ...to('255712345611', '255712345612'), schedule_time: '2199-12-31 23:59' })
    const { body } = await command(world, 'POST', `/accounts/${firstAccountId}/requests/${later}/cancel`, {})
    assert.equal(body.cancelled, 2)
    assert.deepEqual(await countsOn(today()), counts)
  })

  it('count nothing twice when progress is written twice', async () => {
    const requestId = await send({ ...to('255712345613'), schedule_time: '2199-12-31 23:59' })
    const [sent = 0, delivered = 0, failed = 0] = await countsOn(today())
    const [message] = await messagesOf(world.db, requestId)
    const at = world.clock.now()
    const taken = { kind: 'taken', id: message?.id ?? 0, carrier, references: ['days-1'], at } as const
    const receipt = { kind: 'receipt', carrier, reference: 'days-1', status: 'DELIVERED', reason: null, at } as const
    const final = { kind: 'final', id: message?.id ?? 0, status: 'UNDELIVERED', reason: 'refused', at } as const
    await writeProgress(world.app.sms, [taken, receipt])
    assert.deepEqual(await countsOn(today()), [sent + 1, delivered + 1, failed])
    await writeProgress(world.app.sms, [taken, receipt, final])
    assert.deepEqual(await countsOn(today()), [sent + 1, delivered + 1, failed])
  })

  it('match the messages and the migration', async () => {
    const counted = await allDays()
    assert.equal(counted.length, 2)
    await sql`delete from sms_days`.execute(world.db)
    await sql.raw(fillDays).execute(world.db)
    assert.deepEqual(await allDays(), counted)
    await assertLedger(world.db)
  })

  it('are written for many accounts at once in any order', async () => {
    const add = (order: string) => sql`
      with ${dayPart(sql`select 1000000 + n as account_id, n as sent, 1 as delivered, 0 as failed from generate_series(0, 199) n order by n ${sql.raw(order)}`, '2030-01-01')}
      select 1
    `
    // Without a fixed lock order, the two statements would deadlock.
    const orders = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 'asc' : 'desc'))
    await Promise.all(orders.map((order) => add(order).execute(world.db)))
    assert.deepEqual(await listDays(world.db, 1_000_007, '2030-01-01', '2030-01-02'), [
      { day: '2030-01-01', sent: 210, delivered: 30, failed: 0 },
    ])
  })
})

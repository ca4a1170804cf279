import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { openAppOn, sendThrough, simulatorOf } from '../../../../test/e2e/apps.ts'
import { assertLedger, createChoices } from '../../../../test/ledger.ts'
import { onOneEngine, openTestDatabase, until } from '../../../../test/world.ts'
import type { App } from '../../../app.ts'
import { createClock } from '../../../engine/clock.ts'
import { firstAccountId } from '../../accounts/index.ts'
import { checkSmsHolds } from '../progress/store-check.ts'
import { cancelRequest, cancelScheduledTo, moveRequest } from './scheduled.ts'

const rounds = 8
const minuteMs = 60_000

/** Ids of the messages that a carrier accepted. A carrier that became unavailable meanwhile accepted none. */
function recordTaken(app: App, taken: number[]): void {
  const simulator = simulatorOf(app)
  const submit = simulator.submit.bind(simulator)
  simulator.submit = async (submission) => {
    const accepted = await submit(submission)
    taken.push(submission.id)
    return accepted
  }
}

onOneEngine('cancelling and rescheduling next to workers', (engine) => {
  it('sends every message once, or cancels it and returns its credit', async (context) => {
    const { seed, below, oneOf } = createChoices(20_261_116)
    context.diagnostic(`NGOMA_TEST_SEED=${seed} repeats this run`)
    const clock = createClock()
    const database = await openTestDatabase(engine)
    const { db } = database
    const apps: App[] = []
    context.after(async () => {
      await Promise.all(apps.map((app) => app.close()))
      await database.drop()
    })
    const taken: number[] = []
    // The embedded database serves one process.
    for (let count = engine === 'postgres' ? 2 : 1; count > 0; count -= 1) {
      const app = await openAppOn(database, { clock, config: { simulatorSeed: seed + count } })
      simulatorOf(app).setChaos({ latencyMs: 20, disconnectRate: 0.002 })
      recordTaken(app, taken)
      apps.push(app)
    }

    const timeIn = (minutes: number) =>
      new Date(clock.now().getTime() + minutes * minuteMs).toISOString().slice(0, 16).replace('T', ' ')
    const isoIn = (minutes: number) => `${timeIn(minutes).replace(' ', 'T')}Z`
    const requests: string[] = []
    const phones: string[] = []
    const send = async () => {
      const recipients = Array.from({ length: oneOf([1, 1, 1, 2, 10, 40]) }, (_, index) => ({
        recipient_id: index + 1,
        dest_addr: `2557${20_000_000 + below(50_000) * 100 + 50}`,
      }))
      phones.push(recipients[0]?.dest_addr ?? '')
      requests.push(
        await sendThrough(oneOf(apps), {
          recipients,
          schedule_time: oneOf(['', timeIn(1), timeIn(1), timeIn(2), timeIn(3)]),
        }),
      )
    }
    const counts = { cancelled: 0, moved: 0, tooLate: 0 }
    const change = async () => {
      const [{ sms }, requestId] = [oneOf(apps), Number(oneOf(requests))]
      const what = below(5)
      if (what < 2) {
        const { cancelled, tooLate } = await cancelRequest(sms, firstAccountId, requestId)
        counts.cancelled += cancelled
        counts.tooLate += tooLate
      } else if (what < 4) {
        const { moved, tooLate } = await moveRequest(
          sms,
          firstAccountId,
          requestId,
          oneOf([null, isoIn(1), isoIn(2), isoIn(3)]),
        )
        counts.moved += moved
        counts.tooLate += tooLate
      } else {
        const cancelled = await cancelScheduledTo(sms, firstAccountId, oneOf(phones), clock.now())
        counts.cancelled += cancelled
      }
    }

    for (let round = 0; round < rounds; round += 1) {
      // Sent together, so that neighbours share batches.
      await Promise.all(Array.from({ length: 12 }, send))
      const passing = (async () => {
        for (let step = 0; step < 6; step += 1) {
          clock.moveForward(below(20) * 1_000)
          await db.transaction((tx) => sql`select 1`.execute(tx))
        }
      })()
      await Promise.all([passing, ...Array.from({ length: 10 }, change)])
      await assertLedger(db)
    }
    for (const app of apps) simulatorOf(app).setChaos({ disconnectRate: 0 })
    const countPending = async () =>
      (await sql<{ count: number }>`select count(*) as count from sms_messages where status = 'PENDING'`.execute(db))
        .rows[0]?.count
    await until(
      'everything has ended',
      async () => {
        clock.moveForward(5_000)
        return (await countPending()) === 0
      },
      60,
    )

    const { rows } = await sql<{
      id: number
      status: string
      reason: string | null
    }>`select id, status, reason from sms_messages`.execute(db)
    const sent = Map.groupBy(taken, (id) => id)
    const wrong = rows.filter(({ id, status, reason }) => {
      const times = sent.get(id)?.length ?? 0
      return !(status === 'DELIVERED' ? times === 1 : reason === 'cancelled' && times === 0)
    })
    assert.deepEqual(wrong, [])
    assert.equal(rows.filter(({ reason }) => reason === 'cancelled').length, counts.cancelled)
    // Otherwise the test proves nothing.
    context.diagnostic(`${rows.length} messages, ${JSON.stringify(counts)}`)
    for (const [what, count] of Object.entries(counts)) assert.ok(count > 0, what)
    assert.ok(sent.size > 0)
    await assertLedger(db)
    assert.deepEqual(await db.transaction((tx) => checkSmsHolds(tx, 10)), [])
    await until('no batch is left', async () => (await sql`select from sms_batches`.execute(db)).rows.length === 0)
  })
})

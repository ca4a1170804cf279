import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { openJobs } from '../../../test/jobs.ts'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { startDuePoll } from './due-poll.ts'
import { done } from './work.ts'

onBothEngines('startLookout', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  it('wakes only loops with due rows that nobody has leased', async (context) => {
    const leased = await openJobs(context, test.db)
    const later = await openJobs(context, test.db)
    const due = await openJobs(context, test.db)
    const abandoned = await openJobs(context, test.db)
    await leased.insert({ lease: { owner: 'other', seconds: 60 } })
    await later.insert({ dueAt: new Date(Date.now() + 86_400_000) })
    await due.insert({})
    await abandoned.insert({ lease: { owner: 'dead', seconds: -1 } })
    const woken = new Set<string>()
    const all = Promise.withResolvers<void>()
    const duePoll = startDuePoll(
      test.db,
      [leased, later, due, abandoned].map((jobs) => ({
        work: jobs.work({ run: async () => done() }),
        loop: {
          wake: () => assert.fail('the database can be reached'),
          wakeAt(dueAt) {
            if (dueAt > new Date()) return
            woken.add(jobs.table)
            if (woken.has(due.table) && woken.has(abandoned.table)) all.resolve()
          },
        },
      })),
    )
    await all.promise
    await duePoll.stop()
    assert.deepEqual([...woken], [due.table, abandoned.table])
  })

  it('tells a loop when its next row is due', async (context) => {
    const jobs = await openJobs(context, test.db)
    const dueAt = new Date(Date.now() + 86_400_000)
    await jobs.insert({ dueAt })
    const announced = Promise.withResolvers<Date>()
    const loop = { wake: () => assert.fail('the database can be reached'), wakeAt: announced.resolve }
    const duePoll = startDuePoll(test.db, [{ work: jobs.work({ run: async () => done() }), loop }])
    assert.deepEqual(await announced.promise, dueAt)
    await duePoll.stop()
  })
})

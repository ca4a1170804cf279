import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Job, type NewJob, openJobs } from '../../../test/jobs.ts'
import { onOneEngine, openTestDatabase, type TestDatabase, until } from '../../../test/world.ts'
import type { Outcome } from './work.ts'

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const resume: Outcome = { kind: 'done', resume: true }
const minuteMs = 60_000

onOneEngine('resumed rows', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  for (const keyType of ['text', 'bigint'] as const)
    it(`run in order after a success of their key, without waiting for their time: ${keyType}`, async (context) => {
      const jobs = await openJobs(context, test.db, keyType)
      const later = (minutes: number) => new Date(jobs.clock.now().getTime() + minutes * minuteMs)
      // Older rows have failed more often, so they are due later.
      const waiting = (index: number): NewJob => ({ key: '1', attempts: 1 + (index % 3), dueAt: later(500 - index) })
      const ids = await jobs.insert(...times(250, waiting))
      const [other] = await jobs.insert({ key: '2', attempts: 1, dueAt: later(1) })
      const [fresh = 0] = await jobs.insert({ key: '1' })
      const ran: number[] = []
      const run = async ({ id }: Job) => {
        ran.push(id)
        return resume
      }
      await jobs.workers([{ run, concurrencyPerKey: 1, retryAfterSeconds: [60, 60, 60] }])
      await until('only the row of the other key is left', async () => (await jobs.list()).length === 1)
      assert.deepEqual(ran, [fresh, ...ids])
      assert.deepEqual(
        (await jobs.list()).map(({ id, attempts }) => [id, attempts]),
        [[other, 1]],
      )
    })

  it('keep their schedule, and are resumed once for each scheduled attempt', async (context) => {
    const jobs = await openJobs(context, test.db)
    const [poison = 0] = await jobs.insert({ payload: 'poison' })
    let runs = 0
    const workers = await jobs.workers([
      {
        retryAfterSeconds: [60, 600, 600],
        run: async ({ payload }) => {
          if (payload !== 'poison') return resume
          runs += 1
          return { kind: 'failed', why: 'always' }
        },
      },
    ])
    const settled = (count: number) =>
      until(`it has run ${count} times`, async () => runs === count && (await jobs.find(poison))?.owner === null)
    const succeed = async () => {
      await jobs.insert({ payload: 'good' })
      workers.wake()
      await until('a row succeeded', async () => (await jobs.list()).length === 1)
    }
    const waitMinutes = async () =>
      Math.round(((await jobs.find(poison))?.dueAt?.getTime() ?? 0) / minuteMs - jobs.clock.now().getTime() / minuteMs)

    await settled(1)
    assert.equal(await waitMinutes(), 1)
    await succeed()
    await settled(2)
    assert.equal(await waitMinutes(), 10)
    for (const _ of times(3, String)) await succeed()
    assert.equal(runs, 2)
    jobs.clock.moveForward(11 * minuteMs)
    workers.wake()
    await settled(3)
    await succeed()
    await settled(4)
    assert.deepEqual([await waitMinutes(), (await jobs.find(poison))?.attempts], [10, 3])
  })

  it('do not include those with a fixed time, those that another worker has, and new ones', async (context) => {
    const jobs = await openJobs(context, test.db)
    const later = new Date(jobs.clock.now().getTime() + 10 * minuteMs)
    await jobs.insert(
      { payload: 'fixed' },
      { payload: 'leased', attempts: 1, dueAt: later, lease: { owner: 'other', seconds: 600 } },
      { payload: 'never tried', dueAt: later },
    )
    const ran: string[] = []
    const workers = await jobs.workers([
      {
        retryAfterSeconds: [60, 60],
        run: async ({ payload }) => {
          ran.push(payload)
          return payload === 'fixed' ? { kind: 'failed', why: 'not now', notBefore: later, isFixed: true } : resume
        },
      },
    ])
    await until('the first row has failed', async () => (await jobs.list())[0]?.owner === null && ran.length === 1)
    const stored = await jobs.list()
    await jobs.insert({ payload: 'good' })
    workers.wake()
    await until('a row succeeded', async () => (await jobs.list()).length === 3)
    assert.deepEqual(await jobs.list(), stored)
    assert.deepEqual(ran, ['fixed', 'good'])
  })
})

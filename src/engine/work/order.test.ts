import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openJobs } from '../../../test/jobs.ts'
import { onBothEngines, openTestDatabase, type TestDatabase, until } from '../../../test/world.ts'
import { leasingText } from '../db/database.ts'
import type { Database } from '../db/index.ts'
import { elapsedMs } from '../flow/elapsed.ts'
import { done } from './work.ts'

type Executor = ReturnType<Database['getExecutor']>
type Execute = Executor['executeQuery']

const leaseSeconds = 1

/** The database, with another way to execute the first claim or release. */
function changeFirst(
  what: 'claimed' | 'released',
  db: Database,
  change: (execute: () => ReturnType<Execute>) => ReturnType<Execute>,
): Database {
  let isFirst = true
  const executor = db.getExecutor()
  const execute = (query: Parameters<Execute>[0]) => {
    const run = () => executor.executeQuery(query)
    if (!isFirst || !(query.sql.includes(leasingText) && query.sql.includes(`${what} as (`))) return run()
    isFirst = false
    return change(run)
  }
  const changed = new Proxy(executor, {
    get(target, name) {
      if (name === 'executeQuery') return execute
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...db, getExecutor: () => changed }
}

onBothEngines('work in order', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  const claims = {
    'whose answer is lost': async (execute: () => ReturnType<Execute>) => {
      await execute()
      throw Object.assign(new Error('connection lost'), { code: '08006' })
    },
    'that takes longer than its leases': async (execute: () => ReturnType<Execute>) => {
      for (const begun = elapsedMs(); elapsedMs() - begun < leaseSeconds * 1_000; ) await sleep(20)
      return execute()
    },
  }
  for (const [which, change] of Object.entries(claims))
    it(`waits for the rows of a claim ${which}, so that later rows do not overtake them`, async (context) => {
      const jobs = await openJobs(context, test.db)
      await jobs.insert({ payload: 'first' }, { payload: 'second' })
      const claimed = Promise.withResolvers<void>()
      const on = changeFirst('claimed', test.db, (execute) => change(execute).finally(claimed.resolve))
      const begun: string[] = []
      const run = async ({ payload }: { payload: string }) => {
        begun.push(payload)
        return done()
      }
      jobs.loop({ keepsOrder: true, leaseSeconds, run }, { on })
      await claimed.promise
      await jobs.insert({ payload: 'third' })
      await until('all rows have run', async () => (await jobs.list()).length === 0)
      assert.deepEqual(begun, ['first', 'second', 'third'])
    })

  it('waits for a row whose end could not be stored, so that later rows do not overtake it', async (context) => {
    const jobs = await openJobs(context, test.db)
    await jobs.insert({ payload: 'first' })
    const released = Promise.withResolvers<void>()
    const on = changeFirst('released', test.db, async () => {
      released.resolve()
      throw new Error('it cannot be stored')
    })
    const begun: string[] = []
    const run = async ({ payload }: { payload: string }) => {
      begun.push(payload)
      return done()
    }
    jobs.loop({ keepsOrder: true, leaseSeconds, run }, { on })
    await released.promise
    await jobs.insert({ payload: 'second' })
    await until('all rows have run', async () => (await jobs.list()).length === 0)
    assert.deepEqual(begun, ['first', 'first', 'second'])
  })
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { dayMs, fakeRule, now, type RunChange, runRules } from '../../../../test/retention-rule.ts'
import { onOneEngine, openTestDatabase, type TestDatabase } from '../../../../test/world.ts'
import type { DataClass } from '../../../contract/console/retention.ts'
import type { Removal, RetentionRule } from '../../table-data/index.ts'
import type { Days } from './rules.ts'
import { insertFirstLimit, putLimit } from './store.ts'
import { listProgress } from './store-progress.ts'

const accounts = 2_500

onOneEngine('removing old data', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
    await sql`
      insert into accounts (id, name, created_at, currency)
      select n, 'account ' || n, ${now}, 'TZS' from generate_series(1, ${accounts}) n
    `.execute(test.db)
  })
  after(() => test.drop())
  beforeEach(() => sql`delete from retention_limits; delete from retention_progress`.execute(test.db))

  const run = (rules: readonly RetentionRule[], change: RunChange = {}) => runRules(test.db, rules, change)
  const own = (accountId: number, days: Days, dataClass: DataClass = 'messages', keptUntil: Date | null = null) =>
    putLimit(test.db, accountId, 'own', dataClass, { days, keptDays: null, keptUntil }, now)
  const setDefault = (days: Days) => test.db.transaction((tx) => insertFirstLimit(tx, days, now))
  const progressOf = async (name = 'Fake rows') => (await listProgress(test.db)).find(({ rule }) => rule === name)

  it('does nothing without a limit', async () => {
    const { rule, calls } = fakeRule()
    await run([rule])
    assert.deepEqual(calls, [])
    assert.deepEqual((await progressOf())?.finishedAt, now)
  })

  it('removes rows in steps until none is left', async () => {
    await setDefault(400)
    const { rule, calls } = fakeRule({}, new Map([[null, 2_500]]))
    await run([rule])
    assert.deepEqual(calls, Array(4).fill([null, 400]))
    const progress = await progressOf()
    assert.deepEqual([progress?.removed, progress?.removedTotal, progress?.error], [2_500, 2_500, null])
  })

  it('applies shorter limits of accounts one by one, after that of all accounts', async () => {
    await setDefault(400)
    await own(7, 30)
    await own(9, 50)
    await own(3, 500)
    await own(4, 20, 'texts')
    await own(5, 20, 'messages', new Date(now.getTime() + dayMs))
    await own(6, null)
    const { rule, calls } = fakeRule({ daysWithoutLimit: 600, atLeastDays: 40 })
    await run([rule])
    // One account has no limit of its own kind for 600 days, so that is the longest; all others follow one by one.
    assert.deepEqual(calls[0], [null, 600])
    const byAccount = new Map(calls.slice(1))
    assert.deepEqual(
      [3, 4, 5, 6, 7, 9, accounts].map((id) => byAccount.get(id)),
      [500, 400, undefined, undefined, 40, 50, 400],
    )
    assert.equal(calls.length, accounts - 1)
  })

  it('asks only for accounts with their own limits if the default is the longest', async () => {
    await setDefault(400)
    await own(7, 30)
    await own(9, 400)
    const { rule, calls } = fakeRule()
    await run([rule])
    assert.deepEqual(calls, [
      [null, 400],
      [7, 30],
    ])
  })

  it('applies a shorter limit a day after it was set', async () => {
    const limit = { days: 30, keptDays: 400, keptUntil: new Date(now.getTime() + dayMs) }
    await putLimit(test.db, null, 'default', 'messages', limit, now)
    const { rule, calls } = fakeRule()
    await run([rule])
    await run([rule], { time: new Date(now.getTime() + dayMs) })
    assert.deepEqual(calls, [
      [null, 400],
      [null, 29],
    ])
  })

  it('ignores the limits of accounts for rows without an account', async () => {
    await setDefault(400)
    await own(7, 30)
    await own(8, null)
    const { rule, calls } = fakeRule({ scope: 'installation' })
    await run([rule])
    assert.deepEqual(calls, [[null, 400]])
  })

  it('rests three times as long as it works, unless it is stopped', async () => {
    await setDefault(400)
    const pauses: number[] = []
    let workedMs = 0
    const { rule } = fakeRule({}, new Map([[null, 3_000]]))
    const slow = {
      ...rule,
      async remove(removal: Removal, limit: number) {
        const startedMs = performance.now()
        while (performance.now() - startedMs < 8);
        workedMs += 8
        return rule.remove(removal, limit)
      },
    }
    await run([slow], { pause: async (ms) => void pauses.push(ms) })
    const restedMs = pauses.reduce((sum, ms) => sum + ms, 0)
    assert.ok(restedMs >= 3 * workedMs - 30, `rested ${restedMs} ms after ${workedMs} ms`)
    assert.ok(pauses.every((ms) => ms >= 20))
  })

  it('continues with other rules and accounts after an error, and shows it until a complete run', async () => {
    await setDefault(400)
    await own(3, 30)
    await own(7, 30)
    const broken = fakeRule({ name: 'Broken rows' })
    let isBroken = true
    const rule: RetentionRule = {
      ...broken.rule,
      async remove(removal, limit) {
        if (isBroken && removal.accountId === 3) throw new Error('out of luck')
        return broken.rule.remove(removal, limit)
      },
    }
    const other = fakeRule()
    const logs: string[] = []
    await run([rule, other.rule], { logs })
    assert.equal(other.calls.length, 3)
    assert.equal((await progressOf('Broken rows'))?.error, 'out of luck')
    assert.ok(logs.some((line) => line.includes('failed to remove old data') && line.includes('Broken rows')))
    assert.deepEqual(broken.calls, [[null, 400]])

    broken.calls.length = 0
    await run([rule])
    assert.deepEqual(broken.calls, [
      [null, 400],
      [7, 30],
    ])
    const progress = await progressOf('Broken rows')
    assert.deepEqual([progress?.error, progress?.finishedAt], ['out of luck', now])

    isBroken = false
    const later = new Date(now.getTime() + 3_600_000)
    await run([rule], { time: later })
    const complete = await progressOf('Broken rows')
    assert.deepEqual([complete?.error, complete?.lastFinishedAt], [null, later])
  })
})

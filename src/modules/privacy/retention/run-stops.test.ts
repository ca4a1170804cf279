import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { dayMs, fakeRule, now, type RunChange, runRules } from '../../../../test/retention-rule.ts'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../../test/world.ts'
import type { DataClass } from '../../../contract/console/retention.ts'
import type { Removal, RetentionRule } from '../../table-data/index.ts'
import type { RetentionContext } from './context.ts'
import type { Days } from './rules.ts'
import { insertFirstLimit, putLimit } from './store.ts'
import { listProgress } from './store-progress.ts'

onBothEngines('a run of the retention job', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
    await sql`
      insert into accounts (id, name, created_at, currency)
      select n, 'account ' || n, ${now}, 'TZS' from generate_series(1, 10) n
    `.execute(test.db)
  })
  after(() => test.drop())
  beforeEach(() => sql`delete from retention_limits; delete from retention_progress`.execute(test.db))

  const run = (rules: readonly RetentionRule[], change: RunChange = {}) => runRules(test.db, rules, change)
  const own = (accountId: number, days: Days, dataClass: DataClass = 'messages') =>
    putLimit(test.db, accountId, 'own', dataClass, { days, keptDays: null, keptUntil: null }, now)
  const setDefault = (days: Days) => test.db.transaction((tx) => insertFirstLimit(tx, days, now))
  const progressOf = async (name = 'Fake rows') => (await listProgress(test.db)).find(({ rule }) => rule === name)

  it('continues after the last complete account, also if no rows were removed', async () => {
    await setDefault(400)
    for (const id of [3, 7, 9]) await own(id, 30)
    const { rule, calls } = fakeRule()
    for (let round = 0; round < 2; round += 1) assert.equal(await run([rule], { runMsMax: 0 }), 'unfinished')
    assert.equal(await run([rule], { runMsMax: 0 }), undefined)
    assert.deepEqual(
      calls.filter(([accountId]) => accountId !== null),
      [3, 7, 9].map((id) => [id, 30]),
    )
  })

  it('runs the other rules beside a long one', async (context) => {
    await setDefault(400)
    const long = fakeRule({ name: 'Long rows' }, new Map([[null, Number.MAX_SAFE_INTEGER]]))
    const other = fakeRule({ name: 'Other rows' })
    let nowMs = performance.now()
    context.mock.method(performance, 'now', () => nowMs)
    const takesTime: RetentionRule = {
      ...long.rule,
      remove(removal, limit) {
        nowMs += 6
        return long.rule.remove(removal, limit)
      },
    }
    assert.equal(await run([takesTime, other.rule], { runMsMax: 20 }), 'unfinished')
    assert.equal(long.calls.length, 2, 'half of the time')
    assert.deepEqual((await progressOf('Other rows'))?.finishedAt, now)
    assert.equal((await progressOf('Long rows'))?.finishedAt, null)
  })

  it('notices a limit that was raised while messages were archived', async () => {
    await setDefault(30)
    const { rule, calls } = fakeRule({}, new Map([[null, 1]]))
    await run([rule], { archive: { archiveUntil: () => setDefault(400) } })
    assert.deepEqual(calls, [
      [null, 400],
      [null, 400],
    ])
  })

  it('interrupts the archive when the program stops, and continues later', async () => {
    await setDefault(400)
    const stopping = new AbortController()
    const { rule, calls } = fakeRule({}, new Map([[null, 1]]))
    const archive: RetentionContext['archive'] = {
      async archiveUntil(_before, pace) {
        stopping.abort()
        await pace?.page()
      },
    }
    assert.equal(await run([rule], { archive, signal: stopping.signal }), 'unfinished')
    assert.deepEqual([calls, (await progressOf())?.error], [[], null])
  })

  it('frees space without a limit', async () => {
    let left = 2
    const tidy = async () => {
      left -= 1
      return left > 0
    }
    await run([fakeRule({ tidy }).rule])
    assert.equal(left, 0)
  })

  it('ends after a while, and continues with the next run', async () => {
    await setDefault(400)
    const { rule, calls } = fakeRule({}, new Map([[null, 2_000]]))
    assert.equal(await run([rule], { runMsMax: 0 }), 'unfinished')
    // One step, so that every run gets further.
    assert.deepEqual(calls, [[null, 400]])
    assert.equal(await run([rule]), undefined)
    assert.equal((await progressOf())?.removed, 2_000)
  })

  it('stops after the current step, and resumes with the account where it was', async () => {
    await setDefault(400)
    await own(3, 30)
    await own(7, 30)
    await own(9, 30)
    const stopping = new AbortController()
    const { rule, calls } = fakeRule({}, new Map([[7, 1_500]]))
    const stops = {
      ...rule,
      async remove(removal: Removal, limit: number) {
        if (removal.accountId === 7) stopping.abort()
        return rule.remove(removal, limit)
      },
    }
    assert.equal(await run([stops], { signal: stopping.signal }), 'unfinished')
    assert.deepEqual(calls, [
      [null, 400],
      [3, 30],
      [7, 30],
    ])
    assert.equal((await progressOf())?.finishedAt, null)
    calls.length = 0
    assert.equal(await run([rule]), undefined)
    assert.deepEqual(calls, [
      [null, 400],
      [7, 30],
      [7, 30],
      [9, 30],
    ])
    const progress = await progressOf()
    assert.deepEqual([progress?.removed, progress?.removedTotal, progress?.finishedAt], [1_500, 1_500, now])
  })

  it('takes a longer limit into account during a long removal', async () => {
    await setDefault(30)
    const { rule, calls } = fakeRule({}, new Map([[null, 100_000]]))
    const changing = {
      ...rule,
      async remove(removal: Removal, limit: number) {
        if (calls.length === 10) await setDefault(400)
        return rule.remove(removal, limit)
      },
    }
    await run([changing])
    // The step that is running when the limit is changed is the last one.
    assert.deepEqual([calls[10], calls[11], calls.length], [[null, 30], [null, 400], 101])
  })

  it('archives messages before it removes them', async () => {
    await setDefault(400)
    await own(7, 30)
    const archived: number[] = []
    const archive = {
      archiveUntil: async (time: Date) => void archived.push((now.getTime() - time.getTime()) / dayMs),
    }
    const messages = fakeRule(
      {},
      new Map([
        [null, 1],
        [7, 1],
      ]),
    )
    const more = fakeRule(
      { name: 'More rows' },
      new Map([
        [null, 1],
        [7, 1],
      ]),
    )
    const secrets = fakeRule({ name: 'Secrets', atMostDays: 8 }, new Map([[null, 1]]))
    const texts = fakeRule({ name: 'Texts', dataClass: 'texts' }, new Map([[null, 1]]))
    await run([messages.rule, more.rule, secrets.rule, texts.rule], { archive })
    assert.deepEqual(archived, [400, 30])
    assert.deepEqual([...messages.rows.values(), ...more.rows.values(), ...secrets.rows.values()], [0, 0, 0, 0, 0])
  })

  it('removes no messages if the archive fails', async () => {
    await setDefault(400)
    await own(7, 30)
    await own(7, 30, 'events')
    const archive = { archiveUntil: () => Promise.reject(new Error('the disk is full')) }
    const rows = () =>
      new Map([
        [null, 1],
        [7, 1],
      ])
    const messages = fakeRule({}, rows())
    const more = fakeRule({ name: 'More rows' }, rows())
    const empty = fakeRule({ name: 'Empty rows' })
    const events = fakeRule({ name: 'Events', dataClass: 'events' }, rows())
    await run([messages.rule, more.rule, empty.rule, events.rule], { archive })
    assert.deepEqual([messages.calls, more.calls, empty.calls], [[], [], []])
    assert.equal(events.rows.get(7), 1)
    assert.equal(events.rows.get(null), 0)
    for (const name of ['Fake rows', 'More rows'])
      assert.match(
        (await progressOf(name))?.error ?? '',
        /the archive failed, so nothing was removed: the disk is full/,
      )
    assert.equal((await progressOf('Empty rows'))?.error, null)
  })
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { dayMs, fakeRule, now } from '../../../test/retention-rule.ts'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { createLog } from '../../engine/log.ts'
import type { RetentionContext } from './context.ts'
import type { DataClass, Days, Removal, RetentionRule } from './model.ts'
import { removeOldData } from './run.ts'
import { insertFirstLimit, putLimit } from './store.ts'
import { listProgress } from './store-progress.ts'

const accounts = 2_500

onBothEngines('removing old data', (engine) => {
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

  interface Change {
    readonly time?: Date
    readonly archive?: RetentionContext['archive']
    readonly pause?: RetentionContext['pause']
    readonly signal?: AbortSignal
    readonly runMsMax?: number
    readonly logs?: string[]
  }
  const run = (
    rules: readonly RetentionRule[],
    { time = now, archive = null, pause, signal, logs = [], runMsMax = 60_000 }: Change = {},
  ) => {
    const ctx: RetentionContext = {
      config: { callbackDays: 30 } as RetentionContext['config'],
      db: test.db,
      clock: { now: () => time, onMove: () => {} },
      log: createLog('debug', { write: (line) => void logs.push(line) }),
      rules,
      archive,
      pause: pause ?? (async () => {}),
      runMsMax,
      stopping: signal ?? new AbortController().signal,
      stop: () => {},
      retentionMetrics: { removed: () => {} },
    }
    return removeOldData(ctx, { signal: new AbortController().signal })
  }

  const own = (accountId: number, days: Days, dataClass: DataClass = 'messages', keptUntil: Date | null = null) =>
    putLimit(test.db, accountId, 'own', dataClass, { days, keptDays: null, keptUntil }, now)
  const setDefault = (days: Days, at = now) => test.db.transaction((tx) => insertFirstLimit(tx, days, at))
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

  it('ends after a while, and continues with the next run', async () => {
    await setDefault(400)
    const { rule, calls } = fakeRule({}, new Map([[null, 2_000]]))
    assert.equal(await run([rule], { runMsMax: 0 }), 'unfinished')
    assert.deepEqual(calls, [])
    assert.equal(await run([rule]), undefined)
    assert.equal((await progressOf())?.removed, 2_000)
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

  it('takes a longer limit into account during a long removal', async () => {
    await setDefault(30)
    const { rule, calls } = fakeRule({}, new Map([[null, 100_000]]))
    const changing = {
      ...rule,
      async remove(removal: Removal, limit: number) {
        if (calls.length === 10) await setDefault(400, new Date())
        return rule.remove(removal, limit)
      },
    }
    await run([changing])
    assert.deepEqual([calls[19], calls[20], calls.length], [[null, 30], [null, 400], 101])
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

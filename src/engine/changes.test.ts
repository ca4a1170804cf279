import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { type EngineName, onBothEngines, openTestDatabase, openUrl, postgresUrl, until } from '../../test/world.ts'
import { type Changes, startChanges } from './changes.ts'
import type { Database, Queryable } from './db/index.ts'

const change = (db: Queryable) => sql`delete from prices where false`.execute(db)
const changeOther = (db: Queryable) => sql`delete from credentials where false`.execute(db)

interface Opened {
  readonly db: Database
  /** Another process on the same database. */
  readonly other: () => Database
  start(db?: Database): Promise<Changes>
}

/** Everything ends before the database is dropped. */
async function open(test: TestContext, engine: EngineName): Promise<Opened> {
  const { db, url, drop } = await openTestDatabase(engine)
  const ends = [drop]
  test.after(async () => {
    for (const end of ends.toReversed()) await end()
  })
  return {
    db,
    other() {
      const other = openUrl(url ?? '')
      ends.push(() => other.close())
      return other
    },
    async start(on = db) {
      const changes = await startChanges(on)
      ends.push(() => changes.stop())
      return changes
    },
  }
}

/** A database whose notifications never arrive, as behind a pooler without a LISTEN URL. */
const deaf = (db: Database): Database => ({ ...db, listen: async () => async () => {} })

onBothEngines('changes', (engine) => {
  it('are announced by triggers after the commit, for their topic only, and not after a rollback', async (test) => {
    const { db, start } = await open(test, engine)
    const changes = await start()
    const seen: string[] = []
    changes.watch('prices', () => seen.push('prices'))
    const unwatch = changes.watch('credentials', () => seen.push('credentials'))
    const undone = db.transaction(async (tx) => {
      await change(tx)
      throw new Error('no')
    })
    await assert.rejects(undone)
    await db.transaction(async (tx) => {
      await changeOther(tx)
      await sql`select 1`.execute(tx)
      assert.deepEqual(seen, [])
    })
    await until('the change is seen', () => seen.length > 0)
    unwatch()
    await changeOther(db)
    await change(db)
    await until('the second change is seen', () => seen.includes('prices'))
    assert.deepEqual(new Set(seen.slice(1)), new Set(['prices']))
  })

  it('never wait for each other, and leave one row for each topic', async (test) => {
    const { db } = await open(test, engine)
    for (let round = 0; round < 3; round += 1) await Promise.all([change(db), changeOther(db), change(db)])
    await change(db)
    await changeOther(db)
    const { rows } = await sql`select topic from changes order by topic`.execute(db)
    assert.deepEqual(rows, [{ topic: 'credentials' }, { topic: 'prices' }])
  })

  it('reload again after a failure, and coalesce while a reload waits', async (test) => {
    const { start } = await open(test, engine)
    const changes = await start()
    test.mock.timers.enable({ apis: ['setTimeout'] })
    const begun: PromiseWithResolvers<void>[] = []
    const following = changes.follow('prices', () => {
      begun.push(Promise.withResolvers<void>())
      return begun.at(-1)?.promise ?? assert.fail()
    })
    const first = following.reload()
    await nextMicrotasks()
    const [second, third] = [following.reload(), following.reload()]
    assert.equal(begun.length, 1)
    begun[0]?.resolve()
    await first
    await nextMicrotasks()
    assert.equal(begun.length, 2)
    begun[1]?.reject(new Error('away'))
    await assert.rejects(second, /away/)
    await assert.rejects(third, /away/)
    assert.equal(begun.length, 2)
    test.mock.timers.tick(1_000)
    await nextMicrotasks()
    assert.equal(begun.length, 3)
    begun[2]?.resolve()
    await following.stop()
  })
})

const nextMicrotasks = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

describe('changes on PostgreSQL', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('arrive from other processes at once', async (test) => {
    const { other, start } = await open(test, 'postgres')
    const changes = await start()
    // Without the regular look.
    const stillMs = performance.now()
    test.mock.method(performance, 'now', () => stillMs)
    let seen = 0
    changes.watch('prices', () => {
      seen += 1
    })
    await change(other())
    await until('the change is seen', () => seen > 0)
  })

  it('are found by looking when notifications do not arrive', async (test) => {
    const { db, start } = await open(test, 'postgres')
    const changes = await start(deaf(db))
    let seen = 0
    changes.watch('prices', () => {
      seen += 1
    })
    await change(db)
    await until('the change is seen', () => seen > 0)
    await sql`truncate changes`.execute(db)
    await until('a crash of the server, which empties the table, counts as a change', () => seen > 1)
  })

  it('are looked for after a reconnection', async (test) => {
    const { db, other, start } = await open(test, 'postgres')
    const hearing = Promise.withResolvers<(payload: string) => void>()
    const losing: Database = {
      ...db,
      async listen(_, handler) {
        hearing.resolve(handler)
        return async () => {}
      },
    }
    const changes = await start(losing)
    const stillMs = performance.now()
    test.mock.method(performance, 'now', () => stillMs)
    let seen = 0
    changes.watch('prices', () => {
      seen += 1
    })
    await change(other())
    ;(await hearing.promise)('')
    await until('the change is seen', () => seen > 0)
  })

  it('are not certain while the database cannot be asked', async (test) => {
    const { db, start } = await open(test, 'postgres')
    let isAway = false
    const unreliable: Database = {
      ...deaf(db),
      getExecutor() {
        if (isAway) throw new Error('away')
        return db.getExecutor()
      },
    }
    const changes = await start(unreliable)
    let [nowMs, wallMs] = [performance.now(), Date.now()]
    test.mock.method(performance, 'now', () => nowMs)
    test.mock.method(Date, 'now', () => wallMs)
    assert.equal(changes.isCurrent(900), true)
    isAway = true
    nowMs += 901
    assert.equal(changes.isCurrent(900), false)
    assert.equal(changes.isCurrent(900), false)
    isAway = false
    await until('it has looked again', () => changes.isCurrent(900))
    isAway = true
    // The monotonic clock of Node stands still while the machine is suspended.
    wallMs += 60_000
    assert.equal(changes.isCurrent(900), false)
    isAway = false
    await until('it has looked again', () => changes.isCurrent(900))
  })
})

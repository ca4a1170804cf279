import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, openUrl, type TestDatabase } from '../../../test/world.ts'
import { afterCommit, createDatabase, type Queryable, type Tx } from './database.ts'
import { isOutage } from './errors.ts'
import { openPostgres } from './postgres.ts'

const misuse = { message: 'the database was used inside a transaction: use the tx argument instead' }

/** A barrier: one side waits until the other reaches it. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { reached: promise, reach: () => resolve() }
}

onBothEngines('transactions', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
    await sql`create table notes (text text primary key)`.execute(test.db)
  })
  after(() => test.drop())
  beforeEach(() => sql`delete from notes`.execute(test.db))

  const insert = (db: Queryable, text: string) => sql`insert into notes values (${text})`.execute(db)
  const notes = async (db: Queryable = test.db) =>
    (await sql<{ text: string }>`select text from notes order by text`.execute(db)).rows.map(({ text }) => text)

  it('commit and return the result of the function', async () => {
    const answer = await test.db.transaction(async (tx) => {
      await insert(tx, 'a')
      return 'done'
    })
    assert.equal(answer, 'done')
    assert.deepEqual(await notes(), ['a'])
  })

  it('run afterCommit callbacks after a commit and not after a rollback', async () => {
    const done: string[] = []
    await test.db.transaction(async (tx) => {
      afterCommit(tx, () => done.push('first'))
      afterCommit(tx, () => done.push('second'))
      await insert(tx, 'a')
      assert.deepEqual(done, [])
    })
    assert.deepEqual(done, ['first', 'second'])
    const thrown = test.db.transaction(async (tx) => {
      afterCommit(tx, () => done.push('never'))
      await insert(tx, 'a')
    })
    await assert.rejects(thrown)
    assert.deepEqual(done, ['first', 'second'])
  })

  it('roll back and rethrow when the function throws', async () => {
    const error = new Error('changed my mind')
    const thrown = test.db.transaction(async (tx) => {
      await insert(tx, 'a')
      throw error
    })
    await assert.rejects(thrown, (caught) => caught === error)
    assert.deepEqual(await notes(), [])
  })

  it('roll back when a statement fails, and the database keeps working', async () => {
    const thrown = test.db.transaction(async (tx) => {
      await insert(tx, 'a')
      await insert(tx, 'a')
    })
    await assert.rejects(thrown, { code: '23505' })
    assert.deepEqual(await notes(), [])
    await test.db.transaction((tx) => insert(tx, 'b'))
    assert.deepEqual(await notes(), ['b'])
  })

  it('fail to commit after a caught statement error', async () => {
    const thrown = test.db.transaction(async (tx) => {
      await insert(tx, 'a')
      await insert(tx, 'a').catch(() => {})
      return 'done'
    })
    await assert.rejects(thrown, { name: 'AbortedTransactionError' })
    assert.deepEqual(await notes(), [])
    await insert(test.db, 'b')
    assert.deepEqual(await notes(), ['b'])
  })

  it('reject every use of the outer database inside', async () => {
    await test.db.transaction(async (tx) => {
      await assert.rejects(async () => insert(test.db, 'a'), misuse)
      await assert.rejects(async () => test.db.transaction(async () => {}), misuse)
      const later = sleep(1).then(() => insert(test.db, 'a'))
      await assert.rejects(later, misuse)
      await insert(tx, 'b')
    })
    assert.deepEqual(await notes(), ['b'])
  })

  it('allow the outer database afterwards, also in a timer started inside', async () => {
    const inTimer = Promise.withResolvers<unknown>()
    const ended = gate()
    await test.db.transaction(async () => {
      setTimeout(() => ended.reached.then(() => insert(test.db, 'timer')).then(inTimer.resolve, inTimer.reject), 1)
    })
    ended.reach()
    await inTimer.promise
    await insert(test.db, 'after')
    assert.deepEqual(await notes(), ['after', 'timer'])
  })

  it('allow the outer database after a failure', async () => {
    const inTimer = Promise.withResolvers<unknown>()
    const ended = gate()
    const failing = test.db.transaction(async () => {
      ended.reached.then(() => test.db.transaction((tx) => insert(tx, 'a'))).then(inTimer.resolve, inTimer.reject)
      throw new Error('no')
    })
    await assert.rejects(failing, { message: 'no' })
    ended.reach()
    await inTimer.promise
    assert.deepEqual(await notes(), ['a'])
  })

  it('of one database do not affect another database', {
    skip: engine === 'embedded' && 'opening another takes seconds',
  }, async () => {
    const other = openUrl(test.url ?? '')
    await test.db.transaction(async () => {
      assert.deepEqual((await sql`select 1 as one`.execute(other)).rows, [{ one: 1 }])
    })
    await other.close()
  })

  it('of a frozen process end within seconds, and others get their locks', {
    skip: engine === 'embedded' && 'it has only one process',
  }, async (context) => {
    await insert(test.db, 'contended')
    const frozen = createDatabase(openPostgres({ url: test.url ?? '', connectionsMax: 1 }))
    context.after(() => frozen.close())
    const change = (db: Queryable) => sql`update notes set text = text`.execute(db)
    const kept = frozen.transaction(async (tx) => {
      await change(tx)
      // The process sends nothing more until another one could change the row.
      await test.db.transaction(async (other) => {
        await sql`set local lock_timeout = '30s'`.execute(other)
        await change(other)
      })
      await change(tx)
    })
    const error = await kept.then(
      () => assert.fail('it was committed'),
      (failure: unknown) => failure,
    )
    assert.ok(isOutage(error), String(error))
    assert.deepEqual(await notes(frozen), ['contended'])
  })

  it('reject statements after their end', async () => {
    let kept: Tx | undefined
    await test.db.transaction(async (tx) => {
      kept = tx
    })
    assert.ok(kept)
    await assert.rejects(insert(kept, 'a'), /already committed/)
  })

  it('are isolated: one rolls back while another commits', async () => {
    const [began, asked] = [gate(), gate()]
    const first = test.db.transaction(async (tx) => {
      await insert(tx, 'first')
      began.reach()
      await asked.reached
      await insert(tx, 'first again')
      throw new Error('rolled back')
    })
    const second = began.reached.then(() => {
      const seen = test.db.transaction(async (tx) => {
        await insert(tx, 'second')
        return notes(tx)
      })
      asked.reach()
      return seen
    })
    await assert.rejects(first, { message: 'rolled back' })
    assert.deepEqual(await second, ['second'])
    assert.deepEqual(await notes(), ['second'])
  })

  it('do not include concurrent plain statements', async () => {
    const [began, asked] = [gate(), gate()]
    const rolledBack = test.db.transaction(async (tx) => {
      await insert(tx, 'inside')
      began.reach()
      await asked.reached
      await insert(tx, 'inside again')
      throw new Error('rolled back')
    })
    const beside = began.reached.then(() => {
      const both = Promise.all([insert(test.db, 'beside'), notes()])
      asked.reach()
      return both
    })
    await assert.rejects(rolledBack, { message: 'rolled back' })
    const [, seen] = await beside
    assert.ok(!seen.includes('inside'))
    assert.deepEqual(await notes(), ['beside'])
  })

  it('are not mixed up among many concurrent callers', async () => {
    const wanted = Array.from({ length: 30 }, (_, index) => index)
    const ended = await Promise.allSettled(
      wanted.map((index) => {
        if (index % 3 === 0) return insert(test.db, `plain ${index}`)
        return test.db.transaction(async (tx) => {
          await insert(tx, `one ${index}`)
          await insert(tx, `two ${index}`)
          if (index % 3 === 1) throw new Error('rolled back')
        })
      }),
    )
    assert.equal(ended.filter(({ status }) => status === 'rejected').length, 10)
    const kept = wanted.flatMap((index) =>
      index % 3 === 0 ? [`plain ${index}`] : index % 3 === 2 ? [`one ${index}`, `two ${index}`] : [],
    )
    assert.deepEqual(await notes(), kept.sort())
  })
})

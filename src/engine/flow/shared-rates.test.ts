import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase, postgresUrl, type TestDatabase, until } from '../../../test/world.ts'
import { type SharedRates, shareRates } from './shared-rates.ts'
import { deleteFullBuckets, exchange } from './store-rates.ts'

/** So slow that nothing is refilled during a test. */
const rate = { size: 10, perSecond: 0.000_1 }
const takeAll = (rates: SharedRates, key: string) =>
  Array.from({ length: 15 }, () => rates.take(key, rate)).filter(Boolean).length

describe('shareRates', { skip: postgresUrl === null && 'needs PostgreSQL' }, () => {
  let database: TestDatabase
  const opened: SharedRates[] = []
  before(async () => {
    database = await openTestDatabase('postgres')
  })
  after(async () => {
    for (const one of opened) await one.stop()
    await database.drop()
  })

  function open(db = database.db): SharedRates {
    const rates = shareRates(db)
    opened.push(rates)
    return rates
  }

  /** Waits until the tokens of one process are counted in the database. */
  const untilShared = (key: string) =>
    until('the shared bucket is empty', async () => {
      const [left] = await exchange(database.db, [{ key, taken: 0, ageSeconds: 0, rate }])
      return left !== undefined && left.tokens < 1
    })

  /** A process learns the total only after it has taken a token itself. */
  async function learnOthers(rates: SharedRates, key: string): Promise<void> {
    assert.equal(rates.take(key, rate), true)
    await until('it knows the tokens of the others', () => rates.left(key, rate) < 0)
  }

  it('counts the tokens of all processes', async () => {
    const [one, other] = [open(), open()]
    assert.equal(takeAll(one, 'together'), 10)
    await untilShared('together')
    await learnOthers(other, 'together')
    assert.equal(other.take('together', rate), false)
    assert.equal(takeAll(other, 'alone'), 10)
  })

  it('limits the debt to the size of the bucket, or to the largest use', async () => {
    const use = async (taken: number) => {
      const [left] = await exchange(database.db, [{ key: 'debt', taken, ageSeconds: 0, rate }])
      return Math.round(left?.tokens ?? 0)
    }
    assert.deepEqual([await use(8), await use(8), await use(8), await use(8)], [2, -6, -10, -10])
    assert.deepEqual([await use(100), await use(100), await use(1)], [-100, -100, -100])
  })

  it('takes several tokens at once, also more than there are', () => {
    const rates = open()
    assert.equal(rates.take('many', rate, 25), true)
    assert.equal(rates.take('many', rate), false)
    assert.equal(Math.round(rates.left('many', rate)), -15)
  })

  it('does not lose tokens between a request and its exchange', async () => {
    const fast = { size: 10, perSecond: 10 }
    const [left] = await exchange(database.db, [{ key: 'steady', taken: 10, ageSeconds: 0.5, rate: fast }])
    assert.ok(left && left.tokens >= 5, `${left?.tokens} came back in half a second`)
    const [next] = await exchange(database.db, [{ key: 'steady', taken: 5, ageSeconds: 0, rate: fast }])
    assert.ok(next && next.tokens >= 0, `${next?.tokens} are left`)
  })

  it('limits each process on its own during an outage and counts its tokens afterwards', async () => {
    const { db } = database
    let isAway = true
    const unsteady = {
      ...db,
      getExecutor() {
        if (isAway) throw new Error('away')
        return db.getExecutor()
      },
    }
    const [one, other] = [open(unsteady), open()]
    assert.equal(takeAll(one, 'away'), 10)
    isAway = false
    await untilShared('away')
    await learnOthers(other, 'away')
  })

  it('deletes full buckets', async () => {
    const { db } = database
    await exchange(db, [{ key: 'quick', taken: 1, ageSeconds: 0, rate: { size: 1, perSecond: 1_000_000 } }])
    await deleteFullBuckets(db)
    const [kept] = await exchange(db, [{ key: 'debt', taken: 0, ageSeconds: 0, rate }])
    assert.ok((kept?.tokens ?? 0) < 0)
  })
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import pino from 'pino'
import { putCarrier } from '../../../test/carriers.ts'
import { openTestDatabase, openUrl, postgresUrl, type TestDatabase, until } from '../../../test/world.ts'
import type { Carrier, Connections } from '../../carriers/carrier.ts'
import { createClock } from '../../engine/clock.ts'
import type { Database, Tx } from '../../engine/db/index.ts'
import { elapsedMs } from '../../engine/flow/elapsed.ts'
import { type Holding, startHolding } from './hold.ts'
import { listCarriers } from './store.ts'
import { renewConnections } from './store-connections.ts'

const log = pino({ level: 'silent' })
const leaseSeconds = 2
/** For tests in which no lease may end, however long this process stalls. They refresh the leases themselves. */
const longLeaseSeconds = 60

describe('carrier connections of several processes', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  let test: TestDatabase
  const clock = createClock()
  /** The holder of each connection, and violations: a process was given a connection that another still held. */
  let owners = new Map<number, string>()
  let conflicts: string[] = []
  /** When the lease of the latest holder ends. */
  let leftMs = 0
  let latestEndMs = 0
  /** Processes that released a connection for another. */
  const left: string[] = []
  /** Processes whose carriers have stopped. They hold nothing, whatever they are told. */
  let stopped = new Set<string>()
  before(async () => {
    test = await openTestDatabase('postgres')
  })
  beforeEach(async () => {
    owners = new Map()
    conflicts = []
    stopped = new Set()
    await putCarrier(test.db, 'one', 0, clock.now())
    await putCarrier(test.db, 'one', 4, clock.now())
  })
  after(() => test.drop())

  function carrierOf(process: string): Carrier {
    let held: ReadonlySet<number> = new Set()
    const connections: Connections = {
      count: 4,
      hold(places, endsAtMs) {
        leftMs = endsAtMs - elapsedMs()
        latestEndMs = endsAtMs
        if (stopped.has(process)) return
        for (const place of held) if (!places.has(place) && owners.get(place) === process) owners.delete(place)
        for (const place of places) {
          const other = owners.get(place)
          if (other !== undefined && other !== process)
            conflicts.push(`${process} was given ${place}, which ${other} has`)
          owners.set(place, process)
        }
        held = places
      },
      leave: async (place) => {
        if (owners.get(place) === process) owners.delete(place)
        left.push(process)
      },
      states: () =>
        [...held].map((place) => ({
          place,
          isUp: place !== 4,
          problem: place === 4 ? 'refused' : null,
          losses: place === 4 ? 3 : 0,
          outstanding: 2,
          window: 10,
        })),
    }
    return {
      name: 'one',
      connections,
      start: async () => {},
      ready: () => true,
      submit: async () => ({ references: [] }),
      stop: async () => {},
    }
  }

  async function holdAs(process: string, db: Database = test.db, seconds = leaseSeconds): Promise<Holding> {
    const carrier = carrierOf(process)
    return startHolding({ db, clock, log }, () => [carrier], undefined, seconds)
  }

  const placesOf = (process: string) => [...owners].filter(([, owner]) => owner === process).map(([place]) => place)

  it('are each claimed by one process, and taken over by the remaining ones', async () => {
    const [first, second] = await Promise.all([holdAs('first'), holdAs('second')])
    await until('all are taken', () => owners.size === 4)
    stopped.add('first')
    for (const place of placesOf('first')) owners.delete(place)
    await first.stop()
    await until('the second has all', () => placesOf('second').length === 4)
    assert.deepEqual(conflicts, [])
    await second.stop()
  })

  it('are shared with a process that starts later', async () => {
    const first = await holdAs('first', test.db, longLeaseSeconds)
    await until('the first has all', async () => {
      await first.refresh()
      return placesOf('first').length === 4
    })
    const second = await holdAs('second', test.db, longLeaseSeconds)
    const refresh = () => Promise.all([first.refresh(), second.refresh()])
    await until('each has half', async () => {
      await refresh()
      return placesOf('first').length === 2 && placesOf('second').length === 2
    })
    for (let looks = 0; looks < 3; looks += 1) await refresh()
    assert.deepEqual([placesOf('first').length, placesOf('second').length], [2, 2])
    assert.deepEqual([left, conflicts], [['first', 'first'], []])
    await first.stop()
    await second.stop()
  })

  it('have a state and a problem that all processes see', async () => {
    const holding = await holdAs('first', test.db, longLeaseSeconds)
    const listed = async () => (await listCarriers(test.db)).find(({ name }) => name === 'one')?.connections ?? []
    await until('three are up', async () => {
      await holding.refresh()
      return (await listed()).filter(({ downSince }) => downSince === null).length === 3
    })
    assert.ok(leftMs <= longLeaseSeconds * 1_000 - 500, `they may be used for ${leftMs} ms`)
    const last = (await listed())[3]
    assert.equal(last?.problem, 'refused')
    assert.ok(last?.downSince instanceof Date)
    await holding.stop()
    assert.deepEqual(
      (await listed()).map(({ owner, downSince }) => [owner, downSince !== null]),
      Array.from({ length: 4 }, () => [null, true]),
    )
  })

  it('are released in time by a process that cannot reach the database', async () => {
    let isHanging = false
    const hanging = new Promise<never>(() => {})
    const db = new Proxy(test.db, {
      get: (target, name, receiver) =>
        name === 'getExecutor' && isHanging
          ? () => ({ executeQuery: () => hanging, ...stuck })
          : Reflect.get(target, name, receiver),
    })
    const stuck = { transformQuery: (node: unknown) => node, compileQuery: (query: unknown) => query }
    await holdAs('first', db)
    await until('the first has all', () => placesOf('first').length === 4)
    isHanging = true
    const second = await holdAs('second')
    await until('the second has all', () => placesOf('second').length === 4)
    assert.deepEqual(conflicts, [])
    await second.stop()
  })

  /** Keeps the rows of a table locked during `run`. */
  async function whileLocked(table: string, run: (tx: Tx) => Promise<void>): Promise<void> {
    const other = openUrl(test.url ?? '')
    await other
      .transaction(async (tx) => {
        await sql`select from ${sql.table(table)} for update`.execute(tx)
        await run(tx)
      })
      .finally(() => other.close())
  }

  it('are renewed even while a claim of more is slow', async () => {
    const holding = await holdAs('first')
    await until('the first has all', () => placesOf('first').length === 4)
    let refreshed: Promise<void> | undefined
    await whileLocked('routing_holders', async () => {
      const before = latestEndMs
      refreshed = holding.refresh()
      await until('the leases last longer', () => latestEndMs > before)
    })
    await refreshed
    await holding.stop()
  })

  it('are leased for longer after a loss, so that a starved process does not lose them again', async () => {
    const holding = await holdAs('first')
    await until('the first has all', () => placesOf('first').length === 4)
    await whileLocked('routing_connections', () => until('the leases have ended', () => owners.size === 0))
    await until('the first has all again', () => placesOf('first').length === 4)
    await until('they may be used for longer than usual', () => leftMs > leaseSeconds * 1_000)
    await holding.stop()
  })

  it('are claimed again by a process that lost them, although its leases have not ended in the database', async () => {
    const holding = await holdAs('first')
    await until('the first has all', () => placesOf('first').length === 4)
    await whileLocked('routing_connections', async (tx) => {
      await until('the leases have ended', () => owners.size === 0)
      // The fence keeps a renewal that waits for these rows from changing the end.
      await sql`
        update routing_connections set fence = fence + 1, lease_until = clock_timestamp() + interval '1 hour'
      `.execute(tx)
    })
    await until('the first has all again', () => placesOf('first').length === 4)
    await holding.stop()
  })

  it('cannot be updated by a previous holder', async () => {
    const holding = await holdAs('first')
    await until('all are taken', () => owners.size === 4)
    const stale = {
      carrier: 'one',
      place: 1,
      fence: 0,
      isUp: true,
      problem: 'stale',
      losses: 0,
      outstanding: 0,
      window: 10,
    }
    assert.deepEqual(await renewConnections(test.db, 'somebody else', [stale], leaseSeconds, clock.now()), [])
    assert.equal((await listCarriers(test.db))[0]?.connections[0]?.problem, null)
    await holding.stop()
  })
})

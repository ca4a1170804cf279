import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { onOneEngine, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { awaySince } from './routing.ts'
import { listCarriers, markPaused, putCarrier } from './store.ts'
import { renewConnections, takeConnections } from './store-connections.ts'

const start = new Date('2026-01-01T00:00:00Z')
const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1_000)

onOneEngine('the outage of a carrier', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  it('begins with the loss of the last connection, even if settings change meanwhile', async () => {
    const carrier = {
      name: 'one',
      kind: 'test',
      settings: {},
      secrets: Buffer.alloc(0),
      failoverSeconds: 30,
      healthSettings: {},
    }
    const put = (connections: number, at: Date) => test.db.transaction((tx) => putCarrier(tx, carrier, connections, at))
    const outage = async () => (await listCarriers(test.db)).map(awaySince)
    await put(2, start)
    const held = await takeConnections(test.db, 'me', ['one'], [], 60, start)
    const say = (isUp: boolean, at: Date) =>
      renewConnections(
        test.db,
        'me',
        held.map((one) => ({ ...one, isUp, problem: null, losses: 0, outstanding: 0, window: 10 })),
        60,
        at,
      )
    await say(true, secondsLater(1))
    assert.deepEqual(await outage(), [null])

    await say(false, secondsLater(10))
    await put(2, secondsLater(60))
    await put(4, secondsLater(70))
    await markPaused(test.db, 'one', false, secondsLater(80))
    assert.deepEqual(await outage(), [secondsLater(10)])
  })
})

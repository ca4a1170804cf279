import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { putCarrier } from '../../../test/carriers.ts'
import { onOneEngine, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { markActive } from '../providers/store.ts'
import { awaySince } from './routing.ts'
import { listCarriers } from './store.ts'
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
    const put = (connections: number, at: Date) => putCarrier(test.db, 'one', connections, at)
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
    await markActive(test.db, 'one', true, secondsLater(80))
    assert.deepEqual(await outage(), [secondsLater(10)])
  })
})

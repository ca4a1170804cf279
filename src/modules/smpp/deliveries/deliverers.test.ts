import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import pino from 'pino'
import { onOneEngine, openTestDatabase, type TestDatabase, until } from '../../../../test/world.ts'
import { createClock } from '../../../engine/clock.ts'
import type { Binds } from '../model.ts'
import { startDeliverers } from './deliverers.ts'
import { createOutlets } from './outlets.ts'

const log = pino({ level: 'silent' })
const binds: Binds = {
  owner: 'test',
  receiversOf: () => [],
  receivingCredentials: () => new Set(),
  onReceiver() {},
}

onOneEngine('deliverers to SMPP customers', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  it('claim nothing after their machine was suspended, until they have asked again', async (context) => {
    const outlets = createOutlets({ clock: createClock(), log }, binds)
    const deliverers = startDeliverers({ db: test.db, log }, binds, outlets)
    context.after(() => deliverers.stop())
    await until('they have asked', () => deliverers.isCurrent())
    const now = Date.now.bind(Date)
    const clock = context.mock.method(Date, 'now', () => now() + 60_000)
    assert.equal(deliverers.isCurrent(), false)
    clock.mock.restore()
    await until('they have asked again', () => deliverers.isCurrent())
  })
})

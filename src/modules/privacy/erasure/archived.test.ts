import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { command } from '../../../../test/console/people.ts'
import { findInDatabase } from '../../../../test/otp.ts'
import { onOneEngine, openWorld, type World } from '../../../../test/world.ts'
import { modules } from '../../../app/modules.ts'
import { collect } from '../../../module.ts'
import type { PersonQuery } from '../../table-data/index.ts'
import type { ErasureContext } from './context.ts'
import { runErasure } from './erase.ts'
import { requestErasure } from './request-erasure.ts'

const data = collect(modules, 'data')

const phone = '255713000201'

onOneEngine('an erasure with archived days', (engine) => {
  let world: World
  before(async () => {
    const erasuresFile = join(tmpdir(), `erasures-archived-${process.pid}.jsonl`)
    // Without workers, so that the test runs the steps itself.
    world = await openWorld(engine, { role: 'api', config: { erasuresFile } })
  })
  after(() => world.close())

  it('rewrites them after the database, and is not done if that fails', async () => {
    await command(world, 'POST', '/accounts/1/templates', { title: 'Call', text: `Call ${phone}` })
    const asked: PersonQuery[] = []
    let isBroken = true
    const ctx: ErasureContext = {
      ...world.app.sms,
      data,
      sources: [],
      cancelScheduled: async () => 0,
      writeBuffers: async () => {},
      archive: {
        async erasePerson(query) {
          assert.deepEqual(await findInDatabase(world.db, phone), [])
          asked.push(query)
          if (isBroken) throw new Error('the disk is full')
          return { files: 1, rows: 3, missingDays: 2 }
        },
      },
    }
    const { id } = await requestErasure(ctx, { accountId: 1, phone }, 'somebody')
    const go = { waits: true, isOver: () => false }
    assert.equal(await runErasure(ctx, id, { waits: true, isOver: () => true }), 'stopped')
    await assert.rejects(runErasure(ctx, id, go), /the disk is full/)
    isBroken = false
    assert.equal(await runErasure(ctx, id, go), 'done')
    assert.deepEqual(asked.at(-1), { accountId: 1, phone })
    const [erasure] = (await command(world, 'GET', '/accounts/1/erasures')).body.data
    assert.deepEqual(
      [erasure.state, erasure.counts, erasure.missingArchiveDays],
      ['done', { archive: 3, mentions: 1 }, 2],
    )
  })

  it('waits for pending rows after it was interrupted, even if it did not wait at first', async () => {
    let [pending, isBroken] = [1, true]
    const ctx: ErasureContext = {
      ...world.app.sms,
      data,
      sources: [{ name: 'slow', columns: [], list: async () => [], countPending: async () => pending }],
      cancelScheduled: async () => 0,
      writeBuffers: async () => {},
      archive: {
        async erasePerson() {
          if (isBroken) throw new Error('the disk is full')
          return { files: 0, rows: 0, missingDays: 0 }
        },
      },
    }
    const { id } = await requestErasure(ctx, { accountId: 1, phone: '255713000202' }, 'somebody')
    const run = (waits: boolean) => runErasure(ctx, id, { waits, isOver: () => false })
    await assert.rejects(run(false), /the disk is full/)
    isBroken = false
    assert.deepEqual([await run(false), await run(true)], ['waiting', 'waiting'])
    pending = 0
    assert.equal(await run(true), 'done')
  })
})

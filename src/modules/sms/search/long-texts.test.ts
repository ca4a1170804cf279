import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { command } from '../../../../test/console/people.ts'
import { onOneEngine, openWorld, type World } from '../../../../test/world.ts'
import { firstAccountId } from '../../accounts/index.ts'
import { exportMessages } from './search.ts'
import { readFilter } from './search-rules.ts'

const megabyte = 2 ** 20
const recipients = 2_000
const text = 'x'.repeat(39_015)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function measureHeap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

onOneEngine('messages that share long texts', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
    const { status } = await world.send({
      message: text,
      schedule_time: '2099-01-01 00:00',
      recipients: Array.from({ length: recipients }, (_, index) => ({
        recipient_id: index,
        dest_addr: `2557130${String(10_000 + index)}`,
      })),
    })
    assert.equal(status, 200)
  })
  after(() => world.close())

  it('are exported with little memory to a slow reader', async () => {
    const before = measureHeap()
    const lines = exportMessages(world.app.sms, firstAccountId, readFilter({}, 'TZ'))
    let [bytes, pieces, highest] = [0, 0, 0]
    for await (const piece of lines as AsyncIterable<Buffer>) {
      bytes += piece.length
      pieces += 1
      // A slow reader: everything read ahead of it is in memory now.
      if (pieces % 50 === 0) highest = Math.max(highest, measureHeap() - before)
    }
    assert.ok(bytes > recipients * text.length)
    assert.ok(highest < 10 * megabyte, `${highest / megabyte} MiB`)
  })

  it('show only the first 255 characters of a title from before the limit', async () => {
    await sql`update sms_requests set campaign_title = repeat('t', 2000000), job_name = repeat('j', 2000000), text = 'Hi'`.execute(
      world.db,
    )
    const get = (path: string) => command(world, 'GET', `/accounts/${firstAccountId}${path}`)
    for (const path of ['/messages?limit=200', '/messages?number=255713010000', '/requests']) {
      const { body } = await get(path)
      assert.equal(body.data[0].campaign.length, 255, path)
    }
    const [scheduled] = (await get('/scheduled')).body.data
    assert.deepEqual([scheduled.campaignTitle.length, scheduled.jobName.length], [255, 255])
    const { text: csv } = await get('/messages.csv?number=255713010000')
    assert.ok(csv.length < 1_000, `${csv.length} characters`)
  })
})

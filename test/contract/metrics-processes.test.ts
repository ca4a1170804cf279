import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { App } from '../../src/app.ts'
import { createClock } from '../../src/engine/clock.ts'
import { createHttp } from '../../src/engine/http/index.ts'
import { createMetrics } from '../../src/engine/metrics.ts'
import { metricsRoutes } from '../../src/http/metrics.ts'
import { openSms } from '../../src/modules/sms/index.ts'
import { openAppOn, sendThrough, untilFinal } from '../e2e/apps.ts'
import { parseScrape, type Scrape } from '../prometheus.ts'
import { onOneEngine, openTestDatabase, openWorld, until, type World } from '../world.ts'

const carrier = 'simulator'

const to = (...phones: readonly string[]) => ({
  recipients: phones.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
})

async function scrape({ http }: Pick<App, 'http'>): Promise<Scrape> {
  const { statusCode, headers, body } = await http.inject('/metrics')
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  return parseScrape(body)
}

onOneEngine('GET /metrics of several processes', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  it('answers without the database, minus the metrics from the database', async () => {
    const { db, drop } = await openTestDatabase(engine)
    await drop()
    const metrics = createMetrics()
    const http = createHttp({ log: world.app.sms.log, bodyBytesMax: 1_024, trustedProxies: [], authenticate: () => {} })
    metricsRoutes(http, openSms({ ...world.app.sms, db, metrics }))
    const { names, value } = await scrape({ http })
    assert.equal(names.has('ngoma_sms_queue_age_seconds'), false)
    assert.equal(value('ngoma_sms_accepted_total'), 0)
    assert.ok(Number(value('process_resident_memory_bytes')) > 0)
  })

  it('is served by every role, with carrier metrics only where carriers run', async () => {
    const database = await openTestDatabase(engine)
    const [api, worker] = [await openAppOn(database, { role: 'api' }), await openAppOn(database, { role: 'worker' })]
    try {
      const ready = async (app: App) => (await scrape(app)).value('ngoma_carrier_ready', { carrier })
      assert.deepEqual([await ready(api), await ready(worker)], [undefined, 1])
    } finally {
      await api.close()
      await worker.close()
      await database.drop()
    }
  })

  it('covers one app only, even if several share a process and a database', async () => {
    const database = await openTestDatabase(engine)
    const clock = createClock()
    const [one, other] = [await openAppOn(database, { clock }), await openAppOn(database, { clock })]
    try {
      await untilFinal(database.db, await sendThrough(one, to('255712345678')))
      const [ofOne, ofOther] = [await scrape(one), await scrape(other)]
      assert.deepEqual([ofOne.value('ngoma_sms_accepted_total'), ofOther.value('ngoma_sms_accepted_total')], [1, 0])
      const delivered = async (app: App) => (await scrape(app)).value('ngoma_sms_delivered_total', { carrier }) ?? 0
      await until(
        'one process has counted the delivery',
        async () => (await delivered(one)) + (await delivered(other)) === 1,
      )
    } finally {
      await one.close()
      await other.close()
      await database.drop()
    }
  })
})

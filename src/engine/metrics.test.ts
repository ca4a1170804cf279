import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { register } from 'prom-client'
import { held, openJobs } from '../../test/jobs.ts'
import { slowness } from '../../test/pace.ts'
import { parseScrape } from '../../test/prometheus.ts'
import { onOneEngine, openTestDatabase, type TestDatabase, until } from '../../test/world.ts'
import { Refusal } from '../values/refusal.ts'
import { createBatcher, measureFlush } from './batch/index.ts'
import { createHttp, measureRequests, openArea } from './http/index.ts'
import { createLog } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { again, done, failed, type Outcome } from './work/work.ts'

const scrape = async (metrics: Metrics) => parseScrape(await metrics.text())

describe('metrics', () => {
  it('do not keep the process alive', async () => {
    const script = `
      const { createMetrics } = await import(${JSON.stringify(new URL('./metrics.ts', import.meta.url).href)})
      console.log((await createMetrics().text()).includes('nodejs_eventloop_lag_p99_seconds'))
    `
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 60_000 * slowness,
    })
    assert.equal(stdout, 'true\n')
  })

  it('of one app are separate from other apps and from the global registry', async () => {
    const [one, other] = [createMetrics(), createMetrics()]
    one.counter('test_total', 'A test.').inc(2)
    other.counter('test_total', 'A test.')
    assert.equal((await scrape(one)).value('test_total'), 2)
    assert.equal((await scrape(other)).value('test_total'), 0)
    assert.deepEqual(register.getMetricsAsArray(), [])
  })

  it('include those of the process', async () => {
    const { names, value } = await scrape(createMetrics())
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      assert.ok(names.has(name), name)
    assert.ok(Number(value('process_resident_memory_bytes')) > 1_000_000)
  })

  it('escape any label value', async () => {
    const metrics = createMetrics()
    const text = 'a "quoted"\\ line,\nand={another}'
    metrics.counter('test_total', 'A test\nof two lines.', ['text']).inc({ text })
    assert.equal((await scrape(metrics)).value('test_total', { text }), 1)
  })

  it('do not wait for a gauge that hangs', async () => {
    const metrics = createMetrics(20)
    metrics.gauge('hanging', 'Never found out.', [], () => new Promise(() => {}))
    metrics.gauge('quick', 'Found out.', [], (gauge) => gauge.set(1))
    assert.match(await metrics.text(), /^quick 1$/m)
  })

  it('collect gauges on every scrape and leave out missing values', async () => {
    const metrics = createMetrics()
    let level: number | null = 1
    metrics.gauge('test_level', 'A test.', ['kind'], async (gauge) => {
      if (level !== null) gauge.set({ kind: 'a' }, level)
    })
    const read = async () => (await scrape(metrics)).value('test_level', { kind: 'a' })
    assert.equal(await read(), 1)
    level = 2
    assert.equal(await read(), 2)
    level = null
    assert.equal(await read(), undefined)
  })
})

describe('batch metrics', () => {
  it('count written items, and those of a failed batch one by one', async () => {
    const metrics = createMetrics()
    const batcher = createBatcher<string, string>({
      flush: measureFlush(metrics, 'test', async (items) => {
        if (items.includes('bad')) throw new Error('a bad item')
        return items
      }),
      isolate: () => true,
      weightMax: 100,
      waitingMax: 100,
    })
    await Promise.all([batcher.add('a'), batcher.add('b'), batcher.add('c')])
    await Promise.allSettled([batcher.add('d'), batcher.add('bad'), batcher.add('e')])
    const { value } = await scrape(metrics)
    assert.equal(value('ngoma_batch_items_count', { batch: 'test' }), 3)
    assert.equal(value('ngoma_batch_items_sum', { batch: 'test' }), 5)
    assert.equal(value('ngoma_batch_items_bucket', { batch: 'test', le: '1' }), 2)
    assert.equal(value('ngoma_batch_seconds_count', { batch: 'test' }), 3)
  })
})

describe('request metrics', () => {
  it('are labelled by method, route pattern and status class, with one label for unknown paths', async (context) => {
    const metrics = createMetrics()
    const app = createHttp({
      log: createLog('silent'),
      bodyBytesMax: 1_024,
      trustedProxies: [],
      authenticate: () => {},
    })
    context.after(() => app.close())
    measureRequests(app, metrics)
    app.get('/things/:id', { config: { area: openArea } }, async ({ params }) => {
      const { id } = params as { id: string }
      if (id === 'fault') throw new Error('something broke')
      if (id === 'none') throw new Refusal(404, 404, 'Not Found', { hint: 'ask for one' })
      return {}
    })
    for (const path of ['/things/1', '/things/2?a=b', '/things/none', '/things/fault', '/nothing', '/else'])
      await app.inject(path)
    await app.inject({ method: 'POST', url: '/things/1' })

    const { value } = await scrape(metrics)
    const count = (method: string, route: string, status: string) =>
      value('ngoma_http_request_seconds_count', { method, route, status })
    assert.equal(count('GET', '/things/:id', '2xx'), 2)
    assert.equal(count('GET', '/things/:id', '4xx'), 1)
    assert.equal(count('GET', '/things/:id', '5xx'), 1)
    assert.equal(count('GET', 'none', '4xx'), 2)
    assert.equal(count('POST', 'none', '4xx'), 1)
    assert.ok(
      Number(value('ngoma_http_request_seconds_sum', { method: 'GET', route: '/things/:id', status: '2xx' })) > 0,
    )
  })
})

onOneEngine('work metrics', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  const figuresOf = async (metrics: Metrics) => {
    const { value } = await scrape(metrics)
    const runs = (outcome: string) => value('ngoma_work_runs_total', { work: 'test', outcome })
    return {
      runs: [runs('done'), runs('again'), runs('failed'), runs('given_up')],
      lost: value('ngoma_work_leases_lost_total', { work: 'test' }),
      takenOver: value('ngoma_work_taken_over_total', { work: 'test' }),
    }
  }

  it('exist from the start and count written outcomes', async (context) => {
    const jobs = await openJobs(context, test.db)
    let times = 0
    const outcomes: Readonly<Record<string, () => Outcome>> = {
      done: () => done(),
      written: () => done(async () => {}),
      again: () => {
        times += 1
        return times === 1 ? again(jobs.clock.now()) : done()
      },
      expected: () => failed('no'),
    }
    const work = {
      retryAfterSeconds: [0],
      async run({ payload }: { payload: string }) {
        const outcome = outcomes[payload]
        if (!outcome) throw new Error('no')
        return outcome()
      },
    }
    const loop = jobs.loop(work)
    assert.deepEqual(await figuresOf(jobs.metrics), { runs: [0, 0, 0, 0], lost: 0, takenOver: 0 })
    await jobs.insert(
      { payload: 'done' },
      { payload: 'written' },
      { payload: 'again' },
      { payload: 'expected' },
      { payload: 'thrown' },
    )
    loop.wake()
    await until('all rows are deleted', async () => {
      loop.wake()
      return (await jobs.list()).length === 0
    })
    await loop.stop(10_000)
    assert.deepEqual(await figuresOf(jobs.metrics), { runs: [3, 1, 2, 2], lost: 0, takenOver: 0 })
  })

  it('count a lost lease but not the outcome of its run', async (context) => {
    const jobs = await openJobs(context, test.db)
    const job = held<Outcome>()
    const loop = jobs.loop({ leaseSeconds: 3, run: (_, { signal }) => job.run(signal) })
    const [id = 0] = await jobs.insert({})
    loop.wake()
    const signal = await job.began
    await sql`update ${sql.table(jobs.table)} set lease_owner = 'thief', lease_until = clock_timestamp() + interval '1 hour'`.execute(
      test.db,
    )
    await until('the run is aborted', () => signal.aborted)
    job.end(done())
    await loop.stop(10_000)
    assert.deepEqual(await figuresOf(jobs.metrics), { runs: [0, 0, 0, 0], lost: 1, takenOver: 0 })
    assert.equal((await jobs.find(id))?.owner, 'thief')
  })

  it('count rows taken over from a dead owner, but not released ones', async (context) => {
    const jobs = await openJobs(context, test.db)
    const seen: string[] = []
    const loop = jobs.loop({
      retryAfterSeconds: [0],
      async run({ payload }, _, takenOver) {
        seen.push(`${payload} ${takenOver}`)
        return seen.length <= 2 ? failed('once more') : done()
      },
    })
    await jobs.insert({ payload: 'new' }, { payload: 'left', lease: { owner: 'dead', seconds: -1 } })
    await until('both rows are deleted', async () => {
      loop.wake()
      return (await jobs.list()).length === 0
    })
    await loop.stop(10_000)
    assert.deepEqual(seen.toSorted(), ['left false', 'left true', 'new false', 'new false'])
    assert.deepEqual(await figuresOf(jobs.metrics), { runs: [2, 0, 2, 0], lost: 0, takenOver: 1 })
  })
})

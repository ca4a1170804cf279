import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openAppOn, untilFinal } from '../../../../test/e2e/apps.ts'
import { type LossyProxy, startProxy } from '../../../../test/e2e/proxy.ts'
import {
  authorization,
  onOneEngine,
  openTestDatabase,
  openWorld,
  postgresUrl,
  sendBody,
  type TestDatabase,
  until,
  type World,
} from '../../../../test/world.ts'
import type { App } from '../../../app.ts'
import type { Database, Queryable, Tx } from '../../../engine/db/index.ts'
import { firstAccountId } from '../../accounts/index.ts'
import { sendSms } from '../index.ts'
import { readSend } from './parse.ts'

const parse = (change: Record<string, unknown>) =>
  readSend(sendBody(change), { recipientsMax: 1_000, segmentsMax: 255, now: new Date() })

/** The stored rows of the requests with this job name. */
async function storedOf(
  db: Queryable,
  jobName: string,
): Promise<{ requests: number; messages: number; batches: number }> {
  const { rows } = await sql<{ requests: number; messages: number; batches: number }>`
    select count(*) as requests, count(m.id) as messages, count(b.id) as batches
      from sms_requests r
      left join sms_messages m on m.request_id = r.id
      left join sms_batches b on m.id between b.first_message_id and b.last_message_id
     where r.job_name = ${jobName}
  `.execute(db)
  return rows[0] ?? { requests: 0, messages: 0, batches: 0 }
}

onOneEngine('sends that are accepted in one batch', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  it('fail alone: one that cannot be written does not affect the others', async () => {
    await sql`alter table sms_requests add constraint test_refuses check (job_name <> 'bad')`.execute(world.db)
    const names = Array.from({ length: 20 }, (_, index) => (index === 7 ? 'bad' : 'good'))
    // All in one turn of the event loop, so that they share a transaction.
    const results = await Promise.allSettled(
      names.map((job_name) => sendSms(world.app.sms, firstAccountId, parse({ job_name }))),
    )
    assert.deepEqual(
      results.map(({ status }) => status),
      names.map((name) => (name === 'bad' ? 'rejected' : 'fulfilled')),
    )
    assert.deepEqual(await storedOf(world.db, 'bad'), { requests: 0, messages: 0, batches: 0 })
    for (const result of results) {
      if (result.status === 'rejected') continue
      const [message] = await untilFinal(world.db, String(result.value.requestId))
      assert.equal(message?.status, 'DELIVERED')
    }
  })

  it('get a plain 500 when they cannot be written', async () => {
    const { status, body } = await world.send({ job_name: 'bad' })
    assert.deepEqual([status, body], [500, { code: 103, message: 'Internal Error' }])
  })
})

/** Without an idempotency key, a batch of sends is one statement and its own transaction. */
const ways = { 'in one statement': false, 'in a transaction, with an Idempotency-Key': true }

for (const [way, isKeyed] of Object.entries(ways))
  describe(`a send on PostgreSQL, ${way}`, { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
    let database: TestDatabase
    let proxy: LossyProxy
    let app: App
    before(async () => {
      database = await openTestDatabase('postgres')
      proxy = await startProxy(database.url ?? '')
      await installGate(database.db)
      app = await openAppOn({ db: database.db, url: proxy.url })
    })
    after(async () => {
      await app.close()
      await proxy.close()
      await database.drop()
    })

    /** Scheduled, so that its batch still exists when it is counted. */
    async function send(
      job_name: string,
    ): Promise<{ status: number; retryAfter: unknown; body: { code: number; request_id?: string } }> {
      const payload = sendBody({ job_name, schedule_time: '2199-12-31 23:59' })
      const headers = { authorization, ...(isKeyed ? { 'idempotency-key': job_name } : {}) }
      const response = await app.http.inject({ method: 'POST', url: '/v1/send', headers, payload })
      return { status: response.statusCode, retryAfter: response.headers['retry-after'], body: response.json() }
    }

    const whole = { requests: 1, messages: 1, batches: 1 }
    const nothing = { requests: 0, messages: 0, batches: 0 }

    it('gets its response only after the commit', async () => {
      let answered = false
      const answer = await withClosedGate(database.db, async (tx) => {
        const sent = send('gate wait').finally(() => {
          answered = true
        })
        await until('the commit is in progress', () => isAtGate(tx))
        assert.equal(answered, false)
        assert.deepEqual(await storedOf(tx, 'gate wait'), nothing)
        return { sent }
      })
      assert.equal((await answer.sent).status, 200)
      assert.deepEqual(await storedOf(database.db, 'gate wait'), whole)
    })

    it('gets 503 when the server closes its connection during the commit', async () => {
      const { status, retryAfter, body } = await send('gate end')
      assert.deepEqual([status, body.code], [503, 103])
      assert.match(String(retryAfter), /^[1-9]\d*$/)
      assert.deepEqual(await storedOf(database.db, 'gate end'), nothing)
    })

    it('gets 503 when its connection is lost before the commit', async () => {
      const lost = proxy.lose('lost before', 'statement')
      const { status, body } = await send('lost before')
      await lost
      assert.deepEqual([status, body.code], [503, 103])
      assert.deepEqual(await storedOf(database.db, 'lost before'), nothing)
    })

    it('gets 200 when only the response to the commit is lost', async () => {
      const lost = proxy.lose('lost after', 'answer')
      const { status, body } = await send('lost after')
      await lost
      assert.deepEqual([status, body.code], [200, 100])
      assert.deepEqual(await storedOf(database.db, 'lost after'), whole)
      const { rows } = await sql<{ id: number }>`select id from sms_requests where job_name = 'lost after'`.execute(
        database.db,
      )
      assert.equal(body.request_id, String(rows[0]?.id))
    })

    it('gets 200 exactly when it is stored, even while the commit is still in progress', async () => {
      const answer = await withClosedGate(database.db, async (tx) => {
        const lost = proxy.lose('gate lost', 'commit')
        let isAnswered = false
        const sent = send('gate lost').finally(() => {
          isAnswered = true
        })
        await lost
        // Or the commit has not begun: the lookup takes its id first.
        await until('the commit is in progress', async () => isAnswered || (await isAtGate(tx)))
        // Enough time for a response that comes too early; a correct one comes only after this.
        await Promise.race([sent, sleep(1_000)])
        return { sent }
      })
      const { status } = await answer.sent
      await until('the commit is over', async () => !(await isCommitting(database.db)))
      assert.deepEqual(
        await storedOf(database.db, 'gate lost'),
        status === 200 ? whole : nothing,
        `it was answered with ${status}`,
      )
    })

    it('is accepted as usual afterwards', async () => {
      assert.equal((await send('in the end')).status, 200)
      assert.deepEqual(await storedOf(database.db, 'in the end'), whole)
    })
  })

/** Commits of sends with this job name wait at a gate, or lose their connection there. */
async function installGate(db: Database): Promise<void> {
  await sql
    .raw(`
      create function test_gate() returns trigger language plpgsql as $$
      declare
        name text := (select r.job_name from sms_messages m join sms_requests r on r.id = m.request_id where m.id = new.first_message_id);
      begin
        if name = 'gate end' then perform pg_terminate_backend(pg_backend_pid());
        elsif name like 'gate %' then perform pg_advisory_xact_lock(4711);
        end if;
        return null;
      end $$;
      create constraint trigger test_gate after insert on sms_batches deferrable initially deferred for each row execute function test_gate();
    `)
    .execute(db)
}

function withClosedGate<T>(db: Database, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
    return run(tx)
  })
}

async function isAtGate(db: Queryable): Promise<boolean> {
  // Within a transaction, the first result would otherwise be cached.
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } =
    await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`.execute(db)
  return rows.length > 0
}

async function isCommitting(db: Queryable): Promise<boolean> {
  const { rows } =
    await sql`select 1 from pg_stat_activity where datname = current_database() and state = 'active' and wait_event = 'advisory'`.execute(
      db,
    )
  return rows.length > 0
}

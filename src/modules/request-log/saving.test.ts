import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { onOneEngine, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { createSaving, newRequestsMax } from './gather.ts'
import type { NewRequest } from './store.ts'

const at = new Date(Date.UTC(2030, 5, 15))
const request: NewRequest = {
  accountId: 1,
  requestId: 'r',
  kind: null,
  isCounted: false,
  address: null,
  route: '/v2/account',
  credentialId: null,
  method: 'GET',
  path: '/v2/account',
  query: null,
  status: 200,
  code: null,
  message: null,
  hint: null,
  durationMs: 1,
  userAgent: null,
  contentType: null,
  idempotencyKey: null,
  body: null,
  answer: null,
  count: 1,
  firstAt: at,
  lastAt: at,
}

onOneEngine('saving of logged requests', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())

  it('writes requests once when old ones can not be deleted, and deletes those later', async () => {
    const { db } = test
    await sql`
      insert into request_log (account_id, request_id, method, path, route, status, duration_ms, first_at, at)
      select 1, 'old', 'GET', '/', '/', 200, 1, t, t from (values (${at}::timestamptz - interval '1 hour')) as v(t), generate_series(1, 5000)
    `.execute(db)
    await sql`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'try again' using errcode = 'serialization_failure'; end $$
    `.execute(db)
    await sql`create trigger refusing before delete on request_log execute function refuse()`.execute(db)
    const counts = async () =>
      (
        await sql<{
          request_id: string
          count: number
        }>`select request_id, count(*) from request_log group by 1`.execute(db)
      ).rows
        .map((row) => [row.request_id, row.count])
        .toSorted()
    const save = createSaving(db, pino({ level: 'silent' }))
    await save(Array.from({ length: newRequestsMax }, () => request))
    assert.deepEqual(await counts(), [
      ['old', 5_000],
      ['r', newRequestsMax],
    ])
    await sql`drop trigger refusing on request_log`.execute(db)
    await save([request])
    assert.deepEqual(await counts(), [
      ['old', 5_000 - newRequestsMax - 1],
      ['r', newRequestsMax + 1],
    ])
  })
})

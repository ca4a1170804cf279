import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fuzz } from '../fuzz/fuzz.ts'
import { openTestDatabase, postgresUrl } from '../world.ts'

describe('malformed requests', () => {
  const seed = Number(process.env.NGOMA_TEST_SEED ?? 7)

  it(`never get 500 (NGOMA_TEST_SEED=${seed}; npm run fuzz sends more)`, async (test) => {
    const database = postgresUrl === null ? null : await openTestDatabase('postgres')
    if (database !== null) test.after(() => database.drop())
    const { failures, statuses } = await fuzz({ seed, requests: 400, databaseUrl: database?.url ?? undefined })
    assert.deepEqual(failures, [])
    assert.ok((statuses.get(200) ?? 0) > 30, 'more than 30 requests succeed')
    assert.ok((statuses.get(403) ?? 0) < 40, 'the caller keeps its rights')
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase, postgresUrl, type TestDatabase, until } from '../world.ts'
import { isBusy, startLoad, untilDelivered } from './load.ts'
import { type Server, startServer } from './server.ts'

const perSecond = 30
const phones = ['255712345678', '255712345679'] as const
/**
 * Leases last ten seconds. After that other workers claim the batches of a dead one and deliver them.
 */
const takeOverSeconds = 60

describe('Two api and two worker processes', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  let database: TestDatabase
  const running: Server[] = []
  before(async () => {
    database = await openTestDatabase('postgres')
  })
  after(async () => {
    await Promise.all(running.map((server) => server.kill('SIGKILL')))
    await database.drop()
  })

  async function start(role: 'api' | 'worker'): Promise<Server> {
    const server = await startServer(
      { DATABASE_URL: database.url ?? '', NGOMA_STAGING: 'true', NGOMA_SIMULATOR_DELAY_MS: '300' },
      role,
    )
    running.push(server)
    return server
  }

  it('lose nothing when one of each is killed under load', async (context) => {
    const [api, otherApi] = [await start('api'), await start('api')]
    const [worker] = [await start('worker'), await start('worker')]
    const load = startLoad(api.address, perSecond, phones[0])
    const otherLoad = startLoad(otherApi.address, perSecond, phones[1])
    await Promise.all([load.goOn(1, 50), otherLoad.goOn(1, 50)])
    await Promise.all([otherApi.kill('SIGKILL'), worker.kill('SIGKILL')])
    await until('somebody gets no answer, in the middle of the load', () =>
      otherLoad.sent.some(({ status }) => status === null),
    )
    const otherRates = await otherLoad.stop()
    const acceptedBefore = load.accepted()
    await load.goOn(1, 50)
    const rates = await load.stop()
    context.diagnostic(
      `the survivor: ${rates}; the killed one: ${otherRates}; ${load.accepted() - acceptedBefore} were accepted after the kill`,
    )

    assert.deepEqual(
      load.sent.filter((one) => one.status !== 200 && !isBusy(one)),
      [],
      'no client of the survivor got an error',
    )
    await untilDelivered(api.address, phones[0], load.sent, takeOverSeconds)
    await untilDelivered(api.address, phones[1], otherLoad.sent, takeOverSeconds)
    context.diagnostic(`${await countResent(database)} messages were submitted twice`)
    for (const server of running.filter((one) => one.isRunning()))
      assert.equal(await server.kill('SIGTERM'), 0, 'the others stop as they should')
  })

  it('serve only the routes of their role', async () => {
    const [api, worker] = [await start('api'), await start('worker')]
    for (const { address } of [api, worker])
      for (const path of ['/health', '/ready']) assert.equal((await fetch(address + path)).status, 200, path)
    assert.equal((await fetch(`${api.address}/v1/send`, { method: 'POST' })).status, 400)
    assert.equal((await fetch(`${api.address}/console/v1/me`)).status, 401)
    for (const path of ['/console/v1/me', '/docs', '/openapi.json'])
      assert.equal((await fetch(worker.address + path)).status, 404, path)
  })
})

async function countResent({ db }: TestDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
      from (select message_id from sms_references group by message_id having count(*) > 1) twice
  `.execute(db)
  return rows[0]?.count ?? 0
}

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../src/engine/db/index.ts'
import { addEndpoint, entriesOf, eventBodiesFor, rowOf } from '../airtime.ts'
import { type Behaviour, type FakeProvider, startFakeProvider } from '../airtime-provider.ts'
import { run } from '../commands/program.ts'
import { assertLedger } from '../ledger.ts'
import { authorization, onOneEngine, openTestDatabase, until } from '../world.ts'
import { type Server, startServer } from './server.ts'

/**
 * Where a transfer is when the program is killed, by the end of its number: what the provider has done and not said by
 * then, and how many of them there are. The last wait behind as many as a worker takes of one account, and so were only
 * stored.
 */
const places: readonly {
  readonly end: string
  readonly steps: 1 | 2
  readonly count: number
  readonly behaviour: Readonly<Record<string, Behaviour>>
}[] = [
  { end: '01', steps: 2, count: 1, behaviour: { create: { answer: 'nothing' } } },
  {
    end: '02',
    steps: 2,
    count: 1,
    behaviour: { confirm: { does: false, answer: 'nothing' }, status: { answer: 'nothing' } },
  },
  { end: '03', steps: 2, count: 1, behaviour: { confirm: { answer: 'nothing' }, status: { answer: 'nothing' } } },
  { end: '04', steps: 2, count: 1, behaviour: { confirm: {} } },
  { end: '05', steps: 2, count: 1, behaviour: {} },
  {
    end: '11',
    steps: 1,
    count: 1,
    behaviour: { pay: { does: false, answer: 'nothing' }, status: { answer: 'nothing' } },
  },
  { end: '12', steps: 1, count: 1, behaviour: { pay: { answer: 'nothing' }, status: { answer: 'nothing' } } },
  { end: '13', steps: 1, count: 1, behaviour: { pay: {} } },
  { end: '20', steps: 1, count: 16, behaviour: { pay: { does: false, answer: 'nothing' } } },
  { end: '21', steps: 1, count: 3, behaviour: {} },
]
const isPending = (phone: string) => phone.endsWith('04') || phone.endsWith('13')

onOneEngine('A server killed during airtime transfers', (engine) => {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-airtime-'))
  let settings: Record<string, string> = { NGOMA_DATA: directory }
  let look: <T>(run: (db: Database) => Promise<T>) => Promise<T>
  let remove = async () => {}
  let server: Server | undefined
  let fake: FakeProvider
  before(async () => {
    fake = await startFakeProvider()
    if (engine === 'embedded') {
      look = async (use) => {
        const db = await openDatabase({ url: null, connectionsMax: 1, dataDirectory: directory })
        return use(db).finally(() => db.close())
      }
      return
    }
    const { db, url, drop } = await openTestDatabase(engine)
    settings = { ...settings, DATABASE_URL: url ?? '', NGOMA_STAGING: 'true' }
    look = (use) => use(db)
    remove = drop
  })
  after(async () => {
    await server?.kill('SIGKILL')
    await fake.close()
    await remove()
    rmSync(directory, { recursive: true, force: true })
  })

  function setProvider(steps: 1 | 2): Promise<void> {
    const body = JSON.stringify({
      settings: fake.settings(steps, { believeUnknownAfterSeconds: 1 }),
      secrets: { key: 'k' },
    })
    return new Promise((resolve, reject) => {
      const path = `/console/v1/airtime/providers/${steps === 2 ? 'two' : 'one'}`
      const headers = { 'content-type': 'application/json' }
      const asked = request(
        { socketPath: join(directory, 'control', 'ngoma.sock'), method: 'PUT', path, headers },
        async (response) => {
          const said = await text(response)
          return response.statusCode === 200 ? resolve() : reject(new Error(said))
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })
  }

  async function post(path: string, body: unknown): Promise<{ code: number; transaction_id: string }> {
    const headers = { authorization, 'content-type': 'application/json' }
    let answer: Response | undefined
    // A slow database answers with 503, after which a client repeats the request.
    await until(`${path} is answered`, async () => {
      answer = await fetch(`${server?.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return answer.status !== 503
    })
    assert.equal(answer?.status, 200)
    return (await answer?.json()) as { code: number; transaction_id: string }
  }

  const codeOf = async (id: string) => (await post('/v1/transaction-status', { transaction_id: id })).code

  it('pays each transfer once, loses none, and has a clean ledger', { timeout: 240_000 }, async (context) => {
    fake.behave = ({ phone, step }) => places.find(({ end }) => phone.endsWith(end))?.behaviour[step] ?? {}
    fake.outcome = (phone) => (isPending(phone) ? 'PENDING' : 'PAID')
    server = await startServer(settings)
    const ids = new Map<string, string[]>()
    let active = 0
    for (const { end, steps, count } of places) {
      if (steps !== active) await setProvider(steps)
      active = steps
      // A worker is at its limit before the last requests arrive.
      if (end === '21')
        await until(
          'the others are in progress',
          () => fake.asked.filter(({ phone }) => phone.endsWith('20')).length >= 10,
        )
      const numbers = Array.from({ length: count }, (_, i) => `2557120${String(i).padStart(2, '0')}0${end}`)
      const answers = await Promise.all(
        numbers.map((dest_addr) => post('/v1/transfer', { dest_addr, amount: '7', reference_id: dest_addr })),
      )
      ids.set(
        end,
        answers.map(({ transaction_id }) => transaction_id),
      )
    }
    const only = (end: string) => ids.get(end)?.[0] ?? ''
    const reached = () =>
      fake.count('create', only('01')) > 0 &&
      ['02', '03', '04', '05'].every((end) => fake.count('confirm', only(end)) > 0) &&
      ['11', '12', '13'].every((end) => fake.count('pay', only(end)) > 0)
    await until('each is where it should be', async () => reached() && (await codeOf(only('05'))) === 100)
    await server.kill('SIGKILL')

    const endpoint = await look(async (db) => {
      await assertLedger(db)
      const stateOf = async (end: string) => (await rowOf(db, only(end))).state
      assert.deepEqual(await Promise.all(['01', '02', '03', '04', '05'].map(stateOf)), [
        'accepted',
        'submitted',
        'submitted',
        'submitted',
        'successful',
      ])
      assert.deepEqual(await Promise.all(['11', '12', '13', '21'].map(stateOf)), [
        'submitted',
        'submitted',
        'submitted',
        'accepted',
      ])
      const paid = ['02', '03', '04', '05', '11', '12', '13', '21'].map((end) => fake.payments.get(only(end)) ?? 0)
      assert.deepEqual(paid, [0, 1, 1, 1, 0, 1, 1, 0])
      return addEndpoint(db, 1)
    })

    fake.behave = () => ({})
    fake.outcome = () => 'PAID'
    const startedAt = performance.now()
    server = await startServer(settings)
    const all = [...ids.values()].flat()
    await until('all have ended', async () => (await Promise.all(all.map(codeOf))).every((code) => code === 100), 120)
    context.diagnostic(
      `${all.length} transfers had ended ${Math.round((performance.now() - startedAt) / 1_000)} s after the restart`,
    )
    assert.deepEqual(
      all.map((id) => fake.payments.get(id)),
      all.map(() => 1),
    )
    const checked = await run(['ledger', 'check', '--json'], { ...settings, PORT: '0' })
    assert.deepEqual([checked.code, JSON.parse(checked.out).wrong], [0, []])
    assert.equal(await server.kill('SIGTERM'), 0)
    await look(async (db) => {
      await assertLedger(db)
      for (const id of all) assert.deepEqual(await entriesOf(db, id), ['hold 7.0000', 'spend 7.0000'])
      const told = (await eventBodiesFor(db, endpoint)).map(({ args }) => args.transaction_id)
      assert.deepEqual(
        told.sort(),
        all.filter((id) => id !== only('05')).sort(),
        'each is told of once, in the transaction that ends it',
      )
      const { rows } =
        await sql`select id from airtime_transfers where done_at is null or due_at is not null or lease_owner is not null`.execute(
          db,
        )
      assert.deepEqual(rows, [])
    })
  })
})

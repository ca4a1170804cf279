import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { controlPath } from '../../src/engine/http/control.ts'
import { assertLedger, createChoices } from '../ledger.ts'
import { onOneEngine, openTestDatabase, type TestDatabase, until } from '../world.ts'
import { askConsole } from './console.ts'
import { type Server, startServer } from './server.ts'

/** NGOMA_TEST_KILLS=50 makes a long run of it, and NGOMA_TEST_SEED another one. */
const kills = Number(process.env.NGOMA_TEST_KILLS ?? 1)
const transfersEach = 60
const clients = 8
const retryMs = 20

interface Order {
  readonly parentId: number
  readonly childId: number
  readonly direction: 'to' | 'from'
  readonly product: string
  readonly amount: string
}

onOneEngine('Credit transfers of a killed server', (engine) => {
  let database: TestDatabase
  let server: Server
  before(async () => {
    database = await openTestDatabase(engine)
  })
  after(async () => {
    await server?.kill('SIGKILL')
    await database.drop()
  })

  const start = async () => {
    server = await startServer({ DATABASE_URL: database.url ?? '', NGOMA_STAGING: 'true' })
  }

  /** Null when the connection was lost before the answer. */
  function post(path: string, key: string, body: unknown): Promise<{ status: number; id: number } | null> {
    return new Promise((resolve) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key }
      const socketPath = controlPath(server.dataDirectory)
      const asked = request({ socketPath, method: 'POST', path, headers }, async (response) => {
        const said = await text(response).catch(() => null)
        resolve(said === null ? null : { status: response.statusCode ?? 0, id: JSON.parse(said).id })
      })
      asked.on('error', () => resolve(null))
      asked.end(JSON.stringify(body))
    })
  }

  async function transfer({ parentId, childId, ...body }: Order, key: string): Promise<{ status: number; id: number }> {
    for (;;) {
      const answer = await post(`/console/v1/accounts/${parentId}/sub-accounts/${childId}/transfer`, key, body)
      if (answer !== null && answer.status !== 503) return answer
      await sleep(retryMs)
    }
  }

  it('happen once each, on both sides, without losing credit', {
    timeout: 240_000 + kills * 15_000,
  }, async (context) => {
    const { seed, below, oneOf } = createChoices(20_261_116)
    context.diagnostic(`NGOMA_TEST_SEED=${seed} NGOMA_TEST_KILLS=${kills} repeats this run`)
    await start()
    const families: { readonly parentId: number; readonly children: readonly number[] }[] = []
    for (const name of ['One', 'Two']) {
      const add = async (body: unknown) => (await askConsole(server, 'POST', '/accounts', body)).id as number
      const parentId = await add({ name })
      const children = [await add({ name, parentId }), await add({ name, parentId }), await add({ name, parentId })]
      families.push({ parentId, children })
    }
    const sums = async () => {
      const { rows } = await sql<{ sums: string }>`
        select concat_ws(' ', coalesce(a.parent_id, a.id), b.product, sum(b.available)) as sums
          from balances b
          join accounts a on a.id = b.account_id
         group by coalesce(a.parent_id, a.id), b.product
         order by 1
      `.execute(database.db)
      return rows.map((row) => row.sums)
    }
    const sumsBefore = await sums()

    const orders: readonly Order[] = Array.from({ length: (kills + 1) * transfersEach }, () => {
      const { parentId, children } = oneOf(families)
      const amount = `${below(700_000)}.${1 + below(9_999)}`
      return {
        parentId,
        childId: oneOf(children),
        direction: oneOf(['to', 'from'] as const),
        product: oneOf(['SMS', 'AIRTIME']),
        amount,
      }
    })
    const answers = new Map<number, { readonly status: number; readonly id: number }>()
    let next = 0
    const runClient = async () => {
      while (next < orders.length) {
        const place = next++
        answers.set(place, await transfer(orders[place] as Order, `transfer-${place}`))
      }
    }
    const running = Promise.all(Array.from({ length: clients }, runClient))
    for (let kill = 1; kill <= kills; kill += 1) {
      await until('more transfers are answered', () => answers.size >= kill * transfersEach, 30)
      await server.kill('SIGKILL')
      await start()
    }
    await running

    const made = [...answers].filter(([, { status }]) => status === 200)
    const refused = [...answers.values()].filter(({ status }) => status !== 200)
    context.diagnostic(`${made.length} transfers were made, ${refused.length} refused`)
    assert.deepEqual([...new Set(refused.map(({ status }) => status))], [409], 'too little credit')
    const { rows } = await sql<Order & { id: number }>`
      select id, parent_id as "parentId", child_id as "childId", case when to_child then 'to' else 'from' end as direction, product, amount
        from credit_transfers
       order by id
    `.execute(database.db)
    const wanted = made.map(([place, { id }]) => ({ id, ...(orders[place] as Order) }))
    assert.deepEqual(
      rows.map((row) => ({ ...row, amount: Number(row.amount) })),
      wanted.map((row) => ({ ...row, amount: Number(row.amount) })).toSorted((a, b) => a.id - b.id),
    )
    assert.deepEqual(await sums(), sumsBefore)
    await assertLedger(database.db)
    const { clean, wrong } = await askConsole(server, 'GET', '/ledger/check')
    assert.deepEqual([clean, wrong], [true, []])
  })
})

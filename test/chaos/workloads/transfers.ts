import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createRandom } from '../../../src/carriers/simulator/outcome.ts'
import type { Hold, Host } from './host.ts'
import type { Workload } from './workload.ts'

const ordersEach = 60
/** Few, because each that is held keeps connections of the database. */
const clients = 2

interface Order {
  readonly parentId: number
  readonly childId: number
  readonly direction: 'to' | 'from'
  readonly product: string
  readonly amount: string
}

/** Credit that moves between accounts and their sub-accounts. */
export async function openTransfers({ db, size, hold, ask, get, addAccount }: Host): Promise<Workload> {
  const random = createRandom(1)
  const below = (count: number) => Math.floor(random() * count)
  const oneOf = <T>(all: readonly T[]) => all[below(all.length)] as T
  const families: { readonly parentId: number; readonly children: readonly number[] }[] = []
  for (const name of ['One', 'Two']) {
    const parentId = await addAccount(name)
    const addChild = async () => (await get('POST', '/accounts', { name, parentId })).id
    families.push({ parentId, children: [await addChild(), await addChild(), await addChild()] })
  }
  const accounts = sql.join(families.flatMap(({ parentId, children }) => [parentId, ...children]))
  const orders: Order[] = []
  const answers: { readonly order: Order; readonly status: number; readonly id: number }[] = []
  let next = 0
  let locked: Hold | null = null
  let running: Promise<unknown> = Promise.resolve()
  const parents = families.map(({ parentId }) => parentId)

  async function readSums(): Promise<string[]> {
    const { rows } = await sql<{ sums: string }>`
      select concat_ws(' ', coalesce(a.parent_id, a.id), b.product, sum(b.available)) as sums
        from balances b
        join accounts a on a.id = b.account_id
       where a.id in (${accounts})
       group by coalesce(a.parent_id, a.id), b.product
       order by 1
    `.execute(db)
    return rows.map((row) => row.sums)
  }
  const sumsBefore = await readSums()

  async function runClient(): Promise<void> {
    for (let order = orders[next++]; order !== undefined; order = orders[next++]) {
      const { parentId, childId, ...body } = order
      const path = `/accounts/${parentId}/sub-accounts/${childId}/transfer`
      const { status, body: answer } = await ask('POST', path, body, randomUUID())
      answers.push({ order, status, id: answer?.id })
    }
    next = orders.length
  }

  function order(count: number): void {
    for (let ordered = 0; ordered < count; ordered += 1) {
      const { parentId, children } = oneOf(families)
      const amount = `${below(150_000_000)}.${1 + below(9_999)}`
      const [direction, product] = [oneOf(['to', 'from'] as const), oneOf(['SMS', 'AIRTIME'])]
      orders.push({ parentId, childId: oneOf(children), direction, product, amount })
    }
    running = Promise.all(Array.from({ length: clients }, runClient))
  }

  return {
    async begin(isHeld) {
      await running
      order((ordersEach * size) / 2)
      if (isHeld) await running
    },
    async missing() {
      if (locked === null) {
        // Not in `begin`: the requests of other workloads would find few free connections.
        locked = await hold(`select from balances where account_id in (${parents.join()}) for update`)
        order((ordersEach * size) / 2)
      }
      return answers.length < orders.length ? null : 'all transfers are answered'
    },
    async release() {
      await locked?.release()
      locked = null
    },
    async finish() {
      await locked?.release()
      await running
    },
    properties: {
      async 'each transfer happens once, on both sides'() {
        const refused = answers.filter(({ status }) => status !== 200 && status !== 409)
        assert.deepEqual(refused, [], 'too little credit is the only reason')
        const { rows } = await sql<Order & { id: number }>`
          select id, parent_id as "parentId", child_id as "childId", case when to_child then 'to' else 'from' end as direction, product, amount
            from credit_transfers
           where parent_id in (${accounts})
           order by id
        `.execute(db)
        const made = answers.filter(({ status }) => status === 200)
        assert.deepEqual(
          rows.map((row) => ({ ...row, amount: Number(row.amount) })),
          made.map(({ id, order }) => ({ id, ...order, amount: Number(order.amount) })).toSorted((a, b) => a.id - b.id),
        )
      },
      async 'transfers keep the sum of each family'() {
        assert.deepEqual(await readSums(), sumsBefore)
      },
    },
  }
}

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addEndpoint, entriesOf, eventBodiesFor, rowOf } from '../../airtime.ts'
import { type Behaviour, startFakeProvider } from '../../airtime-provider.ts'
import type { Host } from './host.ts'
import type { Workload } from './workload.ts'

interface Place {
  /** The end of the number. */
  readonly end: string
  readonly steps: 1 | 2
  readonly behaviour: Readonly<Record<string, Behaviour>>
  readonly state: 'accepted' | 'submitted' | 'successful'
  readonly payments: 0 | 1
}

const unpaid: Behaviour = { does: false, answer: 'nothing' }
const silent: Behaviour = { answer: 'nothing' }

/** The payments and missing answers of the provider when a fault comes. The last transfer is only stored. */
const places: readonly Place[] = [
  { end: '01', steps: 2, behaviour: { create: silent }, state: 'accepted', payments: 0 },
  { end: '02', steps: 2, behaviour: { confirm: unpaid, status: silent }, state: 'submitted', payments: 0 },
  { end: '03', steps: 2, behaviour: { confirm: silent, status: silent }, state: 'submitted', payments: 1 },
  { end: '04', steps: 2, behaviour: {}, state: 'submitted', payments: 1 },
  { end: '05', steps: 2, behaviour: {}, state: 'successful', payments: 1 },
  { end: '11', steps: 1, behaviour: { pay: unpaid, status: silent }, state: 'submitted', payments: 0 },
  { end: '12', steps: 1, behaviour: { pay: silent, status: silent }, state: 'submitted', payments: 1 },
  { end: '13', steps: 1, behaviour: {}, state: 'submitted', payments: 1 },
  { end: '21', steps: 1, behaviour: {}, state: 'accepted', payments: 0 },
]
const isPending = (phone: string) => phone.endsWith('04') || phone.endsWith('13')

/** Due later, as behind as many transfers as the workers take of one account. */
const deferStored = `
  create function chaos_defer() returns trigger language plpgsql as $$
  begin
    new.due_at := new.due_at + interval '1 day';
    return new;
  end $$;
  create trigger chaos_defer before insert on airtime_transfers for each row when (new.phone like '%21') execute function chaos_defer();
`

/** Transfers of airtime, with and without a confirmation, of which a provider that loses answers pays each once. */
export async function openAirtime({ db, apis, size, get, addAccount, wait }: Host): Promise<Workload> {
  const fake = await startFakeProvider()
  const tokens = new Map<1 | 2, string>()
  const endpoints: number[] = []
  for (const steps of [1, 2] as const) {
    const accountId = await addAccount(`Airtime in steps: ${steps}`)
    const settings = fake.settings(steps, { believeUnknownAfterSeconds: 1 })
    const body = { product: 'airtime', kind: 'http', settings, secrets: { key: 'k' }, accountId }
    await get('PUT', `/providers/steps${steps}`, body)
    tokens.set(steps, (await get('POST', `/accounts/${accountId}/tokens`, { name: 'airtime' })).token)
    endpoints.push(await addEndpoint(db, accountId))
  }
  await sql.raw(deferStored).execute(db)
  const placeOf = (phone: string) => places.find(({ end }) => phone.endsWith(end))
  const ids: string[] = []
  let current = new Map<string, string>()
  let round = 0
  let isHolding = false
  fake.behave = ({ phone, step }) => (isHolding && placeOf(phone)?.behaviour[step]) || {}
  fake.outcome = (phone) => (isHolding && isPending(phone) ? 'PENDING' : 'PAID')

  async function post(steps: 1 | 2, phone: string): Promise<string> {
    const headers = {
      authorization: tokens.get(steps) ?? '',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const body = JSON.stringify({ dest_addr: phone, amount: '7', reference_id: `${phone} ${round}` })
    for (;;) {
      const answer = await fetch(`${apis[0]?.address}/v1/transfer`, { method: 'POST', headers, body }).catch(() => null)
      if (answer?.status === 200) return ((await answer.json()) as { transaction_id: string }).transaction_id
      if (answer !== null && answer.status !== 503) throw new Error(await answer.text())
      await sleep(100)
    }
  }

  async function release(): Promise<void> {
    isHolding = false
    fake.drop()
    await sql`
      update airtime_transfers set due_at = now() where state = 'accepted' and due_at > now() + interval '1 hour'
    `.execute(db)
  }

  async function countOpen(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from airtime_transfers
       where id in (${sql.join(ids)}) and (done_at is null or due_at is not null or lease_owner is not null)
    `.execute(db)
    return rows[0]?.count ?? 0
  }

  return {
    async begin(isHeld) {
      isHolding = isHeld
      current = new Map()
      for (let copy = 0; copy < size; copy += 1) {
        round += 1
        for (const { end, steps } of places) {
          const id = await post(steps, `25576${String(round).padStart(5, '0')}${end}`)
          current.set(id, end)
          ids.push(id)
        }
      }
      if (!isHeld) await release()
    },
    async missing() {
      for (const [id, end] of current) {
        const place = places.find((one) => one.end === end) ?? assert.fail()
        const { state } = await rowOf(db, id)
        const payments = fake.payments.get(id) ?? 0
        const isAsked = end === '21' || fake.asked.some((one) => one.id === id)
        if (state !== place.state || payments !== place.payments || !isAsked)
          return `the transfer to ${end} is ${state} with ${payments} payments`
      }
      return null
    },
    release,
    async finish() {
      await release()
      await wait('all transfers have ended', async () => (await countOpen()) === 0)
    },
    properties: {
      'each transfer is paid once'() {
        assert.deepEqual(
          ids.map((id) => fake.payments.get(id)),
          ids.map(() => 1),
        )
      },
      async 'each transfer is charged once'() {
        for (const id of ids) {
          assert.equal((await rowOf(db, id)).state, 'successful')
          assert.deepEqual(await entriesOf(db, id), ['hold 7.0000', 'spend 7.0000'])
        }
      },
      async 'the end of each transfer is told once'() {
        const bodies = await Promise.all(endpoints.map((endpoint) => eventBodiesFor(db, endpoint)))
        assert.deepEqual(
          bodies
            .flat()
            .map(({ args }) => args.transaction_id)
            .sort(),
          ids.toSorted(),
        )
      },
    },
  }
}

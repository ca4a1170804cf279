/** Helpers for airtime transfers. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Queryable } from '../src/engine/db/index.ts'
import { airtimeProduct } from '../src/modules/airtime/rules.ts'
import { insertTransfer } from '../src/modules/airtime/store.ts'
import { hold } from '../src/modules/balance/index.ts'
import { getMoney } from '../src/values/money.ts'
import { type Answer, until, type World } from './world.ts'

let last = 0

/** A new number. Its last digits decide the result of the simulated provider. */
export const numberEnding = (end = '5678') => {
  last += 1
  return `25571${String(last).padStart(3, '0')}${end}`
}

export const transferBody = (change: Record<string, unknown> = {}) => {
  last += 1
  return { dest_addr: '255712345678', amount: '10', reference_id: `reference ${last}`, ...change }
}

export const postTransfer = (
  world: World,
  change: Record<string, unknown> = {},
  headers: Record<string, string | undefined> = {},
): Promise<Answer> => world.request('POST', '/v1/transfer', { body: transferBody(change), headers })

/** Starts a transfer, which must be accepted, and returns its transaction id. */
export async function begin(world: World, change: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await postTransfer(world, change)
  assert.equal(status, 200, JSON.stringify(body))
  return body.transaction_id
}

export const askStatus = async (world: World, id: string) =>
  (await world.request('POST', '/v1/transaction-status', { body: { transaction_id: id } })).body

export async function untilCode(world: World, id: string, code: number): Promise<void> {
  await until(`transaction ${id} has code ${code}`, async () => (await askStatus(world, id)).code === code)
}

export interface TransferRow {
  readonly state: string
  readonly reason: string | null
  readonly reference: string | null
  readonly confirmed: boolean
  readonly overdue: boolean
  readonly due: boolean
  readonly doneAt: Date | null
}

export async function rowOf(db: Queryable, id: string): Promise<TransferRow> {
  const { rows } = await sql<TransferRow>`
    select state, reason, provider_reference as reference, confirmed_at is not null as confirmed, overdue_at is not null as overdue, due_at is not null as due,
           done_at as "doneAt"
      from airtime_transfers
     where id = ${id}
  `.execute(db)
  assert.ok(rows[0], `transfer ${id} does not exist`)
  return rows[0]
}

/** The ledger entries of a transfer, oldest first. */
export async function entriesOf(db: Queryable, id: string): Promise<string[]> {
  const { rows } = await sql<{ entry: string }>`
    select kind || ' ' || amount as entry from ledger_entries where product = 'AIRTIME' and subject = ${`transfer ${id}`} order by id
  `.execute(db)
  return rows.map(({ entry }) => entry)
}

/** Adds a disabled webhook endpoint: its events are stored but not delivered, and tests read them from the table. */
export async function addEndpoint(db: Queryable, accountId: number, flatArgs = false): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_endpoints (account_id, event, url, flat_args, secret, created_at, disabled_at, disabled_reason)
    values (${accountId}, 'airtime', 'https://callback.invalid/', ${flatArgs}, ''::bytea, now(), now(), 'by hand')
    returning id
  `.execute(db)
  return rows[0]?.id ?? 0
}

/** The event bodies for an endpoint, oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
export async function eventBodiesFor(db: Queryable, endpoint: number): Promise<any[]> {
  const { rows } = await sql<{
    body: string
  }>`select body from webhook_events where endpoint_id = ${endpoint} order by id`.execute(db)
  return rows.map(({ body }) => JSON.parse(body))
}

/** Adds an overdue transfer: the provider gave no final result, and Ngoma has stopped asking. */
export async function addOverdue({ db, clock, app }: World, accountId: number): Promise<string> {
  const id = await app.airtime.transferIds.take(1)
  const now = clock.now()
  const amount = getMoney('10')
  await db.transaction(async (tx) => {
    const asked = { phone: '255712345678', amount, amountText: '10', referenceId: `overdue ${id}`, productId: null }
    await insertTransfer(tx, { ...asked, id, accountId, currency: 'TZS', provider: 'gone', createdAt: now })
    await hold(tx, { accountId, product: airtimeProduct, amount, subject: `transfer ${id}` }, now)
    await sql`
      update airtime_transfers
         set state = 'submitted', provider_reference = 'P1', submitted_at = ${now}, tried_at = ${now}, overdue_at = ${now}, due_at = null
       where id = ${id}
    `.execute(tx)
  })
  return String(id)
}

/** Settings of an unreachable provider. */
export const someSettings = {
  create: { url: 'http://127.0.0.1:9/transfers', headers: { 'X-Key': '{secrets.key}' }, body: { to: '{phone}' } },
  confirm: { method: 'POST', url: 'http://127.0.0.1:9/transfers/{reference}' },
  status: { url: 'http://127.0.0.1:9/transfers/{reference}' },
  answer: { reference: 'id', state: 'status' },
  states: { successful: ['OK'], failed: ['KO'] },
}

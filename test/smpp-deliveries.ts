/** Receipts and incoming messages of SMPP customers. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { splitUserData } from '../src/engine/smpp/codec/fields.ts'
import type { Pdu } from '../src/engine/smpp/pdu.ts'
import { decodeText } from '../src/engine/smpp/text.ts'
import { createSmppCredential } from '../src/modules/accounts/index.ts'
import { command } from './console/people.ts'
import { bindCustomer, type Customer, type Login } from './smpp-customer.ts'
import { until, type World } from './world.ts'

export const idOf = ({ fields }: Pdu) => fields.receipted_message_id

export function messageOf({
  fields: { short_message: bytes = Buffer.alloc(0), esm_class: kind = 0, data_coding: coding },
}: Pdu) {
  return decodeText(splitUserData(bytes, kind).text, coding === 8 ? 'ucs2' : 'gsm7')
}

export const untilReceived = (customer: Customer, count: number) =>
  until(`${count} deliveries arrived`, () => customer.deliveries.length >= count)

export type Deliveries = Awaited<ReturnType<typeof openDeliveries>>

/** Helpers for the deliveries of a test server. The number 15001 belongs to the first account. */
export async function openDeliveries(world: World) {
  const set = await command(world, 'PUT', '/inbound/numbers/15001', { accountId: 1 })
  assert.equal(set.status, 200, set.text)

  const newLogin = (change: Parameters<typeof createSmppCredential>[2] = {}) =>
    createSmppCredential(world.app.sms, 1, change)

  async function submit(customer: Customer, phone: string, change = {}): Promise<string> {
    const { status, fields } = await customer.submit({ destination_addr: phone, ...change })
    assert.equal(status, 0)
    return fields.message_id ?? assert.fail('the response has no message id')
  }

  async function simulate(from: string, text: string): Promise<void> {
    const written = await command(world, 'POST', '/inbound/simulate', { from, to: '15001', text })
    assert.equal(written.status, 202, written.text)
  }

  async function countOutstanding(table = 'sms_reports'): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(world.db)
    return rows[0]?.count ?? 0
  }
  /** Message ids of the outstanding reports, in the order in which they happened. */
  async function storedIds(): Promise<string[]> {
    const { rows } = await sql<{
      id: string
    }>`select request_id::text as id from sms_reports order by sms_reports.id`.execute(world.db)
    return rows.map(({ id }) => id)
  }
  const untilNone = (table?: string) => until('nothing is left', async () => (await countOutstanding(table)) === 0)

  /** Messages with their reports stored, while the customer has no bind that receives. */
  async function reportsFor(context: TestContext, login: Login, phones: readonly string[]): Promise<string[]> {
    const sender = await bindCustomer(context, world, login, 'bind_transmitter')
    const before = await countOutstanding()
    const ids: string[] = []
    for (const phone of phones) ids.push(await submit(sender, phone))
    await until('all reports are stored', async () => (await countOutstanding()) === before + phones.length)
    assert.equal(sender.deliveries.length, 0)
    return ids
  }

  return { newLogin, submit, simulate, countOutstanding, storedIds, untilNone, reportsFor }
}

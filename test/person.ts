/** Fills every product with a person, and reads the whole database for a number. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Queryable } from '../src/engine/db/index.ts'
import { begin, untilCode } from './airtime.ts'
import { postChat, untilStates } from './chat.ts'
import { freshTransaction, openCheckout, postForm } from './checkout.ts'
import { command } from './console/people.ts'
import { firstClient } from './contacts.ts'
import { untilFinal } from './e2e/apps.ts'
import { importFile } from './imports.ts'
import { requestPin } from './otp.ts'
import { apiKey, apiSecret, until, type World } from './world.ts'

/** Two people: the bulk messages go to both. */
export const person = '255713000777'
export const other = '255713000888'

async function done(what: string, answer: Promise<{ status: number; text: string; body: unknown }>, status = 200) {
  const { status: got, text, body } = await answer
  assert.equal(got, status, `${what}: ${text}`)
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
  return body as any
}

const recipients = (...phones: string[]) => phones.map((dest_addr, place) => ({ recipient_id: place + 1, dest_addr }))

/** With a URL for rejections that has the number, and that is never called. Returns the request. */
async function sendAsToKannel(world: World, ...phones: readonly string[]): Promise<string> {
  const url = `https://example.com/?to=${phones[0]}`
  const values = { from: 'INFO', to: phones.join(' '), text: 'Hello', 'dlr-mask': '16', 'dlr-url': url }
  const query = new URLSearchParams({ username: apiKey, password: apiSecret, ...values })
  const { body } = await world.app.http.inject({ url: `/cgi-bin/sendsms?${query}` })
  assert.equal(body, '0: Accepted for delivery')
  const { rows } = await sql<{ id: string }>`select max(id)::text as id from sms_requests`.execute(world.db)
  return rows[0]?.id ?? ''
}

/** A person as every part of the first account knows one. All of it is final when this returns. */
export async function addEverything(world: World, phone: string): Promise<void> {
  const { db } = world
  const client = firstClient(world)
  const book = await client.addBook(`Friends of ${phone}`)
  await client.addContact({ mob_no: phone, first_name: 'Amina', last_name: phone, addressbook_id: [book] })
  await client.addContact({ mob_no: `25571${phone.slice(5, 10)}55`, mob_no2: phone, first_name: 'Brother' })
  await importFile(world, 1, book, `phone,first name\n${phone},Amina\nnot ${phone},Nobody\n`)

  await addEndpoint(db, 'delivery-report')
  await addEndpoint(db, 'inbound-sms')
  await done('number', command(world, 'PUT', '/inbound/numbers/15001', { accountId: 1 }))
  const single = await done(
    'send',
    world.send({ recipients: recipients(phone), job_name: `for ${phone}` }, { 'idempotency-key': `to ${phone}` }),
  )
  const bulk = await done(
    'bulk',
    world.send({ recipients: recipients(phone, '255713000999'), message: `Call +${phone}` }),
  )
  const personal = await done(
    'send to a book',
    command(world, 'POST', '/accounts/1/messages', {
      ...{ from: 'INFO', text: 'Dear {NAME}', bookIds: [Number(book)], reference: `to ${phone}`, tags: [phone] },
      to: [{ number: phone, reference: `ref ${phone}`, variables: { name: 'Amina' } }],
    }),
    201,
  )
  const foreign = [await sendAsToKannel(world, phone), await sendAsToKannel(world, phone, '255713000999')]
  for (const id of [single.request_id, bulk.request_id, ...personal.requestIds, ...foreign]) await untilFinal(db, id)

  await done('PIN', requestPin(client, phone))
  await untilCode(world, await begin(world, { dest_addr: phone, reference_id: `airtime ${phone}` }), 100)
  const page = await openCheckout(world, {
    mobile: phone,
    reference_number: `order ${phone}`,
    transaction_id: freshTransaction(),
  })
  await postForm(world, page, 'pay')
  await done('chat', postChat(world, { to: phone, transaction_id: `chat ${phone}` }))
  await untilStates(world, phone, ['sent', 'received'])
  const product = phone === person ? 'SMS' : 'OTP'
  await done('reminder', command(world, 'PUT', `/accounts/1/balances/${product}/reminders`, { reminderPhone: phone }))

  await done(
    'inbound',
    command(world, 'POST', '/inbound/simulate', { from: phone, to: '15001', text: `I am ${phone}` }),
    202,
  )
  const found = await done('conversations', command(world, 'GET', `/accounts/1/conversations?q=${phone}`))
  for (const { id } of found.data)
    await done('note', command(world, 'POST', `/accounts/1/conversations/${id}/notes`, { text: `Of ${phone}` }), 201)
  await done('STOP', command(world, 'POST', '/inbound/simulate', { from: phone, to: '15001', text: 'STOP' }), 202)
  await done('refused', world.send({ recipients: recipients(phone) }))
  // In the path of the audit entry.
  await done('removal', command(world, 'DELETE', `/accounts/1/optouts/${phone}`), 204)
  await done('opt-out', command(world, 'POST', '/accounts/1/optouts', { phone }), 201)
  await addRows(db, phone)
  await until('nothing of the person is pending', async () => (await countPending(db, phone)) === 0)
}

/** Disabled: its events are stored and never tried, so that they do not change. */
async function addEndpoint(db: Queryable, event: string): Promise<void> {
  await sql`
    insert into webhook_endpoints (account_id, event, url, secret, created_at, disabled_at, disabled_reason)
    values (1, ${event}, 'https://callback.invalid/', ''::bytea, now(), now(), 'by hand')
  `.execute(db)
}

/** Rows that need a carrier or a faulty client. */
async function addRows(db: Queryable, phone: string): Promise<void> {
  await sql`
    insert into webhook_attempts (event_id, at, status, took_ms, problem, answer)
    select id, now(), 200, 1, null, ${`thanks ${phone}`} from webhook_events where body like ${`%${phone}%`} order by id limit 1
  `.execute(db)
  await sql`
    insert into request_log (account_id, request_id, kind, method, path, route, status, code, message, hint, duration_ms, first_at, at, digits)
    values (1, '', ${`kind of ${phone}`}, 'POST', '/v1/send', '/v1/send', 400, 104, 'Missing', ${`${phone} is not valid`}, 1, now(), now(), array[${Number(phone.slice(-7))}::integer])
  `.execute(db)
  await sql`
    insert into audit_entries (at, account_id, actor, action, params, detail)
    values (now(), 1, 'somebody', 'test', ${JSON.stringify({ phone: Number(phone) })}, ${JSON.stringify([phone, `1${phone}`])})
  `.execute(db)
  await sql`
    insert into account_events (account_id, kind, subject, reason, count, first_at, last_at)
    values (1, 'test', ${phone}, ${`because of ${phone}`}, 1, now(), now())
  `.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into inbound_gatherings (carrier, phone, number, reference, total, created_at)
    values ('test', ${phone}, '15001', 1, 2, now())
    returning id
  `.execute(db)
  await sql`insert into inbound_parts (gathering_id, part, text) values (${rows[0]?.id}, 1, ${`"part ${phone}"`})`.execute(
    db,
  )
  const { rows: gatherings } = await sql<{ id: number }>`
    insert into smpp_gatherings (account_id, credential_id, source, phone, reference, total, created_at)
    values (1, 1, 'INFO', ${phone}, 1, 2, now())
    returning id
  `.execute(db)
  await sql`
    insert into smpp_parts (id, gathering_id, number, hash, esm_class, data_coding, head)
    select coalesce(max(id), 0) + 1, ${gatherings[0]?.id}, 1, '', 0, 0, '{}' from smpp_parts
  `.execute(db)
  // For a customer without a bind, so that nothing delivers them.
  await sql`
    insert into sms_reports (account_id, submitter, kind, request_id, message_id, phone, event, happened_at, created_at, due_at)
    values (1, 'smpp/0', 'smpp', 1, 1, ${phone}, 1, now(), now(), now())
  `.execute(db)
  await sql`
    insert into smpp_messages (account_id, submitter, inbound_id, phone, created_at, due_at)
    values (1, 'smpp/0', 1, ${phone}, now(), now())
  `.execute(db)
  await sql`
    insert into sms_references (carrier, reference, message_id, part, parts)
    select 'test', v.reference, m.id, v.part, 2
      from (select id from sms_messages where phone = ${phone} order by id limit 1) m
     cross join (values (${`ref-${phone}`}, 1), ('another', 2)) as v(reference, part)
  `.execute(db)
}

async function countPending(db: Queryable, phone: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from sms_messages where phone = ${phone} and status = 'PENDING')
         + (select count(*) from inbound_messages where phone = ${phone} and due_at is not null) as count
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** The rows of all tables that hold a text and belong to an account, as texts. */
export async function rowsOf(db: Queryable, { holding, accountId }: { holding?: string; accountId?: number }) {
  const { rows: tables } = await sql<{ name: string; hasAccount: boolean }>`
    select c.relname as name, exists (
             select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as "hasAccount"
      from pg_class c
     where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p')
       and not c.relispartition
       and c.relname <> all(${['erasures', 'secret_processes', 'periodic_tasks']}::text[])
     order by 1
  `.execute(db)
  const found: Record<string, string[]> = {}
  for (const { name, hasAccount } of tables) {
    if (accountId !== undefined && !hasAccount) continue
    const isHolding = holding === undefined ? sql`true` : sql`t::text like ${`%${holding}%`}`
    const isOwned = accountId === undefined ? sql`true` : sql`t.account_id = ${accountId}`
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t where ${isHolding} and ${isOwned} order by 1
    `.execute(db)
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}

/** Amounts that an erasure must keep. */
export async function sumAmounts(db: Queryable): Promise<unknown> {
  const { rows } = await sql`
    select (select sum(price)::text from sms_messages) as sms, (select count(*) from sms_messages) as messages,
           (select sum(amount)::text from airtime_transfers) as airtime,
           (select sum(amount)::text from checkout_sessions) as checkout,
           (select json_agg(b order by b.account_id, b.product) from (select account_id, product, available, held from balances) b) as balances,
           (select sum(amount)::text from ledger_entries) as ledger
  `.execute(db)
  return rows[0]
}

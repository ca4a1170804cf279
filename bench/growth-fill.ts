/** Fills a database with accounts, messages of the last 90 days, and everything that belongs to them. */
import { sql } from 'kysely'
import { createClock } from '../src/engine/clock.ts'
import { createIds, type Database } from '../src/engine/db/index.ts'
import { hashSecret } from '../src/modules/accounts/authenticate.ts'
import { messagePartitions, requestPartitions } from '../src/modules/sms/removal/store-partitions.ts'
import { makeSecret, sealSecret } from '../src/modules/webhooks/secrets.ts'

import { someCarrier } from '../test/carriers.ts'
import { openUrl } from '../test/open-url.ts'
import { apiSecret } from '../test/send-body.ts'
import { openWorld, type World } from '../test/world.ts'
import { keyOf } from './growth-keys.ts'
import type { Scale } from './growth-report.ts'

/** Messages of one request. */
const requestSize = 10
const days = 90
const insertStep = 1_000_000
const price = 15
const credit = 1_000_000_000
/** Every tenth request is of the first account. */
const ofFirst = 10

const otherCarrier = 'other'
/** Replaced in each run. */
const receiverUrl = 'http://127.0.0.1:9/'

interface Filling extends Scale {
  readonly world: World
  readonly db: Database
}

/** Does nothing with a database that is already filled. */
export async function fill(url: string, scale: Scale): Promise<void> {
  const db = openUrl(url)
  try {
    const { rows } = await sql<{ filled: boolean }>`select to_regclass('growth_filled') is not null as filled`.execute(
      db,
    )
    if (rows[0]?.filled) return
    const world = await openWorld('postgres', { database: { db, url, drop: async () => {} }, role: 'api' })
    try {
      const filling = { ...scale, world, db }
      for (const [what, step] of steps) {
        const startedAt = performance.now()
        await step(filling)
        const took = ((performance.now() - startedAt) / 1_000).toFixed(1)
        process.stderr.write(`${scale.name}: ${what} filled in ${took} s\n`)
      }
    } finally {
      await world.close()
    }
    await sql`vacuum (analyze)`.execute(db)
    await sql`create table growth_filled ()`.execute(db)
  } finally {
    await db.close()
  }
}

type Step = (filling: Filling) => Promise<void>

const steps: readonly (readonly [what: string, step: Step])[] = [
  ['accounts', fillAccounts],
  ['messages', fillMessages],
  ['contacts', fillContacts],
  ['webhooks', fillWebhooks],
  ['ledger', fillLedger],
  ['routes', fillRoutes],
  ['audit log', fillAudit],
]

/** A different name for each account. */
const wordOf = (id: ReturnType<typeof sql>) => sql`substr(md5(${id}::text), 1, 10)`

/** Copies the rows of the first account, and adds a key and an owner for each account. */
async function fillAccounts({ db, accounts }: Filling): Promise<void> {
  const added = sql`generate_series(2, ${accounts}::bigint) as a(id)`
  // Every hundredth account is a reseller's customer.
  await sql`
    insert into accounts (id, name, parent_id, currency, created_at)
    select a.id, initcap(${wordOf(sql`a.id`)}) || ' Traders', case when a.id % 100 = 0 then 1 end, first.currency, now() - interval '90 days'
      from ${added} cross join (select currency from accounts where id = 1) as first
  `.execute(db)
  await sql`select setval(pg_get_serial_sequence('accounts', 'id'), ${accounts})`.execute(db)
  await sql`
    insert into credentials (account_id, kind, login, secret_hash, name, lenient, operator, created_at)
    select a.id, 'key', ${keyOf('')} || a.id, ${hashSecret(apiSecret)}::bytea, 'bench', false, false, now()
      from generate_series(1, ${accounts}::bigint) as a(id)
  `.execute(db)
  await sql`
    insert into senders (account_id, sender, sample_content, status, created_at)
    select a.id, s.sender, s.sample_content, s.status, s.created_at from ${added} cross join senders s where s.account_id = 1
  `.execute(db)
  await sql`
    insert into senders (account_id, sender, sample_content, status, created_at) select a.id, 'Brand ' || a.id, '', 'active', now() from ${added}
  `.execute(db)
  for (const table of ['balances', 'otp_apps'])
    await sql`
      insert into ${sql.table(table)}
      select (jsonb_populate_record(o, jsonb_build_object('account_id', a.id))).*
        from ${added} cross join ${sql.table(table)} o
       where o.account_id = 1
    `.execute(db)
  await sql`
    insert into prices (product, account_id, prefix, currency, amount, valid_from, created_at)
    select 'SMS', a.id, p.prefix, b.currency, ${price}, now() - interval '90 days', now()
      from generate_series(1, ${accounts}::bigint) as a(id)
      join accounts b on b.id = a.id
     cross join (values ('255'), ('254')) as p(prefix)
     where a.id % 10 = 0
  `.execute(db)
  await sql`
    insert into auth_users ("id", "name", "email", "emailVerified")
    select 'growth-' || a.id, initcap(${wordOf(sql`a.id`)}) || ' Mushi', 'user' || a.id || '@growth.example', true from ${added}
  `.execute(db)
  await sql`
    insert into members (account_id, user_id, role, created_at) select a.id, 'growth-' || a.id, 'owner', now() from ${added}
  `.execute(db)
}

/** A number with one of a hundred messages, and one of ten incoming ones. */
export const busyNumber = '255799999999'
const phoneOf = sql`case when n % 100 = 0 then ${sql.lit(busyNumber)} else (255710000000 + n * 37 % 40000000)::text end`

/** The account of a request, by its number. */
const accountOf = (request: ReturnType<typeof sql>, accounts: number) =>
  sql`case when ${request} % ${sql.lit(ofFirst)} = 0 then 1 else 2 + (${request} * 7919) % ${sql.lit(accounts - 1)} end`

async function fillMessages({ db, messages, accounts }: Filling): Promise<void> {
  const requests = messages / requestSize
  const clock = createClock()
  const firstRequest = await createIds(db, { ...requestPartitions, clock }).take(requests)
  const firstMessage = await createIds(db, { ...messagePartitions, clock }).take(messages)
  const timeOf = (n: ReturnType<typeof sql>) =>
    sql`now() - make_interval(secs => (${requests}::bigint - ${n}) * ${(days * 86_400) / requests}::float8)`
  await sql`
    insert into sms_requests (id, account_id, sender, text, encoding, segments, campaign_title, due_at, valid_until, first_message_id, last_message_id,
                              valid, invalid, duplicates, opted_out, created_at)
    select ${firstRequest}::bigint + n, ${accountOf(sql`n`, accounts)}, 'INFO', 'A message of some length, as they are', 'gsm', 1,
           case when n % 4 = 0 then 'Campaign ' || n % 1000 end, t.at, t.at + interval '3 days',
           ${firstMessage}::bigint + n * ${requestSize}, ${firstMessage}::bigint + (n + 1) * ${requestSize} - 1, ${requestSize}, 0, 0, 0, t.at
      from generate_series(0, ${requests - 1}::bigint) as n
     cross join lateral (select ${timeOf(sql`n`)} as at) t
  `.execute(db)
  for (let from = 0; from < messages; from += insertStep) {
    const series = sql`generate_series(${from}::bigint, ${Math.min(from + insertStep, messages) - 1}::bigint) as n`
    await sql`
      insert into sms_messages (id, account_id, request_id, recipient_id, phone, carrier, segments, price, status, reason, submitted_at, done_at)
      select ${firstMessage}::bigint + n, ${accountOf(sql`r.request`, accounts)}, ${firstRequest}::bigint + r.request, n::text, ${phoneOf},
             'simulator', 1, ${price}, case when n % 50 = 0 then 'UNDELIVERED' else 'DELIVERED' end, case when n % 50 = 0 then 'absent_subscriber' end,
             t.at, t.at
        from ${series} cross join lateral (select n / ${requestSize} as request) r
       cross join lateral (select ${timeOf(sql`r.request`)} as at) t
    `.execute(db)
    await sql`
      insert into sms_references (carrier, reference, message_id, part, parts)
      select 'simulator', md5(n::text), ${firstMessage}::bigint + n, 1, 1 from ${series}
    `.execute(db)
  }
  await fillHours(db, firstRequest)
}

/** As counted by the statements that change messages; the first account has three carriers, five countries and seven senders. */
async function fillHours(db: Database, firstRequest: number): Promise<void> {
  const ofFirst = (text: ReturnType<typeof sql>, other: string) =>
    sql`case when account_id = 1 then ${text} else ${sql.lit(other)} end`
  await sql`
    insert into sms_hours (account_id, hour, carrier, country, sender, campaign_id, reason, sent, unsent, delivered, failed, spent, failed_spent, delivery_seconds, timed)
    select account_id, date_trunc('hour', created_at, 'UTC'), ${ofFirst(sql`'carrier ' || id % 3`, 'simulator')}, ${ofFirst(sql`(253 + id % 5)::text`, '255')},
           ${ofFirst(sql`'SENDER ' || id % 7`, 'INFO')}, 0, '', sum(valid), 0, sum(valid), 0, sum(valid) * ${price}, 0, sum(valid) * 3, sum(valid)
      from sms_requests
     where id >= ${firstRequest}
     group by 1, 2, 3, 4, 5
  `.execute(db)
}

const firstNames = ['Asha', 'Juma', 'Neema', 'Baraka', 'Amina', 'Salim', 'Rehema', 'Daudi', 'Zawadi', 'Hamisi']
const lastNames = ['Mushi', 'Mwakyusa', 'Komba', 'Ali', 'Massawe', 'Ngowi', 'Kimaro', 'Shayo', 'Lyimo', 'Temba', 'Swai']

/** The first account has a contact for ten messages, and an opt-out and a consent for ten contacts. */
async function fillContacts({ db, messages }: Filling): Promise<void> {
  const nameIn = (names: readonly string[], n: ReturnType<typeof sql>) =>
    sql`(${names}::text[])[1 + ${n} % ${sql.lit(names.length)}]`
  const contacts = sql`generate_series(0, ${messages / 10 - 1}::bigint) as n`
  const numberOf = (prefix: number) => sql`(${sql.lit(prefix)} + n * 7919 % 100000000)::text`
  await sql`
    insert into contacts (account_id, phone, phone2, title, first_name, last_name, gender, email, country, city, area, search, created_at)
    select 1, c.phone, '', '', c.first, c.last, '', '', '', '', '', lower(c.first || ' ' || c.last) || E'\\n' || c.phone || E'\\n', now()
      from ${contacts}
     cross join lateral (select ${numberOf(255600000000)} as phone, ${nameIn(firstNames, sql`n`)} as first, ${nameIn(lastNames, sql`n`)} || ' ' || n as last) c
  `.execute(db)
  await sql`update contact_accounts set contacts_count = ${messages / 10} where account_id = 1`.execute(db)
  const others = sql`generate_series(0, ${messages / 100 - 1}::bigint) as n`
  await sql`
    insert into sms_optouts (account_id, phone, source, created_at) select 1, ${numberOf(255710000000)}, 'import', now() from ${others}
  `.execute(db)
  await sql`
    insert into consents (account_id, phone, given, at, source, text, recorded_at)
    select 1, ${numberOf(255650000000)}, true, now(), 'web form', '', now() from ${others}
  `.execute(db)
  await fillInbox(db, messages)
}

/** An incoming message for ten messages, two for each number, in open and closed conversations. */
async function fillInbox(db: Database, messages: number): Promise<void> {
  const numbers = messages / 20
  await sql`
    insert into inbound_messages (account_id, carrier, phone, number, text, kind, received_at)
    select 1, 'simulator', case when n % 10 = 0 then ${busyNumber} else (255710000000 + n % ${sql.lit(numbers)} * 7919 % 100000000)::text end, '15001', 'Habari ' || n,
           'message', now() - make_interval(secs => ${messages / 10}::bigint - n)
      from generate_series(0, ${messages / 10 - 1}::bigint) as n
  `.execute(db)
  await sql`
    insert into conversations (account_id, channel, business, phone, status, incoming, last_at, last_text, last_direction, created_at)
    select 1, 'sms', '', phone, case when max(id) % 10 = 0 then 'open' else 'closed' end, count(*), max(received_at), 'Habari', 'in', min(received_at)
      from inbound_messages
     where account_id = 1
     group by phone
  `.execute(db)
}

/**
 * Each endpoint belongs to another account. A hundred delivered events for each, and one failure. The first endpoint has
 * events of a tenth of its messages.
 */
async function fillWebhooks({ world, db, endpoints, messages }: Filling): Promise<void> {
  const webhookSecret = makeSecret()
  const seal = (accountId: number) => sealSecret(world.app.sms.secrets, accountId, webhookSecret)
  const accounts = Array.from({ length: endpoints }, (_, index) => index + 1)
  await sql`
    insert into webhook_endpoints (account_id, event, url, secret, created_at)
    select v.id, 'delivery-report', ${receiverUrl}, v.secret, now()
      from unnest(${accounts}::bigint[], ${accounts.map(seal)}::bytea[]) as v(id, secret)
  `.execute(db)
  const body = JSON.stringify({
    request_id: 1_000_000,
    recipient_id: 1,
    dest_addr: '255710000000',
    status: 'DELIVERED',
  })
  await sql`
    insert into webhook_events (account_id, endpoint_id, body, created_at, attempts, delivery_id, delivered_at, delivered_status, delivered_took_ms, delivered_answer)
    select e.account_id, e.id, ${body}, now() - interval '1 day', 1, nextval(pg_get_serial_sequence('webhook_attempts', 'id')), now() - interval '1 day', 200, 12, ''
      from webhook_endpoints e
     cross join lateral generate_series(1, case when e.account_id = 1 then ${messages / 100}::int else 100 end) as n
  `.execute(db)
  await sql`
    insert into webhook_attempts (event_id, at, status, took_ms, problem, answer)
    select min(w.id), now() - interval '1 day', 500, 12, 'answered 500', '' from webhook_events w group by w.endpoint_id
  `.execute(db)
}

/** A credit for each account, and the hold and the spend of each request. */
async function fillLedger({ db }: Filling): Promise<void> {
  await sql`
    insert into ledger_entries (account_id, product, currency, kind, amount, subject, at)
    select account_id, product, currency, 'credit', ${credit}, 'top-up', now() - interval '90 days' from balances where product = 'SMS'
  `.execute(db)
  for (const kind of ['hold', 'spend'])
    await sql`
      insert into ledger_entries (account_id, product, currency, kind, amount, subject, at)
      select r.account_id, 'SMS', a.currency, ${kind}, r.valid * ${price}, case ${kind} when 'hold' then 'request ' || r.id else 'messages' end, r.created_at
        from sms_requests r join accounts a on a.id = r.account_id
    `.execute(db)
  await sql`
    update balances b
       set available = (select coalesce(sum(case kind when 'credit' then amount when 'hold' then -amount else 0 end), 0)
                          from ledger_entries e where e.account_id = b.account_id and e.product = b.product)
     where b.product = 'SMS'
  `.execute(db)
}

/** None of them matches the numbers that the bench sends to, so these use the simulated network. */
async function fillRoutes({ world, db, routes }: Filling): Promise<void> {
  const headers = world.app.controlHeaders
  await world.request('PUT', `/console/v1/providers/${otherCarrier}`, { body: someCarrier, headers })
  await world.request('POST', `/console/v1/providers/${otherCarrier}/pause`, { headers })
  await sql`
    insert into routing_routes (account_id, prefix, carrier, place, created_at)
    select case when n % 2 = 0 then n end, (4900000 + n)::text, ${otherCarrier}, 1, now() from generate_series(1, ${routes}::int) as n
  `.execute(db)
}

async function fillAudit({ db, accounts }: Filling): Promise<void> {
  await sql`
    insert into audit_entries (at, account_id, user_id, actor, address, action, params, status)
    select now() - make_interval(mins => 20 + n), a.id, 'growth-' || a.id, 'user' || a.id || '@growth.example', '192.0.2.1', 'template.create', '{}', 200
      from generate_series(5, 1, -1) as n cross join generate_series(2, ${accounts}::bigint) as a(id)
  `.execute(db)
}

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../test/world.ts'
import { createLog } from '../engine/log.ts'
import type { RetentionRule } from '../modules/retention/index.ts'
import { retentionRules } from './retention.ts'

const log = createLog('silent')
const now = new Date()
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
const limitDays = 40

/** A row of a test: finished before or after the limit, or unfinished. */
interface Sample {
  readonly label: string
  readonly account: number | null
  readonly days: number
  readonly open?: true
}

const samples: readonly Sample[] = [
  { label: 'old 1', account: 1, days: 41 },
  { label: 'older 1', account: 1, days: 400 },
  { label: 'old 2', account: 2, days: 41 },
  { label: 'open 1', account: 1, days: 400, open: true },
  { label: 'recent 1', account: 1, days: 39 },
]
const unowned = (sample: Sample): Sample => ({ ...sample, account: null })

interface Case {
  readonly name: string
  readonly samples?: readonly Sample[]
  insert(sample: Sample): RawBuilder<unknown>
  /** The labels of the rows that are left. */
  readonly left: RawBuilder<{ label: string }>
  /** Rows of a rule can be unfinished. Default: true. */
  readonly opens?: false
}

const dueOf = ({ open }: Sample) => (open ? now : null)

const inbound = (sample: Sample) => sql`
  insert into inbound_messages (account_id, carrier, phone, number, text, kind, received_at, due_at)
  values (${sample.account}, 'c', '255', '15', ${sample.label}, 'stop', ${ago(sample.days)}, ${dueOf(sample)})
`
const chat = (sample: Sample) => sql`
  with c as (
    insert into chat_conversations (account_id, service, business, phone, created_at, changed_at)
    values (${sample.account}, 's', 'b', ${sample.label}, ${now}, ${now})
        on conflict (account_id, service, business, phone) do update set changed_at = excluded.changed_at
    returning id
  )
  insert into chat_messages (account_id, conversation_id, direction, state, content, carrier, created_at, done_at, due_at)
  select ${sample.account}, id, 'out', ${sample.open ? 'queued' : 'sent'}, json_build_object('type', 'text', 'text', ${sample.label}::text), 'c',
         ${ago(sample.days)}, ${sample.open ? null : ago(sample.days)}, ${dueOf(sample)}
    from c
`
const eventOf = (kind: string) => (sample: Sample) =>
  sql`
  with e as (
    insert into webhook_endpoints (account_id, event, url, secret, created_at, removed_at)
    values (${sample.account}, ${kind}, 'https://a.example', '\\x00', ${now}, ${sample.days === 400 ? now : null})
    returning id
  ),
  w as (
    insert into webhook_events (account_id, endpoint_id, body, created_at, due_at)
    select ${sample.account}, id, ${`${kind} ${sample.label}`}, ${ago(sample.days)}, ${dueOf(sample)} from e
    returning id
  )
  insert into webhook_attempts (event_id, at, took_ms, answer)
  select id, ${now}, 1, '' from w
`
const eventsLeft = (kind: string) => sql<{ label: string }>`
  select substr(w.body, ${kind.length + 2}) as label
    from webhook_events w
   where w.body like ${`${kind} %`}
     and exists (select from webhook_attempts a where a.event_id = w.id)
`
const entry = (sample: Sample) => sql`
  insert into audit_entries (at, account_id, actor, action, params) values (${ago(sample.days)}, ${sample.account}, ${sample.label}, 'a', '{}')
`

const cases: readonly Case[] = [
  {
    name: 'Inbound texts',
    insert: inbound,
    left: sql`select text as label from inbound_messages where account_id is not null and not text_removed`,
  },
  {
    name: 'Inbound messages',
    insert: inbound,
    left: sql`select text as label from inbound_messages where account_id is not null`,
  },
  {
    name: 'Unassigned inbound texts',
    samples: samples.map(unowned),
    insert: inbound,
    left: sql`select text as label from inbound_messages where account_id is null and not text_removed`,
  },
  {
    name: 'Unassigned inbound messages',
    samples: samples.map(unowned),
    insert: inbound,
    left: sql`select text as label from inbound_messages where account_id is null`,
  },
  {
    name: 'Chat texts',
    insert: chat,
    left: sql`select content->>'text' as label from chat_messages where not text_removed`,
  },
  { name: 'Chat messages', insert: chat, left: sql`select content->>'text' as label from chat_messages` },
  {
    name: 'Chat conversations',
    insert: ({ label, account, days, open }) => sql`
      with c as (
        insert into chat_conversations (account_id, service, business, phone, created_at, changed_at)
        values (${account}, 's', 'b', ${label}, ${ago(days)}, ${ago(days)})
        returning id
      )
      insert into chat_messages (account_id, conversation_id, direction, state, content, carrier, created_at, done_at)
      select ${account}, id, 'out', 'sent', '{}', 'c', ${now}, ${now} from c where ${open ?? false}
    `,
    left: sql`select phone as label from chat_conversations`,
  },
  {
    name: 'PINs',
    opens: false,
    insert: ({ label, account, days }) => sql`
      insert into otp_pins (id, account_id, app_number, phone, prefix, pin_hash, pin_length, attempts_max, created_at, expires_at)
      values (gen_random_uuid(), ${account}, 1, ${label}, '', '\\x00', 6, 3, ${ago(days)}, ${ago(days)})
    `,
    left: sql`select phone as label from otp_pins`,
  },
  {
    name: 'Airtime transfers',
    // An overdue transfer is not due, but holds money.
    insert: ({ label, account, days, open }) => sql`
      insert into airtime_transfers (id, account_id, reference_id, phone, amount, amount_text, currency, provider, state, created_at, done_at)
      values ((select coalesce(max(id), 0) + 1 from airtime_transfers), ${account}, ${label}, '255', 1, '1', 'TZS', 'p', ${open ? 'accepted' : 'failed'}, ${ago(days)}, ${open ? null : ago(days)})
    `,
    left: sql`select reference_id as label from airtime_transfers`,
  },
  {
    name: 'Checkout sessions',
    insert: ({ label, account, days, open }) => sql`
      insert into checkout_sessions (account_id, transaction_id, reference_number, amount, amount_text, currency, page_hash, provider, state, created_at, expires_at, ended_at)
      values (${account}, ${label}, '', 1, '1', 'TZS', ${Buffer.from(label)}, 'p', ${open ? 'open' : 'paid'}, ${ago(days)}, ${now}, ${open ? null : ago(days)})
    `,
    left: sql`select transaction_id as label from checkout_sessions`,
  },
  { name: 'Webhook events with texts', insert: eventOf('chat'), left: eventsLeft('chat') },
  { name: 'Webhook events', insert: eventOf('delivery-report'), left: eventsLeft('delivery-report') },
  {
    name: 'Refused requests',
    opens: false,
    insert: ({ label, account, days }) => sql`
      insert into refusals (account_id, kind, method, path, status, code, message, count, day_count, first_at, last_at)
      values (${account}, ${label}, '', '', 1, 1, '', 1, 1, ${ago(900)}, ${ago(days)})
    `,
    left: sql`select kind as label from refusals`,
  },
  {
    name: 'Contact imports',
    insert: ({ label, account, days, open }) => sql`
      insert into contact_imports (account_id, book_id, file_name, status, columns, bytes, rows_total, rows_done, added, updated, invalid, created_at, finished_at)
      values (${account}, 1, ${label}, ${open ? 'waiting' : 'done'}, '[]', 0, 0, 0, 0, 0, 0, ${ago(days)}, ${open ? null : ago(days)})
    `,
    left: sql`select file_name as label from contact_imports`,
  },
  {
    name: 'Account events',
    opens: false,
    insert: ({ label, account, days }) => sql`
      insert into account_events (account_id, kind, subject, reason, count, first_at, last_at)
      values (${account}, 'k', ${label}, '', 1, ${ago(900)}, ${ago(days)})
    `,
    left: sql`select subject as label from account_events`,
  },
  {
    name: 'Audit entries',
    opens: false,
    insert: entry,
    left: sql`select actor as label from audit_entries where account_id is not null`,
  },
  {
    name: 'Audit entries of operators',
    opens: false,
    samples: samples.map(unowned),
    insert: entry,
    left: sql`select actor as label from audit_entries where account_id is null`,
  },
  {
    name: 'Sign-in devices',
    opens: false,
    samples: samples.map(unowned),
    insert: ({ label, days }) =>
      sql`insert into auth_devices (user_id, device_hash, seen_at) values ('u', ${label}, ${ago(days)})`,
    left: sql`select device_hash as label from auth_devices`,
  },
]

onBothEngines('retention rules', (engine) => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase(engine)
    await sql`insert into accounts (id, name, created_at) values (1, 'one', ${now}), (2, 'two', ${now})`.execute(
      test.db,
    )
    await sql`
      insert into auth_users (id, name, email, "emailVerified", "createdAt", "updatedAt") values ('u', 'u', 'u', true, now(), now())
    `.execute(test.db)
  })
  after(() => test.drop())

  const ruleOf = (name: string): RetentionRule => {
    // New ones for each test, because they remember where old rows end.
    const rule = retentionRules({ db: test.db, log }).find((one) => one.name === name)
    assert.ok(rule, name)
    return rule
  }
  /** Removes all rows in steps of two. */
  async function removeAll(rule: RetentionRule, accountId: number | null): Promise<number> {
    const removal = { accountId, before: ago(limitDays) }
    let removed = 0
    for (let step = -1; step !== 0; removed += step) step = await rule.remove(removal, 2)
    return removed
  }

  for (const { name, samples: own = samples, insert, left, opens = true } of cases)
    it(`of ${name} remove finished old rows, by account or of all`, async () => {
      const rule = ruleOf(name)
      const rows = own.filter(({ open }) => opens || !open)
      // The oldest first, because ids grow with time.
      for (const sample of rows.toSorted((a, b) => b.days - a.days)) await insert(sample).execute(test.db)
      const labels = async () => (await left.execute(test.db)).rows.map(({ label }) => label).toSorted()
      const kept = opens ? ['open 1', 'recent 1'] : ['recent 1']
      const all = { accountId: null, before: ago(limitDays) }

      if (rule.scope === undefined) {
        assert.equal(await rule.count({ ...all, accountId: 1 }, 10), 2)
        assert.equal(await rule.count(all, 10), 3)
        assert.equal(await removeAll(rule, 1), 2)
        assert.deepEqual(await labels(), ['old 2', ...kept])
        assert.equal(await removeAll(rule, null), 1)
      } else {
        assert.equal(await rule.count(all, 10), 3)
        assert.equal(await rule.count(all, 2), 2)
        assert.equal(await removeAll(rule, null), 3)
      }
      assert.deepEqual(await labels(), kept)
      assert.equal(await rule.count(all, 10), 0)
      // Redacted rows of the same table would be counted by the next rule.
      await sql`delete from inbound_messages; delete from chat_messages; delete from chat_conversations`.execute(
        test.db,
      )
    })

  it('are all tested, and their names are unique', () => {
    // The rules for SMS have tests of their own.
    assert.deepEqual(
      retentionRules({ db: test.db, log })
        .map(({ name }) => name)
        .toSorted(),
      ['SMS messages', 'SMS texts', ...cases.map(({ name }) => name)].toSorted(),
    )
  })

  it('leave no text in redacted rows', async () => {
    await inbound({ label: 'secret', account: 1, days: 50 }).execute(test.db)
    await chat({ label: 'secret', account: 1, days: 50 }).execute(test.db)
    for (const name of ['Inbound texts', 'Chat texts']) assert.equal(await removeAll(ruleOf(name), null), 1)
    const { rows } = await sql<{ text: string }>`
      select row_to_json(m)::text as text from inbound_messages m
       union all
      select row_to_json(m)::text from (select id, content, text_removed from chat_messages) m
    `.execute(test.db)
    assert.equal(rows.length, 2)
    for (const { text } of rows) assert.doesNotMatch(text, /secret/)
  })

  it('remove events with texts only of inbound messages and chats', async () => {
    await sql`delete from webhook_events`.execute(test.db)
    for (const kind of ['airtime', 'checkout', 'delivery-report', 'inbound-sms', 'chat'])
      await eventOf(kind)({ label: 'x', account: 1, days: 50 }).execute(test.db)
    assert.equal(await removeAll(ruleOf('Webhook events with texts'), null), 2)
    const { rows } = await sql<{ body: string }>`select body from webhook_events order by body`.execute(test.db)
    assert.deepEqual(
      rows.map(({ body }) => body),
      ['airtime x', 'checkout x', 'delivery-report x'],
    )
  })

  it('remove the report of an import in steps, before the import', async () => {
    await sql`
      with i as (
        insert into contact_imports (account_id, book_id, file_name, status, columns, bytes, rows_total, rows_done, added, updated, invalid, created_at, finished_at)
        values (1, 1, 'large', 'done', '[]', 0, 5, 5, 5, 0, 0, ${ago(50)}, ${ago(50)})
        returning id
      )
      insert into contact_import_rows (import_id, account_id, row, outcome, phone) select id, 1, n, 'added', '' from i, generate_series(1, 5) n
    `.execute(test.db)
    const rule = ruleOf('Contact imports')
    const removal = { accountId: 1, before: ago(limitDays) }
    assert.equal(await rule.count(removal, 100), 6)
    assert.deepEqual(
      [await rule.remove(removal, 4), await rule.remove(removal, 4), await rule.remove(removal, 4)],
      [4, 2, 0],
    )
  })

  it('keep audit entries of the last 30 days, even if the clock of staging is moved', async () => {
    const before = new Date(now.getTime() + 900 * 86_400_000)
    const rule = ruleOf('Audit entries')
    await sql`delete from audit_entries`.execute(test.db)
    await entry({ label: 'young', account: 1, days: 29 }).execute(test.db)
    await entry({ label: 'old', account: 1, days: 31 }).execute(test.db)
    assert.equal(await rule.remove({ accountId: null, before }, 10), 1)
  })
})

/** Old, recent and unfinished rows for each retention rule. */
import { type RawBuilder, sql } from 'kysely'

export const now = new Date()
export const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
export const limitDays = 40

/** A row of a test: finished before or after the limit, or unfinished. */
interface Sample {
  readonly label: string
  readonly account: number | null
  readonly days: number
  readonly open?: true
}

export const samples: readonly Sample[] = [
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

export const inbound = (sample: Sample) => sql`
  insert into inbound_messages (account_id, carrier, phone, number, text, kind, received_at, due_at)
  values (${sample.account}, 'c', '255', '15', ${sample.label}, 'stop', ${ago(sample.days)}, ${dueOf(sample)})
`
export const chat = (sample: Sample) => sql`
  with c as (
    insert into conversations (account_id, channel, business, phone, status, last_at, last_text, last_direction, created_at)
    values (${sample.account}, 's', 'b', ${sample.label}, 'closed', ${now}, '', 'out', ${now})
        on conflict (account_id, channel, business, phone) do update set last_at = excluded.last_at
    returning id
  )
  insert into chat_messages (account_id, conversation_id, direction, state, content, carrier, created_at, done_at, due_at)
  select ${sample.account}, id, 'out', ${sample.open ? 'queued' : 'sent'}, json_build_object('type', 'text', 'text', ${sample.label}::text), 'c',
         ${ago(sample.days)}, ${sample.open ? null : ago(sample.days)}, ${dueOf(sample)}
    from c
`
export const eventOf = (kind: string) => (sample: Sample) =>
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
export const entry = (sample: Sample) => sql`
  insert into audit_entries (at, account_id, actor, action, params) values (${ago(sample.days)}, ${sample.account}, ${sample.label}, 'a', '{}')
`

/** An ended campaign, or a paused one. */
const campaign = ({ account, days, open }: Sample) => sql`
  insert into campaigns (account_id, name, status, sender, text, audience, options, reply_hours, file_upload, created_at, ended_at)
  values (${account}, '', ${open ? 'paused' : 'done'}, '', '', '{}', '{}', 1, gen_random_uuid(), ${ago(days)}, ${open ? null : ago(days)})
  returning id, file_upload
`

const conversation = ({ label, account, days }: Sample) => sql`
  insert into conversations (account_id, channel, business, phone, status, last_at, last_text, last_direction, created_at)
  values (${account}, 'sms', '', ${label}, 'open', ${ago(days)}, ${label}, 'in', ${ago(days)})
      on conflict (account_id, channel, business, phone) do update set last_at = excluded.last_at, last_text = excluded.last_text
  returning id
`

export const cases: readonly Case[] = [
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
    name: 'Conversation texts',
    opens: false,
    insert: conversation,
    left: sql`select last_text as label from conversations where last_text <> ''`,
  },
  {
    name: 'Conversation notes',
    opens: false,
    insert: (sample) => sql`
      with c as (${conversation({ ...sample, days: 0 })})
      insert into conversation_notes (account_id, conversation_id, kind, author, text, created_at)
      select ${sample.account}, id, 'note', '', ${sample.label}, ${ago(sample.days)} from c
    `,
    left: sql`select text as label from conversation_notes where text <> ''`,
  },
  {
    name: 'Conversations',
    opens: false,
    insert: conversation,
    left: sql`select phone as label from conversations`,
  },
  {
    name: 'Short links',
    insert: (sample) => sql`
      with c as (${campaign(sample)})
      insert into links (account_id, campaign_id, place, url, created_at)
      select ${sample.account}, id, 0, ${sample.label}, ${ago(sample.days)} from c
    `,
    left: sql`select url as label from links`,
  },
  {
    name: 'Responses to campaigns',
    opens: false,
    insert: ({ label, account, days }) => sql`
      insert into campaign_responses (campaign_id, kind, message_id, account_id, happened_at)
      select coalesce(max(campaign_id), 0) + 1, 'click', array_position(${samples.map((one) => one.label)}::text[], ${label}), ${account}, ${ago(days)}
        from campaign_responses
    `,
    left: sql`select (${samples.map((one) => one.label)}::text[])[message_id] as label from campaign_responses`,
  },
  {
    name: 'Uploaded recipients',
    insert: (sample) => sql`
      with c as (${campaign(sample)})
      insert into campaign_files (upload, place, account_id, campaign_id, rows, created_at)
      select file_upload, 0, ${sample.account}, id, ${JSON.stringify([[sample.label]])}::jsonb, ${ago(sample.days)} from c
    `,
    left: sql`select rows #>> '{0,0}' as label from campaign_files`,
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
        insert into conversations (account_id, channel, business, phone, status, last_at, last_text, last_direction, created_at)
        values (${account}, 's', 'b', ${label}, 'closed', ${ago(days)}, '', 'out', ${ago(days)})
        returning id
      )
      insert into chat_messages (account_id, conversation_id, direction, state, content, carrier, created_at, done_at)
      select ${account}, id, 'out', 'sent', '{}', 'c', ${now}, ${now} from c where ${open ?? false}
    `,
    left: sql`select phone as label from conversations`,
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
  {
    name: 'Payments',
    insert: ({ label, account, days, open }) => sql`
      insert into checkout_payments (session_id, account_id, try, payment_id, provider, method, amount, currency, receipt, state, started_at, ended_at)
      values (nextval('checkout_payments_id_seq'), ${account}, 1, ${label}, 'p', 'prompt', 1, 'TZS',
              ${label}, ${open ? 'pending' : 'paid'}, ${ago(days)}, ${open ? null : ago(days)})
    `,
    left: sql`select receipt as label from checkout_payments`,
  },
  { name: 'Webhook events with texts', insert: eventOf('chat'), left: eventsLeft('chat') },
  { name: 'Webhook events', insert: eventOf('delivery-report'), left: eventsLeft('delivery-report') },
  {
    name: 'Request log',
    opens: false,
    insert: ({ label, account, days }) => sql`
      insert into request_log (account_id, request_id, method, path, route, status, duration_ms, first_at, at)
      values (${account}, ${label}, '', '', '', 200, 1, ${ago(days)}, ${ago(days)})
    `,
    left: sql`select request_id as label from request_log`,
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

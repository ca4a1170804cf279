/** Old data beside the load of a run: what the retention job must remove, and what it must keep. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RetentionStock } from './history.ts'
import type { Query, Store } from './store.ts'

const task = 'retention: remove old data'
/** The carrier of old messages, so that they are not counted as messages of the run. */
export const oldCarrier = 'chaos'

/** Limits that apply at once, which a person could not set. */
const setLimits = `
  insert into retention_limits (account_id, data_class, kind, is_set, days, changed_at, revision)
  values (null, 'messages', 'default', true, 30, now(), 1), (null, 'texts', 'default', true, 10, now(), 1),
         (null, 'events', 'default', true, 10, now(), 1), (null, 'logs', 'default', true, 30, now(), 1),
         (1, 'messages', 'own', true, 20, now(), 1)
      on conflict (data_class, kind, account_id) do update set days = excluded.days, is_set = true
`

/** Far in the future, so that no worker finishes a row that must stay unfinished. */
const later = `'2999-01-01'::timestamptz`
const daysAgo = (days: number) => `now() - interval '${days} days'`

/** Ids grow with time, so old rows need ids below those of all others. */
const idOf = (table: string, label: string) =>
  label === 'old' ? `least(0, (select min(id) from ${table})) - n` : `nextval(pg_get_serial_sequence('${table}', 'id'))`

/** Inserts rows named `old …`, which the job must remove, and `keep …`, which it must keep. */
function inserts(count: number): readonly string[] {
  const numbers = `generate_series(1, ${count}) n`
  const inbound = (label: string, days: number, due: string) => `
    insert into inbound_messages (id, account_id, carrier, phone, number, text, kind, received_at, due_at) overriding system value
    select ${idOf('inbound_messages', label)}, 1, 'chaos', '255700000000', '${label}', 'text', 'stop', ${daysAgo(days)}, ${due} from ${numbers}`
  const pins = (label: string, days: number) => `
    insert into otp_pins (id, account_id, app_number, phone, prefix, pin_hash, pin_length, attempts_max, created_at, expires_at)
    select gen_random_uuid(), 1, 1, '${label}', '', '\\x00', 6, 3, ${daysAgo(days)}, now() from ${numbers}`
  const checkouts = (label: string, state: string, ended: string, due: string) => `
    insert into checkout_sessions (account_id, transaction_id, reference_number, amount, amount_text, currency, page_hash, provider, state, created_at, expires_at, ended_at, due_at)
    select 1, '${label} ' || gen_random_uuid(), '', 1, '1', 'TZS', sha256(gen_random_uuid()::text::bytea), 'chaos', '${state}', ${daysAgo(200)}, ${later}, ${ended}, ${due} from ${numbers}`
  const events = (label: string, days: number) => `
    insert into webhook_events (id, account_id, endpoint_id, body, created_at) overriding system value
    select ${idOf('webhook_events', label)}, 1, (select min(id) from webhook_endpoints), '${label}', ${daysAgo(days)} from ${numbers}`
  const entries = (label: string, days: number) => `
    insert into audit_entries (id, at, account_id, actor, action, params) overriding system value
    select ${idOf('audit_entries', label)}, ${daysAgo(days)}, 1, '${label}', 'chaos', '{}' from ${numbers}`
  return [
    inbound('old', 40, 'null'),
    inbound('keep pending', 40, later),
    inbound('keep redacted', 15, 'null'),
    inbound('keep recent', 5, 'null'),
    pins('old', 9),
    pins('keep recent', 5),
    checkouts('old', 'paid', daysAgo(100), 'null'),
    checkouts('keep referenced', 'paid', daysAgo(80), 'null'),
    checkouts('keep open', 'open', 'null', later),
    events('old', 11),
    events('keep recent', 5),
    entries('old', 31),
    entries('keep recent', 5),
    chats(count),
    heldTransfers(count),
    messages('old', count, { days: 40, isPending: false }),
    messages('keep recent', count, { days: 5, isPending: false }),
    messages('keep pending', count, { days: 400, isPending: true }),
  ]
}

/** Chat messages that were paid, so that the ledger check covers removed money. */
const chats = (count: number) => `
  with ${credit('CHAT', count)},
  conversation as (
    insert into conversations (account_id, channel, business, phone, status, last_at, last_text, last_direction, created_at)
    values (1, 'chaos', 'old', '255700000000', 'closed', now(), '', 'out', now())
        on conflict (account_id, channel, business, phone) do update set last_at = now()
    returning id
  ),
  added as (
    insert into chat_messages (account_id, conversation_id, direction, state, content, carrier, price, created_at, done_at)
    select 1, id, 'out', 'sent', '{"type":"text","text":"text"}', 'chaos', 1, ${daysAgo(400)}, ${daysAgo(400)}
      from conversation, generate_series(1, ${count})
    returning id
  )
  insert into ledger_entries (account_id, product, currency, kind, amount, subject, note, actor, at)
  select 1, 'CHAT', 'TZS', kind, 1, 'chat message ' || id, '', '', now()
    from added, unnest(array['hold', 'spend']) kind
`

/** The first send would create these partitions. */
const makePartitions = ['sms_requests', 'sms_refused', 'sms_messages', 'sms_references', 'sms_part_receipts'].map(
  (table) => `
    do $$ begin
      if to_regclass('${table}_p0') is null then
        create table ${table}_p0 (like ${table} including all);
        alter table ${table} attach partition ${table}_p0 for values from (0) to (5000000);
      end if;
    end $$`,
)

/** Requests of two messages each, paid or held. They are paid as PINs, because the run counts all credit for SMS. */
function messages(label: string, count: number, { days, isPending }: { days: number; isPending: boolean }): string {
  const block = (name: string, size: number) =>
    `update id_blocks set next_id = next_id + ${size} where name = '${name}' returning next_id - ${size} as first`
  return `
    with ${credit('OTP', 2 * count)},
    request_ids as (${block('sms_requests', count)}),
    message_ids as (${block('sms_messages', 2 * count)}),
    numbers as (
      select r.first + n as request_id, m.first + 2 * n as message_id
        from request_ids r, message_ids m, generate_series(0, ${count - 1}) n
    ),
    requests as (
      insert into sms_requests (id, account_id, sender, text, encoding, segments, job_name, due_at, valid_until, first_message_id, last_message_id,
                                valid, invalid, duplicates, opted_out, created_at)
      select request_id, 1, 'INFO', 'text', 'gsm', 1, '${label}', ${isPending ? later : daysAgo(days)}, ${later}, message_id, message_id + 1,
             2, 0, 0, 0, ${daysAgo(days)}
        from numbers
    ),
    added as (
      insert into sms_messages (id, account_id, request_id, recipient_id, phone, carrier, segments, price, product, status, submitted_at, done_at)
      select message_id + part, 1, request_id, '1', '255700000000', '${oldCarrier}', 1, 1, 'OTP', '${isPending ? 'PENDING' : 'DELIVERED'}',
             ${isPending ? 'null, null' : `${daysAgo(days)}, ${daysAgo(days)}`}
        from numbers, generate_series(0, 1) part
    ),
    held as (
      update balances set held = held + ${isPending ? 2 * count : 0} where account_id = 1 and product = 'OTP' and currency = 'TZS'
    )
    insert into ledger_entries (account_id, product, currency, kind, amount, subject, note, actor, at)
    select 1, 'OTP', 'TZS', kind, 2, 'request ' || request_id, '', '', ${daysAgo(days)}
      from numbers, unnest(array[${isPending ? `'hold'` : `'hold', 'spend'`}]) kind
  `
}

/** Transfers without a result hold money until an operator ends them. */
const heldTransfers = (count: number) => `
  with ${credit('AIRTIME', count)},
  added as (
    insert into airtime_transfers (id, account_id, reference_id, phone, amount, amount_text, currency, provider, created_at, overdue_at)
    select n, 1, 'keep held ' || n, '255700000000', 1, '1', 'TZS', 'chaos', ${daysAgo(400)}, now() from generate_series(1, ${count}) n
    returning id
  ),
  held as (
    insert into ledger_entries (account_id, product, currency, kind, amount, subject, note, actor, at)
    select 1, 'AIRTIME', 'TZS', 'hold', 1, 'transfer ' || id, '', '', now() from added
  )
  update balances set held = held + ${count} where account_id = 1 and product = 'AIRTIME' and currency = 'TZS'
`

/** Pays for the rows that follow, so that the balance does not change. */
const credit = (product: string, amount: number) => `
  credited as (
    insert into ledger_entries (account_id, product, currency, kind, amount, subject, note, actor, at)
    values (1, '${product}', 'TZS', 'credit', ${amount}, '', '', 'chaos', now())
  )`

/** Keepers once, because they must all be there at the end; old rows again and again. */
export async function seedOldData(query: Query): Promise<void> {
  await query(setLimits)
  for (const statement of makePartitions) await query(statement)
  for (const insert of inserts(50)) await query(insert)
  for (const insert of inserts(1_500)) if (insert.includes(`'old`)) await query(insert)
  await makeDue(query)
}

async function makeDue(query: Query): Promise<void> {
  // Rules that finished a moment ago would be skipped.
  await query(`update retention_progress set finished_at = now() - interval '1 hour' where finished_at is not null`)
  await query(`update periodic_tasks set due_at = now() where name = '${task}' and lease_owner is null`)
}

/** Keeps the job busy: adds old rows and makes it due again. Only on PostgreSQL, where others can write meanwhile. */
export function keepRemoving(store: Store): () => Promise<void> {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      // The database is away during some faults.
      await store
        .look(async (query) => {
          for (const insert of inserts(100)) if (insert.includes(`'old`)) await query(insert)
          await makeDue(query)
        })
        .catch(() => {})
      await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = store.server === null ? Promise.resolve() : loop()
  return () => {
    stopping.abort()
    return ended
  }
}

/** Lets the job finish the rest. */
export async function untilRemoved(store: Store, secondsMax: number, signal: AbortSignal): Promise<void> {
  if (store.server === null) return
  for (let seconds = 0; seconds < secondsMax; seconds += 1) {
    // Again and again: a run may have passed the rows that were added last.
    await store.look(makeDue)
    if ((await store.look(readOldData)).old.length === 0) return
    await sleep(1_000, undefined, { signal })
  }
}

const labelled = [
  ['inbound_messages', 'number'],
  ['otp_pins', 'phone'],
  ['checkout_sessions', 'transaction_id'],
  ['webhook_events', 'body'],
  ['audit_entries', 'actor'],
  ['conversations', 'business'],
  ['airtime_transfers', 'reference_id'],
  ['sms_requests', 'job_name'],
] as const

const keptRows = 50

/** Compares the rows that are left with those that must be there. */
export async function readOldData(query: Query): Promise<RetentionStock> {
  const old: string[] = []
  const missing: string[] = []
  for (const [table, column] of labelled) {
    const from =
      table === 'conversations' ? 'conversations join chat_messages m on m.conversation_id = conversations.id' : table
    const rows = await query<{ label: string; rows: string | number }>(
      `select substring(${column} from '^(old|keep [a-z]+)') as label, count(*) as rows from ${from} where ${column} ~ '^(old|keep)' group by 1`,
    )
    const kept = new Map(rows.map((row) => [row.label, Number(row.rows)]))
    if (kept.has('old')) old.push(`${kept.get('old')} rows of ${table}`)
    for (const [insertedInto, label] of keepers)
      if (insertedInto === table && kept.get(label) !== keptRows)
        missing.push(`${kept.get(label) ?? 0} of ${keptRows} rows named ${label} are left in ${table}`)
  }
  const [texts] = await query<{ wrong: string | number }>(`
    select count(*) as wrong from inbound_messages
     where number in ('keep recent', 'keep pending') and text_removed or number = 'keep redacted' and not text_removed
  `)
  const [sms] = await query<{ rows: string | number }>(
    `select count(*) as rows from sms_messages where carrier = '${oldCarrier}'`,
  )
  if (old.length === 0 && Number(sms?.rows) !== 4 * keptRows)
    missing.push(`${sms?.rows} messages are left instead of ${4 * keptRows}`)
  if (Number(texts?.wrong) > 0) missing.push(`${texts?.wrong} texts of inbound messages are wrong`)
  return { old, missing }
}

const keepers: readonly (readonly [table: string, label: string])[] = [
  ['inbound_messages', 'keep pending'],
  ['inbound_messages', 'keep redacted'],
  ['inbound_messages', 'keep recent'],
  ['otp_pins', 'keep recent'],
  ['checkout_sessions', 'keep referenced'],
  ['checkout_sessions', 'keep open'],
  ['webhook_events', 'keep recent'],
  ['audit_entries', 'keep recent'],
  ['airtime_transfers', 'keep held'],
  ['sms_requests', 'keep recent'],
  ['sms_requests', 'keep pending'],
]

/** Fills a database with one year of messages of a single account, half of them in requests of their own. */
import { type RawBuilder, sql } from 'kysely'
import { createClock } from '../src/engine/clock.ts'
import { createIds, type Database } from '../src/engine/db/index.ts'
import { messagePartitions, requestPartitions } from '../src/modules/sms/removal/store-partitions.ts'

const days = 365
/** Messages of a large request. */
const largeSize = 1_000
const step = 500_000

/** Every fifth message goes to this number, and one to the other. */
export const common = '255700000001'
export const rare = '255712000777'

export interface Filled {
  readonly firstRequest: number
  readonly firstMessage: number
}

/**
 * Half of the single messages have the tag `daily`, and the others a reference of their own. A tenth of the recipients
 * of large requests have one. One message in a thousand failed, one request in 100,000 has the sender `RARE`.
 */
export async function fillMessages(db: Database, accountId: number, messages: number): Promise<Filled> {
  const singles = messages / 2
  const large = messages / 2 / largeSize
  const clock = createClock()
  const firstRequest = await createIds(db, { ...requestPartitions, clock }).take(singles + large)
  const firstMessage = await createIds(db, { ...messagePartitions, clock }).take(messages)
  const timeOf = (n: RawBuilder<unknown>, count: number) =>
    sql`now() - make_interval(secs => (${count}::bigint - ${n}) * ${(days * 86_400) / count}::float8)`
  const note = (what: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`)

  for (const part of partsOf(singles)) {
    const series = sql`generate_series(${part.from}::bigint, ${part.to}::bigint) as n`
    await sql`
      insert into sms_requests (id, account_id, sender, text, encoding, segments, campaign_title, due_at, valid_until, first_message_id, last_message_id,
                                valid, invalid, duplicates, opted_out, created_at, tags, reference)
      select ${firstRequest}::bigint + n, ${accountId}, case when n % 100000 = 7 then 'RARE' else 'INFO' end, 'A message of some length, as they are', 'gsm', 1,
             case when n = 7 then 'Rare' when n % 4 = 0 then 'Spring' end, t.at, t.at + interval '3 days',
             ${firstMessage}::bigint + n, ${firstMessage}::bigint + n, 1, 0, 0, 0, t.at,
             case when n % 500000 = 9 then '{rare}'::text[] when n % 2 = 0 then '{daily}'::text[] end, case when n % 2 = 1 then 'order-' || n end
        from ${series} cross join lateral (select ${timeOf(sql`n`, singles)} as at) t
    `.execute(db)
    await sql`
      insert into sms_labels (request_id, place, account_id, kind, value, created_at)
      select ${firstRequest}::bigint + n, 0, ${accountId}, case when n % 2 = 0 or n % 500000 = 9 then 'tag' else 'reference' end,
             case when n % 500000 = 9 then 'rare' when n % 2 = 0 then 'daily' else 'order-' || n end, ${timeOf(sql`n`, singles)}
        from ${series}
    `.execute(db)
    await insertMessages(sql`n`, sql`n`, series)
    note(`${part.to + 1} single messages`)
  }
  await sql`
    insert into sms_requests (id, account_id, sender, text, encoding, segments, campaign_title, due_at, valid_until, first_message_id, last_message_id,
                              valid, invalid, duplicates, opted_out, created_at, tags)
    select ${firstRequest + singles}::bigint + n, ${accountId}, 'DUKA', 'A message of some length, as they are', 'gsm', 1, 'Large', t.at, t.at + interval '3 days',
           ${firstMessage + singles}::bigint + n * ${largeSize}, ${firstMessage + singles}::bigint + (n + 1) * ${largeSize} - 1, ${largeSize}, 0, 0, 0, t.at, '{large}'
      from generate_series(0, ${large - 1}::bigint) as n cross join lateral (select ${timeOf(sql`n`, large)} as at) t
  `.execute(db)
  await sql`
    insert into sms_labels (request_id, place, account_id, kind, value, created_at)
    select id, 0, account_id, 'tag', 'large', created_at from sms_requests where id >= ${firstRequest + singles}
  `.execute(db)
  for (const part of partsOf(singles)) {
    const series = sql`generate_series(${part.from}::bigint, ${part.to}::bigint) as n`
    await insertMessages(sql`(${singles}::bigint + n)`, sql`(${singles}::bigint + n / ${largeSize})`, series)
    await sql`
      insert into sms_labels (request_id, place, account_id, kind, value, message_id, created_at)
      select ${firstRequest + singles}::bigint + n / ${largeSize}, (1 + n % ${largeSize})::integer, ${accountId}, 'reference', 'line-' || n,
             ${firstMessage + singles}::bigint + n, ${timeOf(sql`(n / ${largeSize})`, large)}
        from ${series}
       where n % 10 = 0
    `.execute(db)
    note(`${part.to + 1} messages of large requests`)
  }
  return { firstRequest, firstMessage }

  async function insertMessages(
    message: RawBuilder<unknown>,
    request: RawBuilder<unknown>,
    series: RawBuilder<unknown>,
  ) {
    await sql`
      insert into sms_messages (id, account_id, request_id, recipient_id, phone, carrier, segments, price, status, reason, submitted_at, done_at)
      select ${firstMessage}::bigint + ${message}, ${accountId}, ${firstRequest}::bigint + ${request}, ${message}::text,
             case when ${message} = 77 then ${rare} when n % 5 = 0 then ${common} else (255710000000 + n * 37 % 40000000)::text end, 'simulator', 1, 1,
             case when n % 1000 = 0 then 'UNDELIVERED' else 'DELIVERED' end,
             case when n % 100000 = 0 then 'unknown_subscriber' when n % 1000 = 0 then 'absent_subscriber' end, now(), now()
        from ${series}
    `.execute(db)
  }
}

const partsOf = (count: number) =>
  Array.from({ length: Math.ceil(count / step) }, (_, index) => ({
    from: index * step,
    to: Math.min(count, (index + 1) * step) - 1,
  }))

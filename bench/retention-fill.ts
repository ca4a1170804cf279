/** Fills a database with messages of many weeks, each in its own partition, as the program would have. */
import { type RawBuilder, sql } from 'kysely'
import { makePartition, partitionSize } from '../src/engine/db/ids.ts'
import type { Database } from '../src/engine/db/index.ts'
import { messagePartitions, requestPartitions } from '../src/modules/sms/removal/store-partitions.ts'
import { openUrl } from '../test/open-url.ts'
import { openWorld } from '../test/world.ts'

/** Messages of one request. */
const requestSize = 10
export const accounts = 100
const price = 1
const weekSeconds = 7 * 86_400
/** As an installation starts with. */
const firstRequest = 1_000_000
const credit = 1_000_000_000

export interface FillScale {
  readonly messages: number
  readonly weeks: number
}

/** Does nothing with a database that is already filled. */
export async function fillWeeks(url: string, { messages, weeks }: FillScale): Promise<void> {
  const db = openUrl(url)
  try {
    const { rows } = await sql<{ filled: boolean }>`select to_regclass('bench_filled') is not null as filled`.execute(
      db,
    )
    if (rows[0]?.filled) return
    const world = await openWorld('postgres', { database: { db, url, drop: async () => {} }, role: 'api' })
    await world.close()
    await sql`update balances set available = ${credit} where account_id = 1`.execute(db)
    await sql`
      insert into accounts select (json_populate_record(a, json_build_object('id', n))).*
        from accounts a cross join generate_series(2, ${accounts}::bigint) as n where a.id = 1
    `.execute(db)
    const perWeek = Math.ceil(messages / weeks / requestSize) * requestSize
    for (let week = 0; week < weeks; week += 1) {
      const startedAt = performance.now()
      await fillWeek(db, week, weeks, perWeek)
      const took = ((performance.now() - startedAt) / 1_000).toFixed(1)
      process.stderr.write(`week ${week + 1} of ${weeks}: ${perWeek.toLocaleString('en')} messages in ${took} s\n`)
    }
    await endFill(db, weeks, perWeek)
    await sql`vacuum (analyze)`.execute(db)
    await sql`create table bench_filled ()`.execute(db)
  } finally {
    await db.close()
  }
}

const startOf = (week: number) => week * partitionSize
const firstRequestOf = (week: number) => (week === 0 ? firstRequest : startOf(week))
const firstMessageOf = (week: number) => (week === 0 ? 1 : startOf(week))

async function fillWeek(db: Database, week: number, weeks: number, count: number): Promise<void> {
  const requests = count / requestSize
  const [request, message] = [firstRequestOf(week), firstMessageOf(week)]
  const account = (n: RawBuilder<unknown>) =>
    sql`case when ${n} % 10 = 0 then 1 else 2 + (${n} * 7919) % ${sql.lit(accounts - 1)} end`
  const at = (n: RawBuilder<unknown>) =>
    sql`now() - make_interval(secs => ${(weeks - week) * weekSeconds}::float8 - ${n} * ${weekSeconds / requests}::float8)`
  await fillPartition(
    db,
    'sms_requests',
    week,
    (name) => sql`
    insert into ${name} (id, account_id, sender, text, encoding, segments, campaign_title, due_at, valid_until, first_message_id, last_message_id,
                         valid, invalid, duplicates, opted_out, created_at)
    select ${request}::bigint + n, ${account(sql`n`)}, 'INFO', 'A message of some length, as they are', 'gsm', 1,
           case when n % 4 = 0 then 'Campaign ' || n % 1000 end, t.at, t.at + interval '3 days',
           ${message}::bigint + n * ${requestSize}, ${message}::bigint + (n + 1) * ${requestSize} - 1, ${requestSize}, 0, 0, 0, t.at
      from generate_series(0, ${requests - 1}::bigint) as n
     cross join lateral (select ${at(sql`n`)} as at) t
  `,
  )
  await fillPartition(
    db,
    'sms_messages',
    week,
    (name) => sql`
    insert into ${name} (id, account_id, request_id, recipient_id, phone, carrier, segments, price, status, reason, submitted_at, done_at)
    select ${message}::bigint + n, ${account(sql`r.request`)}, ${request}::bigint + r.request, n::text, (255710000000 + n * 37 % 40000000)::text,
           'simulator', 1, ${price}, case when n % 50 = 0 then 'UNDELIVERED' else 'DELIVERED' end, case when n % 50 = 0 then 'absent_subscriber' end,
           t.at, t.at + interval '10 seconds'
      from generate_series(0, ${count - 1}::bigint) as n
     cross join lateral (select n / ${requestSize} as request) r
     cross join lateral (select ${at(sql`r.request`)} as at) t
  `,
  )
  await fillPartition(
    db,
    'sms_references',
    week,
    (name) => sql`
    insert into ${name} (carrier, reference, message_id, part, parts)
    select 'simulator', md5(id::text), id, 1, 1 from generate_series(${message}::bigint, ${message + count - 1}::bigint) as id
  `,
  )
  for (const table of ['sms_part_receipts', 'sms_refused']) await fillPartition(db, table, week, () => sql`select 1`)
}

/** Attaching the filled table creates its indexes, which is faster than filling it with them. */
async function fillPartition(
  db: Database,
  table: string,
  week: number,
  insert: (name: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  const name = sql.id(`${table}_p${week}`)
  await sql`create table ${name} (like ${sql.id(table)} including defaults) with (fillfactor = 70)`.execute(db)
  await insert(name).execute(db)
  await sql`
    alter table ${sql.id(table)} attach partition ${name} for values from (${sql.lit(startOf(week))}) to (${sql.lit(startOf(week + 1))})
  `.execute(db)
}

/** The partitions ahead, the next ids, and the counts of days. */
async function endFill(db: Database, weeks: number, perWeek: number): Promise<void> {
  const last = weeks - 1
  const nexts = [
    [requestPartitions, firstRequestOf(last) + perWeek / requestSize],
    [messagePartitions, firstMessageOf(last) + perWeek],
  ] as const
  for (const [{ name, partitioned }, next] of nexts) {
    await sql`
      update id_blocks set next_id = ${next}, partition_began_at = now() - interval '6 days' where name = ${name}
    `.execute(db)
    for (const table of partitioned)
      await db.transaction((tx) =>
        makePartition(tx, table, { name: `${table}_p${weeks}`, from: startOf(weeks), to: startOf(weeks + 1) }),
      )
  }
}

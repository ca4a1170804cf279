/** Search time over a million messages with every filter, for accounts with all messages and with hardly any. */
import { sql } from 'kysely'
import { askSocket } from '../src/commands/socket.ts'
import { controlPath } from '../src/engine/http/control.ts'
import { askConsole } from '../test/e2e/console.ts'
import type { Server } from '../test/e2e/server.ts'
import { openUrl } from '../test/open-url.ts'
import { orderBody } from '../test/send-body.ts'
import { at, ms, type Row } from './rows.ts'
import type { Stage } from './stage.ts'

const repeatsMax = 15
const days = 365
/** Every fifth message goes to this number. */
const common = '255700000001'
const rare = '255712000777'

interface Layout {
  readonly what: string
  /** Messages per request. */
  readonly size: number
  readonly count: number
  readonly firstMessageId: number
  readonly firstRequestId: number
}

/** Stored one after the other; the small account comes after the large ones. */
const layoutsOf = (messages: number): readonly Layout[] => [
  { what: 'single sends', size: 1, count: messages, firstMessageId: 1_001, firstRequestId: 1_001_000 },
  {
    what: `sends to ${(messages / 100).toLocaleString('en')}`,
    size: messages / 100,
    count: messages,
    firstMessageId: 1_100_001,
    firstRequestId: 2_500_000,
  },
  {
    what: `200 messages among ${(2 * messages).toLocaleString('en')}`,
    size: 1,
    count: 200,
    firstMessageId: 2_200_001,
    firstRequestId: 3_000_000,
  },
]

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()

const questions: readonly [what: string, path: (layout: Layout) => string][] = [
  ['newest', () => 'messages?'],
  ['in an old period', () => `messages?from=${daysAgo(301)}&to=${daysAgo(300)}`],
  ['undelivered, one in a thousand', () => 'messages?status=undelivered'],
  ['cancelled, none', () => 'messages?status=cancelled'],
  ['queued, none', () => 'messages?status=queued'],
  ['of a campaign with half of all messages', () => 'messages?campaign=spring'],
  ['of a campaign with one request', () => 'messages?campaign=rare'],
  ['of an unknown campaign', () => 'messages?campaign=none'],
  ['of a campaign, cancelled', () => 'messages?campaign=spring&status=cancelled'],
  ['of a request', ({ firstRequestId }) => `messages?request=${firstRequestId}`],
  ['to a number', () => `messages?number=${rare}`],
  ['to the most frequent number', () => `messages?number=${common}`],
  ['to that number, cancelled', () => `messages?number=${common}&status=cancelled`],
  ['to that number, in an old period', () => `messages?number=${common}&to=${daysAgo(300)}`],
  ['to that number, since yesterday', () => `messages?number=${common}&from=${daysAgo(1)}`],
  ['requests', () => 'requests?'],
  ['requests of a campaign', () => 'requests?campaign=rare'],
]

export async function measureSearch({ databaseUrl: url, start, sizes }: Stage): Promise<Row[]> {
  if (url === null) return []
  const server = await start()
  try {
    const rows: Row[] = []
    const layouts = layoutsOf(sizes.messages)
    // The first message creates the partitions.
    await askConsole(server, 'POST', '/accounts/1/messages', orderBody())
    for (const layout of layouts) {
      const { id } = await askConsole(server, 'POST', '/accounts', { name: layout.what })
      await fill(url, id, layout)
      process.stderr.write(`${layout.what}: filled\n`)
    }
    await inDatabase(url, (db) => sql`analyze`.execute(db))
    for (const [index, layout] of layouts.entries()) {
      for (const [what, path] of questions)
        rows.push(
          await measure(server, `${layout.what}: ${what}`, `/accounts/${index + 2}/${path(layout)}`, sizes.rounds),
        )
      rows.push(await measureExport(server, layout, index + 2))
    }
    return rows
  } finally {
    await server.kill()
  }
}

async function measure(server: Server, what: string, path: string, rounds: number): Promise<Row> {
  const times: number[] = []
  let found = { data: [] as unknown[], searchedTo: null as string | null }
  for (let turn = 0; turn < Math.min(repeatsMax, rounds); turn += 1) {
    const startedAt = performance.now()
    found = await askConsole(server, 'GET', path)
    times.push(performance.now() - startedAt)
  }
  const far = found.searchedTo ? `, searched back to ${found.searchedTo.slice(0, 10)}` : ''
  return {
    what,
    value: at(0.5, times),
    unit: 'ms',
    note: `at most ${ms(Math.max(...times))}; ${found.data.length} found${far}`,
  }
}

async function measureExport({ dataDirectory }: Server, { what, count }: Layout, accountId: number): Promise<Row> {
  const startedAt = performance.now()
  const { body } = await askSocket(controlPath(dataDirectory), null)('GET', '/v2/messages.csv', undefined, {
    'ngoma-account': String(accountId),
  })
  let lines = -1
  for await (const chunk of body as AsyncIterable<Buffer>) for (const byte of chunk) if (byte === 10) lines += 1
  if (lines !== count) throw new Error(`${lines} lines instead of ${count}`)
  return { what: `${what}: all as CSV`, value: (performance.now() - startedAt) / 1_000, unit: 's' }
}

async function inDatabase<T>(url: string, run: (db: ReturnType<typeof openUrl>) => Promise<T>): Promise<T> {
  const db = openUrl(url)
  try {
    return await run(db)
  } finally {
    await db.close()
  }
}

/** Fills in messages of one year. */
const fill = (url: string, accountId: number, { size, count, firstMessageId, firstRequestId }: Layout) =>
  inDatabase(url, async (db) => {
    const requests = count / size
    await sql`
      insert into sms_requests (id, account_id, sender, text, encoding, segments, campaign_title, due_at, valid_until, first_message_id, last_message_id,
                                valid, invalid, duplicates, opted_out, created_at)
      select ${firstRequestId}::bigint + n, ${accountId}, 'INFO', 'A message of some length, as they are', 'gsm', 1,
             case when n = 7 then 'Rare' when n % 2 = 0 then 'Spring' end, t.at, t.at + interval '3 days',
             ${firstMessageId}::bigint + n * ${size}::bigint, ${firstMessageId}::bigint + (n + 1) * ${size}::bigint - 1, ${size}, 0, 0, 0, t.at
        from generate_series(0, ${requests - 1}::bigint) as n
       cross join lateral (select now() - make_interval(secs => (${requests}::bigint - n) * ${(days * 86_400) / requests}::float8) as at) t
    `.execute(db)
    await sql`
      insert into sms_messages (id, account_id, request_id, recipient_id, phone, carrier, segments, price, status, reason, submitted_at, done_at)
      select ${firstMessageId}::bigint + n, ${accountId}, ${firstRequestId}::bigint + n / ${size}::bigint, n::text,
             case when n = 77 then ${rare} when n % 5 = 0 then ${common} else (255710000000 + n)::text end, 'simulator', 1, 1,
             case when n % 1000 = 0 then 'UNDELIVERED' else 'DELIVERED' end, case when n % 1000 = 0 then 'absent_subscriber' end, now(), now()
        from generate_series(0, ${count - 1}::bigint) as n
    `.execute(db)
  })

/** Whether PINs and single messages wait behind bulk: requests while 100,000 messages wait for a rate-limited carrier. */
import { sql } from 'kysely'
import { openUrl } from '../test/open-url.ts'
import { authorization, sendBody } from '../test/send-body.ts'
import { until } from '../test/until.ts'
import { phone } from './load.ts'
import { at, ms, type Row } from './rows.ts'
import { bulkBody } from './sends.ts'
import type { Stage } from './stage.ts'

const carrierRatePerSecond = 500
const perSecond = 20

interface Kind {
  readonly what: string
  readonly path: string
  readonly product: string
  readonly numbersFrom: number
  body(number: string): unknown
}

const kinds: readonly Kind[] = [
  {
    what: 'a PIN',
    path: '/v1/request',
    product: 'OTP',
    numbersFrom: 2_000_000,
    body: (msisdn) => ({ appId: 1, msisdn }),
  },
  {
    what: 'a single message',
    path: '/v1/send',
    product: 'SMS',
    numbersFrom: 3_000_000,
    body: (number) => sendBody({ recipients: [{ recipient_id: 1, dest_addr: number }] }),
  },
]

/**
 * Time from the start of a client's request until the carrier has the message. Reads it from the database, which is not
 * possible with the embedded one.
 */
export async function measurePins({
  databaseUrl,
  start,
  sizes: { recipients, longSeconds: seconds },
}: Stage): Promise<Row[]> {
  if (databaseUrl === null) return []
  const server = await start({ NGOMA_SIMULATOR_RATE: String(carrierRatePerSecond) })
  const db = openUrl(databaseUrl)
  try {
    await post(server.address, '/v1/send', bulkBody(recipients))
    await until(
      'bulk messages go out',
      async () => (await countSubmitted(db)) > Math.min(carrierRatePerSecond, recipients / 10),
    )
    const askedAt = await askEvenly(server.address, seconds)
    const waiting = await countWaiting(db)
    const rows: Row[] = []
    for (const kind of kinds)
      rows.push(describe(kind, await readDelays(db, kind, askedAt), recipients.toLocaleString('en'), waiting))
    return rows
  } finally {
    await db.close()
    await server.kill()
  }
}

function describe({ what }: Kind, delaysMs: readonly number[], bulk: string, waiting: number): Row {
  return {
    what: `${what} to a carrier at ${carrierRatePerSecond}/s, behind ${bulk}, p99`,
    value: at(0.99, delaysMs),
    unit: 'ms',
    note: `p50 ${ms(at(0.5, delaysMs))}, at most ${ms(at(1, delaysMs))}; ${delaysMs.length} at ${perSecond}/s, ${waiting.toLocaleString('en')} bulk messages still waited`,
  }
}

/** Asks for every kind at a constant rate. Returns the start of each request by number. */
async function askEvenly(address: string, seconds: number): Promise<Map<string, number>> {
  const askedAt = new Map<string, number>()
  const answers: Promise<void>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < perSecond * seconds; index += 1) {
    for (const [place, { path, numbersFrom, body }] of kinds.entries()) {
      const dueMs = ((index + place / kinds.length) * 1_000) / perSecond
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, startedAt + dueMs - performance.now())))
      const number = phone(numbersFrom + index)
      askedAt.set(number, Date.now())
      answers.push(post(address, path, JSON.stringify(body(number))))
    }
  }
  await Promise.all(answers)
  return askedAt
}

async function readDelays(
  db: ReturnType<typeof openUrl>,
  { what, product, numbersFrom }: Kind,
  askedAt: ReadonlyMap<string, number>,
): Promise<number[]> {
  const delaysMs: number[] = []
  await until(`the carrier has ${what} for each request`, async () => {
    const { rows } = await sql<{ phone: string; at: Date }>`
      select phone, submitted_at as at
        from sms_messages
       where product = ${product}
         and phone >= ${phone(numbersFrom)}
         and submitted_at is not null
    `.execute(db)
    if (rows.length < askedAt.size / kinds.length) return false
    delaysMs.push(...rows.map((row) => row.at.getTime() - (askedAt.get(row.phone) ?? 0)))
    return true
  })
  return delaysMs
}

async function post(address: string, path: string, body: string): Promise<void> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body,
  })
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

async function countSubmitted(db: ReturnType<typeof openUrl>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sms_messages where submitted_at is not null
  `.execute(db)
  return rows[0]?.count ?? 0
}

async function countWaiting(db: ReturnType<typeof openUrl>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sms_messages where product = 'SMS' and submitted_at is null
  `.execute(db)
  return rows[0]?.count ?? 0
}

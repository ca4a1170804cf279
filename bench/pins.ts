/** Whether PINs wait behind bulk messages: PIN requests while 100,000 messages wait for a rate-limited carrier. */
import { sql } from 'kysely'
import type { Server } from '../test/e2e/server.ts'
import { authorization, openUrl, sendBody, until } from '../test/world.ts'
import { ms, phone, type Row } from './measure.ts'

const bulkRecipients = 100_000
export const carrierRatePerSecond = 500
const pinsPerSecond = 20
const seconds = 30
const numbersFrom = 2_000_000

/** Time from the start of a client's request until the carrier has the message. */
export async function measurePins({ address }: Server, databaseUrl: string): Promise<Row> {
  const db = openUrl(databaseUrl)
  try {
    await post(
      address,
      '/v1/send',
      sendBody({
        recipients: Array.from({ length: bulkRecipients }, (_, id) => ({ recipient_id: id, dest_addr: phone(id) })),
      }),
    )
    await until('bulk messages go out', async () => (await countTaken(db)) > carrierRatePerSecond)

    const askedAt = new Map<string, number>()
    const answers: Promise<void>[] = []
    const startedAt = performance.now()
    for (let index = 0; index < pinsPerSecond * seconds; index += 1) {
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, startedAt + (index * 1_000) / pinsPerSecond - performance.now())),
      )
      const msisdn = phone(numbersFrom + index)
      askedAt.set(msisdn, Date.now())
      answers.push(post(address, '/v1/request', { appId: 1, msisdn }))
    }
    await Promise.all(answers)
    const waiting = bulkRecipients - (await countTaken(db))
    const lateMs: number[] = []
    await until('the carrier has every PIN', async () => {
      const { rows } = await sql<{ phone: string; at: Date }>`
        select phone, submitted_at as at from sms_messages where product = 'OTP' and submitted_at is not null
      `.execute(db)
      if (rows.length < askedAt.size) return false
      lateMs.push(...rows.map((row) => row.at.getTime() - (askedAt.get(row.phone) ?? 0)))
      return true
    })
    lateMs.sort((a, b) => a - b)
    const at = (share: number) => ms(lateMs[Math.ceil(lateMs.length * share) - 1] ?? 0)
    const figure = `${lateMs.length} PINs at ${pinsPerSecond}/s, the latest after ${at(1)}; ${waiting.toLocaleString('en')} bulk messages still waited`
    return {
      what: `a PIN to a carrier at ${carrierRatePerSecond}/s, behind 100,000`,
      figure,
      p50: at(0.5),
      p99: at(0.99),
    }
  } finally {
    await db.close()
  }
}

async function post(address: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

async function countTaken(db: ReturnType<typeof openUrl>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from sms_messages where product = 'SMS' and submitted_at is not null`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * `npm run bench:links`: clicks on short links against one server process on PostgreSQL, with 100,000 codes, and guesses
 * of random codes. Fails below 1,000 clicks a second, if a click is not counted, or if a guess is redirected. `--seconds`
 * and `--guesses` change the size.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { Pool } from 'undici'
import type { Database } from '../src/engine/db/index.ts'
import { createCodes, insertCodes, insertLinks } from '../src/modules/links/index.ts'
import { startServer } from '../test/e2e/server.ts'
import { startPostgres } from '../test/postgres.ts'
import { openUrl, secret } from '../test/world.ts'
import { at, formatValue, ms } from './rows.ts'

const codesCount = 100_000
const codesAtOnce = 5_000
const connections = 50
const warmUpSeconds = 2
const clicksPerSecondMin = 1_000
const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** A code for each of 100,000 recipients, shared by two links. */
async function fill(db: Database): Promise<string[]> {
  const codes = createCodes(codesCount)
  const startedAt = performance.now()
  const urls = ['https://shop.example/one', 'https://shop.example/two']
  const { rows } = await sql<{ id: number }>`
    insert into campaigns (account_id, name, status, sender, text, audience, options, reply_hours, created_at)
    values (1, '', 'sending', '', '', '{}', '{}', 1, now())
    returning id
  `.execute(db)
  const campaignId = rows[0]?.id ?? 0
  const links = await db.transaction((tx) => insertLinks(tx, { accountId: 1, campaignId, urls, now: new Date() }))
  for (let start = 0; start < codes.length; start += codesAtOnce) {
    const rows = codes.slice(start, start + codesAtOnce).map((code, index) => ({
      code,
      linkId: links[index % links.length] ?? 0,
      messageId: 1 + start + index,
    }))
    await db.transaction((tx) => insertCodes(tx, rows))
  }
  print(`inserted ${codesCount.toLocaleString('en')} codes in ${ms(performance.now() - startedAt)}`)
  return codes
}

interface Answers {
  readonly statuses: ReadonlyMap<number, number>
  readonly times: readonly number[]
  readonly seconds: number
}

/** Requests codes over all connections until `next` returns null. */
async function request(address: string, next: () => string | null): Promise<Answers> {
  const pool = new Pool(address, { connections, pipelining: 1 })
  const statuses = new Map<number, number>()
  const times: number[] = []
  const startedAt = performance.now()
  const clicking = async () => {
    for (let code = next(); code !== null; code = next()) {
      const sentAt = performance.now()
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: `/l/${code}`,
        headers: { 'user-agent': phone },
      })
      await body.dump()
      times.push(performance.now() - sentAt)
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: connections }, clicking))
  await pool.close()
  return { statuses, times, seconds: (performance.now() - startedAt) / 1_000 }
}

function during(seconds: number, codes: readonly string[]): () => string | null {
  const endsAt = performance.now() + seconds * 1_000
  return () => (performance.now() < endsAt ? (codes[Math.floor(Math.random() * codes.length)] ?? null) : null)
}

async function countedClicks(db: Database): Promise<number[]> {
  const { rows } = await sql<{ links: number; hours: number }>`
    select (select coalesce(sum(clicks), 0) from links)::integer as links,
           (select coalesce(sum(clicks), 0) from campaign_hours)::integer as hours
  `.execute(db)
  return rows.flatMap(({ links, hours }) => [links, hours])
}

const describe = (statuses: Answers['statuses']) =>
  [...statuses].map(([status, count]) => `${count.toLocaleString('en')} with ${status}`).join(', ')

async function run(seconds: number, guessesCount: number): Promise<boolean> {
  const postgres = await startPostgres({ fsync: true })
  const server = await startServer({ DATABASE_URL: postgres.url, NGOMA_STAGING: 'true', NGOMA_SECRET: secret })
  const db = openUrl(postgres.url)
  try {
    const codes = await fill(db)
    const warmUp = await request(server.address, during(warmUpSeconds, codes))
    const clicks = await request(server.address, during(seconds, codes))
    const perSecond = clicks.times.length / clicks.seconds
    print(
      `${connections} connections: ${formatValue(perSecond, 'clicks/s')}, p50 ${ms(at(0.5, clicks.times))}, p99 ${ms(at(0.99, clicks.times))}; ${describe(clicks.statuses)}`,
    )
    const redirected = (warmUp.statuses.get(302) ?? 0) + (clicks.statuses.get(302) ?? 0)
    const counted = await countedClicks(db)
    print(`redirected ${redirected}, with the warm-up; counted ${counted.join(' by link, ')} by hour`)

    const guesses = createCodes(guessesCount)
    const guessed = await request(server.address, () => guesses.pop() ?? null)
    print(
      `${guessed.times.length.toLocaleString('en')} guesses: ${guessed.statuses.get(302) ?? 0} redirected; ${formatValue(guessed.times.length / guessed.seconds, 'guesses/s')}; ${describe(guessed.statuses)}`,
    )
    return (
      perSecond >= clicksPerSecondMin &&
      clicks.statuses.size === 1 &&
      counted.every((count) => count === redirected) &&
      guessed.statuses.get(404) === guessesCount
    )
  } finally {
    await db.close()
    await server.kill()
    await postgres.stop()
  }
}

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, guesses: { type: 'string', default: '100000' } },
})
process.exitCode = (await run(Number(values.seconds), Number(values.guesses))) ? 0 : 1

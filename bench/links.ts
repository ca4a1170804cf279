/**
 * `npm run bench:links`: clicks on short links against one server process on PostgreSQL, with 100,000 codes, and guesses
 * of random codes. Fails below 1,000 clicks a second, if a click is not counted, or if a guess is redirected.
 */
import { sql } from 'kysely'
import { Pool } from 'undici'
import type { Database } from '../src/engine/db/index.ts'
import { createCodes, insertCodes, insertLinks } from '../src/modules/links/index.ts'
import { type Report, runBench } from './command.ts'
import { withProgram } from './program.ts'
import { at, formatValue, ms } from './rows.ts'

const codesAtOnce = 5_000
const connections = 50
const warmUpSeconds = 2
const clicksPerSecondMin = 1_000
const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'

/** Codes of two links. */
async function fill(db: Database, codesCount: number, { print }: Report): Promise<string[]> {
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
  const took = performance.now() - startedAt
  print(`inserted ${codesCount.toLocaleString('en')} codes in ${ms(took)}`, took)
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

interface Sizes {
  readonly codes: number
  readonly seconds: number
  readonly guesses: number
}

function run({ codes: codesCount, seconds, guesses: guessesCount }: Sizes, report: Report): Promise<void> {
  const { print, fail, exceed } = report
  return withProgram({ fsync: true }, async ({ server, db }) => {
    const codes = await fill(db, codesCount, report)
    const warmUp = await request(server.address, during(Math.min(warmUpSeconds, seconds), codes))
    const clicks = await request(server.address, during(seconds, codes))
    const perSecond = clicks.times.length / clicks.seconds
    print(
      `${connections} connections: ${formatValue(perSecond, 'clicks/s')}, p50 ${ms(at(0.5, clicks.times))}, p99 ${ms(at(0.99, clicks.times))}; ${describe(clicks.statuses)}`,
      perSecond,
    )
    if (perSecond < clicksPerSecondMin) exceed(`below ${clicksPerSecondMin} clicks/s`)
    if (clicks.statuses.get(302) !== clicks.times.length) fail('a click was not redirected')
    const redirected = (warmUp.statuses.get(302) ?? 0) + (clicks.statuses.get(302) ?? 0)
    const counted = await countedClicks(db)
    print(`redirected ${redirected}, with the warm-up; counted ${counted.join(' by link, ')} by hour`)
    if (counted.some((count) => count !== redirected)) fail('clicks were lost or counted twice')

    const guesses = createCodes(guessesCount)
    const guessed = await request(server.address, () => guesses.pop() ?? null)
    print(
      `${guessed.times.length.toLocaleString('en')} guesses: ${guessed.statuses.get(302) ?? 0} redirected; ${formatValue(guessed.times.length / guessed.seconds, 'guesses/s')}; ${describe(guessed.statuses)}`,
      guessed.times.length / guessed.seconds,
    )
    if (guessed.statuses.get(404) !== guessesCount) fail('a guess was redirected')
  })
}

await runBench({
  name: 'bench:links',
  options: {
    codes: { value: 100_000, short: 200, about: 'codes, of two links' },
    seconds: { value: 10, short: 0.2, about: 'length of the clicks' },
    guesses: { value: 100_000, short: 100, about: 'guessed codes' },
  },
  run,
})

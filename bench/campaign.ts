/**
 * `npm run bench:campaign`: a campaign to a million contacts, with two placeholders and a short link for each recipient,
 * on one server process and PostgreSQL. Prints the time to prepare the audience, recipients queued per second, memory,
 * and response times of single sends and PIN requests of the same account before and during the campaign. Fails if a
 * recipient has no message or no link. `--recipients` changes the size, `--rate` the messages per second that the
 * simulated network accepts, and `--seconds` the time before the campaign. `--profile DIRECTORY` writes a CPU profile and
 * the time of each SQL statement.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { Pool } from 'undici'
import type { Database } from '../src/engine/db/index.ts'
import { askConsole } from '../test/e2e/console.ts'
import { type Server, startServer } from '../test/e2e/server.ts'
import { startPostgres } from '../test/postgres.ts'
import { authorization, openUrl, secret, sendBody, until } from '../test/world.ts'
import { fillBooks } from './contacts-fill.ts'
import { readMemory } from './processor.ts'
import { at, formatValue, ms } from './rows.ts'
import { phone } from './sends.ts'
import { type Profile, profileInto } from './smpp-profile.ts'

/** Memory as on a small server. */
const postgresSettings = { shared_buffers: '512MB', max_wal_size: '8GB' }
const warmUpSeconds = 5
const campaignSecondsMax = 3_600
const text = 'Hello {first_name|customer}, your voucher is {voucher}: {link https://shop.example/june}'

const kinds = [
  {
    what: 'single send',
    path: '/v1/send',
    perSecond: 20,
    numbersFrom: 3_000_000,
    body: (number: string): unknown => sendBody({ recipients: [{ recipient_id: 1, dest_addr: number }] }),
  },
  {
    what: 'PIN request',
    path: '/v1/request',
    perSecond: 5,
    numbersFrom: 2_000_000,
    body: (msisdn: string): unknown => ({ appId: 1, msisdn }),
  },
] as const

const print = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (value: number) => formatValue(value / 1_000, 's')

interface Answered {
  readonly dueAt: number
  readonly tookMs: number
}

interface Load {
  /** Ends the load, and resolves with its requests by kind. */
  stop(): Promise<Answered[][]>
}

/** Requests of every kind at a constant rate. The time of a request starts when it is due. */
function startLoad(address: string): Load {
  const pool = new Pool(address, { connections: 50, pipelining: 1 })
  const answers: Answered[][] = kinds.map(() => [])
  const open = new Set<Promise<void>>()
  const startedAt = performance.now()
  const timers = kinds.map(({ perSecond, path, numbersFrom, body }, place) => {
    let asked = 0
    const ask = async (dueAt: number, number: string) => {
      const answer = await pool.request({
        method: 'POST',
        path,
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body(number)),
      })
      const answered = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}: ${answered}`)
      answers[place]?.push({ dueAt, tookMs: performance.now() - dueAt })
    }
    return setInterval(() => {
      for (; ; asked += 1) {
        const dueAt = startedAt + (asked * 1_000) / perSecond
        if (dueAt > performance.now()) break
        const asking = ask(dueAt, phone(numbersFrom + next()))
        open.add(asking)
        asking.finally(() => open.delete(asking)).catch(() => {})
      }
    }, 2)
  })
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(open)
      await pool.close()
      return answers
    },
  }
}

async function loadAlone({ address }: Server, secondsLong: number): Promise<Answered[][]> {
  const load = startLoad(address)
  await new Promise((resolve) => setTimeout(resolve, secondsLong * 1_000))
  return load.stop()
}

let numbersUsed = 0
/** PINs to one number are limited. */
function next(): number {
  numbersUsed += 1
  return numbersUsed
}

interface Sent {
  readonly startedAt: number
  readonly sendingAt: number
  readonly queuedAt: number
  readonly isComplete: boolean
}

async function runCampaign(server: Server, db: Database, bookId: number, recipients: number): Promise<Sent> {
  const ask = (path: string, body?: unknown) => askConsole(server, 'POST', `/accounts/1/campaigns${path}`, body)
  const content = { name: 'June', from: 'INFO', text, uniqueLinks: true }
  const { id } = await ask('', { ...content, audience: { bookIds: [bookId] } })
  const startedAt = performance.now()
  let sendingAt = 0
  await ask(`/${id}/start`)
  await until(
    'all recipients are queued',
    async () => {
      const { rows } = await sql<{ status: string; position: number; reason: string | null }>`
        select status, position, pause_reason as reason from campaigns where id = ${id}
      `.execute(db)
      const [{ status, position, reason } = { status: '', position: 0, reason: null }] = rows
      if (status === 'paused') throw new Error(`the campaign was paused: ${reason}`)
      if (status === 'sending' && sendingAt === 0) sendingAt = performance.now()
      return position === recipients
    },
    campaignSecondsMax,
  )
  const queuedAt = performance.now()
  const { rows } = await sql<{ messages: number; codes: number }>`
    select (select count(*) from sms_messages where account_id = 1 and submitter = ${`campaign/${id}`})::integer as messages,
           (select count(*) from link_codes)::integer as codes
  `.execute(db)
  const isComplete = rows.every(({ messages, codes }) => messages === recipients && codes === recipients)
  return { startedAt, sendingAt, queuedAt, isComplete }
}

/** Response times while the campaign is prepared and queued, next to those before. */
function printTimes(before: readonly Answered[][], during: readonly Answered[][], { sendingAt }: Sent): void {
  const columns = ['before', 'preparing', 'ratio', 'queueing', 'ratio']
  print(`${''.padEnd(26)}${columns.map((column) => column.padStart(10)).join('')}`)
  for (const [place, { what, perSecond }] of kinds.entries())
    for (const [name, share] of [['p50', 0.5] as const, ['p99', 0.99] as const]) {
      const timeOf = (answers: readonly Answered[] = [], from = 0, to = Number.POSITIVE_INFINITY) =>
        at(
          share,
          answers.filter(({ dueAt }) => dueAt >= from && dueAt < to).map(({ tookMs }) => tookMs),
        )
      const was = timeOf(before[place])
      const values = [timeOf(during[place], 0, sendingAt), timeOf(during[place], sendingAt)]
      const cells = [ms(was), ...values.flatMap((value) => [ms(value), (value / was).toFixed(2)])]
      print(`${`${what}, ${perSecond}/s, ${name}`.padEnd(26)}${cells.map((cell) => cell.padStart(10)).join('')}`)
    }
}

async function run(recipients: number, secondsBefore: number, rate: string, profile: Profile | null): Promise<boolean> {
  const postgres = await startPostgres({
    fsync: true,
    settings: { ...postgresSettings, ...profile?.postgresSettings },
  })
  const server = await startServer({
    DATABASE_URL: postgres.url,
    NGOMA_STAGING: 'true',
    NGOMA_SECRET: secret,
    NGOMA_SIMULATOR_RATE: rate,
    NGOMA_QUEUE_AGE_SECONDS: '0',
    NGOMA_CAMPAIGN_QUEUE_SECONDS: '0',
    NGOMA_RECEIPT_CHECK_SECONDS: '60',
    ...(profile === null ? {} : { NODE_OPTIONS: profile.nodeOptions }),
  })
  const db = openUrl(postgres.url)
  try {
    for (const product of ['SMS', 'OTP'])
      await askConsole(server, 'POST', '/accounts/1/credit', { product, amount: '100000000', note: 'bench' })
    const { bookIds } = await fillBooks(db, 1, recipients)
    await sql`vacuum analyze`.execute(db)
    await loadAlone(server, warmUpSeconds)
    const before = await loadAlone(server, secondsBefore)
    const memoryBefore = readMemory(server.pid, 'VmRSS') ?? 0
    const beside = startLoad(server.address)
    const sent = await runCampaign(server, db, bookIds[0], recipients)
    const during = await beside.stop()
    const { startedAt, sendingAt, queuedAt, isComplete } = sent
    const perSecond = formatValue((recipients / (queuedAt - sendingAt)) * 1_000, 'recipients/s')
    print(`audience of ${recipients.toLocaleString('en')} contacts prepared in ${seconds(sendingAt - startedAt)}`)
    print(
      `queued at ${perSecond}, in ${seconds(queuedAt - sendingAt)}${isComplete ? '' : '; messages or links are missing'}`,
    )
    const memory = readMemory(server.pid, 'VmHWM') ?? 0
    print(`memory ${formatValue(memoryBefore, 'MB')} before, at most ${formatValue(memory, 'MB')}`)
    printTimes(before, during, sent)
    await profile?.keepStatements(postgres.url)
    return isComplete
  } finally {
    await db.close()
    await server.kill()
    await postgres.stop()
    profile?.keepStages()
  }
}

const { values } = parseArgs({
  options: {
    recipients: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '500' },
    profile: { type: 'string' },
  },
})
const profile = values.profile === undefined ? null : profileInto(values.profile)
process.exitCode = (await run(Number(values.recipients), Number(values.seconds), values.rate, profile)) ? 0 : 1

/**
 * `npm run bench:campaign`: a campaign to a million contacts, with two placeholders and a short link for each recipient,
 * on one server process and PostgreSQL. Prints the time to prepare the audience, recipients queued per second, memory,
 * and response times of single sends and PIN requests of the same account before and during the campaign. Fails if a
 * recipient has no message or no link.
 */
import { sql } from 'kysely'
import { Pool } from 'undici'
import type { Database } from '../src/engine/db/index.ts'
import { askConsole } from '../test/e2e/console.ts'
import type { Server } from '../test/e2e/server.ts'
import { authorization, sendBody } from '../test/send-body.ts'
import { until } from '../test/until.ts'
import { type Report, runBench } from './command.ts'
import { fillBooks } from './contacts-fill.ts'
import { phone } from './load.ts'
import { readMemory } from './processor.ts'
import { withProgram } from './program.ts'
import { at, formatValue, ms } from './rows.ts'
import { profileInto } from './smpp-profile.ts'

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
function printTimes(
  { print }: Report,
  before: readonly Answered[][],
  during: readonly Answered[][],
  { sendingAt }: Sent,
): void {
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
      print(
        `${`${what}, ${perSecond}/s, ${name}`.padEnd(26)}${cells.map((cell) => cell.padStart(10)).join('')}`,
        was,
        ...values,
      )
    }
}

interface Sizes {
  readonly recipients: number
  readonly seconds: number
  readonly rate: number
  readonly profile: string
}

async function run({ recipients, seconds: secondsBefore, rate, profile: directory }: Sizes, report: Report) {
  const { print, fail } = report
  const profile = directory === '' ? null : profileInto(directory)
  const options = {
    fsync: true,
    postgresSettings: { ...postgresSettings, ...profile?.postgresSettings },
    settings: {
      NGOMA_SIMULATOR_RATE: String(rate),
      NGOMA_QUEUE_AGE_SECONDS: '0',
      NGOMA_CAMPAIGN_QUEUE_SECONDS: '0',
      NGOMA_RECEIPT_CHECK_SECONDS: '60',
      ...(profile === null ? {} : { NODE_OPTIONS: profile.nodeOptions }),
    },
  }
  await withProgram(options, async ({ server, db, url }) => {
    for (const product of ['SMS', 'OTP'])
      await askConsole(server, 'POST', '/accounts/1/credit', { product, amount: '100000000', note: 'bench' })
    const { bookIds } = await fillBooks(db, 1, recipients)
    await sql`vacuum analyze`.execute(db)
    await loadAlone(server, Math.min(warmUpSeconds, secondsBefore))
    const before = await loadAlone(server, secondsBefore)
    const memoryBefore = readMemory(server.pid, 'VmRSS') ?? 0
    const beside = startLoad(server.address)
    const sent = await runCampaign(server, db, bookIds[0], recipients)
    const during = await beside.stop()
    const { startedAt, sendingAt, queuedAt, isComplete } = sent
    const perSecond = (recipients / (queuedAt - sendingAt)) * 1_000
    const [preparing, queueing] = [sendingAt - startedAt, queuedAt - sendingAt]
    print(`audience of ${recipients.toLocaleString('en')} contacts prepared in ${seconds(preparing)}`, preparing)
    print(`queued at ${formatValue(perSecond, 'recipients/s')}, in ${seconds(queueing)}`, perSecond)
    if (!isComplete) fail('messages or links are missing or double')
    const memory = readMemory(server.pid, 'VmHWM') ?? 0
    print(`memory ${formatValue(memoryBefore, 'MB')} before, at most ${formatValue(memory, 'MB')}`, memory)
    printTimes(report, before, during, sent)
    await profile?.keepStatements(url)
  })
  profile?.keepStages()
}

await runBench({
  name: 'bench:campaign',
  options: {
    recipients: { value: 1_000_000, short: 200, about: 'recipients of the campaign' },
    seconds: { value: 20, short: 0.3, about: 'length of the load before the campaign' },
    rate: { value: 500, about: 'messages per second that the simulated network accepts' },
    profile: { value: '', about: 'directory for a CPU profile and the time of each SQL statement' },
  },
  run,
})

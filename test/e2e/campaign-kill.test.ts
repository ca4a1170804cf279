import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Campaign } from '../../src/contract/account/campaigns.ts'
import { idToCode } from '../../src/modules/links/rules.ts'
import { assertLedger, createChoices } from '../ledger.ts'
import { openTestDatabase, postgresUrl, secret, type TestDatabase, until } from '../world.ts'
import { askConsole } from './console.ts'
import { type Server, startServer } from './server.ts'

/** `npm run test:campaign-kill` has the full size, and waits until the leases of killed processes end by themselves. */
const isFull = process.env.NGOMA_TEST_ROUNDS !== undefined
const recipients = isFull ? 50_000 : 2_500
const kills = Number(process.env.NGOMA_TEST_ROUNDS ?? 2)
const delayMsMax = 150
/** While the campaign is not paused, the other process continues it. */
const pauses = isFull ? (['before', 'after', 'never'] as const) : (['before', 'after'] as const)

const settings = {
  NGOMA_STAGING: 'true',
  NGOMA_SECRET: secret,
  NGOMA_QUEUE_AGE_SECONDS: '0',
  NGOMA_SIMULATOR_DELAY_MS: '100',
  NGOMA_RECEIPT_CHECK_SECONDS: '1',
}

describe('Killed processes of a campaign', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  let database: TestDatabase
  let servers: Server[]
  const start = () => startServer({ ...settings, DATABASE_URL: database.url ?? '' })
  before(async () => {
    database = await openTestDatabase('postgres')
    servers = await Promise.all([start(), start()])
  })
  after(async () => {
    for (const server of servers) await server.kill('SIGKILL')
    await database.drop()
  })

  const ask = (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const server = servers.find((one) => one.isRunning()) ?? assert.fail('no process runs')
    return askConsole(server, method, `/accounts/1${path}`, body)
  }

  async function createCampaign(): Promise<Campaign> {
    const { id: bookId } = await ask('POST', '/books', { name: 'All' })
    // The network reports that numbers with the end 0003 are switched off, and sends two receipts for 0005.
    await sql`
      with added as (
        insert into contacts (account_id, phone, phone2, title, first_name, last_name, gender, email, country, city, area, search, created_at)
        select 1, (255710000000 + n * 10 + (array[3, 5, 6])[1 + n % 3])::text, '', '', 'Person ' || n, '', '', '', '', case when n % 2 = 0 then 'Moshi' else '' end,
               '', '', now()
          from generate_series(0, ${recipients - 1}::bigint) as n
        returning id
      )
      insert into contact_memberships (account_id, book_id, contact_id)
      select 1, ${bookId}, id from added
    `.execute(database.db)
    return ask('POST', '/campaigns', {
      name: 'June',
      from: 'INFO',
      text: 'Hello {first_name} of {city|Tanzania}: {link https://example.com/june}',
      uniqueLinks: true,
      audience: { bookIds: [bookId] },
    })
  }

  async function read(id: number) {
    const { rows } = await sql<{ status: string; position: number; pid: number | null }>`
      select status, position, split_part(lease_owner, ':', 2)::integer as pid from campaigns where id = ${id}
    `.execute(database.db)
    return rows[0] ?? assert.fail()
  }

  /** As if the time of the leases of a killed process had passed. */
  async function endLeases(pid: number): Promise<void> {
    for (const table of ['campaigns', 'sms_batches', 'sms_expiries'])
      await sql`
        update ${sql.table(table)}
           set lease_until = clock_timestamp()
         where lease_until is not null
           and split_part(lease_owner, ':', 2) = ${String(pid)}
      `.execute(database.db)
  }

  it(`sends one message to each of ${recipients} contacts, whenever a process is killed`, {
    timeout: 600_000,
  }, async (context) => {
    const { seed, below, oneOf } = createChoices(Date.now() % 1_000_000)
    context.diagnostic(`NGOMA_TEST_SEED=${seed}`)
    await ask('POST', '/credit', { product: 'SMS', amount: String(recipients), note: 'test' })
    const { id } = await createCampaign()
    const pause = () => ask('POST', `/campaigns/${id}/pause`)
    await ask('POST', `/campaigns/${id}/start`)

    // The first kill comes while the audience is being prepared.
    for (let kill = 0, from = 0; kill < kills; kill += 1) {
      await until('it goes on', async () => (await read(id)).position >= from)
      await sleep(below(delayMsMax))
      const { position, pid } = await read(id)
      from = Math.min(position + 1, recipients)
      const running = servers.findIndex((one) => one.pid === pid)
      const place = running >= 0 && below(3) > 0 ? running : below(2)
      const killed = servers[place] ?? assert.fail()
      const when = position < recipients ? oneOf(pauses) : 'never'
      if (when === 'before') await pause()
      await killed.kill('SIGKILL')
      if (when === 'after') await pause()
      const did = killed.pid === pid ? 'the process that ran it' : 'the other process'
      context.diagnostic(`killed ${did} at ${position}, pause: ${when}`)
      if (!isFull) await endLeases(killed.pid)
      // At the end the other process is alone.
      if (kill + 1 < kills) servers[place] = await start()
      if (when !== 'never') await ask('POST', `/campaigns/${id}/resume`)
    }

    await until('it is done', async () => (await read(id)).status === 'done', 180)
    await assertMessages(id)
    await assertLedger(database.db)
  })

  async function assertMessages(id: number): Promise<void> {
    const { db } = database
    const { rows: messages } = await sql<{ phone: string; text: string; code: string; status: string }>`
      select m.phone, m.text, c.code::text, m.status
        from contacts p
        left join sms_messages m on m.phone = p.phone and m.account_id = 1 and m.submitter = ${`campaign/${id}`}
        left join link_codes c on c.message_id = m.id
    `.execute(db)
    assert.equal(messages.length, recipients)
    assert.equal(new Set(messages.map(({ phone }) => phone)).size, recipients)
    for (const { text, code } of messages)
      assert.match(text, new RegExp(`^Hello Person \\d+ of (Moshi|Tanzania): .*/l/${idToCode(code)}$`))
    const { rows } = await sql<Record<string, number | string>>`
      select (select count(*) from link_codes) as codes, count(*) as queued, count(*) filter (where submitted_at is not null) as sent,
             count(*) filter (where status = 'DELIVERED') as delivered, count(*) filter (where status = 'UNDELIVERED') as failed,
             coalesce(sum(price) filter (where submitted_at is not null), 0)::text as price
        from sms_messages
       where submitter = ${`campaign/${id}`}
    `.execute(db)
    const { progress, results }: Campaign = await ask('GET', `/campaigns/${id}`)
    const { queued, processed, pending } = progress
    const { sent, delivered, failed, cancelled, price } = results
    assert.deepEqual({ queued, sent, delivered, failed, price, codes: recipients }, rows[0])
    assert.deepEqual([processed, pending, cancelled, delivered + failed], [recipients, 0, 0, recipients])
    const { rows: pieces } = await sql`select from campaign_pieces`.execute(db)
    assert.equal(pieces.length, 0)
  }
})

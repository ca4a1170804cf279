import assert from 'node:assert/strict'
import { after, afterEach, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { untilFinal } from '../../../test/e2e/apps.ts'
import { onOneEngine, openWorld, type World } from '../../../test/world.ts'

const [out, quiet, silent, free] = ['255712500111', '255712500112', '255712500113', '255712500114'] as const
const scheduled = { schedule_time: '2099-01-01 00:00' }

/** Facts change only in SQL, as by another process. */
onOneEngine('excluded numbers', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())
  afterEach(async () => {
    for (const table of ['sms_optouts', 'do_not_disturb', 'consents', 'consent_rules'])
      await sql`delete from ${sql.table(table)}`.execute(world.db)
  })

  const to = (...numbers: string[]) => ({
    recipients: numbers.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
  })
  const optOut = (phone: string) =>
    sql`insert into sms_optouts (account_id, phone, source, created_at) values (1, ${phone}, 'stop', now())`.execute(
      world.db,
    )
  const disturbNot = (phone: string) =>
    sql`insert into do_not_disturb (phone, source, note, created_at) values (${phone}, 'person', '', now())`.execute(
      world.db,
    )
  const require = () => sql`insert into consent_rules (account_id, since) values (1, now())`.execute(world.db)
  const consent = (phone: string, given = true, at = '2026-01-01') =>
    sql`
      insert into consents (account_id, phone, given, source, at, text, recorded_at)
      values (1, ${phone}, ${given}, 'form', ${at}, '', now())
    `.execute(world.db)
  /** The numbers of valid and excluded recipients of a scheduled send. */
  async function counts(...numbers: string[]) {
    const { body } = await world.send({ ...scheduled, ...to(...numbers) })
    return [body.valid, body.opted_out]
  }

  it('count as opted out in the nine fields, each with its own reason', async () => {
    assert.deepEqual(await counts(out, quiet, silent, free), [4, 0])
    await Promise.all([optOut(out), optOut(silent), disturbNot(quiet), disturbNot(out), require(), consent(free)])
    await sql`delete from sms_optouts where phone = ${silent}`.execute(world.db)
    const { body } = await world.send({ ...scheduled, ...to(out, quiet, silent, free, free, '0712') })
    const { request_id, ...fields } = body
    assert.deepEqual(fields, {
      successful: true,
      code: 100,
      message: 'Message Submitted Successfully',
      valid: 1,
      invalid: 1,
      duplicates: 1,
      opted_out: 3,
      total_validated: 6,
    })
    const recipients = await command(world, 'GET', `/accounts/1/requests/${request_id}/recipients`)
    const shown = recipients.body.data.map((one: Record<string, string>) => [one.number, one.outcome, one.reason])
    assert.deepEqual(shown.slice(3), [
      [out, 'opted_out', 'opted_out'],
      [quiet, 'opted_out', 'do_not_disturb'],
      [silent, 'opted_out', 'no_consent'],
    ])
    for (const { explanation } of recipients.body.data.slice(1)) assert.ok(explanation.length > 10)

    const numbers = { to: [out, quiet, silent, free] }
    const quote = await command(world, 'POST', '/accounts/1/quotes', { from: 'INFO', text: 'Hello', ...numbers })
    assert.deepEqual(quote.body.recipients, {
      total: 4,
      valid: 1,
      invalid: 0,
      duplicates: 0,
      optedOut: 3,
      doNotDisturb: 1,
      noConsent: 1,
    })
  })

  it('are explained when nobody else is left', async () => {
    await Promise.all([disturbNot(quiet), require()])
    const { body, headers } = await world.send(to(quiet, silent))
    assert.deepEqual([body.code, body.valid, body.opted_out], [101, 0, 2])
    assert.match(
      String(headers['ngoma-hint']),
      /1 recipient on the do-not-disturb list.*; 1 recipient without a consent/,
    )
  })

  it('are found although remembered facts are outdated', async () => {
    assert.deepEqual(await counts(quiet, free), [2, 0])
    await disturbNot(quiet)
    assert.deepEqual(await counts(quiet, free), [1, 1])
    await disturbNot(free)
    assert.deepEqual(await counts(quiet, free), [0, 2])
    await sql`delete from do_not_disturb`.execute(world.db)
    assert.deepEqual(await counts(quiet, free), [2, 0])
    await require()
    assert.deepEqual(await counts(quiet, free), [0, 2])
    await sql`delete from consent_rules`.execute(world.db)
    assert.deepEqual(await counts(quiet, free), [2, 0])
  })

  it('include a number that is added to a known list while a send is accepted', async () => {
    await disturbNot(quiet)
    assert.deepEqual(await counts(quiet, free), [1, 1])
    // Runs before the statement that stores the send, after its numbers were looked up.
    const { take } = world.app.sms.messageIds
    const ids = world.app.sms.messageIds as { take: typeof take }
    ids.take = async (count) => {
      ids.take = take
      await disturbNot(free)
      return take(count)
    }
    assert.deepEqual(await counts(free), [0, 1])
  })

  it('need a consent only for bulk messages, and the newest record counts', async () => {
    await require()
    assert.deepEqual(await counts(free), [1, 0])
    assert.deepEqual(await counts(free, silent), [0, 2])
    await consent(free)
    assert.deepEqual(await counts(free, silent), [1, 1])
    await consent(free, false, '2026-01-02')
    assert.deepEqual(await counts(free, silent), [0, 2])
    await consent(free, true, '2026-01-03')
    await consent(free, true, '2025-01-01')
    assert.deepEqual(await counts(free, silent), [1, 1])
    await consent(free, false, '2026-01-03')
    assert.deepEqual(await counts(free, silent), [0, 2], 'at the same time the withdrawal counts')
    await sql`delete from consents where not given`.execute(world.db)
    assert.deepEqual(await counts(free, silent), [1, 1])
    await sql`update consents set account_id = 2`.execute(world.db)
    assert.deepEqual(await counts(free, silent), [0, 2], 'a consent to another account does not count')
  })

  it('still get PINs', async () => {
    await Promise.all([optOut(quiet), disturbNot(quiet), require()])
    const { body, status } = await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: quiet } })
    assert.deepEqual([status, body.data.message.code], [200, 100])
    const { rows } = await sql<{ requestId: number }>`
      select request_id as "requestId" from sms_messages where phone = ${quiet} and product = 'OTP'
    `.execute(world.db)
    const [message] = await untilFinal(world.db, String(rows[0]?.requestId))
    assert.equal(message?.status, 'DELIVERED')
  })

  it('get no scheduled message when they are added later', async () => {
    const at = new Date(world.clock.now().getTime() + 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    const { body } = await world.send({ schedule_time: at, ...to(quiet, free) })
    assert.equal(body.valid, 2)
    await command(world, 'POST', '/do-not-disturb', { phone: quiet })
    world.clock.moveForward(2 * 3_600_000)
    const messages = await untilFinal(world.db, body.request_id)
    assert.deepEqual(
      messages.map(({ phone, status, reason }) => [phone, status, reason]),
      [
        [quiet, 'UNDELIVERED', 'do_not_disturb'],
        [free, 'DELIVERED', null],
      ],
    )
    assert.equal((await command(world, 'GET', '/ledger/check')).body.wrong?.length ?? 0, 0)
  })
})

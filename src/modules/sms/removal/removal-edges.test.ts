import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { messagesOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { onOneEngine, openWorld, type World } from '../../../../test/world.ts'
import { firstAccountId } from '../../accounts/index.ts'
import type { RetentionRule } from '../../table-data/index.ts'
import { storeUnsent } from '../sending/unsent.ts'
import { smsRetentionRules } from './retention-rules.ts'

const dayMs = 86_400_000
const accountId = firstAccountId
const all = { accountId: null }

const recipients = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    recipient_id: index + 1,
    dest_addr: String(255_712_000_101 + index * 10),
  }))

onOneEngine('removal of messages in special cases', (engine) => {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-archive-'))
  let world: World
  let messages: RetentionRule
  let texts: RetentionRule
  before(async () => {
    // Without an archive, late rows would not be kept.
    const config = { archiveDirectory: directory }
    world = await openWorld(engine, { startAt: new Date('2026-03-02T08:00:00Z'), config })
    const [first, second] = smsRetentionRules(world.app.sms)
    assert.ok(first && second)
    messages = first
    texts = second
  })
  after(async () => {
    await world.close()
    rmSync(directory, { recursive: true, force: true })
  })

  async function send(change: Record<string, unknown> = {}): Promise<string> {
    const { status, text, body } = await world.send(change)
    assert.equal(status, 200, text)
    if (change.schedule_time === undefined) await untilFinal(world.db, body.request_id)
    return body.request_id
  }
  const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * dayMs)
  const pass = (days: number) => world.clock.moveForward(days * dayMs)
  const countOf = async (request: string) => (await messagesOf(world.db, request)).length
  async function removeAll(rule: RetentionRule, removal: { accountId: number | null; before: Date }, limit = 1_000) {
    const steps: number[] = []
    for (;;) {
      const step = await rule.remove(removal, limit)
      if (step === 0) return steps
      steps.push(step)
    }
  }
  const partitionsOf = async (table: string) =>
    (
      await sql<{ name: string }>`
        select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by inhrelid
      `.execute(world.db)
    ).rows.map(({ name }) => name.replace(`${table}_p`, ''))

  it('counts rows behind requests that are kept or have no messages', async () => {
    const invalid = { recipients: recipients(1).map((one) => ({ ...one, dest_addr: '12' })) }
    await world.send(invalid)
    const later = await send({ schedule_time: '2027-01-01 00:00', recipients: recipients(2) })
    const done = await send({ recipients: recipients(3) })
    pass(8)
    const removal = { accountId, before: daysAgo(2) }
    assert.equal(await messages.count(removal, 1), 1)
    assert.equal(await messages.count(removal, 100), 5)
    await removeAll(messages, removal)
    assert.deepEqual([await messages.count(removal, 1), await countOf(later), await countOf(done)], [0, 2, 0])

    // A request whose messages are gone is counted too.
    const emptied = await send()
    await sql`delete from sms_messages where request_id = ${emptied}`.execute(world.db)
    pass(8)
    await send()
    assert.equal(await messages.count({ accountId, before: daysAgo(2) }, 10), 1)
    assert.equal(await messages.count({ ...all, before: daysAgo(2) }, 10), 1)
    assert.deepEqual(await removeAll(messages, { accountId, before: daysAgo(2) }), [1])
  })

  it('keeps late rows of the archive until they are archived', async () => {
    const request = await send({ recipients: recipients(2) })
    const [first] = await messagesOf(world.db, request)
    pass(8)
    await send()
    await sql`insert into archive_late (day, source, id) values ('2026-03-18', 'messages', ${first?.id})`.execute(
      world.db,
    )
    for (const removal of [
      { ...all, before: daysAgo(1) },
      { accountId, before: daysAgo(1) },
    ]) {
      await removeAll(messages, removal)
      assert.deepEqual([await messages.count(removal, 1), await countOf(request)], [0, 1])
    }
    await sql`delete from archive_late`.execute(world.db)
    assert.deepEqual(await removeAll(messages, { accountId, before: daysAgo(1) }), [2])
  })

  it('removes the texts of a large request in several steps', async () => {
    const request = await send({ recipients: recipients(8) })
    await sql`update sms_messages set text = 'Dear Asha' where request_id = ${request}`.execute(world.db)
    pass(3)
    const removal = { accountId, before: daysAgo(2) }
    assert.ok((await texts.count(removal, 10)) > 0)
    const steps = await removeAll(texts, removal, 3)
    assert.ok(steps.length >= 3 && Math.max(...steps) <= 6, String(steps))
    const { rows } = await sql`
      select from sms_messages m join sms_requests r on r.id = m.request_id
       where r.id = ${request} and (m.text <> '' or r.text <> '')
    `.execute(world.db)
    assert.deepEqual([rows.length, await texts.count(removal, 10)], [0, 0])
  })

  it('drops empty partitions after a day, without a limit', async () => {
    pass(8)
    const request = await send()
    pass(8)
    await send()
    const tidy = async () => {
      while (await messages.tidy?.(world.clock.now()));
    }
    const [{ index } = { index: 0 }] = (
      await sql<{
        index: number
      }>`select id / 5000000 as index from sms_messages where request_id = ${request}`.execute(world.db)
    ).rows
    await removeAll(messages, { accountId, before: daysAgo(7) })
    await tidy()
    assert.ok((await partitionsOf('sms_messages')).includes(String(index)))
    pass(2)
    await tidy()
    for (const table of ['sms_messages', 'sms_references', 'sms_requests'])
      assert.ok(!(await partitionsOf(table)).includes(String(index)), table)
    await send()
  })

  it('empties the current partition of an idle installation', async () => {
    const request = await send()
    const partitions = await partitionsOf('sms_messages')
    pass(20)
    assert.ok((await messages.count({ ...all, before: daysAgo(10) }, 10)) >= 2)
    await removeAll(messages, { ...all, before: daysAgo(10) })
    assert.equal(await countOf(request), 0)
    assert.equal(await messages.count({ ...all, before: daysAgo(10) }, 10), 0)
    assert.equal((await partitionsOf('sms_messages')).at(-1), partitions.at(-1))
    await send()
  })

  it('removes the number of a request that became no message', async () => {
    const { sms } = world.app
    pass(2)
    await removeAll(texts, { ...all, before: daysAgo(1) })
    const id = await sms.requestIds.take(1)
    const phone = '255712000901'
    const sent = { id, accountId, sender: 'INFO', phone, reason: 'incomplete', submittedAt: world.clock.now() }
    const detail = { destinations: [{ ton: 1, npi: 1, address: phone }] }
    const origin = { kind: 'smpp', id: 1, reports: 0, detail } as const
    await world.db.transaction((tx) => storeUnsent(sms, tx, { ...sent, origin }))
    pass(2)
    assert.equal(await texts.count({ ...all, before: daysAgo(1) }, 100), 1)
    assert.deepEqual(await removeAll(texts, { ...all, before: daysAgo(1) }), [1])
    const { rows } = await sql`select origin from sms_requests where id = ${id}`.execute(world.db)
    assert.deepEqual(rows, [{ origin: { kind: 'smpp', id: 1, reports: 0 } }])
    assert.deepEqual(await removeAll(texts, { ...all, before: daysAgo(1) }), [])
  })
})

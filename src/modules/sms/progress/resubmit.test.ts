import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addCentre, addRoute, type Centre } from '../../../../test/centres.ts'
import { command } from '../../../../test/console/people.ts'
import { assertLedger } from '../../../../test/ledger.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import { profiles } from '../../../../tools/smsc/profile.ts'
import type { TimelineEntry } from '../search/timeline.ts'

const minuteMs = 60_000
const settings = {
  statusErrors: { '0x45': 'fail invalid_destination' },
  receiptErrors: { '006': 'retry absent_subscriber', '0x0B': 'fail unknown_subscriber' },
}

onOneEngine('error codes of a carrier', (engine) => {
  let world: World
  let centre: Centre
  before(async () => {
    world = await openWorld(engine)
    centre = await addCentre(world, 'north', { settings })
    await addRoute(world, 'north')
  })
  after(async () => {
    await world.close()
    await centre.smsc.close()
  })

  const fails = { ...profiles.healthy, undeliveredRate: 1 }

  async function send(): Promise<number> {
    const { body } = await world.send({ recipients: [{ recipient_id: 1, dest_addr: '255712345678' }] })
    return Number(body.request_id)
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
  async function messageOf(requestId: number): Promise<any> {
    const { body } = await command(world, 'GET', `/requests/${requestId}/messages`)
    return (await command(world, 'GET', `/messages/${body.data[0].id}`)).body
  }

  /** The receipt arrives a moment after the submit, on the clock of the test. */
  async function untilMessage(
    requestId: number,
    what: string,
    is: (message: { retryAt: string | null; status: string; references: readonly string[] }) => boolean,
  ) {
    await until(what, async () => {
      world.clock.moveForward(100)
      return is(await messageOf(requestId))
    })
    return messageOf(requestId)
  }

  const spent = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ledger_entries where kind = 'spend'
    `.execute(world.db)
    return rows[0]?.count
  }

  it('end a message with the reason of its status or receipt', async () => {
    centre.smsc.setProfile({ ...profiles.healthy, errorRate: 1, errorStatus: 0x45 })
    const rejected = await untilMessage(await send(), 'it is rejected', ({ status }) => status === 'UNDELIVERED')
    assert.deepEqual([rejected.reason, rejected.submittedAt], ['invalid_destination', null])
    centre.smsc.setProfile({ ...fails, receiptCode: 11 })
    const failed = await untilMessage(await send(), 'it fails', ({ status }) => status === 'UNDELIVERED')
    assert.equal(failed.reason, 'unknown_subscriber')
    assert.match(failed.explanation, /does not exist/)
  })

  it('submit a message again that fails with a code for a retry, and charge it once', async () => {
    centre.smsc.setProfile(fails)
    const spends = await spent()
    const requestId = await send()
    const waiting = await untilMessage(requestId, 'it waits', ({ retryAt }) => retryAt !== null)
    assert.deepEqual([waiting.status, waiting.reason, waiting.references.length], ['PENDING', 'absent_subscriber', 1])
    assert.match(waiting.waitsFor, /could not deliver the message \(absent_subscriber\)\. It is submitted again\./)
    const failure = waiting.timeline.at(-1)
    assert.deepEqual(
      [failure.event, failure.text, failure.detail.for],
      ['retrying', 'Carrier north could not deliver the message. It will be submitted again.', waiting.retryAt],
    )
    assert.ok(new Date(failure.at) <= world.clock.now(), 'the failure has the time of its receipt')
    await assertLedger(world.db)

    // A repeated receipt changes nothing, whatever it says.
    const [reference] = waiting.references
    for (const retry of [true, false]) {
      // Another process that submitted the message still knows the reference.
      const taken = { id: waiting.id, carrier: 'north', references: [reference], at: world.clock.now() }
      world.app.sms.recentReferences.add([taken], world.clock.now())
      await world.app.sms.progress.add({
        kind: 'receipt',
        carrier: 'north',
        reference,
        status: 'UNDELIVERED',
        reason: 'carrier_expired',
        at: world.clock.now(),
        retry,
      })
    }
    assert.deepEqual(await messageOf(requestId).then(({ status, retryAt }) => [status, retryAt]), [
      'PENDING',
      waiting.retryAt,
    ])

    centre.smsc.setProfile('healthy')
    const before = centre.smsc.counts().submitted
    world.clock.moveForward(5 * minuteMs)
    const delivered = await untilMessage(requestId, 'it is delivered', ({ status }) => status === 'DELIVERED')
    assert.deepEqual([delivered.reason, delivered.references.length], [null, 2])
    assert.equal(delivered.submittedAt, waiting.submittedAt)
    assert.deepEqual(
      delivered.timeline
        .slice(2)
        .map(({ event, detail }: TimelineEntry) => [event, detail.references ?? detail.reason]),
      [
        ['submitted', [delivered.references[0]]],
        ['retrying', 'absent_subscriber'],
        ['submitted', [delivered.references[1]]],
        ['receipt', null],
      ],
    )
    assert.equal(delivered.timeline[3].at, failure.at)
    assert.equal(centre.smsc.counts().submitted, before + 1)
    assert.equal(await spent(), Number(spends) + 1)
    const { rows } = await sql<{ sent: number }>`select sum(sent) as sent from sms_hours`.execute(world.db)
    assert.equal(Number(rows[0]?.sent), 2)
    await assertLedger(world.db)
  })

  it('apply to the last submit when the carrier uses a reference again', async () => {
    centre.smsc.setProfile(fails)
    const requestId = await send()
    const { id, references, retryAt } = await untilMessage(requestId, 'it waits', (one) => one.retryAt !== null)
    const submit = { carrier: 'north', at: world.clock.now() }
    const { progress } = world.app.sms
    await progress.add({ kind: 'busy', id, retryAt: new Date(retryAt), attempts: 1, throttled: false })
    assert.equal((await messageOf(requestId)).reason, 'absent_subscriber')
    await progress.add({ kind: 'resubmitted', id, references, ...submit })
    const receipt = { reference: references[0], status: 'UNDELIVERED', reason: 'barred', ...submit } as const
    await progress.add({ kind: 'receipt', ...receipt, retry: true })
    const waiting = await messageOf(requestId)
    assert.deepEqual([waiting.status, waiting.reason, waiting.retryAt > retryAt], ['PENDING', 'barred', true])
    await progress.add({ kind: 'resubmitted', id, references, ...submit })
    await progress.add({ kind: 'receipt', ...receipt, retry: false })
    assert.equal((await messageOf(requestId)).status, 'UNDELIVERED')
  })

  it('leave state and code of the carrier to the receipts of submitters', async () => {
    centre.smsc.setProfile(fails)
    const requestId = await send()
    const { id, references } = await untilMessage(requestId, 'it waits', ({ retryAt }) => retryAt !== null)
    await sql`update sms_messages set submitter = 'smpp/1', reports = 2 where id = ${id}`.execute(world.db)
    const carrier = 'north'
    const at = world.clock.now()
    await world.app.sms.progress.add({ kind: 'resubmitted', id, carrier, references, at })
    await world.app.sms.progress.add({
      ...{ kind: 'receipt', carrier, reference: references[0], status: 'UNDELIVERED', at, retry: false },
      ...{ reason: 'barred', carrierReason: 'carrier_expired_6' },
    })
    const { rows } = await sql`
      select m.reason, r.reason as reported from sms_reports r join sms_messages m on m.id = r.message_id where m.id = ${id}
    `.execute(world.db)
    assert.deepEqual(rows, [{ reason: 'barred', reported: 'carrier_expired_6' }])
  })

  it('end a message after its last submit', async () => {
    centre.smsc.setProfile(fails)
    const before = centre.smsc.counts().submitted
    const requestId = await send()
    for (const [failures, minutes] of [5, 30, 120, 360].entries()) {
      await untilMessage(
        requestId,
        `it waits ${minutes} minutes`,
        ({ retryAt, references }) => retryAt !== null && references.length === failures + 1,
      )
      world.clock.moveForward(minutes * minuteMs)
    }
    const failed = await untilMessage(requestId, 'it fails', ({ status }) => status === 'UNDELIVERED')
    assert.deepEqual([failed.reason, failed.references.length], ['absent_subscriber', 5])
    assert.equal(centre.smsc.counts().submitted, before + 5)
    await assertLedger(world.db)
  })

  it('end a message as delivered when the first submit succeeds late', async () => {
    centre.smsc.setProfile(fails)
    const requestId = await send()
    const { references } = await untilMessage(requestId, 'it waits', ({ retryAt }) => retryAt !== null)
    const before = centre.smsc.counts().submitted
    const at = world.clock.now()
    const receipt = { carrier: 'north', reference: references[0], status: 'DELIVERED', reason: null, at } as const
    await world.app.sms.progress.add({ kind: 'receipt', ...receipt })
    assert.equal((await messageOf(requestId)).status, 'DELIVERED')
    world.clock.moveForward(6 * minuteMs)
    await until('its batch is done', async () => {
      const { rows } = await sql`select id from sms_batches`.execute(world.db)
      return rows.length === 0
    })
    assert.equal(centre.smsc.counts().submitted, before)
  })
})

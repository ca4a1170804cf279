import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { command } from '../../../../test/console/people.ts'
import { messagesOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { parseScrape } from '../../../../test/prometheus.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import type { Receipt } from '../../../carriers/carrier.ts'
import { insertUnknownReceipts, matchReceipts } from './store-receipts.ts'

const dayMs = 86_400_000
const carrier = 'simulator'
/** Accepted, without an automatic receipt. */
const silent = { recipients: [{ recipient_id: 1, dest_addr: '255712340002' }] }
/** Scheduled after the end of the test, so that the test can write the carrier's results. */
const unsent = { schedule_time: '2199-12-31 23:59' }
const work = 'match receipts'
const strayRuns = 50 // for receipts of other tests
const threeParts = 'x'.repeat(400)

onOneEngine('a delivery receipt', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  type Status = Receipt['status']
  const receive = (reference: string, status: Status = 'DELIVERED', reason: string | null = null, at?: Date) =>
    world.app.sms.progress.add({ kind: 'receipt', carrier, reference, status, reason, at: at ?? world.clock.now() })
  const answer = (id: number, ...references: string[]) =>
    world.app.sms.progress.add({ kind: 'taken', id, carrier, references, at: world.clock.now() })

  async function accept(change: Record<string, unknown>): Promise<string> {
    const { body } = await world.send(change)
    assert.equal(body.code, 100)
    return body.request_id
  }

  async function acceptUnsent(change: Record<string, unknown> = {}): Promise<{ requestId: string; id: number }> {
    const requestId = await accept({ ...unsent, ...change })
    const [message] = await messagesOf(world.db, requestId)
    return { requestId, id: message?.id ?? 0 }
  }

  /** Stores a submit result with the references of the parts. */
  async function sendSilent(change: Record<string, unknown> = {}) {
    const requestId = await accept({ ...silent, ...change })
    let references: string[] = []
    await until('the carrier has it', async () => {
      const { rows } = await sql<{ reference: string }>`
        select r.reference from sms_references r join sms_messages m on m.id = r.message_id where m.request_id = ${requestId} order by r.part
      `.execute(world.db)
      references = rows.map(({ reference }) => reference)
      return references.length > 0
    })
    return { requestId, references }
  }

  async function stateOf(requestId: string): Promise<string> {
    const [message] = await messagesOf(world.db, requestId)
    return `${message?.status} ${message?.reason}`
  }

  async function kept(reference: string) {
    const kept = sql<{ due: Date | null }>`select due_at as due from sms_receipts where reference = ${reference}`
    return (await kept.execute(world.db)).rows
  }

  it('ends the message that the carrier accepted', async () => {
    const { requestId, references } = await sendSilent()
    assert.equal(await stateOf(requestId), 'PENDING null')
    await receive(references[0] ?? '', 'UNDELIVERED', 'absent_subscriber')
    assert.equal(await stateOf(requestId), 'UNDELIVERED absent_subscriber')
  })

  it('ends a message when it arrives, if its own time is before the submit', async () => {
    for (const message of ['Habari', threeParts]) {
      const { requestId, references } = await sendSilent({ message })
      const at = new Date(world.clock.now().getTime() - 60_000)
      world.clock.moveForward(2_000)
      for (const reference of references) await receive(reference, 'DELIVERED', null, at)
      const late = sql`select from sms_messages where request_id = ${requestId} and done_at >= submitted_at + interval '2 s'`
      assert.equal((await late.execute(world.db)).rows.length, 1, message)
    }
  })

  it('changes nothing when it is repeated or contradicted later', async () => {
    const {
      requestId,
      references: [reference = ''],
    } = await sendSilent()
    await receive(reference)
    await receive(reference)
    await receive(reference, 'UNDELIVERED', 'expired')
    await Promise.all([receive(reference, 'UNDELIVERED', 'rejected'), receive(reference)])
    assert.equal(await stateOf(requestId), 'DELIVERED null')
    assert.deepEqual(await kept(reference), [])
  })

  it('counts only once when several arrive together and disagree', async () => {
    const {
      requestId,
      references: [reference = ''],
    } = await sendSilent()
    await Promise.all([
      receive(reference, 'UNDELIVERED', 'rejected'),
      receive(reference),
      receive(reference, 'UNDELIVERED', 'expired'),
    ])
    assert.equal(await stateOf(requestId), 'UNDELIVERED rejected')
  })

  it('is stored when it arrives before the submit result, and ends the message with that result', async () => {
    const { requestId, id } = await acceptUnsent()
    await receive('early')
    await receive('early')
    assert.equal((await kept('early')).length, 2)
    await answer(id, 'early')
    assert.equal(await stateOf(requestId), 'DELIVERED null')
    assert.deepEqual(await kept('early'), [])
  })

  it('matches when it arrives together with the submit result', async () => {
    const { requestId, id } = await acceptUnsent()
    await Promise.all([receive('together'), answer(id, 'together')])
    assert.equal(await stateOf(requestId), 'DELIVERED null')
    assert.deepEqual(await kept('together'), [])
  })

  it('ends a message of three parts only after all have arrived, and counts once', async () => {
    const { requestId, references } = await sendSilent({ message: threeParts })
    const [first = '', second = '', third = ''] = references
    assert.equal(references.length, 3)
    await Promise.all([receive(first), receive(third)])
    await receive(first)
    await receive(third)
    assert.equal(await stateOf(requestId), 'PENDING null')
    await receive(second)
    assert.equal(await stateOf(requestId), 'DELIVERED null')
    await receive(second, 'UNDELIVERED', 'rejected')
    assert.equal(await stateOf(requestId), 'DELIVERED null')
    assert.equal((await world.statuses(requestId)).size, 1, 'one message, one report')
  })

  it('ends the whole message when one part was not delivered', async () => {
    const { requestId, references } = await sendSilent({ message: threeParts })
    await receive(references[0] ?? '')
    await receive(references[1] ?? '', 'UNDELIVERED', 'absent_subscriber')
    assert.equal(await stateOf(requestId), 'UNDELIVERED absent_subscriber')
    await receive(references[2] ?? '')
    assert.equal(await stateOf(requestId), 'UNDELIVERED absent_subscriber')
  })

  it('matches when some parts arrive before the submit result and others after it', async () => {
    const { requestId, id } = await acceptUnsent({ message: threeParts })
    await Promise.all([receive('mixed-1'), receive('mixed-3')])
    await answer(id, 'mixed-1', 'mixed-2', 'mixed-3')
    assert.equal(await stateOf(requestId), 'PENDING null')
    await receive('mixed-2')
    assert.equal(await stateOf(requestId), 'DELIVERED null')
  })

  it('ends a message of several parts at once when they share a reference', async () => {
    const { requestId, id } = await acceptUnsent({ message: threeParts })
    await answer(id, 'whole')
    await receive('whole')
    assert.equal(await stateOf(requestId), 'DELIVERED null')
  })

  it('matches the newest pending message when the reference was used before', async () => {
    const [oldest, older, newest] = [await acceptUnsent(), await acceptUnsent(), await acceptUnsent()]
    await answer(oldest.id, 'again')
    await receive('again', 'UNDELIVERED', 'rejected')
    await answer(older.id, 'again')
    await answer(newest.id, 'again')
    await receive('again')
    assert.deepEqual(await Promise.all([oldest, older, newest].map(({ requestId }) => stateOf(requestId))), [
      'UNDELIVERED rejected',
      'PENDING null',
      'DELIVERED null',
    ])
    await receive('again')
    assert.equal(await stateOf(older.requestId), 'DELIVERED null')
  })

  it('matches a pending message of an old partition', async () => {
    const weekMs = 7 * dayMs
    const old = await acceptUnsent()
    const reference = 'of many weeks'
    for (let week = 0; week < 4; week += 1) {
      world.clock.moveForward(weekMs)
      await accept(silent)
    }
    const newest = await acceptUnsent()
    const match = async () => {
      const receipt = { carrier, reference, status: 'DELIVERED' as const, reason: null, at: world.clock.now() }
      const [found, none] = await matchReceipts(
        world.db,
        [receipt, { ...receipt, reference: 'of nothing' }],
        new Date(world.clock.now().getTime() - dayMs),
      )
      assert.equal(none, null)
      return found && [found.messageId, found.pending]
    }
    await answer(old.id, reference)
    assert.deepEqual(await match(), [old.id, true])
    // A message that ended recently with the same reference does not hide it, and a pending one does.
    await answer(newest.id, reference)
    assert.deepEqual(await match(), [newest.id, true])
    await sql`update sms_messages set status = 'DELIVERED', done_at = ${world.clock.now()} where id = ${newest.id}`.execute(
      world.db,
    )
    assert.deepEqual(await match(), [old.id, true])
    await sql`update sms_messages set status = 'DELIVERED', done_at = ${world.clock.now()} where id = ${old.id}`.execute(
      world.db,
    )
    assert.deepEqual(await match(), [newest.id, false])
  })

  it('is not taken for a late receipt of an old message with the same reference', async () => {
    const [old, fresh] = [await acceptUnsent(), await acceptUnsent()]
    await answer(old.id, 'wrapped')
    await receive('wrapped')
    world.clock.moveForward(2 * dayMs)
    await receive('wrapped', 'UNDELIVERED', 'rejected')
    await answer(fresh.id, 'wrapped')
    assert.deepEqual(
      [await stateOf(old.requestId), await stateOf(fresh.requestId)],
      ['DELIVERED null', 'UNDELIVERED rejected'],
    )
  })

  it('that matches when it is retried is applied and removed', async () => {
    const { requestId, id } = await acceptUnsent()
    await answer(id, 'retried')
    // As if the submit result had been written at the same moment by another process.
    const now = world.clock.now()
    await world.db.transaction((tx) =>
      insertUnknownReceipts(
        tx,
        [{ carrier, reference: 'retried', status: 'DELIVERED', reason: null, at: now }],
        now,
        now,
      ),
    )
    world.app.sms.work.wake('sms_receipts')
    await until('it is applied', async () => (await kept('retried')).length === 0)
    assert.equal(await stateOf(requestId), 'DELIVERED null')
  })

  it('without a message is retried for five minutes, then listed as unknown, and deleted after 30 days', async () => {
    const others = Array.from({ length: 300 }, (_, index) => `of another program ${index}`)
    await Promise.all(['nobody', ...others].map((reference) => receive(reference, 'UNDELIVERED', 'rejected')))
    const count = async (isMeant: RawBuilder<unknown>) => {
      const { rows } = await sql`
        select from sms_receipts where (reference = 'nobody' or reference like 'of another program %') and ${isMeant}
      `.execute(world.db)
      return rows.length
    }
    world.clock.moveForward(2_000)
    await until(
      'the next try is later',
      async () => (await count(sql`due_at >= received_at + interval '10 seconds'`)) === 301,
    )
    world.clock.moveForward(300_000)
    await until('they are given up', async () => (await count(sql`due_at is null`)) === 301)
    await until(
      'they are counted',
      async () => (await metricOf('ngoma_sms_unknown_receipts_total', { carrier })) === 301,
    )
    const runs = await Promise.all(
      ['again', 'done', 'failed', 'given_up'].map((outcome) => metricOf('ngoma_work_runs_total', { work, outcome })),
    )
    const [again = 0, done = 0, ...problems] = runs
    assert.ok(again + done <= 4 * 301 + strayRuns, `${again + done} runs`)
    assert.deepEqual(problems, [0, 0])
    const { body } = await command(world, 'GET', '/work')
    assert.deepEqual(body.unmatchedReceipts, [{ carrier, count: 301 }])
    assert.deepEqual(await kept('nobody'), [{ due: null }])

    const { requestId, id } = await acceptUnsent()
    await answer(id, 'nobody')
    assert.equal(
      await stateOf(requestId),
      'PENDING null',
      'it is too late for a message that is given the reference only now',
    )

    world.clock.moveForward(29 * dayMs)
    await untilFinal(world.db, await accept({}))
    assert.equal((await kept('nobody')).length, 1)
    world.clock.moveForward(dayMs)
    await until('it is forgotten', async () => (await kept('nobody')).length === 0)
  })

  const metricOf = async (name: string, labels: Record<string, string>) =>
    parseScrape((await world.app.http.inject('/metrics')).body).value(name, labels)
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { messagesOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { onBothEngines, openWorld, until, type World } from '../../../../test/world.ts'
import type { Receipt } from '../../../carriers/carrier.ts'

const dayMs = 86_400_000
const carrier = 'simulator'
/** It is taken, and no receipt comes by itself. */
const silent = { recipients: [{ recipient_id: 1, dest_addr: '255712340002' }] }
/** It will not be sent as long as a test lasts, so that a test can say what the carrier said. */
const unsent = { schedule_time: '2199-12-31 23:59' }
const threeParts = 'x'.repeat(400)

onBothEngines('A receipt', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const receive = (reference: string, status: Receipt['status'] = 'DELIVERED', reason: string | null = null) =>
    world.app.sms.progress.add({ kind: 'receipt', carrier, reference, status, reason, at: world.clock.now() })
  const answer = (id: number, ...references: string[]) =>
    world.app.sms.progress.add({ kind: 'taken', id, carrier, references, at: world.clock.now() })

  async function accept(change: Record<string, unknown>): Promise<string> {
    const { status, body } = await world.send(change)
    assert.equal(status, 200)
    return body.request_id
  }

  async function acceptUnsent(change: Record<string, unknown> = {}): Promise<{ requestId: string; id: number }> {
    const requestId = await accept({ ...unsent, ...change })
    const [message] = await messagesOf(world.db, requestId)
    return { requestId, id: message?.id ?? 0 }
  }

  /** What a carrier took, with what it called the parts. */
  async function sendSilent(
    change: Record<string, unknown> = {},
  ): Promise<{ requestId: string; references: string[] }> {
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

  async function kept(reference: string): Promise<{ due: Date | null; attempts: number }[]> {
    return (
      await sql<{
        due: Date | null
        attempts: number
      }>`select due_at as due, attempts from sms_receipts where reference = ${reference}`.execute(world.db)
    ).rows
  }

  it('ends the message that the carrier took', async () => {
    const { requestId, references } = await sendSilent()
    assert.equal(await stateOf(requestId), 'PENDING null')
    await receive(references[0] ?? '', 'UNDELIVERED', 'absent_subscriber')
    assert.equal(await stateOf(requestId), 'UNDELIVERED absent_subscriber')
  })

  it('never ends a message before it was submitted, whatever time the carrier says', async () => {
    const { requestId, references } = await sendSilent()
    const at = new Date(world.clock.now().getTime() - 60_000)
    const [reference = ''] = references
    await world.app.sms.progress.add({ kind: 'receipt', carrier, reference, status: 'DELIVERED', reason: null, at })
    const { rows } = await sql<{ isSame: boolean }>`
      select done_at = submitted_at as "isSame" from sms_messages where request_id = ${requestId}
    `.execute(world.db)
    assert.deepEqual(rows, [{ isSame: true }])
  })

  it('changes nothing when it comes again, or when a later one says something else', async () => {
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

  it('counts as it came first when several that disagree come at once', async () => {
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

  it('is kept when it comes before the answer to the submit, and ends the message with that answer', async () => {
    const { requestId, id } = await acceptUnsent()
    await receive('early')
    await receive('early')
    assert.equal((await kept('early')).length, 2)
    await answer(id, 'early')
    assert.equal(await stateOf(requestId), 'DELIVERED null')
    assert.deepEqual(await kept('early'), [])
  })

  it('finds its message when it comes together with the answer', async () => {
    const { requestId, id } = await acceptUnsent()
    await Promise.all([receive('together'), answer(id, 'together')])
    assert.equal(await stateOf(requestId), 'DELIVERED null')
    assert.deepEqual(await kept('together'), [])
  })

  it('for one part of three ends nothing until all parts have arrived, and counts once', async () => {
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

  it('for one part that was not delivered ends the whole message so', async () => {
    const { requestId, references } = await sendSilent({ message: threeParts })
    await receive(references[0] ?? '')
    await receive(references[1] ?? '', 'UNDELIVERED', 'absent_subscriber')
    assert.equal(await stateOf(requestId), 'UNDELIVERED absent_subscriber')
    await receive(references[2] ?? '')
    assert.equal(await stateOf(requestId), 'UNDELIVERED absent_subscriber')
  })

  it('for some parts may come before the answer, and for others after it', async () => {
    const { requestId, id } = await acceptUnsent({ message: threeParts })
    await Promise.all([receive('mixed-1'), receive('mixed-3')])
    await answer(id, 'mixed-1', 'mixed-2', 'mixed-3')
    assert.equal(await stateOf(requestId), 'PENDING null')
    await receive('mixed-2')
    assert.equal(await stateOf(requestId), 'DELIVERED null')
  })

  it('under one reference for all parts ends the message at once', async () => {
    const { requestId, id } = await acceptUnsent({ message: threeParts })
    await answer(id, 'whole')
    await receive('whole')
    assert.equal(await stateOf(requestId), 'DELIVERED null')
  })

  it('goes to the newest pending message when the reference was used before', async () => {
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

  it('before the answer is not taken for a late one of a message that had the reference long ago', async () => {
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

  it('of nobody is tried again for a good hour, then kept as unknown, and forgotten after 30 days', async () => {
    await receive('nobody', 'UNDELIVERED', 'rejected')
    // The first tries are a second apart, and may come without the clock being moved.
    for (let tries = 0; (await kept('nobody'))[0]?.due !== null; tries = (await kept('nobody'))[0]?.attempts ?? 0) {
      world.clock.moveForward(3_600_000)
      await until(`it was tried more than ${tries} times`, async () => {
        const [one] = await kept('nobody')
        return (one?.due === null || (one?.attempts ?? 0) > tries) && (await leases()) === 0
      })
    }
    assert.deepEqual(await kept('nobody'), [{ due: null, attempts: 9 }])

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

  const leases = async () =>
    (await sql`select 1 from sms_receipts where lease_until is not null`.execute(world.db)).rows.length
})

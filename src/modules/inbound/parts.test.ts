import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addCentre, type Centre } from '../../../test/centres.ts'
import { command } from '../../../test/console/people.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { addEndpoint } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

const phone = '255712345678'

onOneEngine('incoming messages in parts', (engine) => {
  let world: World
  let receiver: Receiver
  let centre: Centre
  before(async () => {
    world = await openWorld(engine)
    receiver = await startReceiver()
    await addEndpoint(world, 'inbound-sms', receiver.url)
    centre = await addCentre(world, 'one')
    await setNumber('15001', 1)
    await setNumber('15002', null)
  })
  after(async () => {
    await world.close()
    await centre.smsc.close()
    await receiver.close()
  })

  async function setNumber(number: string, accountId: number | null): Promise<void> {
    const set = await command(world, 'PUT', `/inbound/numbers/${number}`, { accountId })
    assert.equal(set.status, 200, set.text)
  }

  const listOf = async (accountId: number) => (await command(world, 'GET', `/accounts/${accountId}/inbound`)).body.data

  const part = (
    reference: number,
    number: number,
    text: string,
    {
      total = 3,
      content = Buffer.from(text),
      data_coding = 0,
    }: { total?: number; content?: Buffer; data_coding?: number } = {},
  ) =>
    centre.smsc.deliver('ngoma', {
      source_addr: phone,
      destination_addr: '15001',
      esm_class: 0x40,
      data_coding,
      short_message: Buffer.concat([Buffer.from([5, 0, 3, reference, total, number]), content]),
    })

  const texts = async () => (await listOf(1)).map(({ text }: { text: string }) => text)

  it('are joined when all parts have arrived, in any order and with repeated parts', async () => {
    for (const [number, text] of [
      [3, 'three'],
      [1, 'one, '],
      [1, 'one, '],
      [2, 'two, '],
      [2, 'two, '],
    ] as const) {
      assert.equal((await part(1, number, text)).status, 0)
    }
    assert.equal((await texts())[0], 'one, two, three')
    await part(1, 1, 'another, ', { total: 2 })
    await part(1, 2, 'shorter one', { total: 2 })
    assert.deepEqual((await texts()).slice(0, 2), ['another, shorter one', 'one, two, three'])
    // Reuses the reference at once.
    for (const number of [1, 2]) await part(1, number, `anew ${number} `, { total: 2 })
    assert.deepEqual((await texts()).slice(0, 2), ['anew 1 anew 2 ', 'another, shorter one'])
  })

  it('are passed on after ten minutes without the missing part, marked by an ellipsis', async () => {
    const [last] = await texts()
    await part(2, 1, 'begin ')
    await part(2, 3, ' end')
    assert.equal((await texts())[0], last)
    world.clock.moveForward(601_000)
    await until('it is passed on', async () => (await texts())[0] === 'begin … end')
    await part(2, 1, 'begin ')
    world.clock.moveForward(601_000)
    await until('the late part is passed on too', async () => (await texts())[0] === 'begin …')
  })

  it('are joined once when all parts arrive at the same time, including a character that was split', async () => {
    const ucs2 = (reference: number, number: number, text: string) =>
      part(reference, number, '', { data_coding: 8, content: Buffer.from(text, 'utf16le').swap16() })
    for (let reference = 10; reference < 20; reference += 1) {
      const pieces = [`${reference} \ud83d`, '\ude00 two ', 'three']
      const answers = await Promise.all(pieces.map((text, index) => ucs2(reference, index + 1, text)))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [0, 0, 0],
      )
    }
    const wanted = Array.from({ length: 10 }, (_, index) => `${19 - index} 😀 two three`)
    assert.deepEqual((await texts()).slice(0, 10).toSorted(), wanted.toSorted())
    assert.ok(!wanted.includes((await texts())[10]))
  })

  it('are passed on once when the last part arrives at the deadline', async () => {
    const partialMessages = async (reference: number) => {
      const found = sql<{ id: number; owner: string | null; parts: number }>`
        select id, lease_owner as owner, (select count(*)::int from inbound_parts where gathering_id = g.id) as parts
          from inbound_gatherings g where reference = ${reference} order by id
      `
      return (await found.execute(world.db)).rows
    }
    // A worker has claimed the gathering, but the last part arrives first.
    await part(30, 1, 'one, ', { total: 2 })
    await sql`update inbound_gatherings set lease_owner = 'somebody', lease_until = now() + interval '1 minute' where reference = 30`.execute(
      world.db,
    )
    await part(30, 2, 'two', { total: 2 })
    assert.equal((await texts())[0], 'one, two')
    assert.equal((await partialMessages(30))[0]?.owner, null)
    // The gathering is being passed on: the late part begins a new one and is not lost.
    await part(31, 1, 'three, ', { total: 2 })
    let late: Promise<unknown> = Promise.resolve()
    await world.db.transaction(async (tx) => {
      await sql`update inbound_gatherings set due_at = null where reference = 31`.execute(tx)
      late = part(31, 2, 'four', { total: 2 })
      const waiting = sql`select from pg_locks where not granted`
      if (engine === 'postgres') await until('the part waits', async () => (await waiting.execute(tx)).rows.length > 0)
    })
    await late
    assert.deepEqual(
      (await partialMessages(31)).map(({ parts }) => parts),
      [1, 1],
    )
    world.clock.moveForward(601_000)
    await until('it is passed on', async () => (await texts())[0] === '…four')
  })
})

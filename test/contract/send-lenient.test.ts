import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { createKey } from '../../src/modules/accounts/index.ts'
import { insertSender } from '../../src/modules/senders/index.ts'
import { basic, onOneEngine, openWorld, sendBody, until, type World } from '../world.ts'

onOneEngine('a lenient credential', (engine) => {
  let world: World
  let headers: { authorization: string }
  before(async () => {
    world = await openWorld(engine, { startAt: new Date('2030-06-15T10:30:00Z') })
    const now = world.clock.now()
    const { apiKey, secret } = await world.db.transaction(async (tx) => {
      await insertSender(tx, 1, { sender: '15000', sampleContent: '', status: 'active' }, now)
      return createKey(tx, 1, 'lenient', now, { lenient: true })
    })
    headers = { authorization: basic(apiKey, secret) }
  })
  after(() => world.close())

  const send = (change: Record<string, unknown> = {}) => world.send(change, headers)
  const reports = (query: string) => world.request('GET', `/public/v1/delivery-reports?${query}`, { headers })
  const to = (...recipients: readonly [recipient_id: unknown, dest_addr: unknown][]) => ({
    recipients: recipients.map(([recipient_id, dest_addr]) => ({ recipient_id, dest_addr })),
  })
  const requestOf = async (id: number) =>
    (
      await sql<{
        sender: string
        text: string
        encoding: string
        job_name: string | null
        campaign_title: string | null
        due_at: Date
      }>`
        select sender, text, encoding, job_name, campaign_title, due_at from sms_requests where id = ${id}
      `.execute(world.db)
    ).rows[0]
  const messagesOf = async (id: number) =>
    (
      await sql<{
        phone: string
        recipient_id: string
      }>`select phone, recipient_id from sms_messages where request_id = ${id} order by id`.execute(world.db)
    ).rows

  /** Asserts that a strict credential of the same account gets an error for the same body. */
  async function assertStrictRefuses(change: Record<string, unknown>, code: number) {
    const { status, body } = await world.send(change)
    assert.deepEqual([status, body.code], [400, code])
  }

  it('gets the nine fields, with a numeric request_id', async () => {
    const { status, body } = await send()
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), [
      'successful',
      'request_id',
      'code',
      'message',
      'valid',
      'invalid',
      'duplicates',
      'opted_out',
      'total_validated',
    ])
    assert.ok(Number.isSafeInteger(body.request_id))
    const none = await send(to([1, 'bad']))
    assert.deepEqual([none.status, none.body.code, typeof none.body.request_id], [200, 101, 'number'])
    assert.equal(typeof (await world.send()).body.request_id, 'string', 'a strict credential still gets a string')
  })

  it('may write phone numbers with a plus', async () => {
    const { body } = await send(
      to([1, '+255712001101'], [2, '255712001101'], [3, '++255712001102'], [4, ' 255712001103'], [5, '+']),
    )
    assert.deepEqual([body.valid, body.duplicates, body.invalid, body.total_validated], [1, 1, 3, 5])
    assert.deepEqual(await messagesOf(body.request_id), [{ phone: '255712001101', recipient_id: '1' }])
    const strict = (await world.send(to([1, '+255712001101']))).body
    assert.deepEqual([strict.code, strict.invalid], [101, 1])
  })

  it('may write JSON numbers for strings', async () => {
    const change = { source_addr: 15_000, message: 42, job_name: 6, campaign_title: 7.5, ...to([1, 255712001104]) }
    const { status, body } = await send(change)
    assert.equal(status, 200)
    assert.equal(body.valid, 1)
    const { sender, text, job_name, campaign_title } = (await requestOf(body.request_id)) ?? assert.fail()
    assert.deepEqual([sender, text, job_name, campaign_title], ['15000', '42', '6', '7.5'])
    assert.deepEqual(await messagesOf(body.request_id), [{ phone: '255712001104', recipient_id: '1' }])
    await assertStrictRefuses({ source_addr: 15_000 }, 104)
    await assertStrictRefuses({ message: 42 }, 104)
    await assertStrictRefuses({ job_name: 6 }, 113)
    await assertStrictRefuses({ campaign_title: 7.5 }, 113)
    await assertStrictRefuses(to([1, 255712001104]), 115)
  })

  it('may leave out the encoding, and write 1 for 8', async () => {
    const left = await send({ encoding: undefined })
    assert.equal(left.status, 200)
    assert.equal((await requestOf(left.body.request_id))?.encoding, 'gsm')
    const one = await send({ encoding: 1 })
    assert.equal(one.status, 200)
    assert.equal((await requestOf(one.body.request_id))?.encoding, 'ucs2')
    const { status, body } = await send({ encoding: 2 })
    assert.deepEqual([status, body], [400, { code: 118, message: 'Missing Or Invalid Encoding' }])
    await assertStrictRefuses({ encoding: undefined }, 118)
    await assertStrictRefuses({ encoding: 1 }, 118)
  })

  it('may use any string of up to 64 characters as recipient_id, stored unchanged', async () => {
    const ids = ['order-1', '007', ' x ', 'é😀', 'NULL', 'r'.repeat(64)]
    const { status, body } = await send(
      to(
        ...ids.map((id, index): [string, string] => [id, `25571200120${index}`]),
        ['007', '255712001299'],
        [7, '255712001298'],
      ),
    )
    assert.equal(status, 200)
    assert.deepEqual([body.valid, body.invalid], [ids.length + 1, 1])
    assert.deepEqual(
      (await messagesOf(body.request_id)).map(({ recipient_id }) => recipient_id),
      [...ids, '7'],
    )
    for (const bad of ['r'.repeat(65), '', 1.5, null, undefined, true, {}]) {
      const refused = await send(to([bad, '255712001201']))
      const message = bad === null || bad === undefined ? 'Missing Recipient ID' : 'Invalid Recipient ID'
      assert.deepEqual([refused.status, refused.body], [400, { code: 116, message }], JSON.stringify(bad))
    }
    await assertStrictRefuses(to(['order-1', '255712001201']), 116)
  })

  it('may schedule with seconds, and in ISO 8601 with a zone', async () => {
    const times: readonly [text: string, time: string][] = [
      ['2030-07-01 10:00', '2030-07-01T10:00:00.000Z'],
      ['2030-07-01 10:00:30', '2030-07-01T10:00:30.000Z'],
      ['2030-07-01T10:00:30Z', '2030-07-01T10:00:30.000Z'],
      ['2030-07-01T13:00+03:00', '2030-07-01T10:00:00.000Z'],
      ['2030-07-01T05:30:15.250-0430', '2030-07-01T10:00:15.250Z'],
    ]
    for (const [schedule_time, time] of times) {
      const { status, body } = await send({ schedule_time })
      assert.equal(status, 200, schedule_time)
      assert.deepEqual((await requestOf(body.request_id))?.due_at, new Date(time))
      if (schedule_time !== times[0]?.[0]) await assertStrictRefuses({ schedule_time }, 117)
    }
    for (const schedule_time of [
      '2030-07-01T10:00:30',
      '2030-07-01',
      '1 July 2030',
      1_909_130_400,
      '2030-02-30T10:00:00Z',
    ]) {
      const { status, body } = await send({ schedule_time })
      assert.deepEqual([status, body.code], [400, 117], String(schedule_time))
    }
    assert.equal((await send({ schedule_time: '2030-06-15T10:29:59Z' })).body.code, 112)
  })

  it('gets one delivery report as an object, several as a list, none as 404; request IDs are strings', async () => {
    const one = (await send(to([1, '255712001301']))).body
    await until(
      'the message is delivered',
      async () => (await reports(`request_id=${one.request_id}`)).body.status === 'DELIVERED',
    )
    assert.deepEqual((await reports(`request_id=${one.request_id}`)).body, {
      dest_addr: '255712001301',
      status: 'DELIVERED',
      request_id: String(one.request_id),
    })
    const two = (await send(to([1, '255712001302'], [2, '255712001303']))).body
    const listed = (await reports(`request_id=${two.request_id}`)).body
    assert.ok(Array.isArray(listed))
    for (const entry of listed)
      assert.deepEqual(
        [Object.keys(entry), entry.request_id],
        [['dest_addr', 'status', 'request_id'], String(two.request_id)],
      )
    const none = await reports('request_id=1')
    assert.deepEqual([none.status, none.body], [404, { code: 404, message: 'Delivery Report Not Found' }])
    const strict = await world.request('GET', `/public/v1/delivery-reports?request_id=${one.request_id}`)
    assert.deepEqual(strict.body, [
      { dest_addr: '255712001301', status: 'DELIVERED', request_id: String(one.request_id) },
    ])
  })

  it('may filter by a number with a plus, encoded or not', async () => {
    const { request_id } = (await send(to([1, '255712001401']))).body
    for (const number of ['255712001401', '+255712001401', '%2B255712001401'])
      assert.equal((await reports(`dest_addr=${number}`)).body.request_id, String(request_id), number)
    assert.deepEqual(
      (await world.request('GET', '/public/v1/delivery-reports?dest_addr=%2B255712001401')).body,
      [],
      'a strict credential may not',
    )
  })

  it('gets its first answer again with an Idempotency-Key', async () => {
    const options = { body: sendBody({ encoding: undefined }), headers: { ...headers, 'idempotency-key': 'lenient' } }
    const first = await world.request('POST', '/v1/send', options)
    const again = await world.request('POST', '/v1/send', options)
    assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text])
    assert.equal(again.headers['idempotent-replayed'], 'true')
  })
})

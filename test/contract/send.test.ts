import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { createAccount } from '../../src/modules/accounts/index.ts'
import { addOptOut } from '../../src/modules/consent/index.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, sendBody, until, type World } from '../world.ts'

const fields = [
  'successful',
  'request_id',
  'code',
  'message',
  'valid',
  'invalid',
  'duplicates',
  'opted_out',
  'total_validated',
]

onOneEngine('POST /v1/send', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  const to = (...numbers: readonly string[]) => ({
    recipients: numbers.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
  })
  const messagesOf = async (requestId: string) =>
    (
      await sql<{
        phone: string
        recipient_id: string
      }>`select phone, recipient_id from sms_messages where request_id = ${requestId} order by id`.execute(world.db)
    ).rows

  it('answers with exactly the nine fields and delivers the message', async () => {
    const { status, body, headers } = await world.send()
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(Object.keys(body), fields)
    assert.deepEqual(body, {
      successful: true,
      request_id: body.request_id,
      code: 100,
      message: 'Message Submitted Successfully',
      valid: 1,
      invalid: 0,
      duplicates: 0,
      opted_out: 0,
      total_validated: 1,
    })
    await until(
      'the message is delivered',
      async () => (await world.statuses(body.request_id)).get('255712345678') === 'DELIVERED',
    )
  })

  it('returns increasing request IDs below 2^53', async () => {
    let last = 0n
    for (let time = 0; time < 5; time += 1) {
      const { request_id } = (await world.send()).body
      assert.equal(typeof request_id, 'string')
      assert.match(request_id, /^[1-9]\d*$/)
      assert.ok(BigInt(request_id) > last && BigInt(request_id) < 2n ** 53n)
      last = BigInt(request_id)
    }
  })

  it('counts every entry as exactly one of invalid, duplicate, opted out and valid', async () => {
    await addOptOut(world.app.sms, world.accountId, '255712001109', 'person')
    const { status, body } = await world.send({
      recipients: [
        { recipient_id: 1, dest_addr: '255712001101' },
        { recipient_id: 2, dest_addr: '255712001102' },
        { recipient_id: 3, dest_addr: '255712001101' },
        { recipient_id: 2, dest_addr: '255712001102' },
        { recipient_id: 2, dest_addr: '255712001103' },
        { recipient_id: 4, dest_addr: '+255712001104' },
        { recipient_id: 5, dest_addr: '255712001109' },
        { recipient_id: 6, dest_addr: '255712001109' },
        { recipient_id: '7', dest_addr: '255712001105' },
      ],
    })
    assert.equal(status, 200)
    const { request_id, ...counts } = body
    assert.deepEqual(counts, {
      successful: true,
      code: 100,
      message: 'Message Submitted Successfully',
      valid: 3,
      invalid: 2,
      duplicates: 3,
      opted_out: 1,
      total_validated: 9,
    })
    assert.deepEqual(await messagesOf(request_id), [
      { phone: '255712001101', recipient_id: '1' },
      { phone: '255712001102', recipient_id: '2' },
      { phone: '255712001105', recipient_id: '7' },
    ])
    await until(
      'all three messages are delivered',
      async () => [...(await world.statuses(request_id)).values()].filter((text) => text === 'DELIVERED').length === 3,
    )
    assert.deepEqual([...(await world.statuses(request_id)).keys()].sort(), [
      '255712001101',
      '255712001102',
      '255712001105',
    ])
  })

  it('accepts only numbers with a known country code and a valid length', async () => {
    const good = ['2908123', '491234567890123', '12025550123', '4915112345678', '998901234567']
    const bad = [
      '',
      '2551234',
      '2557123456789',
      '+255712345678',
      '0712345678',
      '255712',
      '2557123456789012',
      '210712345678',
      '25571234567a',
      ' 255712345678',
      '255712345678 ',
      '255-712-345678',
      '٢٥٥٧١٢٣٤٥٦٧٨',
      'NULL',
    ]
    const { body } = await world.send(to(...good, ...bad))
    assert.deepEqual(
      [body.valid, body.invalid, body.duplicates, body.opted_out, body.total_validated],
      [good.length, bad.length, 0, 0, good.length + bad.length],
    )
    assert.deepEqual(
      (await messagesOf(body.request_id)).map(({ phone }) => phone),
      good,
    )
  })

  it('keeps all digits of a recipient_id above 2^53', async () => {
    const ids = ['9007199254740992', '9007199254740993', '-9007199254740993', '1'.repeat(64)]
    const [head, tail] = JSON.stringify(sendBody({ recipients: ['here'] })).split('"here"')
    const recipients = [...ids, '"9007199254740993"'].map(
      (id, index) => `{"recipient_id":${id},"dest_addr":"25571200140${index}"}`,
    )
    const { body } = await world.request('POST', '/v1/send', {
      body: `${head}${recipients}${tail}`,
      headers: { 'content-type': 'application/json' },
    })
    assert.deepEqual([body.valid, body.invalid], [ids.length, 1], 'the last reference was used for another number')
    const stored = (await messagesOf(body.request_id)).map(({ recipient_id }) => recipient_id)
    assert.deepEqual(stored, ids)
  })

  it('answers 101 and sends nothing without a valid recipient', async () => {
    const { status, body } = await world.send(to('+255712001101', '0', 'a'))
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), fields)
    const { request_id, ...rest } = body
    assert.match(request_id, /^[1-9]\d*$/)
    assert.deepEqual(rest, {
      successful: false,
      code: 101,
      message: 'No Valid Recipients',
      valid: 0,
      invalid: 3,
      duplicates: 0,
      opted_out: 0,
      total_validated: 3,
    })
    assert.deepEqual(await messagesOf(request_id), [])
    assert.deepEqual((await world.request('GET', `/public/v1/delivery-reports?request_id=${request_id}`)).body, [])
  })

  it('skips numbers that opted out of this account', async () => {
    const other = await world.db.transaction((tx) =>
      createAccount(tx, { name: 'Other', parentId: null }, [], world.clock.now()),
    )
    await addOptOut(world.app.sms, world.accountId, '255712001121', 'person')
    await addOptOut(world.app.sms, other, '255712001122', 'person')
    const { body: none } = await world.send(to('255712001121'))
    assert.deepEqual(
      [none.successful, none.code, none.valid, none.opted_out, none.total_validated],
      [false, 101, 0, 1, 1],
    )
    assert.deepEqual(await messagesOf(none.request_id), [])
    const { body: one } = await world.send(to('255712001122'))
    assert.deepEqual([one.successful, one.code, one.valid, one.opted_out, one.total_validated], [true, 100, 1, 0, 1])
  })

  it('keeps concurrent requests separate', async () => {
    const sizes = Array.from({ length: 60 }, (_, index) => (index % 3) + 1)
    const answers = await Promise.all(
      sizes.map((size) => world.send(to(...Array.from({ length: size }, (_, index) => `25571300011${index}`), 'bad'))),
    )
    assert.equal(new Set(answers.map(({ body }) => body.request_id)).size, sizes.length)
    for (const [index, { status, body }] of answers.entries()) {
      assert.equal(status, 200)
      assert.deepEqual([body.valid, body.invalid, body.total_validated], [sizes[index], 1, (sizes[index] ?? 0) + 1])
      assert.equal((await messagesOf(body.request_id)).length, sizes[index])
    }
  })

  it('stores the tracking names, and ignores unknown fields', async () => {
    const named = async (change: Record<string, unknown>) => {
      const { status, body } = await world.send({ ...change, priority: [1], callback: { url: null } })
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), fields)
      const { rows } = await sql<{
        names: unknown
      }>`select json_build_array(job_name, campaign_title) as names from sms_requests where id = ${body.request_id}`.execute(
        world.db,
      )
      return rows[0]?.names
    }
    assert.deepEqual(await named({ job_name: 'June', campaign_title: 'Offers "é" {1,2}\\' }), [
      'June',
      'Offers "é" {1,2}\\',
    ])
    assert.deepEqual(await named({ job_name: 'NULL', campaign_title: '' }), ['NULL', ''])
    assert.deepEqual(await named({ job_name: null }), [null, null])
  })
})

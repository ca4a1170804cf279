import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { modules } from '../../src/app/modules.ts'
import { preparationsOf } from '../../src/module.ts'
import { createAccount, createKey } from '../../src/modules/accounts/index.ts'
import { basic, onOneEngine, openWorld, until, type World } from '../world.ts'

const hourMs = 3_600_000

interface Entry {
  readonly dest_addr: string
  readonly status: string
  readonly request_id: string
}

onOneEngine('GET /public/v1/delivery-reports', (engine) => {
  let world: World
  let other: string
  before(async () => {
    world = await openWorld(engine)
    other = await world.db.transaction(async (tx) => {
      const id = await createAccount(
        tx,
        { name: 'Other', parentId: null },
        preparationsOf(modules, world.app.sms.config),
        world.clock.now(),
      )
      const { apiKey, secret } = await createKey(tx, id, 'key', world.clock.now())
      return basic(apiKey, secret)
    })
  })
  after(() => world.close())

  const get = (query: string, headers = {}) => world.request('GET', `/public/v1/delivery-reports${query}`, { headers })
  const send = async (...numbers: readonly string[]): Promise<string> =>
    (await world.send({ recipients: numbers.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })) })).body
      .request_id
  const isFinal = (requestId: string) =>
    until(`${requestId} is final`, async () => ![...(await world.statuses(requestId)).values()].includes('PENDING'))
  const delivered = (dest_addr: string, request_id: string): Entry => ({ dest_addr, status: 'DELIVERED', request_id })

  async function assertFound(query: string, expected: readonly Entry[], headers = {}) {
    const { status, body, headers: given } = await get(query, headers)
    assert.deepEqual(body, expected, query)
    assert.equal(status, 200)
    assert.equal('ngoma-hint' in given, expected.length === 0, query)
    assert.equal(given['content-type'], 'application/json; charset=utf-8')
    for (const entry of body) assert.deepEqual(Object.keys(entry), ['dest_addr', 'status', 'request_id'])
  }

  it('finds reports by request, by number, and by both', async () => {
    const first = await send('255712001101', '255712001102')
    const second = await send('255712001101')
    await isFinal(first)
    await isFinal(second)
    await assertFound(`?request_id=${first}`, [delivered('255712001102', first), delivered('255712001101', first)])
    await assertFound('?dest_addr=255712001101', [delivered('255712001101', second), delivered('255712001101', first)])
    await assertFound(`?request_id=${first}&dest_addr=255712001101`, [delivered('255712001101', first)])
    await assertFound(`?request_id=${second}&dest_addr=255712001102`, [])
    await assertFound(`?dest_addr=255712001102&request_id=&unknown=1`, [delivered('255712001102', first)])
    await assertFound(`?dest_addr=&request_id=${second}`, [delivered('255712001101', second)])
  })

  it('includes a message right after its send', async () => {
    const id = await send('255712001110')
    const { status, body } = await get(`?request_id=${id}`)
    assert.equal(status, 200)
    assert.equal(body.length, 1)
    assert.ok(['PENDING', 'DELIVERED'].includes(body[0].status))
  })

  it('accepts a content type without a body', async () => {
    const id = await send('255712001115')
    await isFinal(id)
    for (const type of ['application/json', 'text/plain', 'nonsense'])
      await assertFound(`?request_id=${id}`, [delivered('255712001115', id)], { 'content-type': type })
  })

  it('answers 104 without request_id and dest_addr', async () => {
    for (const query of [
      '',
      '?',
      '?request_id=',
      '?dest_addr=',
      '?request_id=&dest_addr=',
      '?requestId=5',
      '?page=1&limit=10',
      '?page=0',
    ]) {
      const { status, body } = await get(query)
      assert.equal(status, 400, query)
      assert.deepEqual(body, { code: 104, message: 'Missing Required Parameter: request_id or dest_addr' })
    }
  })

  it('is empty for values without a match, and never fails', async () => {
    const id = await send('255712001120')
    const strange = ['abc', '\0', '😀', "'--", '٣', '[]', 'null', '%', '9'.repeat(500), '0', '-1']
    const ids = [
      '1',
      '1.5',
      `${id}x`,
      ` ${id}`,
      `${id} `,
      `+${id}`,
      '1e6',
      '9007199254740991',
      '9007199254740993',
      '9223372036854775807',
      '9223372036854775808',
    ]
    for (const one of [...strange, ...ids]) await assertFound(`?request_id=${encodeURIComponent(one)}`, [])
    const numbers = ['255000000000', '+255712001120', '255712001120 ', '25571200112', '0255712001120']
    for (const one of [...strange, ...numbers]) await assertFound(`?dest_addr=${encodeURIComponent(one)}`, [])
    for (const query of [
      'request_id=%',
      'dest_addr=%',
      'dest_addr=+255712001120',
      'request_id=%C3%28',
      'request_id=%00',
    ])
      await assertFound(`?${query}`, [])
    await assertFound(`?request_id=${id}&dest_addr=abc`, [])
    await assertFound('?request_id=abc&dest_addr=255712001120', [])
  })

  it('ignores repeated parameters', async () => {
    const id = await send('255712001130')
    await isFinal(id)
    for (const query of [
      `?request_id=${id}&request_id=${id}`,
      `?request_id=${id}&request_id=`,
      '?dest_addr=255712001130&dest_addr=255712001130',
      `?request_id[]=1&dest_addr=255712001130&dest_addr=x`,
    ]) {
      await assertFound(query, [])
    }
    await assertFound(`?request_id[]=1&dest_addr=255712001130`, [delivered('255712001130', id)])
    await assertFound(`?__proto__=1&constructor=2&request_id=${id}`, [delivered('255712001130', id)])
  })

  it('hides the reports of other accounts', async () => {
    const mine = await send('255712001140')
    const theirs = (
      await world.send({ recipients: [{ recipient_id: 1, dest_addr: '255712001140' }] }, { authorization: other })
    ).body.request_id
    await isFinal(mine)
    await until(
      'the message of the other account is delivered',
      async () => (await get(`?request_id=${theirs}`, { authorization: other })).body[0]?.status === 'DELIVERED',
    )
    await assertFound(`?request_id=${theirs}`, [])
    await assertFound(`?request_id=${theirs}&dest_addr=255712001140`, [])
    await assertFound('?dest_addr=255712001140', [delivered('255712001140', mine)])
    await assertFound(`?request_id=${mine}`, [], { authorization: other })
    await assertFound('?dest_addr=255712001140', [delivered('255712001140', theirs)], { authorization: other })
  })

  describe('pages', () => {
    it('pages with page and limit, newest first', async () => {
      const numbers = ['255712001151', '255712001152', '255712001153', '255712001154', '255712001155']
      const id = await send(...numbers)
      await isFinal(id)
      const all = numbers.toReversed().map((number) => delivered(number, id))
      await assertFound(`?request_id=${id}`, all)
      await assertFound(`?request_id=${id}&limit=2`, all.slice(0, 2))
      await assertFound(`?request_id=${id}&limit=2&page=1`, all.slice(0, 2))
      await assertFound(`?request_id=${id}&limit=2&page=2`, all.slice(2, 4))
      await assertFound(`?request_id=${id}&limit=2&page=3`, all.slice(4))
      await assertFound(`?request_id=${id}&limit=2&page=4`, [])
      await assertFound(`?request_id=${id}&limit=1000&page=1`, all)
      await assertFound(`?request_id=${id}&page=2`, [])
      for (const page of ['999999999999999', '100000000000000'])
        for (const limit of ['1', '1000']) await assertFound(`?request_id=${id}&limit=${limit}&page=${page}`, [])
    })

    it('returns at most 1,000 per page', async () => {
      const numbers = Array.from({ length: 1_003 }, (_, index) => `25571${4_001_111 + index}`)
      const recipients = numbers.map((dest_addr, index) => ({ recipient_id: index, dest_addr }))
      const id = (await world.send({ recipients, schedule_time: '2099-01-01 00:00' })).body.request_id
      const pages = [(await get(`?request_id=${id}`)).body, (await get(`?request_id=${id}&page=2`)).body] as Entry[][]
      assert.deepEqual(
        pages.map((page) => page.length),
        [1_000, 3],
      )
      assert.deepEqual(
        pages.flat().map(({ dest_addr }) => dest_addr),
        numbers.toReversed(),
      )
    })

    for (const name of ['page', 'limit']) {
      it(`answers 104 to an invalid ${name}`, async () => {
        const id = await send('255712001160')
        const values = [
          '',
          '0',
          '-1',
          '1.5',
          '1e2',
          'abc',
          '%201',
          '00',
          '0x1',
          '٣',
          '9'.repeat(30),
          '%00',
          `1&${name}=1`,
          ...(name === 'limit' ? ['1001'] : []),
        ]
        for (const value of values) {
          const { status, body } = await get(`?request_id=${id}&${name}=${value}`)
          assert.equal(status, 400, value)
          assert.deepEqual(body, { code: 104, message: `Invalid Parameter: ${name}` })
        }
      })
    }
  })

  describe('statuses', () => {
    const statusIn = async (id: string, number: string) => (await world.statuses(id)).get(number)

    it('is PENDING before it is due, in transit, and until a receipt arrives', async () => {
      const schedule_time = new Date(world.clock.now().getTime() + 2 * hourMs)
        .toISOString()
        .slice(0, 16)
        .replace('T', ' ')
      const { request_id } = (await world.send({ schedule_time })).body
      assert.equal(await statusIn(request_id, '255712345678'), 'PENDING')
      const id = await send('255712000002', '255712001170')
      await until('the other message is delivered', async () => (await statusIn(id, '255712001170')) === 'DELIVERED')
      assert.equal(await statusIn(id, '255712000002'), 'PENDING')
    })

    it('ends as DELIVERED or UNDELIVERED', async () => {
      const expected = {
        '255712000000': 'UNDELIVERED',
        '255712000003': 'UNDELIVERED',
        '255712000005': 'DELIVERED',
        '255712000006': 'DELIVERED',
        '255712001180': 'DELIVERED',
      }
      const id = await send(...Object.keys(expected))
      await isFinal(id)
      assert.deepEqual(Object.fromEntries(await world.statuses(id)), expected)
    })

    it('never changes once final', async () => {
      const numbers = ['255712000000', '255712000003', '255712001190']
      const id = await send(...numbers)
      await isFinal(id)
      const before = await world.statuses(id)
      const { rows } = await sql<{ id: number }>`select id from sms_messages where request_id = ${id}`.execute(world.db)
      for (const status of ['DELIVERED', 'UNDELIVERED'] as const) {
        for (const message of rows)
          await world.app.sms.progress.add({
            kind: 'receipt',
            carrier: 'simulator',
            reference: `sim-${message.id}-1`,
            status,
            reason: null,
            at: world.clock.now(),
          })
      }
      assert.deepEqual(await world.statuses(id), before)
      world.clock.moveForward(80 * hourMs)
      const late = await send('255712001191')
      await isFinal(late)
      assert.deepEqual(await world.statuses(id), before)
    })

    it('becomes UNDELIVERED without a receipt in the validity period, and stays so', async () => {
      const id = await send('255712000002')
      const submitted = async () =>
        (
          await sql<{
            id: number
          }>`select id from sms_messages where request_id = ${id} and submitted_at is not null`.execute(world.db)
        ).rows
      await until('the message is submitted', async () => (await submitted()).length === 1)
      world.clock.moveForward(71 * hourMs)
      assert.equal(await statusIn(id, '255712000002'), 'PENDING')
      world.clock.moveForward(hourMs)
      await until('the message has expired', async () => (await statusIn(id, '255712000002')) === 'UNDELIVERED')
      const { rows } = await sql`select reason from sms_messages where request_id = ${id}`.execute(world.db)
      assert.deepEqual(rows, [{ reason: 'expired' }])
      const [message = assert.fail()] = await submitted()
      await world.app.sms.progress.add({
        kind: 'receipt',
        carrier: 'simulator',
        reference: `sim-${message.id}-1`,
        status: 'DELIVERED',
        reason: null,
        at: world.clock.now(),
      })
      assert.equal(await statusIn(id, '255712000002'), 'UNDELIVERED')
    })
  })
})

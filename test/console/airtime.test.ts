import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addOverdue, begin, numberEnding, postTransfer, someSettings, untilCode } from '../airtime.ts'
import { assertLedger } from '../ledger.ts'
import { onOneEngine, openTestDatabase, openWorld, type TestDatabase, until, type World } from '../world.ts'
import { addAccount, ask, command } from './people.ts'

onOneEngine('airtime in the console API', (engine) => {
  let database: TestDatabase
  let world: World
  before(async () => {
    database = await openTestDatabase(engine)
    world = await openWorld(engine, { database })
  })
  after(async () => {
    await world.close()
    await database.drop()
  })

  const put = (name: string, body: object) =>
    command(world, 'PUT', `/providers/${name}`, { product: 'airtime', kind: 'http', ...body })
  const secrets = { key: 'hush-hush' }

  it('lists transfers newest first, optionally filtered by state', async () => {
    const failed = await begin(world, { dest_addr: numberEnding('0000'), reference_id: 'first' })
    await untilCode(world, failed, 101)
    const paid = await begin(world, { amount: '12.5', reference_id: 'second', product_id: 5 })
    await untilCode(world, paid, 100)
    const list = async (query = '') => (await command(world, 'GET', `/accounts/1/airtime${query}`)).body.data
    const [newest, oldest] = await list()
    const { createdAt, submittedAt, doneAt, ...rest } = newest
    assert.ok(createdAt <= submittedAt && submittedAt <= doneAt)
    assert.deepEqual(rest, {
      id: Number(paid),
      accountId: 1,
      referenceId: 'second',
      phone: '255712345678',
      amount: '12.5000',
      amountText: '12.5',
      currency: 'TZS',
      productId: 5,
      provider: 'simulator',
      providerReference: `sim-${paid}`,
      state: 'successful',
      reason: null,
      overdueAt: null,
    })
    assert.deepEqual([oldest.state, oldest.reason], ['failed', 'the network rejects this number'])
    assert.deepEqual(
      (await list('?state=failed')).map(({ referenceId }: { referenceId: string }) => referenceId),
      ['first'],
    )
    assert.equal((await command(world, 'GET', '/accounts/1/airtime?state=lost')).status, 400)
    assert.deepEqual((await command(world, 'GET', `/accounts/${await addAccount(world)}/airtime`)).body.data, [])
  })

  it('sends airtime once per idempotency key and explains every rejection', async () => {
    const account = `/accounts/${await addAccount(world)}`
    const send = (body: unknown, key?: string) =>
      ask(world, 'POST', `${account}/airtime`, {
        body,
        headers: { ...world.app.controlHeaders, 'idempotency-key': key },
      })
    const refused: readonly [body: Record<string, string>, message: RegExp][] = [
      [{ phone: '0712', amount: '10' }, /^A phone number is not valid/],
      [{ phone: '255712345678', amount: '0' }, /^The amount is missing or invalid/],
      [{ phone: '255712345678', amount: '' }, /^The amount is missing or invalid/],
      [{ phone: '', amount: '1' }, /^A phone number is not valid/],
      [{ phone: '255712345678', amount: '999999999' }, /^The credit does not cover the price/],
    ]
    for (const [body, message] of refused) {
      const { status, body: answer } = await send(body)
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(answer.detail, message)
    }
    await command(world, 'POST', `${account}/credit`, { product: 'AIRTIME', amount: '100' })
    const wanted = { phone: ' 0712-345-678', amount: '10.5' }
    const first = await send(wanted, 'a key')
    assert.deepEqual([first.status, first.body.phone, first.body.amount], [201, '255712345678', '10.5000'])
    const again = await send(wanted, 'a key')
    assert.deepEqual([again.status, again.body.id, again.headers['idempotent-replayed']], [201, first.body.id, 'true'])
    await until(
      'the transfer is paid',
      async () => (await command(world, 'GET', `${account}/airtime`)).body.data[0].state === 'successful',
    )
    assert.equal((await send({ ...wanted, reference: 'mine' })).body.referenceId, 'mine')
    const other = await send({ ...wanted, amount: '11', reference: 'mine' })
    assert.deepEqual([other.status, other.body.detail], [409, 'The reference was used with another transfer.'])
    assert.equal((await command(world, 'GET', `${account}/airtime`)).body.total, 2)
  })

  it('settles an overdue transfer manually, once, with a reason', async () => {
    const id = await addOverdue(world, 1)
    const end = (body: unknown) => command(world, 'POST', `/airtime/transfers/${id}/end`, body)
    for (const body of [{}, { as: 'failed' }, { as: 'failed', reason: ' ' }, { as: 'accepted', reason: 'x' }])
      assert.equal((await end(body)).status, 400)
    const answers = await Promise.all([end({ as: 'failed', reason: 'no' }), end({ as: 'successful', reason: 'yes' })])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    await assertLedger(world.db)
  })

  it('stores provider secrets encrypted and never returns them', async () => {
    const { status, body } = await put('shop', {
      settings: someSettings,
      secrets: { ...secrets, other: 'not used' },
    })
    assert.deepEqual([status, body.name, body.secrets, body.settings], [200, 'shop', ['key', 'other'], someSettings])
    const { rows } = await sql<{
      kept: string
    }>`select settings::text || encode(secrets, 'escape') as kept from providers where product = 'airtime'`.execute(
      world.db,
    )
    const shown = await command(world, 'GET', '/providers?product=airtime')
    for (const text of [rows[0]?.kept ?? '', JSON.stringify(body), shown.text, world.logs.join('\n')])
      assert.ok(!text.includes('hush'))
    assert.deepEqual(
      (await put('shop', { settings: someSettings })).body.secrets,
      ['key', 'other'],
      'an omitted secret is kept',
    )
    assert.deepEqual((await put('shop', { settings: someSettings, secrets: { other: null } })).body.secrets, ['key'])
    const without = await put('shop', { settings: someSettings, secrets: { key: null } })
    assert.deepEqual(
      [without.status, without.body.detail],
      [400, 'The settings are invalid: create: unknown placeholder {secrets.key}.'],
    )
  })

  it('rejects invalid provider settings, and external addresses in staging', async () => {
    const elsewhere = { ...someSettings, create: { ...someSettings.create, url: 'https://192.0.2.1/' } }
    const refused: readonly [name: string, body: object, message: RegExp][] = [
      ['simulator', { settings: someSettings, secrets }, /^The name is invalid/],
      ['Shop', { settings: someSettings, secrets }, /^The name is invalid/],
      ['shop', { settings: {}, secrets }, /^The settings are invalid: create is missing\.$/],
      [
        'shop',
        { settings: elsewhere, secrets },
        /^The settings are invalid: https:\/\/192\.0\.2\.1: the URL must point to this machine\.$/,
      ],
      ['shop', { settings: someSettings, secrets: { 'a b': 'x' } }, /^The (body|request) is invalid/],
      ['shop', { settings: someSettings, secrets: { key: 'a\nb' } }, /^The (body|request) is invalid/],
      ['empty', { secrets }, /^The settings are invalid: create is missing\.$/],
    ]
    for (const [name, body, message] of refused) {
      const answer = await put(name, body)
      assert.equal(answer.status, 400)
      assert.match(answer.body.detail, message)
    }
    assert.equal((await command(world, 'DELETE', '/providers/%00')).status, 404)
  })

  it('tells other processes about a change', {
    skip: engine === 'embedded' && 'one process only',
  }, async () => {
    const other = await openWorld(engine, { database })
    try {
      await put('shop', { settings: someSettings, secrets })
      await put('more', { settings: { ...someSettings, products: [1] }, secrets })
      const { data } = (await command(world, 'GET', '/providers?product=airtime')).body
      assert.deepEqual(
        data.map(({ name, paused }: { name: string; paused: boolean }) => [name, paused]),
        [
          ['more', false],
          ['shop', false],
        ],
      )
      await command(world, 'POST', '/providers/shop/pause')
      await until(
        'the other process uses the new provider',
        async () => (await postTransfer(other, { product_id: 2 })).body.message === 'Invalid Product ID',
      )
      await command(world, 'POST', '/providers/shop/resume')
      await command(world, 'DELETE', '/providers/more')
      await until(
        'the other process no longer uses the deleted provider',
        async () => (await postTransfer(other, { product_id: 2 })).status === 200,
      )
    } finally {
      await other.close()
    }
  })
})

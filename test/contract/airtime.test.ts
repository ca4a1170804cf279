import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { entriesOf, numberEnding, postTransfer, rowOf, transferBody, untilCode } from '../airtime.ts'
import { command } from '../console/people.ts'
import { newClient } from '../contacts.ts'
import { assertLedger } from '../ledger.ts'
import { type Answer, onOneEngine, openWorld, until, type World } from '../world.ts'

const path = '/v1/transfer'

onOneEngine('POST /v1/transfer', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const count = async () =>
    (await sql<{ count: number }>`select count(*) as count from airtime_transfers`.execute(world.db)).rows[0]?.count
  const assertAccepted = ({ status, body }: Answer) => {
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body, { code: 200, transaction_id: body.transaction_id, message: 'Disbursement is in progress' })
    assert.match(body.transaction_id, /^\d+$/)
    return body.transaction_id as string
  }

  it('accepts a transfer, holds the credit, and charges it on success', async () => {
    const id = assertAccepted(
      await postTransfer(world, { dest_addr: numberEnding('0004'), amount: '500.5', product_id: 7 }),
    )
    assert.deepEqual(await entriesOf(world.db, id), ['hold 500.5000'])
    await until(
      'the transfer is submitted to the provider',
      async () => (await rowOf(world.db, id)).state === 'submitted',
    )
    world.clock.moveForward(30_000)
    await untilCode(world, id, 100)
    assert.deepEqual(await entriesOf(world.db, id), ['hold 500.5000', 'spend 500.5000'])
  })

  const refusals: readonly (readonly [what: string, change: Record<string, unknown>, code: number, message: string])[] =
    [
      ['no number', { dest_addr: undefined }, 111, 'Destination Address Missing'],
      ['an empty number', { dest_addr: '' }, 111, 'Destination Address Missing'],
      ['null for a number', { dest_addr: null, amount: undefined }, 111, 'Destination Address Missing'],
      ['a number with a plus', { dest_addr: '+255712345678', amount: undefined }, 102, 'Invalid Destination Address'],
      ['a number of no country', { dest_addr: '0712345678' }, 102, 'Invalid Destination Address'],
      ['a number that is one', { dest_addr: 255712345678 }, 102, 'Invalid Destination Address'],
      ['no amount', { amount: undefined, reference_id: undefined }, 112, 'Amount Missing'],
      ['an empty amount', { amount: '' }, 112, 'Amount Missing'],
      ...['0', '0.00', '-1', '1.001', '1,5', '1e3', '+1', '.5', '5.', ' 5', 'ten', '999999999999999'].map(
        (amount) => [`an amount of ${amount}`, { amount, reference_id: undefined }, 113, 'Invalid Amount'] as const,
      ),
      ['an amount that is a number', { amount: 10 }, 113, 'Invalid Amount'],
      ['no reference', { reference_id: undefined, product_id: 0 }, 105, 'Missing Or Invalid Reference ID'],
      ['an empty reference', { reference_id: '' }, 105, 'Missing Or Invalid Reference ID'],
      ['a reference that is a number', { reference_id: 7 }, 105, 'Missing Or Invalid Reference ID'],
      ['a long reference', { reference_id: 'x'.repeat(65) }, 105, 'Missing Or Invalid Reference ID'],
      ...[0, -1, 1.5, '0', '42', 'one', '', true, [1], 2 ** 53].map(
        (product_id) => [`product ${product_id}`, { product_id }, 105, 'Invalid Product ID'] as const,
      ),
      ['more than there is', { amount: '1000000.01' }, 103, 'Insufficient Balance'],
    ]
  for (const [what, change, code, message] of refusals) {
    it(`rejects ${what} with ${code}, and stores nothing`, async () => {
      const before = await count()
      const { status, body } = await postTransfer(world, change)
      assert.deepEqual([status, body], [400, { code, message }])
      assert.equal(await count(), before)
    })
  }

  it('rejects a body that is not an object with 104', async () => {
    for (const body of ['{', '[]', '"text"', 'null', '7', '{"reference_id":"\\u0000"}']) {
      const answer = await world.request('POST', path, { body })
      assert.deepEqual([answer.status, answer.body], [400, { code: 104, message: 'Invalid Request Format' }], body)
    }
    const xml = await world.request('POST', path, { body: '<a/>', headers: { 'content-type': 'application/xml' } })
    assert.equal(xml.status, 415)
  })

  it('accepts a product, and null for no product', async () => {
    for (const product_id of [42, null, undefined]) {
      const id = assertAccepted(await postTransfer(world, { product_id }))
      const { rows } = await sql<{
        product: number | null
      }>`select product_id as product from airtime_transfers where id = ${id}`.execute(world.db)
      assert.equal(rows[0]?.product, product_id == null ? null : 42)
    }
  })

  it('answers a repeated reference with the same transaction, or with 409 for different values', async () => {
    const body = transferBody({ amount: '10', product_id: 3 })
    const ask = (change: Record<string, unknown> = {}) => world.request('POST', path, { body: { ...body, ...change } })
    const id = assertAccepted(await ask())
    for (const change of [{}, { amount: '10.00' }, { product_id: 4 }, { product_id: undefined }])
      assert.equal(assertAccepted(await ask(change)), id)
    await untilCode(world, id, 100)
    assert.equal(assertAccepted(await ask()), id, 'the same id after the transfer has ended')
    for (const change of [{ amount: '10.01' }, { dest_addr: '255712345679' }]) {
      const { status, body: refusal } = await ask(change)
      assert.deepEqual([status, refusal], [409, { code: 105, message: 'Reference ID Was Used With Another Transfer' }])
    }
    assert.deepEqual(await entriesOf(world.db, id), ['hold 10.0000', 'spend 10.0000'])
    const other = await newClient(world)
    assert.notEqual(assertAccepted(await other.ask('POST', path, body)), id, 'a reference belongs to one account')
  })

  it('creates one transfer from twenty simultaneous requests with one reference', async () => {
    const body = transferBody()
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.request('POST', path, { body })))
    const ids = new Set(answers.map(assertAccepted))
    assert.equal(ids.size, 1)
    assert.deepEqual((await entriesOf(world.db, [...ids][0] ?? ''))[0], 'hold 10.0000')
  })

  it('never spends more than the balance, with many requests at once', async () => {
    const client = await newClient(world)
    const taken = await command(world, 'POST', `/accounts/${client.accountId}/credit`, {
      product: 'AIRTIME',
      amount: '-999950',
    })
    assert.equal(taken.body.available, '50.0000')
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.ask('POST', path, transferBody())))
    assert.deepEqual(
      answers.map(({ status }) => status).sort(),
      [200, 200, 200, 200, 200, 400, 400, 400, 400, 400, 400, 400],
    )
    assert.ok(answers.every(({ status, body }) => status === 200 || body.code === 103))
    await assertLedger(world.db)
  })

  it('repeats the answer of an Idempotency-Key, and rejects it with another body', async () => {
    const body = JSON.stringify(transferBody())
    const headers = { 'idempotency-key': 'transfer' }
    const first = await world.request('POST', path, { body, headers })
    const again = await world.request('POST', path, { body, headers })
    assert.equal(first.headers['idempotent-replayed'], undefined)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.equal(again.text, first.text)
    assert.equal((await world.request('POST', path, { body: transferBody(), headers })).status, 409)
  })

  it('is lenient to lenient credentials only', async () => {
    const { ask, accountId } = await newClient(world, { lenient: true })
    const stored = async (answer: Answer) => {
      const { rows } = await sql<Record<string, unknown>>`
        select phone, amount_text as amount, reference_id as reference from airtime_transfers where id = ${assertAccepted(answer)} and account_id = ${accountId}
      `.execute(world.db)
      return rows[0]
    }
    const taken = await stored(await ask('POST', path, { dest_addr: 255712345678, amount: 10.5, reference_id: 77 }))
    assert.deepEqual(taken, { phone: '255712345678', amount: '10.5', reference: '77' })
    const other = await stored(
      await ask('POST', path, { dest_addr: '+255712345678', amount: '1', reference: 'theirs' }),
    )
    assert.deepEqual(other, { phone: '255712345678', amount: '1', reference: 'theirs' })
    const made = await stored(await ask('POST', path, { dest_addr: '255712345678', amount: '1' }))
    assert.match(String(made?.reference), /^[0-9a-f-]{36}$/)
    assert.equal((await postTransfer(world, { reference_id: undefined, reference: 'theirs' })).body.code, 105)
  })

  it('requires a credential with the airtime product', async () => {
    const { ask } = await newClient(world, { products: ['sms'] })
    assert.equal((await ask('POST', path, transferBody())).status, 401)
    assert.equal((await world.request('GET', path)).status, 405)
  })
})

onOneEngine('POST /v1/transfer outside staging', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { staging: false } })
  })
  after(() => world.close())

  it('is rejected with 106 without a provider, before the balance is checked', async () => {
    const { status, body } = await postTransfer(world, { amount: '5000' })
    assert.deepEqual([status, body], [400, { code: 106, message: 'No Route' }])
    assert.equal((await postTransfer(world, { product_id: 0 })).body.code, 105)
  })
})

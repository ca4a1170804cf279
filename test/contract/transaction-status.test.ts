import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { addEndpoint, askStatus, begin, eventBodiesFor, numberEnding, rowOf, untilCode } from '../airtime.ts'
import { newClient } from '../contacts.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'

const path = '/v1/transaction-status'

onOneEngine('POST /v1/transaction-status', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  it('matches the webhook event, with the end time, or before that the acceptance time', async () => {
    const endpoint = await addEndpoint(world.db, 1)
    const flat = await addEndpoint(world.db, 1, true)
    const accepted = world.clock.now()
    const phone = numberEnding('0004')
    const id = await begin(world, { dest_addr: phone, amount: '7.50', reference_id: 'status' })
    const args = { transaction_id: id, amount: '7.50', dest_addr: phone, reference_id: 'status' }
    const waiting = await askStatus(world, id)
    assert.deepEqual(waiting, {
      code: 200,
      message: 'Disbursement is in progress',
      args: { timestamp: waiting.args.timestamp, ...args },
    })
    assert.ok(
      accepted.toISOString() <= waiting.args.timestamp && waiting.args.timestamp <= world.clock.now().toISOString(),
    )

    await until(
      'the transfer is submitted to the provider',
      async () => (await rowOf(world.db, id)).state === 'submitted',
    )
    world.clock.moveForward(40_000)
    await untilCode(world, id, 100)
    const ended = await askStatus(world, id)
    assert.deepEqual(ended, {
      code: 100,
      message: 'Disbursement successful',
      args: { timestamp: ended.args.timestamp, ...args },
    })
    assert.equal(ended.args.timestamp, (await rowOf(world.db, id)).doneAt?.toISOString())
    assert.deepEqual(Object.keys(ended.args), ['timestamp', 'transaction_id', 'amount', 'dest_addr', 'reference_id'])
    assert.deepEqual(await eventBodiesFor(world.db, endpoint), [ended])
    assert.deepEqual(await eventBodiesFor(world.db, flat), [{ ...ended, ...ended.args, amount: 7.5 }])
  })

  it('explains a failure', async () => {
    const id = await begin(world, { dest_addr: numberEnding('0000') })
    await untilCode(world, id, 101)
    assert.equal((await askStatus(world, id)).message, 'Disbursement failed: the network rejects this number')
  })

  it('accepts the ID as a number too, and requires one', async () => {
    const id = await begin(world)
    const asNumber = await world.request('POST', path, { body: { transaction_id: Number(id) } })
    assert.equal(asNumber.body.args.transaction_id, id)
    for (const body of [{}, { transaction_id: null }, { transaction_id: '' }]) {
      const { status, body: refusal } = await world.request('POST', path, { body })
      assert.deepEqual([status, refusal], [400, { code: 104, message: 'Missing Required Parameter: transaction_id' }])
    }
    for (const body of ['[]', '{', 'null']) {
      const { status, body: refusal } = await world.request('POST', path, { body })
      assert.deepEqual([status, refusal], [400, { code: 104, message: 'Invalid Request Format' }])
    }
  })

  it('also has the fields of args at the top level for lenient credentials', async () => {
    const lenient = await newClient(world, { lenient: true })
    const transfer = { dest_addr: numberEnding('0004'), amount: '2.50', reference_id: 'lenient' }
    const { transaction_id } = (await lenient.ask('POST', '/v1/transfer', transfer)).body
    const { status, body } = await lenient.ask('POST', path, { transaction_id })
    const args = { timestamp: body.args.timestamp, transaction_id, ...transfer }
    const waiting = { code: 200, message: 'Disbursement is in progress' }
    assert.deepEqual([status, body], [200, { ...waiting, args, ...args }])
    const missing = await lenient.ask('POST', path, { transaction_id: '1' })
    assert.deepEqual([missing.status, missing.body], [404, { code: 106, message: 'Transaction Not Found' }])
  })

  it('hides missing transactions and those of other accounts', async () => {
    const id = await begin(world)
    const stranger = await newClient(world)
    const missing = { code: 106, message: 'Transaction Not Found' }
    const asked = await stranger.ask('POST', path, { transaction_id: id })
    assert.deepEqual([asked.status, asked.body], [404, missing])
    for (const transaction_id of ['1', 'x', '-1', '99999999999999999999', 1.5, true, [id], { id }]) {
      const { status, body } = await world.request('POST', path, { body: { transaction_id } })
      assert.deepEqual([status, body], [404, missing], String(transaction_id))
    }
  })
})

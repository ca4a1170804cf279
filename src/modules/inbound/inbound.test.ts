import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { addCentre, type Centre } from '../../../test/centres.ts'
import { command } from '../../../test/console/people.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { watchCarrier } from '../../../test/otp.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { addEndpoint, type TestEndpoint, verify } from '../../../test/webhooks.ts'
import { onBothEngines, openWorld, until, type World } from '../../../test/world.ts'
import type { Submission } from '../../carriers/carrier.ts'

const timeout = 30_000
const phone = '255712345678'

onBothEngines('What people write', (engine) => {
  let world: World
  let receiver: Receiver
  let endpoint: TestEndpoint
  let centre: Centre
  let submissions: Submission[]
  before(async () => {
    world = await openWorld(engine)
    receiver = await startReceiver()
    endpoint = await addEndpoint(world, 'inbound-sms', receiver.url)
    centre = await addCentre(world, 'one')
    submissions = watchCarrier(world)
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

  async function write(text: string, to = '15001', from = phone): Promise<void> {
    const written = await command(world, 'POST', '/inbound/simulate', { from, to, text })
    assert.equal(written.status, 202, written.text)
  }

  const newAccount = async (name: string): Promise<number> => (await command(world, 'POST', '/accounts', { name })).body.id
  const listOf = async (accountId: number) => (await command(world, 'GET', `/accounts/${accountId}/inbound`)).body.data
  const optedOut = async () => (await command(world, 'GET', '/accounts/1/optouts')).body.data.map((one: { phone: string }) => one.phone)
  const balance = async () => (await command(world, 'GET', '/accounts/1/balances')).body.data.find(({ product }: { product: string }) => product === 'SMS')

  it('is given to the account that owns the number, in its list and as a callback', { timeout }, async () => {
    await write('Hello there')
    await until('it was called', () => receiver.received.length > 0)
    const { timeUTC, transaction_id, ...told } = verify(receiver.received[0] ?? assert.fail(), endpoint)
    assert.deepEqual(told, { from: phone, to: '15001', channel: 'sms', message: { text: 'Hello there' } })
    assert.match(timeUTC, /^\d{4}-\d\d-\d\dT.*Z$/)
    const [first] = await listOf(1)
    assert.deepEqual([String(first.id), first.text, first.kind, first.phone, first.number], [transaction_id, 'Hello there', 'message', phone, '15001'])
  })

  it('is given to the account of its keyword before that of the number, and to nobody where nobody can be meant', { timeout }, async () => {
    const shop = await newAccount('Shop')
    const set = await command(world, 'PUT', '/inbound/numbers/15001/keywords/duka', { accountId: shop })
    assert.deepEqual([set.status, set.body.keyword], [200, 'DUKA'])
    await write('Duka: two bags please')
    assert.equal((await listOf(shop))[0].text, 'Duka: two bags please')
    await write('who are you', '15002')
    await write('nobody has it', '99999')
    const { body } = await command(world, 'GET', '/inbound/unowned')
    assert.deepEqual(
      body.data.map(({ number, text }: { number: string; text: string }) => [number, text]),
      [
        ['99999', 'nobody has it'],
        ['15002', 'who are you'],
      ],
    )
    assert.equal((await command(world, 'DELETE', '/inbound/numbers/15001/keywords/DUKA')).status, 204)
  })

  it('on a shared number is given to the account that last wrote to the person from it', { timeout }, async () => {
    const accounts: { id: number; authorization: string }[] = []
    for (const name of ['One', 'Two', 'Three']) {
      const id = await newAccount(name)
      const token = await command(world, 'POST', `/accounts/${id}/tokens`, { name })
      await command(world, 'POST', `/accounts/${id}/credit`, { product: 'SMS', amount: '100', note: '' })
      const sender = await command(world, 'POST', `/accounts/${id}/senders`, { sender: '15002' })
      assert.equal((await command(world, 'POST', `/accounts/${id}/senders/${sender.body.id}/approve`)).status, 200)
      accounts.push({ id, authorization: token.body.token })
    }
    const [one, two, three] = accounts
    assert.ok(one && two && three)
    for (const { authorization } of [one, two]) assert.equal((await world.send({ source_addr: '15002' }, { authorization })).body.valid, 1)
    await write('for the second', '15002')
    assert.deepEqual(
      (await listOf(two.id)).map(({ text }: { text: string }) => text),
      ['for the second'],
    )
    assert.equal((await world.send({ source_addr: '15002' }, { authorization: one.authorization })).body.valid, 1)
    await write('for the first', '15002')
    assert.deepEqual(
      (await listOf(one.id)).map(({ text }: { text: string }) => text),
      ['for the first'],
    )
    assert.deepEqual(await listOf(three.id), [])
  })

  it('can be STOP, which opts out at once and cancels what is scheduled, and gives the credit back; PINs still come', { timeout }, async () => {
    const before = await balance()
    const scheduled = await world.send({
      schedule_time: '2099-01-01 12:00',
      recipients: [
        { recipient_id: 1, dest_addr: phone },
        { recipient_id: 2, dest_addr: '255712345679' },
      ],
    })
    assert.equal(scheduled.body.valid, 2)
    await write('Stop.')
    assert.deepEqual(await optedOut(), [phone])
    await until('it is cancelled', async () => (await world.statuses(scheduled.body.request_id)).get(phone) === 'UNDELIVERED')
    assert.equal((await world.statuses(scheduled.body.request_id)).get('255712345679'), 'PENDING')
    const now = await balance()
    assert.deepEqual([Number(before.available) - Number(now.available), Number(now.held) - Number(before.held)], [1, 1])
    assert.deepEqual([(await world.send()).body.opted_out, (await world.send()).body.code], [1, 101])
    assert.equal((await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: phone } })).status, 200)
    await write('START')
    assert.deepEqual(await optedOut(), [])
    assert.equal((await world.send()).body.valid, 1)
    await assertLedger(world.db)
  })

  it('can be HELP, which is answered in the words of the account', { timeout }, async () => {
    const words = await command(world, 'PUT', '/accounts/1/inbound/words', { help: ['nisaidie'], helpReply: 'Call 0800 100 100.' })
    assert.equal(words.status, 200, words.text)
    await write('HELP')
    await write('Nisaidie!')
    await until('it is answered', () => submissions.some(({ parts }) => parts.join('') === 'Call 0800 100 100.'))
    assert.deepEqual(
      (await listOf(1)).slice(0, 2).map(({ kind }: { kind: string }) => kind),
      ['help', 'message'],
    )
    const twice = await command(world, 'PUT', '/accounts/1/inbound/words', { start: ['stop'] })
    assert.deepEqual([twice.status, twice.body.message], [400, 'Word In Two Lists: STOP'])
  })

  const part = (reference: number, number: number, text: string, total = 3) =>
    centre.smsc.deliver('ngoma', {
      source_addr: phone,
      destination_addr: '15001',
      esm_class: 0x40,
      short_message: Buffer.concat([Buffer.from([5, 0, 3, reference, total, number]), Buffer.from(text)]),
    })
  const texts = async () => (await listOf(1)).map(({ text }: { text: string }) => text)

  it('in three parts is whole when all are there, in any order and with one that comes twice', { timeout }, async () => {
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
    await part(1, 1, 'another, ', 2)
    await part(1, 2, 'shorter one', 2)
    assert.deepEqual((await texts()).slice(0, 2), ['another, shorter one', 'one, two, three'])
  })

  it('in three parts of which one never comes is passed on after a while, with a mark in its place', { timeout }, async () => {
    const [last] = await texts()
    await part(2, 1, 'begin ')
    await part(2, 3, ' end')
    assert.equal((await texts())[0], last)
    world.clock.moveForward(601_000)
    await until('it is passed on', async () => (await texts())[0] === 'begin … end')
    await part(2, 1, 'begin ')
    world.clock.moveForward(601_000)
    await until('what came too late is passed on too', async () => (await texts())[0] === 'begin ……')
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addCentre, type Centre } from '../../../test/centres.ts'
import { command } from '../../../test/console/people.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { watchCarrier } from '../../../test/otp.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { addEndpoint, type TestEndpoint, verify } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { Submission } from '../../carriers/carrier.ts'

const phone = '255712345678'

onOneEngine('incoming messages', (engine) => {
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

  const newAccount = async (name: string): Promise<number> =>
    (await command(world, 'POST', '/accounts', { name })).body.id
  const listOf = async (accountId: number) => (await command(world, 'GET', `/accounts/${accountId}/inbound`)).body.data
  const optedOut = async () =>
    (await command(world, 'GET', '/accounts/1/optouts')).body.data.map((one: { phone: string }) => one.phone)
  const balance = async () =>
    (await command(world, 'GET', '/accounts/1/balances')).body.data.find(
      ({ product }: { product: string }) => product === 'SMS',
    )

  it('go to the account that owns the number, in its list and as a callback', async () => {
    await write('Hello there')
    await until('it was called', () => receiver.received.length > 0)
    const { timeUTC, transaction_id, ...found } = verify(receiver.received[0] ?? assert.fail(), endpoint)
    const message = { text: 'Hello there', media: {}, custom: {} }
    assert.deepEqual(found, { from: phone, to: '15001', channel: 'sms', message, billing: {} })
    assert.match(timeUTC, /^\d{4}-\d\d-\d\dT.*Z$/)
    const [first] = await listOf(1)
    assert.deepEqual(
      [String(first.id), first.text, first.kind, first.phone, first.number],
      [transaction_id, 'Hello there', 'message', phone, '15001'],
    )
  })

  it('go to the account of the keyword before that of the number, and otherwise stay unassigned', async () => {
    const shop = await newAccount('Shop')
    const set = await command(world, 'PUT', '/inbound/numbers/15001/keywords/duka', { accountId: shop })
    assert.deepEqual([set.status, set.body.keyword], [200, 'DUKA'])
    await write('Duka: two bags please')
    await write('my duka is open')
    assert.deepEqual(
      [(await listOf(shop))[0].text, (await listOf(1))[0].text],
      ['Duka: two bags please', 'my duka is open'],
    )
    await write('stop duka')
    assert.deepEqual([(await listOf(shop))[0].kind, await optedOut()], ['stop', []])
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

  it('on a shared number go to the account that last wrote to the person', async () => {
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
    const sendFrom = async ({ id, authorization }: { id: number; authorization: string }) => {
      const { request_id } = (await world.send({ source_addr: '15002' }, { authorization })).body
      const isTaken = sql<{
        taken: boolean
      }>`select bool_and(submitted_at is not null) as taken from sms_messages where request_id = ${request_id} and account_id = ${id}`
      await until('a carrier has it', async () => (await isTaken.execute(world.db)).rows[0]?.taken === true)
    }
    await sendFrom(one)
    await sendFrom(two)
    // A scheduled message does not count, because the person has not received it.
    const later = await world.send(
      { source_addr: '15002', schedule_time: '2099-01-01 12:00' },
      { authorization: three.authorization },
    )
    assert.equal(later.body.valid, 1)
    await write('for the second', '15002')
    assert.deepEqual(
      (await listOf(two.id)).map(({ text }: { text: string }) => text),
      ['for the second'],
    )
    await sendFrom(one)
    await write('for the first', '15002')
    assert.deepEqual(
      (await listOf(one.id)).map(({ text }: { text: string }) => text),
      ['for the first'],
    )
    assert.deepEqual(await listOf(three.id), [])
  })

  it('with STOP opt out at once, cancel scheduled messages and return their credit, but still allow PINs', async () => {
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
    await until(
      'it is cancelled',
      async () => (await world.statuses(scheduled.body.request_id)).get(phone) === 'UNDELIVERED',
    )
    assert.equal((await world.statuses(scheduled.body.request_id)).get('255712345679'), 'PENDING')
    const now = await balance()
    assert.deepEqual([Number(before.available) - Number(now.available), Number(now.held) - Number(before.held)], [1, 1])
    assert.deepEqual([(await world.send()).body.opted_out, (await world.send()).body.code], [1, 101])
    assert.equal((await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: phone } })).status, 200)
    await write('START')
    assert.deepEqual(await optedOut(), [])
    assert.equal((await world.send()).body.valid, 1)
    await assertLedger(world.db)
    // The work on STOP may fail, and run again only after the person sent START.
    const since = await world.send({ schedule_time: '2099-01-01 12:00' })
    await sql`update inbound_messages set due_at = received_at where kind = 'stop' and account_id = 1`.execute(world.db)
    await until(
      'it is looked at',
      async () =>
        (await sql`select from inbound_messages where due_at is not null`.execute(world.db)).rows.length === 0,
    )
    assert.equal((await world.statuses(since.body.request_id)).get(phone), 'PENDING')
  })

  it('with HELP get the reply of the account', async () => {
    const words = await command(world, 'PUT', '/accounts/1/inbound/words', {
      help: ['nisaidie'],
      helpReply: 'Call 0800 100 100.',
    })
    assert.equal(words.status, 200, words.text)
    // Starts a new period of ten minutes, so that all messages fall into it.
    world.clock.moveForward(600_000 - (world.clock.now().getTime() % 600_000))
    await write('HELP')
    await write('Nisaidie!')
    const answers = () => submissions.filter(({ parts }) => parts.join('') === 'Call 0800 100 100.').length
    await until('it is answered', () => answers() === 1)
    assert.deepEqual(
      (await listOf(1)).slice(0, 2).map(({ kind }: { kind: string }) => kind),
      ['help', 'message'],
    )
    // A repeated HELP within the period must not cost the account more credit.
    await write('Nisaidie!')
    await until(
      'it is looked at',
      async () =>
        (await sql`select from inbound_messages where due_at is not null`.execute(world.db)).rows.length === 0,
    )
    assert.equal(answers(), 1)
    world.clock.moveForward(601_000)
    await write('Nisaidie!')
    await until('it is answered again', () => answers() === 2)
    const twice = await command(world, 'PUT', '/accounts/1/inbound/words', { start: ['stop'] })
    assert.deepEqual([twice.status, twice.body.detail], [400, 'STOP is in two lists.'])
  })

  it('with HELP get no reply from an account without credit, which is no failure of the work', async () => {
    const { id } = (await command(world, 'POST', '/accounts', { name: 'Poor', sender: '15008' })).body
    assert.equal((await command(world, 'PUT', '/inbound/numbers/15008', { accountId: id })).status, 200)
    await sql`update balances set available = 0 where account_id = ${id}`.execute(world.db)
    await write('HELP', '15008')
    await until('it is looked at', async () => {
      const { rows } = await sql`select from inbound_messages where due_at is not null`.execute(world.db)
      return rows.length === 0
    })
    const lines = world.logs
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'did not reply to STOP or HELP')
    assert.deepEqual(
      lines.map(({ level, accounts, number, why }) => [level, accounts, number, why]),
      [[30, [id], '15008', 'no_credit']],
    )
    const { body: text } = await world.app.http.inject('/metrics')
    for (const outcome of ['failed', 'given_up'])
      assert.match(text, new RegExp(`^ngoma_work_runs_total\\{work="inbound messages",outcome="${outcome}"\\} 0$`, 'm'))
  })

  const conversationOf = async (number: string) => {
    const { body } = await command(world, 'GET', `/accounts/1/conversations?status=all&q=${number}`)
    return [body.data[0]?.status, body.data[0]?.incoming]
  }

  it('with HELP are work for members unless the account has a reply', async () => {
    const from = '255712345099'
    await write('Nisaidie', '15001', from)
    assert.deepEqual(await conversationOf(from), ['closed', 0])
    const words = await command(world, 'PUT', '/accounts/1/inbound/words', { helpReply: '' })
    assert.equal(words.status, 200, words.text)
    await write('Nisaidie', '15001', from)
    assert.deepEqual(await conversationOf(from), ['open', 1])
  })

  const texts = async () => (await listOf(1)).map(({ text }: { text: string }) => text)

  it('are accepted in any encoding and number format, and never logged', async () => {
    const deliver = (fields: Readonly<Record<string, unknown>>) =>
      centre.smsc.deliver('ngoma', { source_addr: phone, destination_addr: '15001', short_message: 'Hello', ...fields })
    const long = 'a secret thing '.repeat(700)
    const cases: readonly (readonly [fields: Readonly<Record<string, unknown>>, text: string])[] = [
      [{ short_message: Buffer.alloc(0) }, ''],
      [{ short_message: Buffer.from('\0N\0U\0\0\0L', 'latin1'), data_coding: 8 }, 'NUL'],
      [{ short_message: Buffer.from([0xd8, 0x3d, 0, 0x21]), data_coding: 8 }, '\ufffd!'],
      [{ short_message: '', message_payload: long }, long],
      [{ esm_class: 0x40, short_message: Buffer.from('\x05\0\x03\x05\x02\0none', 'latin1') }, 'none'],
      [{ esm_class: 0x40, short_message: Buffer.from('\x05\0\x03\x05\x02\x03above', 'latin1') }, 'above'],
      [{ source_addr: 'Somebody' }, 'Hello'],
      [{ source_addr: '' }, 'Hello'],
      [{ destination_addr: '+15001' }, 'Hello'],
    ]
    for (const [fields, text] of cases) {
      assert.equal((await deliver(fields)).status, 0, JSON.stringify(fields))
      assert.equal((await texts())[0], text, JSON.stringify(fields))
    }
    for (const spelling of [`+${phone}`, `00${phone}`, '+255 712-345 678']) {
      assert.equal((await deliver({ source_addr: spelling, short_message: 'STOP' })).status, 0)
      assert.deepEqual(await optedOut(), [phone], spelling)
      await write('start')
    }
    // Mexican numbers no longer have 13 digits.
    const old = '5215512345678'
    for (const [text, phones] of [
      ['STOP', [old]],
      ['START', []],
    ] as const) {
      assert.equal((await deliver({ source_addr: old, short_message: text })).status, 0)
      assert.deepEqual(await optedOut(), phones)
    }
    // A national number has no known country.
    assert.equal((await deliver({ source_addr: '0712345678', short_message: 'STOP' })).status, 0)
    assert.deepEqual([await optedOut(), (await listOf(1))[0].kind], [[], 'stop'])
    assert.ok(world.logs.some((line) => line.includes('not in international format')))
    const { rows } = await sql`select status, incoming from conversations where phone = '0712345678'`.execute(world.db)
    assert.deepEqual(rows, [{ status: 'open', incoming: 1 }])
    const log = world.logs.join('')
    for (const secret of [phone, old, '0712345678', 'a secret thing', 'Hello there', 'two bags', 'nobody has it'])
      assert.ok(!log.includes(secret), secret)
  })

  it('come from a local number of the country of the server', async () => {
    const { body } = await command(world, 'POST', '/inbound/simulate', {
      from: '0712 999 001',
      to: '15002',
      text: 'Hi',
    })
    assert.equal(body.from, '255712999001')
  })
})

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { watchCarrier } from '../../../test/otp.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { verify } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { Submission } from '../../carriers/carrier.ts'

const number = '15002'
const dayMs = 86_400_000

interface Client {
  readonly id: number
  readonly authorization: string
}

onOneEngine('stop words on a shared number', (engine) => {
  let world: World
  let submissions: Submission[]
  let duka: Client
  let shule: Client
  let benki: Client
  before(async () => {
    world = await openWorld(engine)
    submissions = watchCarrier(world)
    await command(world, 'PUT', `/inbound/numbers/${number}`, { accountId: null })
    duka = await addClient('Duka', number)
    shule = await addClient('Shule', number)
    benki = await addClient('Benki', 'BENKI')
  })
  after(() => world.close())

  async function addClient(name: string, sender: string): Promise<Client> {
    const { id } = (await command(world, 'POST', '/accounts', { name, sender })).body
    const { body } = await command(world, 'POST', `/accounts/${id}/tokens`, { name })
    await command(world, 'POST', `/accounts/${id}/credit`, { product: 'SMS', amount: '100', note: '' })
    return { id, authorization: body.token }
  }

  async function send({ authorization }: Client, from: string, phone: string): Promise<void> {
    const recipients = [{ recipient_id: 1, dest_addr: phone }]
    const { body } = await world.send({ source_addr: from, recipients }, { authorization })
    assert.equal(body.valid, 1, JSON.stringify(body))
    await until('a carrier has it', async () => {
      const { rows } = await sql`
        select from sms_messages where request_id = ${body.request_id} and submitted_at is not null
      `.execute(world.db)
      return rows.length === 1
    })
  }

  const write = async (phone: string, text: string, to = number) => {
    const { status } = await command(world, 'POST', '/inbound/simulate', { from: phone, to, text })
    assert.equal(status, 202)
  }

  /** The accounts that the phone has opted out of, and how. */
  async function optOuts(phone: string): Promise<[number, string][]> {
    const { rows } = await sql<{ account_id: number; source: string }>`
      select account_id, source from sms_optouts where phone = ${phone} order by account_id
    `.execute(world.db)
    return rows.map(({ account_id, source }) => [account_id, source])
  }

  const repliesTo = (phone: string) =>
    submissions
      .filter((one) => one.phone === phone && one.parts.join('').includes('no more messages'))
      .map((one) => [one.sender, one.parts.join('')])

  const idle = () =>
    until('the work on commands is done', async () => {
      const { rows } = await sql`select from inbound_messages where due_at is not null`.execute(world.db)
      return rows.length === 0
    })

  const confirmation = (accounts: string) =>
    `You will receive no more messages from ${accounts}. Send START to ${number} to receive them again.`

  it('opts out of every account that wrote from the number, with one confirmation', async () => {
    const phone = '255712600001'
    await send(benki, 'BENKI', phone)
    await send(shule, number, phone)
    await send(duka, number, phone)
    const later = await world.send(
      { source_addr: number, schedule_time: '2099-01-01 12:00', recipients: [{ recipient_id: 1, dest_addr: phone }] },
      { authorization: shule.authorization },
    )
    const receiver = await startReceiver()
    const hook = { event: 'inbound-sms', url: receiver.url }
    const endpoint = (await command(world, 'POST', `/accounts/${shule.id}/webhooks`, hook)).body
    await write(phone, 'Acha!')
    assert.deepEqual(await optOuts(phone), [
      [duka.id, 'stop'],
      [shule.id, 'stop'],
    ])
    await until('it is confirmed', () => repliesTo(phone).length > 0)
    await idle()
    assert.deepEqual(repliesTo(phone), [[number, confirmation('Duka, Shule')]])
    const cancelled = await sql<{ reason: string }>`
      select reason from sms_messages where request_id = ${later.body.request_id}
    `.execute(world.db)
    assert.deepEqual(cancelled.rows, [{ reason: 'cancelled' }])
    await until('the webhook is called', () => receiver.received.length > 0)
    const found = verify(receiver.received[0] ?? assert.fail(), endpoint)
    assert.deepEqual([found.from, found.to, found.message.text], [phone, number, 'Acha!'])
    await receiver.close()
    for (const { id } of [duka, shule]) {
      const [message] = (await command(world, 'GET', `/accounts/${id}/inbound`)).body.data
      assert.deepEqual([message.phone, message.kind, message.text], [phone, 'stop', 'Acha!'])
    }

    await write(phone, 'ANZA')
    assert.deepEqual(await optOuts(phone), [])
    await assertLedger(world.db)
  })

  it('opts out of one account when only one wrote', async () => {
    const phone = '255712600002'
    await send(shule, number, phone)
    await write(phone, 'SITAKI')
    assert.deepEqual(await optOuts(phone), [[shule.id, 'stop']])
    await until('it is confirmed', () => repliesTo(phone).length > 0)
    assert.deepEqual(repliesTo(phone), [[number, confirmation('Shule')]])
  })

  it('opts out of all accounts that wrote from the number, and is not confirmed by a suspended one', async () => {
    const phone = '255712600006'
    await send(shule, number, phone)
    await send(benki, 'BENKI', phone)
    await send(duka, number, phone)
    const suspend = (suspended: boolean) => command(world, 'PATCH', `/accounts/${duka.id}`, { suspended })
    assert.equal((await suspend(true)).status, 200)
    await write(phone, 'STOP')
    assert.deepEqual(await optOuts(phone), [
      [duka.id, 'stop'],
      [shule.id, 'stop'],
    ])
    await until('it is confirmed', () => repliesTo(phone).length > 0)
    assert.deepEqual(repliesTo(phone), [[number, confirmation('Duka, Shule')]])
    assert.equal((await suspend(false)).status, 200)
    const named = '255712600007'
    await send(benki, 'BENKI', named)
    await write(named, 'STOP')
    assert.deepEqual(await optOuts(named), [[benki.id, 'stop']])
  })

  it('does not take an earlier confirmation for a message from the number', async () => {
    const phone = '255712600008'
    await send(duka, 'INFO', phone)
    await write(phone, 'STOP')
    await until('it is confirmed', async () => {
      const { rows } = await sql`
        select from sms_messages where phone = ${phone} and sender = ${number} and submitted_at is not null
      `.execute(world.db)
      return rows.length === 1
    })
    await send(shule, 'INFO', phone)
    await write(phone, 'STOP')
    assert.deepEqual(await optOuts(phone), [
      [duka.id, 'stop'],
      [shule.id, 'stop'],
    ])
  })

  it('opts out of accounts with names as senders when no account wrote from the number', async () => {
    const phone = '255712600003'
    await send(benki, 'BENKI', phone)
    // Without credit the next account pays for the confirmation.
    await send(duka, 'INFO', phone)
    await command(world, 'POST', `/accounts/${duka.id}/credit`, { product: 'SMS', amount: '-90', note: '' })
    await sql`update balances set available = 0 where account_id = ${duka.id} and product = 'SMS'`.execute(world.db)
    await write(phone, 'ondoa')
    assert.deepEqual(await optOuts(phone), [
      [duka.id, 'stop'],
      [benki.id, 'stop'],
    ])
    await until('it is confirmed', () => repliesTo(phone).length > 0)
    await idle()
    assert.deepEqual(repliesTo(phone), [['BENKI', confirmation('Duka, Benki')]])
    // START to another number does not end them.
    await command(world, 'PUT', '/inbound/numbers/15003', { accountId: null })
    await write(phone, 'START', '15003')
    assert.equal((await optOuts(phone)).length, 2)
    await write(phone, 'START')
    assert.deepEqual(await optOuts(phone), [])
  })

  it('stays unassigned when no account wrote, on a number without an account, and as part of a text', async () => {
    const phone = '255712600004'
    await write(phone, 'STOP')
    await send(benki, 'BENKI', phone)
    await write(phone, 'STOP', '15099')
    await write(phone, 'Please STOP')
    world.clock.moveForward(7 * dayMs + 1_000)
    await write(phone, 'STOP')
    await idle()
    assert.deepEqual([await optOuts(phone), repliesTo(phone)], [[], []])
    const { body } = await command(world, 'GET', '/inbound/unowned')
    assert.equal(body.data.filter((one: { phone: string }) => one.phone === phone).length, 4)
  })

  it('leaves out accounts that wrote from the number more than 30 days ago', async () => {
    const phone = '255712600005'
    await send(shule, number, phone)
    world.clock.moveForward(30 * dayMs + 1_000)
    await send(benki, 'BENKI', phone)
    await write(phone, 'STOP')
    assert.deepEqual(await optOuts(phone), [[benki.id, 'stop']])
  })

  it('finds accounts whose sender ID is the number with a plus', async () => {
    const [long, phone] = ['255744555004', '255712600009']
    await command(world, 'PUT', `/inbound/numbers/${long}`, { accountId: null })
    const hotel = await addClient('Hotel', `+${long}`)
    await send(benki, 'BENKI', phone)
    await send(hotel, `+${long}`, phone)
    await write(phone, 'Where is it?', long)
    const [message] = (await command(world, 'GET', `/accounts/${hotel.id}/inbound`)).body.data
    assert.equal(message?.text, 'Where is it?')
    await write(phone, 'STOP', long)
    assert.deepEqual(await optOuts(phone), [[hotel.id, 'stop']])
    await until('it is confirmed', () => repliesTo(phone).length > 0)
    assert.deepEqual(repliesTo(phone), [[`+${long}`, confirmation('Hotel').replace(number, long)]])
  })

  it('confirms a STOP to the account that wrote from the number before the last 30 days', async () => {
    const phone = '255712600010'
    await send(shule, number, phone)
    world.clock.moveForward(30 * dayMs + 1_000)
    await write(phone, 'STOP')
    assert.deepEqual(await optOuts(phone), [[shule.id, 'stop']])
    await until('it is confirmed', () => repliesTo(phone).length > 0)
    assert.deepEqual(repliesTo(phone), [[number, confirmation('Shule')]])
  })
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { addAccount, ask, command } from '../../../test/console/people.ts'
import { openAppOn, sendThrough } from '../../../test/e2e/apps.ts'
import { basic, onOneEngine, openWorld, orderBody, until, type World } from '../../../test/world.ts'
import type { App } from '../../app.ts'

const phone = '255712000107'
const refusedPhone = '255712000000'
const hourMs = 3_600_000

onOneEngine('Prices', (engine) => {
  let world: World
  let other: App
  before(async () => {
    world = await openWorld(engine)
    other = await openAppOn({ db: world.db, url: world.url }, { role: 'api', clock: world.clock })
  })
  after(async () => {
    await other.close()
    await world.close()
  })
  beforeEach(async () => {
    for (const { id } of (await command(world, 'GET', '/prices?limit=1000')).body.data)
      await command(world, 'DELETE', `/prices/${id}`)
    await untilCosts('1.0000')
  })

  const set = async (amount: string, change: Record<string, unknown> = {}) => {
    const { status, body, text } = await command(world, 'PUT', '/prices', {
      product: 'SMS',
      prefix: '',
      amount,
      ...change,
    })
    assert.equal(status, 200, text)
    return body
  }

  async function load(...lines: readonly string[]): Promise<void> {
    const body = ['product,prefix,price,account,valid_from', ...lines].join('\n')
    const { status, text } = await ask(world, 'POST', '/prices/import', {
      body,
      headers: { ...world.app.controlHeaders, 'content-type': 'text/csv' },
    })
    assert.equal(status, 200, text)
  }

  /** The stored prices of the messages of a request, in order. */
  async function pricesOn(requestId: string): Promise<string[]> {
    const { rows } = await sql<{ price: string }>`
      select price::text as price
        from sms_messages
       where request_id = ${requestId}
       order by id
    `.execute(world.db)
    return rows.map(({ price }) => price)
  }

  const later = { schedule_time: '2099-01-01 00:00' }
  const costOn = async (app: App, to = phone) =>
    (await pricesOn(await sendThrough(app, { ...later, recipients: [{ recipient_id: 1, dest_addr: to }] })))[0]
  const untilCosts = (wanted: string, app = world.app) =>
    until(`a send costs ${wanted}`, async () => (await costOn(app)) === wanted)

  async function balance(): Promise<{ available: bigint; held: bigint; spent: bigint }> {
    const { rows } = await sql<{ available: string; held: string; spent: string }>`
      select (available * 10000)::bigint::text as available, (held * 10000)::bigint::text as held,
             (select coalesce(sum(amount * 10000), 0)::bigint::text
                from ledger_entries
               where account_id = 1 and product = 'SMS' and kind = 'spend') as spent
        from balances
       where account_id = 1
         and product = 'SMS'
    `.execute(world.db)
    const { available = '0', held = '0', spent = '0' } = rows[0] ?? {}
    return { available: BigInt(available), held: BigInt(held), spent: BigInt(spent) }
  }

  it('apply to sends on every process shortly after a change', async () => {
    const { id } = await set('2.5')
    await untilCosts('2.5000')
    await untilCosts('2.5000', other)
    await set('0.0001', { prefix: '25571' })
    await untilCosts('0.0001', other)
    await untilCosts('0.0001')
    assert.equal(await costOn(world.app, '254712000107'), '2.5000')
    assert.equal((await command(world, 'DELETE', `/prices/${id}`)).status, 204)
    await until('the other numbers cost 1 again', async () => (await costOn(other, '254712000107')) === '1.0000')
  })

  it('of an account take precedence over default prices and affect no other account', async () => {
    const accountId = await addAccount(world)
    const { apiKey, secret } = (await command(world, 'POST', `/accounts/${accountId}/keys`, { name: 'a key' })).body
    const sender = (await command(world, 'POST', `/accounts/${accountId}/senders`, { sender: 'OWN' })).body.id
    await command(world, 'POST', `/accounts/${accountId}/senders/${sender}/approve`)
    await load('SMS,25571,3,,', 'SMS,,4,1,', `SMS,254,9,${accountId},`)
    await untilCosts('4.0000')
    const theirs = await world.send({ ...later, source_addr: 'OWN' }, { authorization: basic(apiKey, secret) })
    assert.equal(theirs.body.code, 100, theirs.text)
    assert.deepEqual(await pricesOn(theirs.body.request_id), ['3.0000'])
  })

  it('start at their time and are multiplied by the segments', async () => {
    const next = new Date(world.clock.now().getTime() + hourMs).toISOString()
    await load(
      'SMS,255,3,,',
      `SMS,255,5,,${next}`,
      `SMS,25571200,6,,${new Date(Date.parse(next) + hourMs).toISOString()}`,
    )
    await untilCosts('3.0000')
    world.clock.moveForward(hourMs)
    assert.equal(await costOn(world.app), '5.0000')
    world.clock.moveForward(hourMs)
    const { body } = await world.send({
      ...later,
      message: 'x'.repeat(161),
      recipients: [{ recipient_id: 1, dest_addr: phone }],
    })
    assert.deepEqual(await pricesOn(body.request_id), ['12.0000'])
  })

  it('stay on accepted messages, and determine the spent and released amounts', async () => {
    await set('3')
    await untilCosts('3.0000')
    const before = await balance()
    const soon = new Date(world.clock.now().getTime() + hourMs).toISOString().slice(0, 16).replace('T', ' ')
    const recipients = [phone, refusedPhone].map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr }))
    const { body } = await world.send({ schedule_time: soon, recipients })
    assert.equal(body.code, 100)
    const held = await balance()
    assert.equal(held.held - before.held, 60_000n)

    await set('7')
    await until('another app knows the new price', async () => (await quoteOn(other)) === '7.0000')
    await until('this app knows the new price', async () => (await quoteOn(world.app)) === '7.0000')
    assert.deepEqual(await pricesOn(body.request_id), ['3.0000', '3.0000'])
    world.clock.moveForward(hourMs)
    await until(
      'both messages have ended',
      async () => ![...(await world.statuses(body.request_id)).values()].includes('PENDING'),
    )
    assert.deepEqual([...(await world.statuses(body.request_id))].toSorted(), [
      [refusedPhone, 'UNDELIVERED'],
      [phone, 'DELIVERED'],
    ])
    assert.deepEqual(await balance(), {
      available: before.available - 30_000n,
      held: before.held,
      spent: before.spent + 30_000n,
    })
    assert.deepEqual(await pricesOn(body.request_id), ['3.0000', '3.0000'])
  })

  async function quoteOn(app: App): Promise<string> {
    return (await command({ app }, 'POST', '/accounts/1/quotes', orderBody({ to: [phone] }))).body.price
  }
})

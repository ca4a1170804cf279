import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { insertSender } from '../../src/modules/senders/index.ts'
import { command } from '../console/people.ts'
import { parseScrape } from '../prometheus.ts'
import { onOneEngine, openWorld, orderBody, type World } from '../world.ts'

const startAt = new Date('2030-06-15T10:30:00Z')
const long = 'a secret that is much too long for a sender'

/** A rejected sender is reported to the client (hint), the operator (log, metric) and the account (event). */
onOneEngine('POST /v1/send, sender errors', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { startAt })
    await world.db.transaction(async (tx) => {
      for (const status of ['pending', 'rejected', 'inactive'] as const)
        await insertSender(tx, 1, { sender: status.toUpperCase(), sampleContent: '', status }, world.clock.now())
    })
    await sql`update senders set reason = 'a trade mark' where sender = 'REJECTED'`.execute(world.db)
  })
  after(() => world.close())

  const eventsOf = async (accountId = 1) => {
    await world.app.sms.events.write()
    return (await command(world, 'GET', `/accounts/${accountId}/events?limit=1000`)).body
  }
  const refusedFor = async (reason: string) =>
    parseScrape((await world.app.http.inject('/metrics')).body).value('ngoma_sms_sender_refused_total', { reason }) ??
    Number.NaN

  const cases: readonly [sender: string, reason: string, hint: string, log: string][] = [
    ['NOBODY', 'unknown', 'unknown sender ID "NOBODY"', 'unknown'],
    ['PENDING', 'pending', 'sender ID "PENDING" is pending: the operator has to approve it', 'pending'],
    [
      'REJECTED',
      'rejected',
      'sender ID "REJECTED" is rejected (a trade mark): ask the operator to approve it',
      'rejected',
    ],
    ['INACTIVE', 'inactive', 'sender ID "INACTIVE" is inactive: ask the operator to approve it', 'inactive'],
    [long, 'malformed', 'the sender ID is longer than 11 characters, or 20 digits', 'malformed'],
  ]
  for (const [sender, reason, hint, log] of cases) {
    it(`report ${reason} in hint, log, event and metric`, async () => {
      const before = await refusedFor(reason)
      const { length } = world.logs
      const { status, body, headers } = await world.send({ source_addr: sender })
      assert.deepEqual([status, body], [400, { code: 111, message: 'Invalid Sender ID' }])
      assert.equal(headers['ngoma-hint'], `${hint}; active sender IDs of this account: INFO`)
      const lines = world.logs.slice(length).map((line) => JSON.parse(line))
      assert.ok(
        lines.some(({ reason: said }) => said === `Invalid Sender ID: ${log}`),
        JSON.stringify(lines),
      )
      assert.equal(await refusedFor(reason), before + 1)
      const [newest] = (await eventsOf()).data
      const { id, firstAt, lastAt, ...event } = newest
      assert.deepEqual(event, { kind: 'sms.sender_refused', subject: sender === long ? '' : sender, reason, count: 1 })
      assert.equal(typeof id, 'number')
      for (const at of [firstAt, lastAt]) assert.match(at, /^2030-06-15T10:3.*Z$/)
    })
  }

  it('count repeats in one event, also from the console, and move it to the front', async () => {
    world.clock.moveForward(60_000)
    await world.send({ source_addr: 'NOBODY' })
    const { status } = await command(world, 'POST', '/accounts/1/messages', orderBody({ from: 'NOBODY' }))
    assert.equal(status, 400)
    const { data, total } = await eventsOf()
    assert.equal(total, cases.length)
    assert.deepEqual([data[0].subject, data[0].count], ['NOBODY', 3])
    assert.ok(data[0].firstAt < data[0].lastAt)
    const { next } = (await command(world, 'GET', '/accounts/1/events?limit=2')).body
    const second = await command(world, 'GET', `/accounts/1/events?limit=2&cursor=${next}`)
    assert.deepEqual(second.body.data, data.slice(2, 4))
  })

  it('create no event for a repeated answer or another error', async () => {
    const key = { 'idempotency-key': 'sent before' }
    await world.db.transaction((tx) =>
      insertSender(tx, 1, { sender: 'SHOP', sampleContent: '', status: 'active' }, world.clock.now()),
    )
    assert.equal((await world.send({ source_addr: 'SHOP' }, key)).status, 200)
    await sql`update senders set status = 'inactive' where sender = 'SHOP'`.execute(world.db)
    assert.equal((await world.send({ source_addr: 'SHOP' }, key)).headers['idempotent-replayed'], 'true')
    assert.equal((await world.send({ source_addr: 'NOBODY', message: '' })).body.code, 109)
    const { data } = await eventsOf()
    assert.equal(data.length, cases.length)
    assert.equal(data.find(({ subject }: { subject: string }) => subject === 'NOBODY').count, 3)
  })

  it('are hidden from other accounts', async () => {
    const { id } = (await command(world, 'POST', '/accounts', { name: 'Other' })).body
    assert.deepEqual((await eventsOf(id)).data, [])
  })

  it('are answered even if events cannot be written', async () => {
    await sql`alter table account_events rename to elsewhere`.execute(world.db)
    assert.equal((await world.send({ source_addr: 'NOBODY' })).body.code, 111)
    await world.app.sms.events.write()
    assert.equal((await world.send()).status, 200)
    await sql`alter table elsewhere rename to account_events`.execute(world.db)
  })
})

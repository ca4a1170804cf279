import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { LiveEvents, type LiveTopic } from '../../src/contract/console/overview.ts'
import { createKey } from '../../src/modules/accounts/index.ts'
import { addCarrier } from '../carriers.ts'
import { withoutCloseGrace } from '../closing.ts'
import { schemaErrorsOf } from '../documented.ts'
import { untilFinal } from '../e2e/apps.ts'
import { basic, onOneEngine, openWorld, until, type World } from '../world.ts'
import { addAccount, addPerson, adminPassword, ask, command, type Person } from './people.ts'

const mine = '/accounts/1'
const dayMs = 86_400_000
/** Far from midnight, so that "today" does not change during the test. */
const startAt = new Date('2030-06-15T10:30:00Z')

onOneEngine('account overview', (engine) => {
  let world: World
  let viewer: Person
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword }, startAt })
    viewer = await addPerson(world, 1, 'viewer')
  })
  after(() => world.close())

  const attention = async (asker: { ask: Person['ask'] } = viewer, account = 1): Promise<string[]> =>
    (await asker.ask('GET', `/accounts/${account}/overview`)).body.attention.map(
      ({ kind, page, text }: Record<string, string>) => `${kind} (${page}): ${text}`,
    )
  const operator = { ask: (method: 'GET' | 'POST', path: string) => command(world, method, path) } as {
    ask: Person['ask']
  }

  it('returns 30 days including days without messages, today last', async () => {
    const { body: empty } = await viewer.ask('GET', `${mine}/overview`)
    assert.equal(empty.days.length, 30)
    assert.deepEqual(empty.today, {
      day: world.clock.now().toISOString().slice(0, 10),
      ...{ messages: 0, sent: 0, delivered: 0, failed: 0, pending: 0 },
      ...{ deliveryRate: null, deliverySeconds: null, spent: '0.0000' },
    })
    assert.deepEqual(empty.attention, [])

    const { body } = await world.send({
      recipients: ['255712345678', '255712340003'].map((dest_addr, index) => ({ recipient_id: index, dest_addr })),
    })
    await untilFinal(world.db, body.request_id)
    const day = world.clock.now().toISOString().slice(0, 10)
    const { today: counted } = (await viewer.ask('GET', `${mine}/overview`)).body
    const { deliverySeconds, spent, ...figures } = counted
    assert.deepEqual(figures, { day, messages: 2, sent: 2, delivered: 1, failed: 1, pending: 0, deliveryRate: 50 })
    assert.ok(deliverySeconds >= 0 && Number(spent) > 0)

    world.clock.moveForward(28 * dayMs)
    const { days, today } = (await viewer.ask('GET', `${mine}/overview`)).body
    assert.deepEqual(days[1], counted)
    assert.equal(new Set(days.map((one: { day: string }) => one.day)).size, 30)
    assert.deepEqual(days.at(-1), today)
    assert.equal(today.sent, 0)

    // Other accounts are not counted.
    const other = await addAccount(world)
    assert.equal((await command(world, 'GET', `/accounts/${other}/overview`)).body.days[1].sent, 0)
  })

  it('reports pending and rejected sender names to the account, and all pending ones to operators', async () => {
    const { body: first } = await command(world, 'POST', `${mine}/senders`, { sender: 'SHOP' })
    assert.deepEqual(await attention(), ['sender_pending (senders): The sender name SHOP is waiting for approval.'])
    const { body: second } = await command(world, 'POST', `${mine}/senders`, { sender: 'BANK' })
    assert.deepEqual(await attention(), ['sender_pending (senders): 2 sender names are waiting for approval.'])
    const other = await addAccount(world)
    await command(world, 'POST', `/accounts/${other}/senders`, { sender: 'THEIRS' })
    assert.deepEqual(await attention(operator), [
      'approval_waiting (approvals): 3 sender names are waiting for your approval.',
      'sender_pending (senders): 2 sender names are waiting for approval.',
    ])
    await command(world, 'POST', `${mine}/senders/${first.id}/approve`)
    await command(world, 'POST', `${mine}/senders/${second.id}/reject`, { reason: 'You are no bank.' })
    assert.deepEqual(await attention(), [
      'sender_rejected (senders): The sender name BANK was rejected: You are no bank.',
    ])
    world.clock.moveForward(8 * dayMs)
    assert.deepEqual(await attention(), [])
  })

  it('reports failing webhook endpoints, but not those that a user disabled', async () => {
    const { body } = await command(world, 'POST', `${mine}/webhooks`, { event: 'chat', url: 'http://127.0.0.1:9/hook' })
    const set = (change: string) =>
      sql`update webhook_endpoints set ${sql.raw(change)} where id = ${body.id}`.execute(world.db)
    assert.deepEqual(await attention(), [])
    await set(`failing_since = '2026-01-02 03:04:05Z'`)
    assert.deepEqual(await attention(), [
      'webhook_failing (webhooks): The webhook endpoint at 127.0.0.1:9 has been failing since 2026-01-02 03:04 GMT.',
    ])
    await set(`disabled_at = now(), disabled_reason = 'failing'`)
    assert.deepEqual(await attention(), [
      'webhook_failing (webhooks): The webhook endpoint at 127.0.0.1:9 kept failing and was disabled.',
    ])
    await set(`disabled_reason = 'by hand'`)
    assert.deepEqual(await attention(), [])
  })

  it('reports credit below its level and used up credit', async () => {
    const fresh = await addAccount(world)
    // Accounts start with credit in staging only.
    await sql`delete from ledger_entries where account_id = ${fresh}`.execute(world.db)
    await sql`update balances set available = 0 where account_id = ${fresh}`.execute(world.db)
    assert.deepEqual(await attention(operator, fresh).then((all) => all.filter((one) => one.startsWith('credit'))), [
      'credit_low (credit): The SMS credit is used up.',
    ])
    const person = await addPerson(world, fresh, 'viewer')
    await command(world, 'POST', `/accounts/${fresh}/credit`, { product: 'SMS', amount: '10' })
    await command(world, 'POST', `/accounts/${fresh}/credit`, { product: 'OTP', amount: '10' })
    assert.deepEqual(await attention(person, fresh), [])
    await command(world, 'PUT', `/accounts/${fresh}/balances/SMS/reminders`, { creditLevel: '12.5' })
    await command(world, 'POST', `/accounts/${fresh}/credit`, { product: 'OTP', amount: '-10' })
    assert.deepEqual(await attention(person, fresh), [
      'credit_low (credit): The OTP credit is used up.',
      'credit_low (credit): The SMS credit is low: 10.0000 TZS left, below the level of 12.5000 TZS.',
    ])
    const limits = { scopes: ['account:read'], products: ['sms'] } as const
    const { apiKey, secret } = await world.db.transaction((tx) =>
      createKey(tx, fresh, 'a key', world.clock.now(), limits),
    )
    const headers = { authorization: basic(apiKey, secret) }
    const { body } = await world.request('GET', '/v2/overview', { headers })
    assert.deepEqual(
      body.attention.map(({ detail }: { detail: { product: string } }) => detail.product),
      ['SMS'],
      'a key sees only the credit of its products',
    )
    await command(world, 'PUT', `/accounts/${fresh}/balances/OTP/postpaid`, { allowPostpaid: true, postpaidLimit: '5' })
    assert.equal((await attention(person, fresh)).length, 1)
  })

  it('reports carriers that are down to operators only', async () => {
    const name = await addCarrier(world)
    await until('the carrier is reported as down', async () =>
      (await attention(operator)).some((one) =>
        one.startsWith(`carrier_down (providers): The carrier ${name} has been disconnected since 20`),
      ),
    )
    assert.deepEqual(await attention(), [])
    await command(world, 'POST', `/providers/${name}/pause`)
    assert.deepEqual(await attention(operator).then((all) => all.filter((one) => one.startsWith('carrier'))), [])
  })

  it('returns the public facts about the installation', async () => {
    const { status, body } = await ask(world, 'GET', '/about')
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), [
      'staging',
      'mail',
      'oidc',
      'passkeyHost',
      'version',
      'publicUrl',
      'currency',
      'hosts',
    ])
    assert.deepEqual(
      [body.staging, body.mail, body.publicUrl, body.currency, body.hosts],
      [true, false, null, 'TZS', {}],
    )
  })
})

interface Heard {
  readonly status: number
  readonly headers: Record<string, unknown>
  text: string
  ended: boolean
}

/** Opens the event stream over a socket. */
function listen({ app }: World, cookie: string, account = 1): Promise<Heard> {
  const { port } = app.http.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream', cookie }
    request({ host: '127.0.0.1', port, path: `/console/v1/accounts/${account}/live`, headers }, (response) => {
      const heard: Heard = { status: response.statusCode ?? 0, headers: response.headers, text: '', ended: false }
      response.setEncoding('utf8').on('data', (text: string) => {
        heard.text += text
      })
      response.once('close', () => {
        heard.ended = true
      })
      resolve(heard)
    })
      .once('error', reject)
      .end()
  })
}

/** Checks every event against its schema. */
const topicsIn = ({ text }: Heard): LiveTopic[] =>
  [...text.matchAll(/event: (.+)\ndata: (.+)\n\n/g)].flatMap(([, name = '', data = '']) => {
    const event = { [name]: JSON.parse(data) }
    assert.equal(schemaErrorsOf(LiveEvents, event), null, text)
    return (event as LiveEvents).changed
  })

onOneEngine('live updates', (engine) => {
  let world: World
  let viewer: Person
  let closed: Promise<void> | null = null
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    await world.app.http.listen({ host: '127.0.0.1', port: 0 })
    viewer = await addPerson(world, 1, 'viewer')
  })
  after(() => closed ?? world.close())

  it('limits the streams of a user, and leaves some for the other users of the account', async () => {
    const [one, other] = [await addPerson(world, 1, 'viewer'), await addPerson(world, 1, 'viewer')]
    const heard = await Promise.all(Array.from({ length: 20 }, () => listen(world, one.cookie)))
    assert.deepEqual([...new Set(heard.map(({ status }) => status))], [200])
    assert.equal((await listen(world, one.cookie)).status, 429)
    assert.equal((await listen(world, other.cookie)).status, 200)
  })

  it('streams the changed topics of the account and ends when the server closes', async (test) => {
    const heard = await listen(world, viewer.cookie)
    assert.equal(heard.status, 200)
    assert.match(String(heard.headers['content-type']), /^text\/event-stream/)
    assert.deepEqual([heard.headers['x-accel-buffering'], heard.headers['cache-control']], ['no', 'no-store'])

    const other = await addAccount(world)
    const others = await addPerson(world, other, 'viewer')
    const theirs = await listen(world, others.cookie, other)
    assert.equal((await listen(world, others.cookie)).status, 404)

    // Accepting a scheduled message is a change too.
    await world.send({ schedule_time: '2199-12-31 23:59' })
    await until('a messages update arrives', () => topicsIn(heard).includes('messages'))
    await world.send({ source_addr: 'NOBODY' })
    await until('an events update arrives', () => topicsIn(heard).includes('events'))
    await command(world, 'PUT', '/inbound/numbers/15077', { accountId: 1 })
    await command(world, 'POST', '/inbound/simulate', { from: '255712345678', to: '15077', text: 'Hello' })
    await until('an inbound update arrives', () => topicsIn(heard).includes('inbound'))
    await until('a conversations update arrives', () => topicsIn(heard).includes('conversations'))
    const { body: books } = await command(world, 'GET', `${mine}/books`)
    await ask(world, 'POST', `${mine}/books/${books.data[0].id}/imports?name=a.csv`, {
      body: 'phone\n255712345601\n',
      headers: { ...world.app.controlHeaders, 'content-type': 'text/csv' },
    })
    await until('an imports update arrives', () => topicsIn(heard).includes('imports'))
    assert.deepEqual(topicsIn(theirs), [])
    assert.deepEqual([heard.ended, theirs.ended], [false, false])

    withoutCloseGrace(test)
    closed = world.close()
    await until('both streams end', () => heard.ended && theirs.ended)
  })
})

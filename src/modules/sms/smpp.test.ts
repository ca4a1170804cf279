import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, afterEach, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { addCentre, addRoute, type Centre, carrierOf } from '../../../test/centres.ts'
import { command } from '../../../test/console/people.ts'
import { exampleSettings } from '../../../test/http-carrier.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { findFreePort } from '../../../test/postgres.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import { profiles } from '../../../tools/smsc/profile.ts'

const hourMs = 3_600_000

onOneEngine('messages over SMPP', (engine) => {
  let world: World
  let centres: Centre[] = []
  before(async () => {
    world = await openWorld(engine)
  })
  beforeEach(() => {
    centres = []
  })
  afterEach(async () => {
    for (const { name, smsc } of centres) {
      await removeCarrier(name)
      await smsc.close()
    }
  })
  after(() => world.close())

  async function removeCarrier(name: string): Promise<void> {
    await command(world, 'POST', `/providers/${name}/pause`)
    await sql`delete from sms_batches where carrier = ${name}`.execute(world.db)
    assert.equal((await command(world, 'DELETE', `/providers/${name}`)).status, 204)
  }

  /** On a port that no other process gets while it is down. */
  async function open(name: string, options: Parameters<typeof addCentre>[2] = {}): Promise<Centre> {
    const centre = await addCentre(world, name, { port: await findFreePort(), ...options })
    centres.push(centre)
    return centre
  }

  const phones = (count: number, first = 255_712_345_000) =>
    Array.from({ length: count }, (_, index) => ({ recipient_id: index + 1, dest_addr: String(first + index) }))

  async function sendTo(count: number, change: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await world.send({ recipients: phones(count), ...change })
    assert.equal(status, 200)
    assert.equal(body.valid, count)
    return body.request_id
  }

  /** Moves the clock in steps, slowly enough that events measured in real time do not fall far behind. */
  async function untilMoved(what: string, condition: () => Promise<boolean>): Promise<void> {
    let movedAtMs = Number.NEGATIVE_INFINITY
    await until(what, async () => {
      if (performance.now() - movedAtMs > 500) {
        world.clock.moveForward(6_000)
        movedAtMs = performance.now()
      }
      return condition()
    })
  }

  const countOf = async (requestId: string, status: string) =>
    [...(await world.statuses(requestId)).values()].filter((one) => one === status).length

  it('are delivered, long ones with one status, with any form of ids and receipts', async () => {
    const forms = [
      { receipts: 'text', ids: 'decimal' },
      { receipts: 'tlv', ids: 'upper-hex', settings: { longMessages: 'sar' } },
      {
        receipts: 'both',
        ids: 'hex',
        receiptIds: 'decimal',
        settings: { longMessages: 'payload', answerIds: 'hex', receiptIds: 'decimal' },
      },
    ] as const
    for (const [index, form] of forms.entries()) {
      const { name, smsc } = await open(`form-${index}`, form)
      await addRoute(world, name)
      const short = await sendTo(3)
      const long = await sendTo(2, { message: 'Three parts of text. '.repeat(18) })
      const lost = await world.send({ recipients: phones(1, 255_710_000_003) })
      await until(
        'all are delivered',
        async () => (await countOf(short, 'DELIVERED')) === 3 && (await countOf(long, 'DELIVERED')) === 2,
      )
      await until('one is not', async () => (await countOf(lost.body.request_id, 'UNDELIVERED')) === 1)
      assert.equal(smsc.counts().submitted, form.receipts === 'both' ? 6 : 10)
      assert.equal(smsc.counts().duplicate, 0)
      await command(world, 'POST', `/providers/${name}/pause`)
    }
    await assertLedger(world.db)
  })

  it('wait for a carrier that is down for an hour, and are sent when it is back unless they expired', async () => {
    const { name, smsc } = await open('down')
    await addRoute(world, name)
    await smsc.goAway()
    await until('it is away', async () => (await carrierOf(world, name)).awaySince !== null)
    const requestId = await sendTo(40)
    const pin = await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: '255712349999' } })
    assert.equal(pin.status, 200)
    for (let minutes = 0; minutes < 60; minutes += 10) {
      world.clock.moveForward(hourMs / 6)
      assert.equal(await countOf(requestId, 'PENDING'), 40)
    }
    await until('the PIN has ended', async () => {
      const { body } = await world.request('GET', '/public/v1/delivery-reports?dest_addr=255712349999')
      return body[0]?.status === 'UNDELIVERED'
    })
    await smsc.comeBack()
    // The next bind attempt may be a minute away.
    world.clock.moveForward(hourMs / 30)
    await until('all are delivered', async () => (await countOf(requestId, 'DELIVERED')) === 40)
    assert.deepEqual([smsc.counts().submitted, smsc.counts().duplicate], [40, 0])
    await assertLedger(world.db)
  })

  it('take the next route while their carrier is disconnected for too long or paused, and the first one again later', async () => {
    const first = await open('first', { failoverSeconds: 60 })
    const second = await open('second')
    await addRoute(world, 'first', { prefix: '255' })
    await addRoute(world, 'second')
    const usual = await sendTo(1)
    await until('it is delivered', async () => (await countOf(usual, 'DELIVERED')) === 1)
    assert.equal(first.smsc.counts().submitted, 1)

    await first.smsc.goAway()
    await until('it is away', async () => (await carrierOf(world, 'first')).awaySince !== null)
    const waiting = await sendTo(20)
    assert.equal(await countOf(waiting, 'PENDING'), 20)
    assert.equal(second.smsc.counts().submitted, 0, 'they wait for a carrier that may be back in a moment')
    world.clock.moveForward(61_000)
    await until('they went the other way', async () => (await countOf(waiting, 'DELIVERED')) === 20)
    assert.equal(second.smsc.counts().submitted, 20)
    const tried = await command(world, 'GET', '/routes/try?number=255712345678')
    assert.deepEqual(
      [tried.body.carrier, tried.body.routes.map(({ isAvailable }: { isAvailable: boolean }) => isAvailable)],
      ['second', [false, true]],
    )

    await first.smsc.comeBack()
    world.clock.moveForward(61_000)
    await until('the first is up', async () => (await carrierOf(world, 'first')).awaySince === null)
    await until(
      'it is chosen again',
      async () => (await command(world, 'GET', '/routes/try?number=255712345678')).body.carrier === 'first',
    )
    const back = await sendTo(2)
    await until('they are delivered', async () => (await countOf(back, 'DELIVERED')) === 2)
    assert.equal(first.smsc.counts().submitted, 3)

    assert.equal((await command(world, 'POST', '/providers/first/pause')).body.paused, true)
    const paused = await sendTo(2)
    await until('they are delivered', async () => (await countOf(paused, 'DELIVERED')) === 2)
    assert.equal(first.smsc.counts().submitted, 3, 'nothing is submitted to one that is paused')
    assert.equal(first.smsc.counts().bound, 1, 'its bind stays, for receipts')
    await assertLedger(world.db)
  })

  it('take the next route when an HTTP provider is unreachable', async () => {
    const { smsc } = await open('reached')
    // Nothing listens there any more.
    const gone = await open('gone')
    await gone.smsc.goAway()
    const settings = exampleSettings('json', { address: `http://127.0.0.1:${gone.smsc.port}` })
    const set = await command(world, 'PUT', '/providers/web', {
      product: 'sms',
      kind: 'http',
      settings: { ...settings, failoverSeconds: 0 },
      secrets: { password: 'secret' },
    })
    assert.equal(set.status, 200, set.text)
    await addRoute(world, 'web', { prefix: '255' })
    await addRoute(world, 'reached')
    const requestId = await sendTo(3)
    await untilMoved('they went the other way', async () => (await countOf(requestId, 'DELIVERED')) === 3)
    assert.equal(smsc.counts().submitted, 3)
    assert.ok((await carrierOf(world, 'web')).awaySince !== null)
    // Only a message can show that the provider is back, so one is tried now and then.
    const provider = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"message":{"id":"1","status":"queued"}}'),
    )
    await new Promise<void>((resolve) => provider.listen(gone.smsc.port, '127.0.0.1', resolve))
    await untilMoved('it is chosen again', async () => {
      await world.send()
      return (await carrierOf(world, 'web')).awaySince === null
    })
    provider.closeAllConnections()
    await new Promise<unknown>((resolve) => provider.close(resolve))
    await removeCarrier('web')
  })

  it('avoid a failing carrier until it passes a trial', async () => {
    const first = await open('failing')
    const second = await open('sound')
    await addRoute(world, 'failing', { prefix: '255' })
    await addRoute(world, 'sound')
    const tried = async () => (await command(world, 'GET', '/routes/try?number=255712345678')).body
    const healthOf = async () => (await tried()).routes[0].health
    first.smsc.setProfile({ ...profiles.healthy, errorRate: 1 })
    const requestId = await sendTo(30)
    await until('all were answered with an error', () => first.smsc.counts().busy >= 30)
    await untilMoved('it is out', async () => (await healthOf()).state === 'out')
    assert.match((await healthOf()).reason, /^100% of \d+ responses were errors$/)
    await until('the other one is chosen', async () => (await tried()).carrier === 'sound')
    await untilMoved('they went the other way', async () => (await countOf(requestId, 'DELIVERED')) === 30)
    assert.equal(second.smsc.counts().submitted, 30)

    first.smsc.setProfile('healthy')
    world.clock.moveForward(61_000)
    await until('it is on trial', async () => (await healthOf()).state === 'trial')
    const trial = await sendTo(20)
    await until('they are delivered', async () => (await countOf(trial, 'DELIVERED')) === 20)
    assert.equal(first.smsc.counts().submitted, 5, 'a few try it')
    await untilMoved('it is back', async () => (await healthOf()).state === 'in')
    const back = await sendTo(3)
    await until('they are delivered', async () => (await countOf(back, 'DELIVERED')) === 3)
    assert.equal(first.smsc.counts().submitted, 8)
    await assertLedger(world.db)
  })

  it('reconnect only the carrier that changes', async () => {
    const first = await open('one')
    const other = await open('two', { settings: { binds: 2 } })
    await until('two are bound', () => other.smsc.counts().bound === 2)
    const { settings } = await carrierOf(world, 'one')
    const changed = await command(world, 'PUT', '/providers/one', {
      product: 'sms',
      kind: 'smpp',
      settings: { ...settings, binds: 3 },
    })
    assert.equal(changed.status, 200, changed.text)
    await until('three are bound', () => first.smsc.counts().bound === 3)
    assert.deepEqual([other.smsc.counts().binds, other.smsc.counts().connectionsLost], [2, 0])
    assert.equal(first.smsc.counts().connectionsLost, 0, 'it took leave before it bound anew')
  })

  it('leave unmatched receipts in a list', async () => {
    const { name, smsc } = await open('unknown')
    const text = 'id:4711 sub:001 dlvrd:001 submit date:3001011200 done date:3001011201 stat:DELIVRD err:000 text:'
    const answer = await smsc.deliver('ngoma', {
      esm_class: 4,
      source_addr: '255712345678',
      destination_addr: 'INFO',
      short_message: Buffer.from(text),
    })
    assert.equal(answer.status, 0)
    // It is retried for five minutes before it is given up.
    world.clock.moveForward(hourMs)
    await until('it is given up', async () => (await dueIn(world)) === null)
    const { body } = await command(world, 'GET', `/receipts/unknown?carrier=${name}`)
    assert.deepEqual(
      body.data.map(({ carrier, reference, status }: Record<string, unknown>) => ({ carrier, reference, status })),
      [{ carrier: name, reference: '4711', status: 'DELIVERED' }],
    )
  })
})

async function dueIn({ db }: World): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`select min(due_at) as due from sms_receipts`.execute(db)
  return rows[0]?.due ?? null
}

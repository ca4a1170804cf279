import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { command } from '../../../../test/console/people.ts'
import { messagesOf, recordSubmits, simulatorOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { assertLedger } from '../../../../test/ledger.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import type { Submission } from '../../../carriers/carrier.ts'
import { dispatchTopic } from '../sending/dispatch.ts'
import { deleteWindow, wakeHeldBatches } from './store-window.ts'
import { findOpening, formatTimeOfDay, parseTimeOfDay } from './window-rules.ts'

const windowOf = (from: string, to: string) => ({
  opensMinute: parseTimeOfDay(from) ?? -1,
  closesMinute: parseTimeOfDay(to) ?? -1,
})

describe('findOpening', () => {
  for (const [from, to, zone, now, opens] of [
    ['08:00', '20:00', 'Africa/Nairobi', '2030-06-15T19:00:00Z', '2030-06-16T05:00:00Z'],
    ['08:00', '20:00', 'Africa/Nairobi', '2030-06-15T04:59:59.999Z', '2030-06-15T05:00:00Z'],
    ['08:00', '20:00', 'Africa/Nairobi', '2030-06-15T05:00:00Z', null],
    ['08:00', '20:00', 'Africa/Nairobi', '2030-06-15T16:59:59Z', null],
    ['08:00', '20:00', 'Africa/Nairobi', '2030-06-15T17:00:00Z', '2030-06-16T05:00:00Z'],
    ['08:00', '20:00', 'America/Chicago', '2030-06-15T19:00:00Z', null],
    ['20:00', '06:00', 'Africa/Nairobi', '2030-06-15T23:00:00Z', null],
    ['20:00', '06:00', 'Africa/Nairobi', '2030-06-15T09:00:00Z', '2030-06-15T17:00:00Z'],
    // Berlin skips from 02:00 to 03:00 on 31 March 2030, and goes back from 03:00 to 02:00 on 27 October.
    ['08:00', '20:00', 'Europe/Berlin', '2030-03-30T21:00:00Z', '2030-03-31T06:00:00Z'],
    ['08:00', '20:00', 'Europe/Berlin', '2030-10-26T20:00:00Z', '2030-10-27T07:00:00Z'],
    ['02:30', '20:00', 'Europe/Berlin', '2030-03-31T00:00:00Z', '2030-03-31T01:30:00Z'],
  ] as const)
    it(`from ${from} to ${to} in ${zone} at ${now} ${opens === null ? 'is open' : `opens at ${opens}`}`, () => {
      assert.deepEqual(findOpening(windowOf(from, to), [zone], new Date(now)), opens === null ? null : new Date(opens))
    })

  const congo = ['Africa/Kinshasa', 'Africa/Lubumbashi'] // +01:00 and +02:00
  const ends = ['Europe/Kaliningrad', 'Europe/Moscow', 'Asia/Kamchatka'] // +02:00, +03:00 and +12:00
  const apart = ['Asia/Dubai', 'Pacific/Pago_Pago'] // +04:00 and -11:00
  for (const [from, to, zones, now, opens] of [
    ['08:00', '20:00', congo, '2030-06-15T06:30:00Z', '2030-06-15T07:00:00Z'],
    ['08:00', '20:00', congo, '2030-06-15T07:00:00Z', null],
    ['08:00', '20:00', congo, '2030-06-15T17:59:00Z', null],
    ['08:00', '20:00', congo, '2030-06-15T18:00:00Z', '2030-06-16T07:00:00Z'],
    ['20:00', '06:00', congo, '2030-06-15T18:30:00Z', '2030-06-15T19:00:00Z'],
    ['20:00', '06:00', congo, '2030-06-16T04:00:00Z', '2030-06-16T19:00:00Z'],
    // The first and the last hour of a day are both within the window of one zone.
    ['08:00', '20:00', ends, '2030-06-15T05:30:00Z', '2030-06-15T06:00:00Z'],
    ['08:00', '20:00', ends, '2030-06-15T07:59:00Z', null],
    ['08:00', '20:00', ends, '2030-06-15T08:00:00Z', '2030-06-16T06:00:00Z'],
    ['08:00', '20:00', ends, '2030-06-15T21:00:00Z', '2030-06-16T06:00:00Z'],
  ] as const)
    it(`from ${from} to ${to} in ${zones.join(' and ')} at ${now} ${opens === null ? 'is open' : `opens at ${opens}`}`, () => {
      assert.deepEqual(findOpening(windowOf(from, to), zones, new Date(now)), opens === null ? null : new Date(opens))
    })

  it('opens in as many zones as possible when they share no hour', () => {
    const open = (zones: readonly string[], time: string) =>
      findOpening(windowOf('09:00', '18:00'), zones, new Date(`2030-06-15T${time}:00Z`))?.toISOString() ?? null
    // In Kaliningrad and Moscow, never in Kamchatka alone.
    assert.equal(open(ends, '07:00'), null)
    assert.equal(open(ends, '14:59'), null)
    assert.equal(open(ends, '15:00'), '2030-06-16T07:00:00.000Z')
    assert.equal(open(ends, '23:00'), '2030-06-16T07:00:00.000Z')
    // In one of the two.
    assert.equal(open(apart, '05:00'), null)
    assert.equal(open(apart, '14:00'), '2030-06-15T20:00:00.000Z')
    assert.equal(open(apart, '20:00'), null)
  })

  it('parses and formats times of day', () => {
    for (const text of ['24:00', '8:00', '08:60', '0800', '08:00:00', ''])
      assert.equal(parseTimeOfDay(text), null, text)
    for (const text of ['00:00', '08:30', '23:59']) assert.equal(formatTimeOfDay(parseTimeOfDay(text) ?? -1), text)
  })
})

const hourMs = 3_600_000
const minuteMs = 60_000

onOneEngine('sending windows', (engine) => {
  let world: World
  let submits: Submission[]
  before(async () => {
    // 22:00 in Dar es Salaam and 14:00 in Chicago.
    world = await openWorld(engine, { startAt: new Date('2030-06-15T19:00:00Z'), config: { validityHours: 12 } })
    submits = recordSubmits(simulatorOf(world.app))
  })
  after(() => world.close())

  const submitsTo = (phone: string) => submits.filter((one) => one.phone === phone).length
  async function send(phones: readonly string[]): Promise<string> {
    const { body, text } = await world.send({
      recipients: phones.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
    })
    assert.equal(body.valid, phones.length, text)
    return body.request_id
  }
  /** When a message that was sent later is delivered, the others would have been sent too. */
  const witness = async () => untilFinal(world.db, await send(['255712345678']))
  const setWindow = (sendingWindow: unknown) => command(world, 'PATCH', '/accounts/1', { sendingWindow })
  const findWindow = async () => (await command(world, 'GET', '/accounts/1')).body.sendingWindow
  const untilHeld = (opensAt: string) =>
    until(
      'it is held',
      async () => (await command(world, 'GET', '/accounts/1/scheduled')).body.data[0]?.nextAt === opensAt,
    )

  it('are set, shown and removed, and reject malformed times', async () => {
    assert.equal(await findWindow(), null)
    assert.deepEqual((await setWindow({ from: '08:00', to: '20:00' })).body.sendingWindow, {
      from: '08:00',
      to: '20:00',
    })
    for (const bad of [
      undefined,
      { from: '08:00', to: '08:00' },
      { from: '8', to: '20:00' },
      { from: '08:00', to: '24:00' },
      { from: '08:00' },
      'always',
    ])
      assert.equal((await setWindow(bad)).status, 400, JSON.stringify(bad))
    assert.deepEqual(await findWindow(), { from: '08:00', to: '20:00' })
  })

  it('hold bulk messages at 22:00 local time without counting an attempt, but not single messages and PINs', async () => {
    const [held, other, far] = ['255712600101', '255712600102', '13125550101'] as const
    const requestId = await send([held, far, other])
    await until('it is sent to where it is day', () => submitsTo(far) === 1)
    await untilHeld('2030-06-16T05:00:00.000Z')
    await witness()
    assert.equal(
      (await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: '255712600103' } })).status,
      200,
    )
    await until('the PIN is sent', () => submitsTo('255712600103') === 1)
    world.clock.moveForward(10 * hourMs - 5 * minuteMs)
    await witness()
    const waiting = (await messagesOf(world.db, requestId)).filter(({ phone }) => phone !== far)
    assert.deepEqual(
      waiting.map(({ status, attempts, submittedAt }) => [status, attempts, submittedAt]),
      [
        ['PENDING', 0, null],
        ['PENDING', 0, null],
      ],
    )
    const { body } = await command(world, 'GET', '/accounts/1/scheduled')
    assert.deepEqual([body.data[0].state, body.data[0].nextAt], ['waiting', '2030-06-16T05:00:00.000Z'])
    world.clock.moveForward(5 * minuteMs)
    const messages = await untilFinal(world.db, requestId)
    assert.deepEqual(new Set(messages.map(({ status, attempts }) => `${status} ${attempts}`)), new Set(['DELIVERED 0']))
    assert.deepEqual([submitsTo(held), submitsTo(other), submitsTo(far)], [1, 1, 1])
  })

  it('release held messages when removed', async () => {
    await setWindow({ from: '02:00', to: '03:00' })
    const phones = ['255712600111', '255712600112']
    const requestId = await send(phones)
    await untilHeld('2030-06-16T23:00:00.000Z')
    assert.equal((await setWindow(null)).body.sendingWindow, null)
    await untilFinal(world.db, requestId)
    assert.deepEqual(phones.map(submitsTo), [1, 1])
  })

  it('release messages held by a process that does not know of the change yet', async () => {
    await setWindow({ from: '02:00', to: '03:00' })
    const phones = ['255712600131', '255712600132']
    const requestId = await send(phones)
    await untilHeld('2030-06-16T23:00:00.000Z')
    const { sms } = world.app
    assert.notEqual(await sms.windows.of(1), null)
    // Like another process: this one caches the window for a second.
    await world.db.transaction(async (tx) => {
      await deleteWindow(tx, 1)
      assert.deepEqual(await wakeHeldBatches(tx, 1, world.clock.now()), new Set(['simulator']))
    })
    sms.work.announce(dispatchTopic('simulator', 'bulk'))
    await untilFinal(world.db, requestId)
    assert.deepEqual(phones.map(submitsTo), [1, 1])
  })

  it('do not keep a message beyond its validity', async () => {
    await setWindow({ from: '05:00', to: '06:00' })
    const phones = ['255712600121', '255712600122']
    const requestId = await send(phones)
    world.clock.moveForward(12 * hourMs)
    const messages = await untilFinal(world.db, requestId)
    assert.deepEqual(
      new Set(messages.map(({ status, reason }) => `${status} ${reason}`)),
      new Set(['UNDELIVERED expired']),
    )
    assert.deepEqual(phones.map(submitsTo), [0, 0])
    await assertLedger(world.db)
  })
})

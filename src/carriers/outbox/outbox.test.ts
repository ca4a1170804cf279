import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { createChannel, startOutbox, type TestChannel } from '../../../test/outbox.ts'

describe('outbox lanes', () => {
  it('send PINs first, then single messages, then bulk', async (context) => {
    const { put, free, sent } = startOutbox(context, { window: 1 })
    put('first')
    for (const lane of ['bulk', 'single', 'pin'] as const) put(lane, lane)
    await free('first')
    await free('pin')
    await free('single')
    assert.deepEqual(sent, ['first', 'pin', 'single', 'bulk'])
  })

  it('send the oldest message of a lane first, even when it is put in again', async (context) => {
    const { outbox, put, free, sent } = startOutbox(context, { window: 2 })
    const [one, two] = [put('1', 'pin'), put('2', 'pin')]
    put('3', 'pin')
    put('4', 'pin')
    outbox.put(two)
    outbox.put(one)
    await free('1', '2')
    await free('1', '2')
    assert.deepEqual(sent, ['1', '2', '1', '2', '3', '4'])
  })
})

describe('the outbox window', () => {
  it('reserves places for PINs', async (context) => {
    const { put, putMany, sent } = startOutbox(context, { window: 10 })
    putMany(20)
    assert.equal(sent.length, 9)
    put('single', 'single')
    put('pin', 'pin')
    put('second pin', 'pin')
    assert.deepEqual(sent.slice(9), ['pin'])
  })

  it('keeps a place until the slot is freed, not only until the response', async (context) => {
    const { put, free, sent, slots } = startOutbox(context, { window: 1 })
    put('1')
    put('2')
    slots.get('1')?.answered()
    await nextTurn()
    assert.deepEqual(sent, ['1'])
    await free('1', '1')
    assert.deepEqual(sent, ['1', '2'])
    put('3')
    assert.deepEqual(sent, ['1', '2'], 'a slot is freed once')
  })

  it('is separate for each channel, and the channel with the most room is used', (context) => {
    const channels = [createChannel(), createChannel()]
    const { put, putMany } = startOutbox(context, { window: 4, channels })
    putMany(4)
    assert.deepEqual(
      channels.map(({ outstanding }) => outstanding),
      [2, 2],
    )
    putMany(10)
    put('pin', 'pin')
    assert.deepEqual(channels.map(({ outstanding }) => outstanding).sort(), [3, 4])
  })

  it('skips channels that are down or not allowed for a message', (context) => {
    const channels = [createChannel(), createChannel(), createChannel()]
    const [down, unusable, good] = channels as [TestChannel, TestChannel, TestChannel]
    down.isUp = false
    const { putMany } = startOutbox(context, { window: 10, channels, mayUse: (_, channel) => channel !== unusable })
    putMany(5)
    assert.deepEqual([down.outstanding, unusable.outstanding, good.outstanding], [0, 0, 5])
  })

  it('can change while running', async (context) => {
    const { outbox, putMany, sent, free } = startOutbox(context, { window: 10 })
    putMany(30)
    outbox.change({ rate: 0, window: 20 })
    assert.equal(sent.length, 18)
    outbox.change({ rate: 0, window: 2 })
    await free(...sent.slice(0, 17))
    assert.equal(sent.length, 18, 'a smaller window is kept once there is room in it')
    await free(...sent.slice(17))
    assert.equal(sent.length, 19)
  })
})

describe('the outbox rate', () => {
  it('applies to the share of this process, and can change while running', (context) => {
    const limits = { rate: 100, window: 1_000, rateShare: () => 0.5 }
    const { outbox, clock, putMany, sent } = startOutbox(context, limits)
    putMany(500)
    const atOnce = sent.length
    const sentIn = (milliseconds: number) => {
      const before = sent.length
      for (let step = 0; step < milliseconds; step += 20) clock.moveForward(20)
      return sent.length - before
    }
    assert.ok(atOnce <= 2, `${atOnce} were sent at once`)
    assert.equal(sentIn(1_000), 50)
    outbox.change({ rate: 200, window: 1_000 })
    sentIn(1_000)
    assert.equal(sentIn(1_000), 100)
    outbox.change({ rate: 0, window: 1_000 })
    assert.equal(sent.length, 500)
  })

  it('lets PINs overtake waiting messages', (context) => {
    const { clock, put, putMany, sent } = startOutbox(context, { rate: 10, window: 1_000 })
    putMany(3)
    for (const name of ['pin 1', 'pin 2']) put(name, 'pin')
    assert.deepEqual(sent, ['bulk 0', 'pin 1'])
    for (let step = 0; step < 20; step += 1) clock.moveForward(100)
    assert.deepEqual(sent, ['bulk 0', 'pin 1', 'pin 2', 'bulk 1', 'bulk 2'])
  })

  it('of one channel delays only that channel', (context) => {
    const slow = { ...createChannel(), waits: 500, ownRate: { waitMs: (): number => slow.waits, spend() {} } }
    const fast = createChannel()
    const { clock, putMany } = startOutbox(context, { window: 10, channels: [slow, fast] })
    putMany(18)
    assert.deepEqual([slow.outstanding, fast.outstanding], [0, 9])
    slow.waits = 0
    clock.moveForward(500)
    assert.deepEqual([slow.outstanding, fast.outstanding], [9, 9])
  })
})

describe('a message in an outbox', () => {
  it('is never sent after it expires', async (context) => {
    const { clock, put, free, sent, givenBack } = startOutbox(context, { window: 1 })
    put('first')
    put('short', 'bulk', { validUntilMs: clock.now().getTime() + 1_000 })
    put('long')
    clock.moveForward(1_000)
    put('too late', 'pin', { validUntilMs: clock.now().getTime() })
    await free('first')
    assert.deepEqual(
      [sent, givenBack],
      [
        ['first', 'long'],
        ['too late expired (away)', 'short expired (away)'],
      ],
    )
  })

  it('is not sent when it is no longer wanted', async (context) => {
    const { put, free, sent, givenBack } = startOutbox(context, { window: 1 })
    const [first, second] = [put('first'), put('second')]
    put('third')
    first.isUnwanted = true
    second.isUnwanted = true
    await free('first')
    assert.deepEqual([sent, givenBack], [['first', 'third'], ['second carrier_away (away)']])
  })

  it('is given back after the maximum wait, even when nothing is sent', async (context) => {
    let nowMs = performance.now()
    context.mock.method(performance, 'now', () => nowMs)
    const { put, sent, givenBack, recorded, outbox } = startOutbox(context, { window: 1, rate: 1, maxWaitMs: 50 })
    put('first')
    put('second')
    put('patient', 'bulk', { waitsFromMs: Number.POSITIVE_INFINITY })
    assert.equal(outbox.ready('bulk'), false)
    nowMs += 50
    while (givenBack.length === 0) await sleep(5)
    assert.deepEqual([sent, givenBack], [['first'], ['second carrier_away (away)']])
    assert.deepEqual([outbox.ready('bulk'), recorded.rooms], [true, 1])
  })

  it('waits five seconds by default', async (context) => {
    const nowMs = performance.now()
    context.mock.method(performance, 'now', () => nowMs)
    const { put, free, sent, givenBack } = startOutbox(context, { window: 1 })
    put('first')
    put('old', 'bulk', { waitsFromMs: nowMs - 5_000 })
    put('young', 'bulk', { waitsFromMs: nowMs - 4_999 })
    await free('first')
    assert.deepEqual([sent, givenBack], [['first', 'young'], ['old carrier_away (away)']])
  })

  it('does not use up a turn when it is given back', (context) => {
    const { clock, put, sent, givenBack } = startOutbox(context, { rate: 1, window: 10 })
    put('first')
    const unwanted = put('second')
    put('third')
    unwanted.isUnwanted = true
    clock.moveForward(1_000)
    assert.deepEqual([sent, givenBack], [['first', 'third'], ['second carrier_away (away)']])
  })
})

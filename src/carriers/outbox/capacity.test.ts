import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startOutbox } from '../../../test/outbox.ts'

describe('the capacity of an outbox', () => {
  const cases: readonly [title: string, limits: { rate: number; window: number }, capacity: number][] = [
    ['is a thousand per lane without a rate', { rate: 0, window: 10 }, 1_000],
    ['is the window when it is larger', { rate: 0, window: 2_000 }, 2_000],
    ['is two seconds of messages with a rate', { rate: 10, window: 1 }, 20],
    ['is at most a thousand with a rate', { rate: 10_000, window: 1 }, 1_000],
    ['is at least one', { rate: 0.1, window: 1 }, 1],
  ]
  for (const [title, limits, capacity] of cases) {
    it(title, (context) => {
      const { outbox, channels, put } = startOutbox(context, limits)
      for (const channel of channels) channel.outstanding = limits.window
      let count = 0
      for (; outbox.ready('bulk'); count += 1) put(String(count))
      assert.equal(count, capacity)
      assert.deepEqual([outbox.ready('pin'), outbox.ready()], [true, true])
    })
  }

  it('reports a full lane as not ready until half of it is free, and then once as ready', async (context) => {
    const { outbox, recorded, put, free, sent } = startOutbox(context, { rate: 0, window: 10 })
    for (let count = 0; outbox.ready('bulk'); count += 1) put(String(count))
    for (let rounds = 0; rounds < 54; rounds += 1) await free(...sent.slice(-9))
    assert.deepEqual([recorded.rooms, outbox.ready('bulk'), outbox.ready('pin')], [0, false, true])
    for (let rounds = 0; rounds < 20; rounds += 1) await free(...sent.slice(-9))
    assert.deepEqual([recorded.rooms, outbox.ready('bulk')], [1, true])
  })
})

describe('an outbox', () => {
  it('gives back all waiting items when no channel is up', (context) => {
    const { outbox, channels, put, givenBack, sent } = startOutbox(context, { window: 1 })
    put('first')
    put('second')
    for (const channel of channels) channel.isUp = false
    assert.equal(outbox.ready(), false)
    outbox.update()
    put('third')
    assert.deepEqual([sent, givenBack], [['first'], ['second carrier_away (away)', 'third carrier_away (away)']])
  })

  it('gives back waiting items when closed, and is idle after all responses', async (context) => {
    const { outbox, put, givenBack, slots } = startOutbox(context, { window: 1 })
    put('first')
    put('second')
    outbox.close()
    put('third')
    assert.deepEqual(givenBack, ['second carrier_away (away)', 'third carrier_away (away)'])
    assert.equal(outbox.ready(), false)
    let isIdle = false
    const idle = outbox.idle().then(() => {
      isIdle = true
    })
    await nextTurn()
    assert.equal(isIdle, false)
    slots.get('first')?.answered()
    await idle
  })
})

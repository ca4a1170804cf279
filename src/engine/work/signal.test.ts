import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSignal } from './signal.ts'

const hour = 3_600_000

it('a fired signal wakes all waiters', async () => {
  const signal = createSignal()
  const waits = [signal.wait(hour), signal.wait(hour)]
  assert.equal(signal.fired(), false)
  signal.fire()
  await Promise.all(waits)
  assert.equal(signal.fired(), true)
})

it('wait returns at once if the signal was fired since the last reset', async () => {
  const signal = createSignal()
  signal.fire()
  await signal.wait(hour)
  signal.reset()
  assert.equal(signal.fired(), false)
  const wait = signal.wait(hour)
  signal.fire()
  await wait
})

it('wait ends after its time, also with a negative time', async () => {
  const signal = createSignal()
  await signal.wait(1)
  await signal.wait(0)
  await signal.wait(-5)
  assert.equal(signal.fired(), false)
})

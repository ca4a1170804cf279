import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../../test/world.ts'
import { createHints, type HintsOptions } from './hints.ts'

const pollMs = 5

function openHints(options: Partial<HintsOptions> = {}) {
  const values = new Map<number, Record<string, string>>()
  const reads: (readonly number[])[] = []
  const hints = createHints({
    async read(keys) {
      reads.push(keys)
      return new Map(keys.map((key) => [key, { ...values.get(key) }]))
    },
    pollMs,
    restMs: 0,
    ...options,
  })
  return { hints, values, reads }
}

function listen(stream: Readable) {
  const heard = { text: '', ended: false }
  stream.setEncoding('utf8').on('data', (text: string) => {
    heard.text += text
  })
  stream.once('close', () => {
    heard.ended = true
  })
  return heard
}

const hintsIn = (text: string) =>
  [...text.matchAll(/event: changed\ndata: (.+)\n\n/g)].map(([, data = '']) => JSON.parse(data))

describe('Hints', () => {
  it('name the topics that changed, once, and only to those who listen to them', async () => {
    const { hints, values } = openHints()
    values.set(1, { messages: '1', inbound: '1' }).set(2, { messages: '1' })
    const [one, another, other] = [
      listen(await hints.open(1)),
      listen(await hints.open(1)),
      listen(await hints.open(2)),
    ]
    values.set(1, { messages: '2', inbound: '1' })
    await until('both were told', () => hintsIn(one.text).length === 1 && hintsIn(another.text).length === 1)
    values.set(1, { messages: '3', inbound: '2' })
    await until('they were told again', () => hintsIn(one.text).length === 2)
    assert.deepEqual(hintsIn(one.text), [['messages'], ['messages', 'inbound']])
    values.set(2, { messages: '2' })
    await until('the other was told', () => hintsIn(other.text).length === 1)
    assert.equal(hintsIn(one.text).length, 2)
    hints.close()
  })

  it('are told at once, and then not again for a while, but nothing is lost', async (context) => {
    const restMs = 3_600_000
    const { hints, values, reads } = openHints({ restMs })
    values.set(1, { messages: '1', inbound: '1' })
    const heard = listen(await hints.open(1))
    for (const [messages, inbound] of ['21', '31', '42']) {
      values.set(1, { messages: String(messages), inbound: String(inbound) })
      const before = reads.length
      await until('it looked', () => reads.length > before + 1)
    }
    assert.deepEqual(hintsIn(heard.text), [['messages']])
    const real = performance.now.bind(performance)
    context.mock.method(performance, 'now', () => real() + restMs)
    await until('the rest was told', () => hintsIn(heard.text).length === 2)
    assert.deepEqual(hintsIn(heard.text)[1], ['messages', 'inbound'])
    hints.close()
  })

  it('are not looked for when nobody listens, and once for all who do', async () => {
    const { hints, reads } = openHints()
    await sleep(pollMs * 4)
    assert.equal(reads.length, 0)
    const streams = [await hints.open(1), await hints.open(1), await hints.open(2)]
    const before = reads.length
    assert.deepEqual(reads, [[1], [2]])
    await until('it looks', () => reads.length > before + 3)
    for (const keys of reads.slice(before)) assert.deepEqual(keys, [1, 2])
    for (const stream of streams) stream.destroy()
    await sleep(pollMs * 2)
    const after = reads.length
    await sleep(pollMs * 10)
    assert.equal(reads.length, after)
    // And it begins again with whoever comes next.
    streams.push(await hints.open(3))
    await until('it looks again', () => reads.at(-1)?.[0] === 3 && reads.length > after + 3)
    hints.close()
  })

  it('go on after a look that failed', async () => {
    let fails = false
    let value = '1'
    const { hints } = openHints({
      async read(keys) {
        if (fails) throw new Error('away')
        return new Map(keys.map((key) => [key, { messages: value }]))
      },
    })
    const heard = listen(await hints.open(1))
    fails = true
    await assert.rejects(hints.open(2), /away/)
    await sleep(pollMs * 4)
    value = '2'
    fails = false
    await until('it was told', () => hintsIn(heard.text).length === 1)
    hints.close()
  })

  it('are for so many at once', async () => {
    const { hints } = openHints({ streamsMax: 3, streamsPerKeyMax: 2 })
    const first = await hints.open(1)
    await hints.open(1)
    await assert.rejects(hints.open(1), { status: 429 })
    await hints.open(2)
    await assert.rejects(hints.open(3), { status: 429 })
    first.destroy()
    await until('there is room', () =>
      hints.open(3).then(
        () => true,
        () => false,
      ),
    )
    hints.close()
    await assert.rejects(hints.open(4), { status: 503 })
  })

  it('end when their time is over, with signs of life until then, and at once when all ends', async () => {
    const { hints } = openHints({ heartbeatMs: 5, lifeMs: 60 })
    const heard = listen(await hints.open(1))
    await until('it ended', () => heard.ended)
    assert.match(heard.text, /^retry: \d+\n\n(:\n\n)+$/)
    const { hints: others } = openHints()
    const last = listen(await others.open(1))
    others.close()
    await until('it ended', () => last.ended)
  })
})

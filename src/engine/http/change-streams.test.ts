import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../../test/world.ts'
import { type ChangeStreamsOptions, createChangeStreams } from './change-streams.ts'

const pollMs = 5

function openFeed(options: Partial<ChangeStreamsOptions> = {}) {
  const values = new Map<number, Record<string, string>>()
  const reads: (readonly number[])[] = []
  const feed = createChangeStreams({
    async read(keys) {
      reads.push(keys)
      return new Map(keys.map((key) => [key, { ...values.get(key) }]))
    },
    pollMs,
    restMs: 0,
    ...options,
  })
  return { feed, values, reads }
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

const eventsIn = (text: string) =>
  [...text.matchAll(/event: changed\ndata: (.+)\n\n/g)].map(([, data = '']) => JSON.parse(data))

describe('change streams', () => {
  it('sends each change once, only to the listeners of that key', async () => {
    const { feed, values } = openFeed()
    values.set(1, { messages: '1', inbound: '1' }).set(2, { messages: '1' })
    const [one, another, other] = [
      listen(await feed.open(1, 'asha')),
      listen(await feed.open(1, 'asha')),
      listen(await feed.open(2, 'asha')),
    ]
    values.set(1, { messages: '2', inbound: '1' })
    await until('both received the event', () => eventsIn(one.text).length === 1 && eventsIn(another.text).length === 1)
    values.set(1, { messages: '3', inbound: '2' })
    await until('they received the next event', () => eventsIn(one.text).length === 2)
    assert.deepEqual(eventsIn(one.text), [['messages'], ['messages', 'inbound']])
    values.set(2, { messages: '2' })
    await until('the other listener received its event', () => eventsIn(other.text).length === 1)
    assert.equal(eventsIn(one.text).length, 2)
    feed.close()
  })

  it('sends the first change at once and combines later ones without losing any', async (context) => {
    const restMs = 3_600_000
    const { feed, values, reads } = openFeed({ restMs })
    values.set(1, { messages: '1', inbound: '1' })
    const heard = listen(await feed.open(1, 'asha'))
    for (const [messages, inbound] of ['21', '31', '42']) {
      values.set(1, { messages: String(messages), inbound: String(inbound) })
      const before = reads.length
      await until('it polled', () => reads.length > before + 1)
    }
    assert.deepEqual(eventsIn(heard.text), [['messages']])
    const real = performance.now.bind(performance)
    context.mock.method(performance, 'now', () => real() + restMs)
    await until('the combined event arrived', () => eventsIn(heard.text).length === 2)
    assert.deepEqual(eventsIn(heard.text)[1], ['messages', 'inbound'])
    feed.close()
  })

  it('polls only while somebody listens, once for all keys', async () => {
    const { feed, reads } = openFeed()
    await sleep(pollMs * 4)
    assert.equal(reads.length, 0)
    const streams = [await feed.open(1, 'asha'), await feed.open(1, 'asha'), await feed.open(2, 'asha')]
    const before = reads.length
    assert.deepEqual(reads, [[1], [2]])
    await until('it polls', () => reads.length > before + 3)
    for (const keys of reads.slice(before)) assert.deepEqual(keys, [1, 2])
    for (const stream of streams) stream.destroy()
    await sleep(pollMs * 2)
    const after = reads.length
    await sleep(pollMs * 10)
    assert.equal(reads.length, after)
    // Polling starts again with the next listener.
    streams.push(await feed.open(3, 'asha'))
    await until('it polls again', () => reads.at(-1)?.[0] === 3 && reads.length > after + 3)
    feed.close()
  })

  it('continues after a failed read', async () => {
    let fails = false
    let failures = 0
    let value = '1'
    const { feed } = openFeed({
      async read(keys) {
        if (fails) {
          failures += 1
          throw new Error('away')
        }
        return new Map(keys.map((key) => [key, { messages: value }]))
      },
    })
    const heard = listen(await feed.open(1, 'asha'))
    fails = true
    await assert.rejects(feed.open(2, 'asha'), /away/)
    const opened = failures
    await until('polls fail', () => failures > opened + 1)
    value = '2'
    fails = false
    await until('the event arrived', () => eventsIn(heard.text).length === 1)
    feed.close()
  })

  it('limits the number of streams in total and per reader', async () => {
    const { feed } = openFeed({ streamsMax: 3, streamsPerReaderMax: 2 })
    const first = await feed.open(1, 'asha')
    await feed.open(2, 'asha')
    await assert.rejects(feed.open(1, 'asha'), { status: 429 })
    await feed.open(1, 'juma')
    await assert.rejects(feed.open(3, 'juma'), { status: 429 })
    first.destroy()
    await until('a stream is free', () =>
      feed.open(3, 'asha').then(
        () => true,
        () => false,
      ),
    )
    feed.close()
    await assert.rejects(feed.open(4, 'asha'), { status: 503 })
  })

  it('limits the number of streams per key, so that the readers of one key leave some for others', async () => {
    const { feed } = openFeed({ streamsPerKeyMax: 2 })
    await feed.open(1, 'asha')
    await feed.open(1, 'juma')
    await assert.rejects(feed.open(1, 'zuhura'), { status: 429 })
    await feed.open(2, 'zuhura')
    feed.close()
  })

  it('sends heartbeats until a stream reaches its maximum age, and ends all streams on close', async () => {
    const { feed } = openFeed({ heartbeatMs: 5, lifeMs: 60 })
    const heard = listen(await feed.open(1, 'asha'))
    await until('it ended', () => heard.ended)
    assert.match(heard.text, /^retry: \d+\n\n(:\n\n)+$/)
    const { feed: others } = openFeed()
    const last = listen(await others.open(1, 'asha'))
    others.close()
    await until('it ended', () => last.ended)
  })
})
